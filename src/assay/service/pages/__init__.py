"""What people ask the service for: pages."""
