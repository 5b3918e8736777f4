"""What is stored about a player."""

import msgspec.json

from bot.commands.catalogue import CONFIRM, YES
from bot.locales import Words
from bot.presenters.views import Button, Paragraph, TextFile, View
from bot.services.privacy import Export


def privacy_overview(export: Export, words: Words, *, is_hidden: bool) -> View:
    """What is kept about a player and why, and what they can do about it."""
    paragraphs = (
        _summary(export, words),
        words("Your ID and name, to know you; settings, to follow them."),
        words("Games and guesses, to play and review; results and ratings, for statistics."),
        words("Days of dailies, for streaks; your talk with the coach, to go on."),
        words("Nothing else you write is kept, and nothing is given to others."),
        _hidden(is_hidden, words),
        words("`privacy export` gives you a file. `privacy delete` deletes all."),
    )
    hide = {"unhide": words("Show me again")} if is_hidden else {"hide": words("Hide me")}
    actions = {"export": words("Export"), **hide, "delete": words("Delete my data")}
    buttons = (Button(label, "privacy", {"action": action}) for action, label in actions.items())
    return View(tuple(map(Paragraph, paragraphs)), tuple(buttons))


def _summary(export: Export, words: Words) -> str:
    return words(
        "{player}, I keep {rows}, with {results}.",
        player=words.person(export.name),
        rows=words.plural("{n:,} row of data about you", "{n:,} rows of data about you", export.rows),
        results=words.plural("the results of {n:,} game", "the results of {n:,} games", export.games),
    )


def export_note(export: Export, words: Words) -> View:
    """The text that accompanies the file."""
    return View(
        (
            Paragraph(
                words.plural(
                    "All that I keep about you: {n:,} row, without open secrets and others' names.",
                    "All that I keep about you: {n:,} rows, without open secrets and others' names.",
                    export.rows,
                )
            ),
        )
    )


def export_file(export: Export) -> TextFile:
    """Everything about a player as JSON."""
    content = {"exported_at": export.exported_at.isoformat(), "name": export.name, "tables": export.tables}
    return TextFile("hitblow.json", msgspec.json.format(msgspec.json.encode(content), indent=2).decode())


def hidden_note(is_hidden: bool, words: Words) -> View:  # noqa: FBT001  # what it is about
    """Whether a player is hidden now."""
    return View((Paragraph(_hidden(is_hidden, words)),))


def _hidden(is_hidden: bool, words: Words) -> str:  # noqa: FBT001  # what it is about
    if is_hidden:
        return words("Others don't see your results. `privacy unhide` shows them.")
    return words("Others see your results. `privacy hide` hides them.")


def delete_question(words: Words, *, is_second: bool) -> View:
    """Whether a player really wants everything about them deleted; it is asked twice."""
    options = {"action": "delete", CONFIRM: YES, **({"really": YES} if is_second else {})}
    text = (
        words("Really delete it? This can't be undone. `privacy export` gives you a copy.")
        if is_second
        else words(
            "Delete everything about you, wherever you played? Games that need you end. In games with "
            "others, your guesses stay without your name."
        )
    )
    label = words("Delete for good") if is_second else words("Delete my data")
    return View((Paragraph(text),), (Button(label, "privacy", options),))


def deletion_started_note(words: Words) -> View:
    """What of a player's data is deleted now, and what follows."""
    text = words(
        "Your data is deleted. Your name leaves messages within minutes, then games that only you played go too."
    )
    return View((Paragraph(text),))
