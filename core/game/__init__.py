"""Rules, codes, feedback and games as immutable values. Uses the standard library only."""
