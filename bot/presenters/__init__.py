"""Presenters: turn data into views, the same for every platform."""
