"""Rules, codes, feedback and games as immutable values. Standard library only; no I/O, no clock, no global randomness."""
