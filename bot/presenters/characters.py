"""Characters that tell by their shape what colours tell elsewhere."""

HIT, BLOW = "●", "○"
"""A hit and a blow."""

WON, LOST, DRAWN = "★", "✕", "="
"""Before the end of a game."""
