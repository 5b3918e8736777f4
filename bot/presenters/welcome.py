"""The message with which the bot greets a server that has added it."""

from bot.commands.catalogue import CHOOSE
from bot.locales import Words
from bot.model.room_settings import SettingsScope, Summary
from bot.presenters.phrases import button_label
from bot.presenters.views import Button, Heading, Paragraph, Tone, View

_HOUR = 9
_ZONES = {"ja": "Asia/Tokyo"}
"""The time zones of languages that are spoken in one. The question means the hour there, elsewhere in UTC."""


def welcome(words: Words) -> View:
    """What the game is, and buttons for the first steps."""
    buttons = (
        Button(button_label(words, "play"), "play"),
        Button(words("Today's code"), "daily"),
        Button(words("Set up"), "settings", {"summary": CHOOSE}),
    )
    text = words("One code a day for everybody, or a game any time.")
    return View((Heading(words("I hide 4 digits. You find them.")), Paragraph(text)), buttons, tone=Tone.NEUTRAL)


def set_up(words: Words) -> View:
    """The question to a manager whether the daily is posted in this channel."""
    zone = {"timezone": _ZONES[words.code]} if words.code in _ZONES else {}
    daily = {"scope": SettingsScope.CHANNEL.value, "summary": Summary.TODAY.value, "hour": str(_HOUR), **zone}
    buttons = (
        Button(words("Post it here"), "settings", daily),
        Button(button_label(words, "settings"), "settings"),
    )
    return View((Paragraph(words("Post the daily here every day at {hour}:00 UTC?", hour=_HOUR)),), buttons)
