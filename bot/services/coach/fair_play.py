"""Refusing advice about running duels."""

from collections.abc import Sequence

from bot.model.games import AnyGame
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory
from bot.services.context import known_player
from core.game.duels import Duel
from core.game.errors import HintsNotAllowed
from core.game.feedback import Turn
from core.game.rules import Rules

_MOST_GAMES = 20
"""The number of a player's running games that are checked, newest first."""


async def refuse_advice_in_duels(units: UnitOfWorkFactory, caller: Caller, rules: Rules, turns: Sequence[Turn]) -> None:
    """Check that the caller does not ask about a running duel against a person.

    Raises:
        HintsNotAllowed: all turns are the caller's turns in such a duel under the same rules.
    """
    if not turns:
        return
    async with units(Access.READ) as unit:
        player = await known_player(unit, caller)
        games = await unit.games.running_with(player.id, _MOST_GAMES) if player else ()
    if player is not None and any(_is_about(stored.game, player.id, rules, turns) for stored in games):
        raise HintsNotAllowed


def _is_about(game: AnyGame, player: str, rules: Rules, turns: Sequence[Turn]) -> bool:
    """Whether a game is a duel against a person with these turns of the player."""
    if not isinstance(game, Duel) or game.level is not None or not _is_same_game(game.rules, rules):
        return False
    return {(turn.guess, turn.feedback) for turn in turns} <= {
        (turn.guess, turn.feedback) for turn in game.side(player).turns
    }


def _is_same_game(one: Rules, another: Rules) -> bool:
    """Whether two rules have the same codes, whatever their alphabets and feedback words."""
    return (one.positions, one.symbols, one.repeats) == (another.positions, another.symbols, another.repeats)
