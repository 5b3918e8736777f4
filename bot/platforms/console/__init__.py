"""The terminal: lines in, lines out, interactive or through a pipe."""
