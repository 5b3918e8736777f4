"""The terminal: a session reads lines from a person or a pipe and prints the replies."""
