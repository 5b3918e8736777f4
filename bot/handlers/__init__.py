"""Requests, the dispatcher, and one handler for each command: options in, a use case, a view out."""
