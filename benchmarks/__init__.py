"""What is measured but not tested: the time and memory that things take, and how much the tests notice."""
