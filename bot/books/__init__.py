"""Making books: the search for the strategy tree of least total. Needs NumPy (the extra `books`); playing does not."""
