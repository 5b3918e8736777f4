"""Watching a server: metrics, health, and the log."""
