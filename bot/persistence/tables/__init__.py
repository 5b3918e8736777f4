"""The tables. `migrations` creates them; a test compares the two."""
