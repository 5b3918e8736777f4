"""The languages that users read: English, which stands in the code, and its translations.

A translation is a gettext catalogue, `LANGUAGE/LC_MESSAGES/hitblow.po`, with what it is compiled to beside it.
"""
