"""The command catalogue, invocations, and parsing of typed lines."""
