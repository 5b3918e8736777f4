"""Building books: the search for the strategy tree with the lowest cost.

Requires NumPy, which the extra `books` installs. Playing from a book does not need this package.
"""
