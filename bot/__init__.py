"""The program around the game: what can be done, where it is kept and what people see."""
