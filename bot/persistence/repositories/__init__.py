"""The repositories, and the mapping between rows and values."""
