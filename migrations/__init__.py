"""How the tables came to be, one reviewed step at a time."""
