"""Candidate sets, scores, strategies, search, books, the coach and the opponent. Uses the standard library only."""
