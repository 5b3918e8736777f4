"""The referee: hides secrets, gives feedback to guesses, and lets players give up."""

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto

from msgspec import Struct, structs

from bot.model.errors import NoGameHere, NotARace, SeveralDuels, SeveralGames, TurnTaken
from bot.model.games import DUEL_SLOT, SHARED_SLOT, GuessResult, ShownGame, StoredGame
from bot.model.rooms import Caller, OutdatedBoard
from bot.persistence.unit_of_work import Access
from bot.services.admission import Admission
from bot.services.context import CallContext, Intent, Service, shown_game
from bot.services.games.moves import is_race_time_up, is_stuck, next_check_at, race_end_from_now
from bot.services.games.opponent import OpponentGames
from bot.services.solver import RandomSource
from core.game.any_game import AnyGame, Who
from core.game.boards import DEFAULT_TRIES, NO_LIMIT
from core.game.codes import Code, example_code, parse_code
from core.game.errors import CodeError, EndedByPlayersOnly, FoundByAnother, PartOfRaceOver
from core.game.races import NO_TIME_LIMIT, Race, create_game
from core.game.rules import Rules
from core.game.sides import BOT


class GiveUpEffect(Enum):
    """What giving up would do."""

    ENDS_GAME = auto()
    ENDS_PART = auto()  # the caller's part of a race
    VOTE = auto()


class GiveUpPreview(Struct, frozen=True):
    """What giving up would do, to show before the player confirms it.

    Args:
        view: the game before anything changes.
        effect: what giving up would do.
        votes: the number of votes there would be, if giving up is a vote.
        needed: the number of votes that end the game, if giving up is a vote.
    """

    view: ShownGame
    effect: GiveUpEffect
    votes: int = 0
    needed: int = 0


@dataclass(eq=False)
class Referee(Service):
    """The use cases of playing, in games against a hidden secret and against the opponent.

    The `Caller` gives the room and the player, who need not be known yet. An event that was delivered before changes
    nothing; the game is returned as it is. A game against the opponent is returned after the opponent's move.
    """

    _random_source: RandomSource
    _opponent: OpponentGames
    _admission: Admission

    async def start_game(  # noqa: PLR0913  # the terms of a race
        self,
        caller: Caller,
        rules: Rules,
        tries: int = DEFAULT_TRIES,
        who: Who = Who.EVERYONE,
        minutes: int = NO_TIME_LIMIT,
        *,
        waits_for_signal: bool = False,
    ) -> ShownGame:
        """Start a game against a hidden secret.

        Args:
            caller: the starter.
            rules: rules of the secret.
            tries: number of guesses allowed, in a race for each player, 0 for no limit.
            who: who guesses.
            minutes: the time limit of a race, 0 for none.
            waits_for_signal: whether nobody may guess in a race before the starter gives a signal.

        Raises:
            GameRunning: the caller has a running game of their own here, or the game is to be shared and the room has
                a shared one.
        """
        async with self._open(caller) as context:
            view = await context.claim_or_replay(None)
            if view is None:
                game = create_game(rules, self._random_source.code(rules), context.player.id, who, tries)
                if isinstance(game, Race):
                    game = replace(game, minutes=minutes, is_waiting=waits_for_signal)
                view = await context.start_game(game, self._random_source)
        return await self._opponent.let_opponent_move(caller, view)

    async def require_free(self, caller: Caller, *, is_shared: bool) -> None:
        """Check that a game of the caller's own can start, before their secret is asked for.

        Raises:
            GameRunning: the caller has a running game of their own here or, if the new one `is_shared`, the room has a
                shared one.
        """
        async with self._open_reading(caller) as context:
            if context is not None:
                for slot in (context.player.id, SHARED_SLOT) if is_shared else (context.player.id,):
                    await context.require_free(slot)

    async def start_race(self, caller: Caller, game: str | None) -> ShownGame:
        """Give the signal that starts the race with that id or, without one, the race that runs here.

        Raises:
            NotARace: the game is not a race.
            GameError: the race does not wait for a signal, or the caller may not give it.
        """
        async with self._open(caller) as context:
            if (shown := await context.claim_or_replay(game)) is not None:
                return shown
            shared = await context.unit.games.in_slot(context.room.id, SHARED_SLOT) if game is None else None
            stored = shared or await context.running_game(game)
            if not isinstance(stored.game, Race):
                raise NotARace
            race = stored.game.start(context.player.id, is_moderator=caller.is_moderator)
            started = structs.replace(stored, game=race, time_ends_at=race_end_from_now(race, context.now))
            times = structs.replace(
                stored, time_ends_at=started.time_ends_at, check_at=next_check_at(started, context.now)
            )
            return await context.save_move(times, race)

    async def guess(
        self, caller: Caller, text: str, game: str | None = None, *, is_confirmed: bool = False, turn: int | None = None
    ) -> GuessResult[ShownGame]:
        """Guess in the game with that id or, without one, in the one that `CallContext.running_game` finds.

        A guess that repeats a turn and costs a try is made only if `is_confirmed`, or if the caller has switched the
        question off. One for a `turn`, counted from 1, is made only if that is the next.

        Raises:
            TurnTaken: another turn than `turn` is next.
            FoundByAnother: the guess is right, but somebody else has won the race before.
            CodeError: `text` is not a code; the guess is not counted.
            GameError: the game does not allow a guess now; it is not counted.
            TooFast: the game has no limit of tries, and the caller makes too many guesses a minute.
        """
        async with self._open(caller) as context:
            if (shown := await context.claim_or_replay(game)) is not None:
                result = GuessResult(shown)
            else:
                result = await _guess(context, text, game, self._admission, is_confirmed=is_confirmed, turn=turn)
        if not result.view.game.needs_solver:
            return result
        return structs.replace(result, view=await self._opponent.let_opponent_move(caller, result.view))

    async def game_before_guess(self, caller: Caller, game: str | None) -> ShownGame:
        """The game as the caller sees it before they guess; nothing is changed.

        Raises:
            GameError: the game does not allow a guess of the caller now.
        """
        async with self._open_reading(caller) as context:
            if context is None:
                raise NoGameHere
            stored = await context.running_game(game, Intent.GUESS)
            _require_time_left(stored, context)
            rules = stored.game.rules
            stored.game.guess(parse_code(example_code(rules), rules), context.player.id)
            return await context.view_for_caller(stored)

    async def preview_give_up(self, caller: Caller, game: str | None) -> GiveUpPreview:
        """Find out what giving up would do, without changing anything.

        Raises:
            SeveralGames: several games of the caller run here.
            GameError: the caller may not give this game up.
        """
        async with self._open(caller) as context:
            stored = await _game_to_give_up(context, game)
            after = await _given_up(context, stored, is_moderator=caller.is_moderator)
            return _preview(await context.view_for_caller(stored), after)

    async def give_up(self, caller: Caller, game: str | None = None) -> ShownGame:
        """Give up the game or, in a race, the caller's part of it; or vote to give up a game that several play.

        Anybody in the room may vote to end a shared game or a race in which nobody has moved for `STUCK_AFTER`.

        Raises:
            SeveralGames: several games of the caller run here.
            GameError: the caller may not give this game up.
        """
        async with self._open(caller) as context:
            view = await context.claim_or_replay(game)
            if view is None:
                stored = await _game_to_give_up(context, game)
                after = await _given_up(context, stored, is_moderator=caller.is_moderator)
                is_vote = stored.game.giveup_votes != after.giveup_votes
                view = await context.save_move(stored, after, is_vote=is_vote)
        return await self._opponent.let_opponent_move(caller, view)

    async def show_board(self, caller: Caller, game: str | None = None) -> ShownGame:
        """The game with that id or, without one, the running one in which the caller guesses, or else the last."""
        async with self._open(caller) as context:
            view = await context.view_for_caller(await context.running_or_last_game(game))
        return await self._opponent.let_opponent_move(caller, view)

    async def running_game(self, caller: Caller) -> ShownGame | None:
        """The running game in which a guess of the caller would count, None if there is none.

        Of several duels it is the one that moved last. A challenge is returned only while it waits for the caller's
        secret. Unlike `show_board`, this does not let the opponent move.
        """
        async with self._open_reading(caller) as context:
            if context is None:
                return None
            try:
                found = [await context.running_game(None, Intent.GUESS)]
            except NoGameHere:
                return None
            except SeveralDuels as several:
                found = [await context.running_game(game) for game in several.games]
            player = context.player.id
            running = [stored for stored in found if stored.game.has_begun or stored.game.needs_secret_of(player)]
            if not running:
                return None
            return await context.view_for_caller(max(running, key=lambda stored: stored.moved_at or stored.started_at))

    async def public_view(self, game: str) -> ShownGame | None:
        """A game as everybody may see it, None if there is no such game."""
        async with self._units(Access.READ) as unit:
            stored = await unit.games.by_id(game)
            if stored is None:
                return None
            return await shown_game(unit, stored, await unit.rooms.key_of(stored.room), now=self._clock())

    async def record_event_handled(self, event: str) -> bool:
        """Record an event as handled without doing anything; returns False if it was handled before."""
        async with self._change() as unit:
            return await unit.events.claim(event, self._clock())

    async def resume_opponent_move(self, board: OutdatedBoard) -> None:
        """Make the opponent's guess in a game whose process ended before it could."""
        async with self._units() as unit:
            stored = await unit.games.by_id(board.game)
            if stored is None or stored.game.awaited_player != BOT:
                return
            view = await shown_game(unit, stored, board.room)
            starter = (await unit.players.by_id({stored.game.starter}, board.room.workspace))[stored.game.starter]
        caller = Caller(board.room, starter.key, starter.name, f"settle:{board.game}:{board.revision}")
        await self._opponent.let_opponent_move(caller, view)


async def _game_to_give_up(context: CallContext, game: str | None) -> StoredGame:
    """The game with that id or, without one, the running one, unless several of the caller's games run here.

    Of several duels it is the one that waits for the caller.

    Raises:
        SeveralDuels: several duels wait for the caller.
        SeveralGames: several games are the caller's, and not all of them are duels.
    """
    if game is None:
        games = await context.own_running_games()
        if len(games) > 1 and not all(stored.slot.startswith(DUEL_SLOT) for stored in games):
            raise SeveralGames(tuple(stored.id for stored in games))
    return await context.running_game(game)


async def _guess(  # noqa: PLR0913  # what a guess consists of
    context: CallContext, text: str, game: str | None, admission: Admission, *, is_confirmed: bool, turn: int | None
) -> GuessResult[ShownGame]:
    try:
        stored = await context.running_game(game, Intent.GUESS)
    except NoGameHere as error:
        await _require_not_late_anywhere(context, text, error.ended)
        raise
    try:
        code = parse_code(text, stored.game.rules)
    except CodeError:
        stored.game.require_not_host(context.player.id)  # what a host has typed is no code, but may be feedback
        raise
    if stored.ended_at is not None:
        await _require_not_late(context, stored, code)
    if stored.time_ends_at is not None:
        _require_time_left(stored, context)
    player, after = context.player, stored.game.guess(code, context.player.id)
    board = stored.game.board(player.id)
    if turn is not None and turn != board.next_turn:
        raise TurnTaken
    costs_try = stored.game.asks_before_repeating and stored.game.tries != NO_LIMIT
    if costs_try and player.settings.warnings and not is_confirmed:
        repetition = board.repetition(code)
        if repetition is not None:
            return GuessResult(await context.view_for_caller(stored), repetition=repetition)
    if stored.game.tries == NO_LIMIT:
        await admission.count_guess(context.unit, player.key)
    turns = after.board(player.id).turns
    is_pending = len(turns) == len(board.turns)
    needs_introduction = not player.introduced and await context.record_feedback_explained()
    view = await context.save_move(stored, after)
    return GuessResult(view, None if is_pending else turns[-1], needs_introduction=needs_introduction)


async def _given_up(context: CallContext, stored: StoredGame, *, is_moderator: bool) -> AnyGame:
    """The game after the caller gave up, or voted for that."""
    game, player = stored.game, context.player.id
    others = is_moderator and game.outcome is None and player not in {game.starter, *game.players}
    if others and game.may_only_players_end:
        raise EndedByPlayersOnly
    if game.who is Who.ME:
        return game.give_up(player)
    known = await context.unit.players.by_id(game.named_players, context.room.key.workspace)
    former = {each.id for each in known.values() if not each.name}
    return game.give_up(player, is_moderator=is_moderator, is_stuck=is_stuck(stored, context.now), former=former)


async def _require_not_late_anywhere(context: CallContext, text: str, ended: str | None) -> None:
    """Check that a guess for which no game runs is not the secret of the last one, a race that another has solved."""
    stored = await context.unit.games.get(context.room.id, ended) if ended else None
    with suppress(CodeError):
        if stored is not None:
            await _require_not_late(context, stored, parse_code(text, stored.game.rules))


async def _require_not_late(context: CallContext, stored: StoredGame, code: Code) -> None:
    """Check that a guess is not the secret of a race that another player has solved.

    Raises:
        FoundByAnother: it is.
    """
    game = stored.game
    if (finder := game.earlier_winner_with_code(code, context.player.id)) is not None:
        [winner] = (await context.unit.players.by_id({finder}, context.room.key.workspace)).values()
        raise FoundByAnother(winner.name)


def _preview(view: ShownGame, after: AnyGame) -> GiveUpPreview:
    if after.outcome is not None:
        return GiveUpPreview(view, GiveUpEffect.ENDS_GAME)
    if after.board(view.viewer).given_up != view.game.board(view.viewer).given_up:
        return GiveUpPreview(view, GiveUpEffect.ENDS_PART)
    return GiveUpPreview(
        view, GiveUpEffect.VOTE, len(after.giveup_votes), after.giveup_votes_needed(view.deleted_players)
    )


def _require_time_left(stored: StoredGame, context: CallContext) -> None:
    """Check that the time limit of a race has not passed. The race may not have been ended yet.

    Raises:
        PartOfRaceOver: it has passed.
    """
    if is_race_time_up(stored, context.now):
        raise PartOfRaceOver
