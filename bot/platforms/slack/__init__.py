"""The bot on Slack."""
