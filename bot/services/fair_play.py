"""Advice about running games of the person who asks: refused, asked about first, or recorded as a hint."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.model.errors import FeedbackOfAnotherGame, HintUnconfirmed, UnconfirmedHint
from bot.model.games import StoredGame
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.base import Service
from bot.services.games.moves import store_move
from core.game.advice import SHARED_TURNS, HintEffect, hint_effect, is_about
from core.game.errors import GameError, HintsNotAllowed
from core.game.feedback import Turn
from core.game.items import Entry


class _Game(NamedTuple):
    """A running game that a player asks about, and what a hint does there."""

    stored: StoredGame
    player: str
    effect: HintEffect


class FairPlay(Service):
    """Keeps advice from being given about running games without counting as a hint.

    The games are those of the person in all rooms, whatever their rules are called.
    """

    async def require_allowed(
        self, caller: Caller, turns: Sequence[Entry], lies: int = 0, *, is_confirmed: bool = False
    ) -> None:
        """Check that advice about turns can be given.

        Raises:
            HintsNotAllowed: the turns are those of the caller's running daily.
            HintsNotAllowed: they are those of a running duel of the caller's against a person.
            HintUnconfirmed: they are those of running games in which the advice would count as a hint, and
                `is_confirmed` is false.
        """
        await self._games_about(caller, turns, lies, is_confirmed=is_confirmed)

    async def record_hints(
        self, caller: Caller, turns: Sequence[Entry], lies: int = 0, *, is_confirmed: bool = False
    ) -> None:
        """Record advice about turns, which is there but not told yet, in the running games that the turns are those of.

        Raises:
            GameError, ServiceError: see `require_allowed`; the caller may have guessed while the solver ran.
        """
        for game in await self._games_about(caller, turns, lies, is_confirmed=is_confirmed):
            await self._record(game)

    async def _games_about(
        self, caller: Caller, turns: Sequence[Entry], lies: int, *, is_confirmed: bool
    ) -> list[_Game]:
        """The running games in which advice about turns counts as a hint, without those in which one is recorded."""
        if not turns:
            return []
        async with self._units(Access.READ) as unit:
            player = await unit.players.known(caller.player)
            if player is None:
                return []
            await _require_no_daily(unit, player.id, turns, lies, self._clock())
            found = await _games_about(unit, player.id, turns, lies)
        if any(game.effect is HintEffect.REFUSED for game in found):
            raise HintsNotAllowed
        counting = [game for game in found if game.player not in game.stored.game.board(game.player).hinted]
        if counting and not is_confirmed:
            raise HintUnconfirmed(tuple(UnconfirmedHint(game.stored.id, game.effect) for game in counting))
        return counting

    async def _record(self, game: _Game) -> None:
        async with self._units(Access.READ) as unit:
            room = await unit.rooms.by_id(game.stored.room)
        if room is None:
            return
        async with self._units(room=room.key) as unit:
            stored = await unit.games.get(room.id, game.stored.id)
            if stored is not None:
                with suppress(GameError):  # it has ended
                    await store_move(unit, stored, stored.game.record_hint(game.player), self._clock())
                    await unit.commit()


async def require_own_feedback(unit: UnitOfWork, player: str, turns: Sequence[Entry], now: datetime) -> None:
    """Check that the bot's turns against a secret in the caller's head are not those of another game of the player.

    Otherwise the bot's guesses would be advice for that game. One shared turn is no sign of it: the bot's first guesses
    are often the same.

    Raises:
        HintsNotAllowed: they are those of the player's running daily.
        FeedbackOfAnotherGame: they are those of a running game in which advice is refused or counts as a hint.
    """
    if len(turns) < SHARED_TURNS:
        return
    await _require_no_daily(unit, player, turns, 0, now, least=SHARED_TURNS)
    for game in await _games_about(unit, player, turns, 0, least=SHARED_TURNS):
        raise FeedbackOfAnotherGame(game.stored.id)


async def _require_no_daily(  # noqa: PLR0913, PLR0917  # who asks about what, and when
    unit: UnitOfWork, player: str, turns: Sequence[Entry], lies: int, now: datetime, least: int = 1
) -> None:
    today = now.date()
    for game in await unit.daily_games.running(player, today - timedelta(days=1), today):
        if game.is_open(now) and is_about(turns, game.board.turns, lies, least):
            raise HintsNotAllowed


async def _games_about(unit: UnitOfWork, player: str, turns: Sequence[Entry], lies: int, least: int = 1) -> list[_Game]:
    """The running games that turns are those of, and to whose result advice matters."""
    found: list[_Game] = []
    guesses = [entry.guess for entry in turns if isinstance(entry, Turn)]
    made: dict[str, Sequence[Entry]] = dict(await unit.games.made_turns(player, guesses))
    if len(guesses) < len(turns):
        games = [game for game in await unit.games.with_items(player) if game.game.has_begun]
        made |= {stored.id: stored.game.history(player) for stored in games}
    for game, shared in made.items():
        stored = await unit.games.by_id(game) if is_about(turns, shared, lies, least) else None
        if stored is None or stored.ended_at is not None:
            continue
        effect = hint_effect(stored.game)
        if effect is HintEffect.REFUSED or (
            effect is not HintEffect.NOTHING and stored.game.board(player).outcome is None
        ):
            found.append(_Game(stored, player, effect))
    return found
