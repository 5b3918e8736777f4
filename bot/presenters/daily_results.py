"""The result of a daily: to copy, and as everybody may see it."""

from bot.locales import Words
from bot.locales.columns import align
from bot.locales.safe import name
from bot.model.daily import DailyGame
from bot.model.messages import MessageKey
from bot.model.rooms import RoomKey
from bot.presenters import phrases
from bot.presenters.board import feedback_symbols
from bot.presenters.daily import DEFAULT_RULES
from bot.presenters.endings import tone_of
from bot.presenters.rules import game_name
from bot.presenters.views import Button, MessageLink, Paragraph, Preformatted, View
from bot.services.daily import ShownDaily
from core.game.boards import Outcome
from core.game.codes import without_codes
from core.game.feedback import format_feedback

_GAME = "Hit & Blow"
"""The name in results to copy, which are the same in every language."""


def result_lines(view: ShownDaily) -> tuple[str, ...]:
    """The result in words and, once its day is closed, a row for each guess with its feedback but without its code.

    Before that, rows would tell others the code: those of the guesses of a published book lead to one code only.
    """
    game = view.game
    rows = [
        (str(number), format_feedback(turn.feedback, game.rules), feedback_symbols(turn.feedback, game.rules))
        for number, turn in enumerate(game.board.turns if view.key else (), 1)
    ]
    return (_headline(view), *align(rows, right=[0]))


def result_text(view: ShownDaily) -> View:
    """The result as text to copy."""
    return View((Preformatted(result_lines(view)),))


def shared_result(view: ShownDaily, words: Words) -> View:
    """The result as everybody may see it, and ways to play too. It tells nothing of the guesses but their number."""
    rules = {"rules": str(view.game.rules)}
    explained = {} if str(view.game.rules) == DEFAULT_RULES else rules  # the example is by the usual rules
    buttons = (Button(words("Play today's"), "daily", rules), Button(words("How to play"), "rules", explained))
    shown = name(without_codes(view.name, view.game.rules))
    return View((Paragraph(" · ".join((shown, *_facts(view, words)))),), buttons, tone=tone_of(view.game.board.outcome))


def _facts(view: ShownDaily, words: Words) -> tuple[str, ...]:
    """The game unless it is the usual one, its day, the guesses and a streak of several days."""
    game, days = view.game, view.streak.days if view.streak else 0
    is_solved, guesses = game.board.outcome is Outcome.SOLVED, phrases.guess_count(words, len(game.board.turns))
    return tuple(
        filter(
            None,
            (
                "" if str(game.rules) == DEFAULT_RULES else f"{game_name(game.rules, words)} {game.rules}",
                words.day(game.day),
                guesses if is_solved else words("not solved, {guesses}", guesses=guesses),
                words("streak {days}", days=days) if is_solved and days > 1 else "",
            ),
        )
    )


def on_card(room: RoomKey, card: MessageKey | None, words: Words) -> View:
    """That a result is on the card of a room, with a link to it once it is posted."""
    text = words("You're on the card.")
    return View((Paragraph(text) if card is None else MessageLink(text, room, card),))


def unposted_result(game: DailyGame, words: Words) -> View:
    """The result of a game could not be posted, and can be shared again."""
    return View(
        (
            Paragraph(
                words(
                    "Your result of {day} couldn't be posted here, so nobody else sees it. Share it in another place, "
                    "or copy it with `daily action:text`.",
                    day=game.day,
                )
            ),
        )
    )


def _headline(view: ShownDaily) -> str:
    """The result in words, the same in every language."""
    game, days = view.game, view.streak.days if view.streak else 0
    guesses = len(game.board.turns)
    count = f"{guesses} guess{'' if guesses == 1 else 'es'}"
    rules = "" if str(game.rules) == DEFAULT_RULES else f" {game.rules}"
    if game.board.outcome is not Outcome.SOLVED:
        return f"{_GAME}{rules} {game.day}: not solved, {count}"
    return f"{_GAME}{rules} {game.day}: {count}{f', streak {days}' if days > 1 else ''}"
