"""Messages in rooms: boards, news, and the mention of the player whose turn it is."""
