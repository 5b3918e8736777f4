"""Backups, copies and checks of whole databases."""
