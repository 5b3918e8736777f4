"""Why a game does not count, in sentences."""

from collections.abc import Mapping

from bot.locales import Words, translatable
from bot.presenters.views import Block, Footnote, Paragraph
from core.game.games import Game
from core.game.policy import MIN_RANKED_TRIES, Reason, ranking

_REASONS: Mapping[Reason, str] = {
    Reason.SHARED: translatable("Games for everyone aren't ranked. Those started with `play me` are."),
    Reason.SHORT_LIMIT: translatable("Games with fewer than {tries} tries aren't ranked."),
    Reason.RACE: translatable("Races have a record of their own and are rated, but they aren't ranked."),
    Reason.DUEL: translatable("Duels are rated, but they aren't ranked."),
    Reason.VERSUS: translatable("Games against the bot are rated, but they aren't ranked."),
    Reason.HOSTED: translatable("Games with a secret that a person chose aren't ranked."),
}


def why_not_ranked(reason: Reason, words: Words) -> str:
    """The sentence that says why a game is not ranked."""
    return words(_REASONS[reason], tries=MIN_RANKED_TRIES)


_OF_COMMAND: Mapping[str, tuple[Reason, ...]] = {
    "play": (Reason.SHARED, Reason.SHORT_LIMIT, Reason.RACE),
    "duel": (Reason.DUEL,),
    "versus": (Reason.VERSUS,),
    "host": (Reason.HOSTED,),
}


def ranking_help(command: str, words: Words) -> tuple[Block, ...]:
    """Which of the games that a command starts are not ranked, and why; nothing for other commands."""
    sentences = [why_not_ranked(reason, words) for reason in _OF_COMMAND.get(command, ())]
    return (Paragraph(words.joined(sentences)),) if sentences else ()


def ranking_note(game: Game, words: Words) -> tuple[Block, ...]:
    """For a game that has ended, why it is not ranked, if the one person who guessed could have thought that it is."""
    reason = ranking(game).reason
    if len(game.players) != 1 or reason not in {Reason.SHARED, Reason.SHORT_LIMIT}:
        return ()
    if reason is Reason.SHARED:
        return (Footnote(words("Others could have guessed too, so it isn't ranked. `play me` starts one that is.")),)
    return (Footnote(why_not_ranked(reason, words)),)
