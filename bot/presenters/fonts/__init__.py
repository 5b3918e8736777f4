"""The font of images, with its licence. `python -m tests.support.image_font` makes it."""
