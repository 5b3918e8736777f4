"""Rules, codes, feedback and games as immutable values, with the standard library alone and without I/O."""
