"""First screens of a server and of a person on Slack, and what the operator announces."""

from bot.commands.catalogue import CHOOSE
from bot.commands.invocation import PAGES
from bot.locales import Words
from bot.model.daily import DailyGame
from bot.model.operations import OperatorAnnouncement
from bot.model.room_settings import SettingsScope, SummaryFrequency
from bot.presenters.daily import status_text
from bot.presenters.phrases import button_label
from bot.presenters.rules import counted_game_name, game_name
from bot.presenters.statistics import rating_line, streak_line
from bot.presenters.views import Button, Heading, Paragraph, Tone, View
from bot.services.records import Statistics
from core.game.rules import Rules


def newcomer_buttons(words: Words) -> tuple[Button, ...]:
    """What somebody new can do."""
    return tuple(Button(button_label(words, command), command) for command in ("play", "daily", "help"))


def daily_summary(game: DailyGame | None, rules: Rules, words: Words) -> View:
    """Today's code: what the person has made of it, and the buttons that open it and start another game."""
    text = f"{game_name(rules, words)}: {status_text(game, words)}"
    if game is None:
        label = words("Play today's")
    else:
        label = words("Show") if game.board.outcome is not None else words("Continue")
    return View((Paragraph(text),), (Button(label, "daily"), Button(button_label(words, "play"), "play")))


def standing_view(statistics: Statistics, words: Words) -> View:
    """A person's streak and rating, and everything else that there is to open."""
    lines = [streak_line(statistics.streak, words)] if statistics.streak.best else []
    if statistics.ratings:
        rules, rating = next(iter(statistics.ratings.items()))  # those with the most games
        lines.append(f"{counted_game_name(rules, words)} · {rating_line(rating, words)}")
    text = "\n".join(lines) or words("Your streak of dailies and your rating will be here.")
    return View((Paragraph(text),), tuple(Button(button_label(words, page), page) for page in PAGES))


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


def daily_post_question(words: Words) -> View:
    """The question to a manager whether the daily is posted in this channel."""
    zone = {"timezone": _ZONES[words.code]} if words.code in _ZONES else {}
    daily = {"scope": SettingsScope.CHANNEL.value, "summary": SummaryFrequency.TODAY.value, "hour": str(_HOUR), **zone}
    buttons = (
        Button(words("Post it here"), "settings", daily),
        Button(button_label(words, "settings"), "settings"),
    )
    return View((Paragraph(words("Post the daily here every day at {hour}:00 UTC?", hour=_HOUR)),), buttons)


def operator_news(announcement: OperatorAnnouncement, words: Words) -> View:
    """What the operator announces."""
    return View((Paragraph(words("From the operator of this bot: {text}", text=announcement.text(words.code))),))
