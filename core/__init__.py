"""The rules of Hit & Blow and a solver for it. Pure functions and values: no I/O, no clock, no global random state."""
