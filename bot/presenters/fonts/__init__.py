"""The font of pictures, with its licence. `python -m tests.support.picture_font` makes it."""
