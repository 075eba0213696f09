"""What programs ask the service for: JSON in, JSON out."""
