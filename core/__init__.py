"""The game and its mathematics: no input or output, no clock, no global randomness, nothing asynchronous."""
