"""What every chat platform needs."""
