"""Slack: slash commands, buttons, modals, threads and the App Home."""
