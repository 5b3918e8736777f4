"""The values that services and persistence exchange, and their errors."""
