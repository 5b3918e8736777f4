"""The `hitblow` shell command."""
