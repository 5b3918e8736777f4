"""Discord: slash commands, buttons and forms in; one message for each game, and private words beside it, out."""
