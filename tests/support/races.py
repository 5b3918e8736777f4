"""A race of thirty."""

NAMES = [f"{name} {number}" for number in range(1, 11) for name in ("Christopher", "山田太郎左衛門", "Bo")]
"""Thirty players, some with names that are too long for a board."""
