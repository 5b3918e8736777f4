"""The places where people play: Discord, Slack and the terminal."""
