"""Advice on games played elsewhere, hints, and reviews of games that have ended."""
