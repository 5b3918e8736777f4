"""Characters that tell by their shape what colours tell elsewhere."""

HIT, BLOW, NEITHER = "●", "○", "·"
"""A hit, a blow, and a position without either."""

WON, LOST, DRAWN = "★", "✕", "="
"""Before the end of a game."""
