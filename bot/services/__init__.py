"""What can be done: one method, one unit of work. Data comes back, never a sentence."""
