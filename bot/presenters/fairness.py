"""Which games are ranked, in a sentence."""

from bot.locales import Words
from bot.presenters.views import Block, Footnote, Paragraph
from core.game.games import Game
from core.game.policy import MIN_RANKED_TRIES, Reason, ranking


def _ranked(words: Words) -> str:
    return words("Only solo games (`play me`) with {tries} tries or more are ranked.", tries=MIN_RANKED_TRIES)


def ranking_help(command: str, words: Words) -> tuple[Block, ...]:
    """Which games are ranked, for the command that starts them; nothing for other commands."""
    return (Paragraph(_ranked(words)),) if command == "play" else ()


def ranking_note(game: Game, words: Words) -> tuple[Block, ...]:
    """For a game that has ended, that it is not ranked, if the one person who guessed could have thought that it is."""
    is_expected = len(game.players) == 1 and ranking(game).reason in {Reason.SHARED, Reason.SHORT_LIMIT}
    return (Footnote(_ranked(words)),) if is_expected else ()
