"""Games with the bot and between people: moves, turns, time limits, expiry."""
