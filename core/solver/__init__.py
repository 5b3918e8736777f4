"""Candidate sets, scores, strategies, search, opening books, the coach and the opponent."""
