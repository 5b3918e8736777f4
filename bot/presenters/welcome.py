"""The message with which the bot greets a server that has added it."""

from bot.locales import Words
from bot.model.room_settings import SettingsScope, Summary
from bot.presenters.phrases import button_label
from bot.presenters.views import Button, Heading, Paragraph, Tone, View

_HOUR = 9
_ZONES = {"ja": "Asia/Tokyo"}
"""The time zones of languages that are spoken in one. The button's label means the hour there, elsewhere in UTC."""


def welcome(words: Words) -> View:
    """What the bot does, and buttons for the first steps; those that change settings are for managers."""
    text = words("Find the code of the day, play alone or together, race, duel, or ask the coach.")
    zone = {"timezone": _ZONES[words.code]} if words.code in _ZONES else {}
    daily = {"scope": SettingsScope.CHANNEL.value, "summary": Summary.TODAY.value, "hour": str(_HOUR), **zone}
    buttons = (
        Button(button_label(words, "play"), "play"),
        Button(words("Today's code"), "daily"),
        Button(words("Post the daily here at {hour}:00 UTC", hour=_HOUR), "settings", daily),
        Button(button_label(words, "settings"), "settings"),
    )
    return View((Heading(words("Hi. I play Hit & Blow with you.")), Paragraph(text)), buttons, tone=Tone.NEUTRAL)
