"""Advice about running games: whether turns are those of a game, and what a hint does to its result."""

from collections.abc import Collection
from enum import StrEnum

from core.game.any_game import AnyGame, GameKind
from core.game.feedback import Turn
from core.game.items import Entry, Item
from core.game.policy import ranked_status

SHARED_TURNS = 2
"""So many turns of a history that are also turns of a game show that the history is about this game."""


class HintEffect(StrEnum):
    """What a hint does to the result of the player who gets it."""

    REFUSED = "refused"
    """Nobody gets a hint: the game is a duel between people."""

    UNSOLVED = "unsolved"
    """The game counts as not solved."""

    LAST_PLACE = "last_place"
    """The player takes the last place of a race."""

    LOST = "lost"
    """The game against the bot counts as lost."""

    NOTHING = "nothing"
    """The game counts for nothing that a hint could change."""


_EFFECTS = {GameKind.DUEL: HintEffect.REFUSED, GameKind.RACE: HintEffect.LAST_PLACE, GameKind.VERSUS: HintEffect.LOST}


def hint_effect(game: AnyGame) -> HintEffect:
    """What a hint does to the result of the player who gets it."""
    if (effect := _EFFECTS.get(game.kind)) is not None:
        return HintEffect.NOTHING if game.in_head else effect
    return HintEffect.UNSOLVED if ranked_status(game).is_ranked else HintEffect.NOTHING


def is_about_same_game(history: Collection[Entry], turns: Collection[Entry], lies: int = 0, least: int = 1) -> bool:
    """Whether a history is about a game: it has only turns of the game, or `SHARED_TURNS` of them.

    The order of the turns, who made them and how their symbols look do not matter. What says which symbols are not in
    the secret is at least one turn, in whatever turns or clues it says so. Other clues matter if there are no turns.

    Args:
        history: what somebody asks about.
        turns: the turns and clues in the game, or those of them that may be in the history.
        lies: the number of turns of the history that may have wrong feedback, and so need not be turns of the game.
        least: the number of turns of the game that the history has at least.
    """
    (asked, clues, missed), (made, known_clues, known_missed) = _told(history), _told(turns)
    if not asked:
        asked, made = clues, known_clues
    shared = len(asked & made) + (bool(missed) and missed <= known_missed)
    shared = max(shared, len(_turns(history) & _turns(turns)))
    others = len(asked - made) + (not missed <= known_missed)
    return shared >= max(least, SHARED_TURNS) or (shared >= least and others <= lies)


def _turns(history: Collection[Entry]) -> set[Turn]:
    """The turns of a history without their players."""
    return {entry._replace(by="") for entry in history if isinstance(entry, Turn)}


def _told(history: Collection[Entry]) -> tuple[set[Entry], set[Entry], set[int]]:
    """The turns of a history without their players, its clues, and the symbols that it says are not in the secret."""
    turns, clues, missed = set[Entry](), set[Entry](), set[int]()
    for entry in history:
        if isinstance(entry, Turn) and any(entry.feedback):
            turns.add(entry._replace(by=""))
        elif isinstance(entry, Turn):
            missed.update(entry.guess)
        elif entry.item is Item.TARGET and entry.answer is None and entry.about is not None:
            missed.add(entry.about)
        elif entry.item is not Item.SHUFFLE:  # which says nothing
            clues.add(entry)
    return turns, clues, missed
