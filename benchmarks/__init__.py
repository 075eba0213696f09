"""Speed, measured: never asserted by a test, always as ratios taken in one run on one machine."""
