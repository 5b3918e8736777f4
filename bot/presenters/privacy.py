"""What is stored about a player."""

import msgspec.json

from bot.commands.catalogue import CONFIRM, YES
from bot.locales import Words
from bot.presenters.views import Button, File, Paragraph, View
from bot.services.privacy import Export

FILE_NAME = "hitblow.json"


def overview(export: Export, words: Words, *, is_hidden: bool) -> View:
    """What is kept about a player and why, and what they can do about it."""
    paragraphs = (
        _summary(export, words),
        words("Your user ID and name, to know and show whose turn it is; your settings, to follow them."),
        words("Your games with their guesses, to play and review them; results and ratings, for statistics."),
        words("The days of the daily game, for streaks; your conversation with the coach, to continue it."),
        words("Nothing that you write elsewhere is kept. Nothing is given to others or used for advertising."),
        _hidden(is_hidden, words),
        words("`privacy export` gives you all of it as a file. `privacy delete` deletes it."),
    )
    hide = {"unhide": words("Show me again")} if is_hidden else {"hide": words("Hide me")}
    actions = {"export": words("Export"), **hide, "delete": words("Delete my data")}
    buttons = (Button(label, "privacy", {"action": action}) for action, label in actions.items())
    return View(tuple(map(Paragraph, paragraphs)), tuple(buttons))


def _summary(export: Export, words: Words) -> str:
    return words(
        "{player}, I keep {rows}, with {results}.",
        player=words.person(export.name, first=True),
        rows=words.plural("{n:,} row of data about you", "{n:,} rows of data about you", export.rows),
        results=words.plural("the results of {n:,} game", "the results of {n:,} games", export.games),
    )


def exported(export: Export, words: Words) -> View:
    """The text that accompanies the file."""
    return View(
        (
            Paragraph(
                words.plural(
                    "All that I keep about you: {n:,} row, as JSON. Secrets that you have not been shown are "
                    "left out, and others are not named.",
                    "All that I keep about you: {n:,} rows, as JSON. Secrets that you have not been shown are "
                    "left out, and others are not named.",
                    export.rows,
                )
            ),
        )
    )


def export_file(export: Export) -> File:
    """Everything about a player as JSON."""
    content = {"exported_at": export.exported_at.isoformat(), "name": export.name, "tables": export.tables}
    return File(FILE_NAME, msgspec.json.format(msgspec.json.encode(content), indent=2).decode())


def hidden(is_hidden: bool, words: Words) -> View:  # noqa: FBT001  # what it is about
    """Whether a player is hidden now."""
    return View((Paragraph(_hidden(is_hidden, words)),))


def _hidden(is_hidden: bool, words: Words) -> str:  # noqa: FBT001  # what it is about
    if is_hidden:
        return words(
            "Leaderboards and summaries leave you out, and only you can see your statistics. "
            "`privacy unhide` changes that."
        )
    return words("Leaderboards, summaries and `stats` show you to others. `privacy hide` changes that.")


def delete_question(words: Words, *, is_second: bool) -> View:
    """Whether a player really wants everything about them deleted; it is asked twice."""
    options = {"action": "delete", CONFIRM: YES, **({"really": YES} if is_second else {})}
    text = (
        words("Really delete it? This cannot be undone. `privacy export` keeps a copy for you.")
        if is_second
        else words(
            "Delete everything about you, wherever you played? You lose your statistics, ratings, streaks, settings "
            "and the games that only you played. Games that need you end. In games with others, your part stays "
            "without your name."
        )
    )
    label = words("Delete for good") if is_second else words("Delete my data")
    return View((Paragraph(text),), (Button(label, "privacy", options),))


def deleted(words: Words) -> View:
    """What of a player's data is deleted now, and what follows."""
    text = words(
        "Your name, results, ratings, streaks and settings are deleted. Within minutes, messages that others see lose "
        "your name, and then the games that only you played are deleted too."
    )
    return View((Paragraph(text),))
