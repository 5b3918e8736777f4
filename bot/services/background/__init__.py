"""Scheduled work, which every process does in small steps."""
