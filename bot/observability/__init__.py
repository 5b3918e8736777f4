"""Metrics, health checks and logs of a server."""
