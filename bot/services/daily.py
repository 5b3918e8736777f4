"""The daily: one code for each day and rules, which everybody guesses privately, once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from msgspec import Struct, structs

from bot.model.daily import (
    TODAY,
    DailyGame,
    DailyGameEnded,
    DailyHashChain,
    DailyUnfinished,
    NoDailyForRules,
    NoDailyOn,
    NotShareable,
    day_closing,
    parse_day,
)
from bot.model.errors import TurnTaken
from bot.model.games import GuessResult
from bot.model.rooms import Caller, MessageKey, PendingNews
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.cards import own_streak, person_hash, read_daily_code, read_daily_key
from bot.services.context import BEST_OF, CallContext, Service, known_player
from bot.services.solver import RandomSource
from bot.services.summaries import (
    belongs_on_card,
    ensure_on_card,
    is_switched_off,
    posted_card,
    record_daily_started,
    start_of_next_minute,
)
from core.game.boards import DEFAULT_TRIES, Board
from core.game.codes import parse_code
from core.game.daily import CHAIN_DAYS, Streak, has_daily, links_to_store
from core.game.hidden import reveal
from core.game.rules import Rules

ARCHIVE_DAYS = 14
"""The number of days in the archive."""


class ShownDaily(Struct, frozen=True):
    """A game of the daily as its player may see it.

    Args:
        game: the game, without its secret unless it has ended.
        name: the player's name.
        chain: the chain to which the key of the day belongs.
        key: the key of the day, None until it is published.
        today: the current day.
        is_on_card: whether its first guess puts it on the card of the room where it is shown.
        streak: the player's streak up to the day of the game, None if the game does not count.
        is_best: whether it was solved in fewer guesses than all before it, of which there are at least `BEST_OF`.
    """

    game: DailyGame
    name: str
    chain: DailyHashChain
    key: str | None
    today: date
    is_on_card: bool = False
    streak: Streak | None = None
    is_best: bool = False


class DailyShareResult(Struct, frozen=True):
    """What sharing the result of a daily has changed.

    Args:
        view: the game.
        is_new: whether the event is new. For an old event, another process may be posting the result.
        news: what posts the card of the room, None if it was posted before.
        card: the card, if it was posted before.
    """

    view: ShownDaily
    is_new: bool
    news: PendingNews | None = None
    card: MessageKey | None = None


@dataclass(eq=False)
class Daily(Service):
    """The use cases of the daily.

    A person has one game for each day and rules, in whichever room they open it. Until a day closes, a keyed hash keeps
    those who have deleted their data from playing it again. Methods that take a day raise:

    Raises:
        NoDailyForRules: the rules have no name, and the caller has no game under them.
        DailyGameEnded: the same person has played that day before they deleted their data.
        UnreadableDay: `day` is neither a date nor `today` or `yesterday`.
        NoDailyOn: the day has not started, or is before the first daily.
    """

    _random_source: RandomSource

    async def open_game(self, caller: Caller, rules: Rules, day: str = TODAY) -> ShownDaily:
        """The caller's game of a day. It is started if they have none."""
        async with self._open(caller) as context:
            chain, game = await self._game(context, rules, day)
            view = await _view(context, chain, game)
            await context.unit.commit()
        return view

    async def game_of_today(self, caller: Caller, rules: Rules) -> DailyGame | None:
        """The caller's game of today under these rules, None if they have not started it."""
        today = self._clock().date()
        async with self._units(Access.READ) as unit:
            player = await known_player(unit, caller)
            games = await unit.daily_games.of_player(player.id, today, today) if player is not None else ()
        return next((game for game in games if game.rules == rules), None)

    async def guess(  # noqa: PLR0913  # what a guess consists of
        self,
        caller: Caller,
        text: str,
        rules: Rules,
        day: str = TODAY,
        *,
        is_confirmed: bool = False,
        turn: int | None = None,
    ) -> GuessResult[ShownDaily]:
        """Guess the code of a day. The game is started if the caller has none.

        A guess that repeats a turn is made only if `is_confirmed`, or if the player has switched the question off. One
        for a `turn`, counted from 1, is made only if that is the next.

        Raises:
            TurnTaken: another turn than `turn` is next, or the event was delivered late.
            CodeError: `text` is not a code; the guess is not counted.
            DailyGameEnded: the caller has finished this game.
        """
        async with self._open(caller) as context:
            is_new = await context.claim_event()
            chain, game = await self._game(context, rules, day)
            if not is_new:
                return GuessResult(await _view(context, chain, game))
            return await _guess(context, chain, game, text, is_confirmed=is_confirmed, turn=turn)

    async def give_up(self, caller: Caller, rules: Rules, day: str = TODAY, *, is_confirmed: bool) -> ShownDaily:
        """Give up the game of a day. Unless `is_confirmed`, the game is only returned.

        Raises:
            DailyGameEnded: the caller has finished this game.
            TurnTaken: the event was delivered late.
        """
        async with self._open(caller) as context:
            is_new = await context.claim_event()
            chain, game = await self._game(context, rules, day)
            if is_new:
                board = await _playable(context, chain, game)
                if is_confirmed:
                    game = await _moved(context, chain, game, board.give_up(context.player.id))
            view = await _view(context, chain, game)
            await context.unit.commit()
        return view

    async def ended_game(self, caller: Caller, rules: Rules, day: str = TODAY) -> ShownDaily:
        """The caller's ended game of a day.

        Raises:
            DailyUnfinished: the game still runs, or was not started.
        """
        async with self._open(caller) as context:
            chain, game = await self._game(context, rules, day)
            if game.board.outcome is None:
                raise DailyUnfinished(game.day, game.rules)
            return await _view(context, chain, game)

    async def share_result(
        self, caller: Caller, rules: Rules, day: str = TODAY, *, on_card: bool = True
    ) -> DailyShareResult:
        """Put the result of a day on the card of the caller's room, or record that it is posted there.

        A person can share one result of a day in a room, before the day closes, wherever they played, as often as they
        like.

        Args:
            caller: the player, in the room.
            rules: those of the daily.
            day: its day.
            on_card: whether the room can have a card. Unless it is switched off, it is posted now if there is none
                today, or if it is old.

        Raises:
            DailyUnfinished: the game still runs.
            NotShareable: it does not count, the day has closed, or the caller has shared a result of that day under
                other rules here.
        """
        async with self._open(caller) as context:
            is_new = await context.claim_event()
            chain, game = await self._game(context, rules, day)
            if game.board.outcome is None:
                raise DailyUnfinished(game.day, game.rules)
            is_closed = context.now >= day_closing(game.day)
            if is_closed or not game.is_counted or not await ensure_on_card(context, chain, game):
                raise NotShareable(game.day, game.rules)
            has_card = on_card and not await is_switched_off(context.unit, context.room.key)
            news, card = await posted_card(context) if has_card else (None, None)
            view = await _view(context, chain, game)
            await context.unit.commit()
        return DailyShareResult(view, is_new, news, card)

    async def posted_card(self, caller: Caller) -> MessageKey | None:
        """The card in the caller's room, None if there is none."""
        async with self._open(caller) as context:
            plan = await context.unit.summary_plans.get(context.room.id)
        return plan.message if plan is not None and plan.posted_at is not None else None

    async def games_on_card(self, caller: Caller, rules: Rules, day: str = TODAY) -> Sequence[tuple[str, DailyGame]]:
        """The games of a day on the card of the caller's room, by the names of their players.

        Before the day closes these are the ended ones, for callers who have ended theirs.

        Raises:
            DailyUnfinished: the caller has not ended theirs.
        """
        async with self._open(caller) as context:
            on, unit = parse_day(day, context.now.date()), context.unit
            own = await unit.daily_games.get(context.player.id, on, rules)
            is_closed = context.now >= day_closing(on)
            if not is_closed and (own is None or own.board.outcome is None):
                raise DailyUnfinished(on, rules)
            boards = await _on_card(context, on, rules)
        return [(name, game) for name, game in boards if is_closed or game.board.outcome]

    async def others_games_on_card(self, caller: Caller, game: DailyGame) -> Sequence[tuple[str, DailyGame]]:
        """The games of other people on the card of the caller's room on the day of a game, by their names."""
        async with self._open(caller) as context:
            boards = await _on_card(context, game.day, game.rules)
        return [(name, other) for name, other in boards if other.player != game.player and other.board.turns]

    async def archive(self, caller: Caller, rules: Rules) -> list[tuple[date, DailyGame | None]]:
        """The last `ARCHIVE_DAYS` days before today, newest first, with the caller's games under these rules, if any.

        Only days with a game are listed if the rules have no name.

        Raises:
            NoDailyForRules: the rules have no name, and there is no such game.
        """
        async with self._open(caller) as context:
            today = context.now.date()
            chain = await self._present_chain(context.unit, today)
            first = (await context.unit.daily_chains.first() or chain).first_day
            since = max(first, today - timedelta(days=ARCHIVE_DAYS))
            games = await context.unit.daily_games.of_player(context.player.id, since, today - timedelta(days=1))
            by_day = {game.day: game for game in games if game.rules == rules}
            if not has_daily(rules) and not by_day:
                raise NoDailyForRules(rules)
            await context.unit.commit()
        days = (today - timedelta(days=back) for back in range(1, (today - since).days + 1))
        return [(day, by_day.get(day)) for day in days if has_daily(rules) or day in by_day]

    async def _game(self, context: CallContext, rules: Rules, text: str) -> tuple[DailyHashChain, DailyGame]:
        """The caller's game of a day, which is started if they have none, and the chain of its key."""
        today, unit = context.now.date(), context.unit
        chain = await self._present_chain(unit, today)
        day = parse_day(text, today)
        if day > today:
            raise NoDailyOn(day)
        if day < chain.first_day:
            found = await unit.daily_chains.covering(day)
            if found is None:
                raise NoDailyOn(day)
            chain = found
        player = context.player.id
        game = await unit.daily_games.get(player, day, rules)
        if game is None:
            if not has_daily(rules):
                raise NoDailyForRules(rules)
            game = DailyGame(context.room.id, day, Board(rules, (), DEFAULT_TRIES, player), context.now)
            person = await person_hash(context, chain, game, "played")
            if context.now < day_closing(day) and await unit.daily_games.has_person_hash(day, person):
                raise DailyGameEnded(day, rules)
            if not await unit.daily_games.add(game):  # started at the same instant by another event
                game = await unit.daily_games.get(player, day, rules) or game
        return chain, game

    async def _present_chain(self, unit: UnitOfWork, today: date) -> DailyHashChain:
        """The chain that has a key for today. A new one is drawn if there is none."""
        chain = await unit.daily_chains.covering(today)
        if chain is None:
            links = links_to_store(self._random_source.nonce())
            chain = DailyHashChain(today, today + timedelta(days=CHAIN_DAYS - 1), links[0])
            await unit.daily_chains.add(chain, links)
            chain = await unit.daily_chains.covering(today) or chain  # another process may have been faster
        return chain


async def _guess(  # noqa: PLR0913  # what a guess consists of
    context: CallContext, chain: DailyHashChain, game: DailyGame, text: str, *, is_confirmed: bool, turn: int | None
) -> GuessResult[ShownDaily]:
    guess = parse_code(text, game.rules)
    after = (await _playable(context, chain, game)).guess(guess, context.player.id)
    if turn is not None and turn != game.board.next_turn:
        raise TurnTaken
    repetition = game.board.repetition(guess)
    if repetition is not None and context.player.settings.warnings and not is_confirmed:
        return GuessResult(await _view(context, chain, game), repetition=repetition)
    view = await _view(context, chain, await _moved(context, chain, game, after))
    result = GuessResult(view, after.turns[-1], needs_introduction=await context.record_feedback_explained())
    await context.unit.commit()
    return result


async def _playable(context: CallContext, chain: DailyHashChain, game: DailyGame) -> Board:
    """The board of a game with its secret.

    Raises:
        DailyGameEnded: it has ended.
        TurnTaken: the event was delivered late.
    """
    if game.board.outcome is not None:
        raise DailyGameEnded(game.day, game.rules)
    if context.is_event_late:
        raise TurnTaken
    return replace(game.board, secret=await read_daily_code(context.unit, chain, game.day, game.rules))


async def _on_card(context: CallContext, day: date, rules: Rules) -> Sequence[tuple[str, DailyGame]]:
    """The games of a day on the card of the caller's room, by the names of their players."""
    games = await context.unit.daily_games.on_cards(context.room.id, day, day)
    players = await context.unit.players.by_id({game.player for game in games}, context.room.key.workspace)
    names = {player.id: player.name for player in players.values() if not player.hidden}
    boards = [(names[game.player], game) for game in games if game.player in names and game.rules == rules]
    return sorted(boards, key=lambda board: board[0])


async def _moved(context: CallContext, chain: DailyHashChain, game: DailyGame, board: Board) -> DailyGame:
    """Store a game after a move, let the cards show it, and count it for the streaks of its rooms.

    The first move, before the day closes, is stored as one of this person.

    Raises:
        DailyGameEnded: they have played the game as another player.
    """
    unit, is_first = context.unit, not game.board.turns
    if is_first and context.now < day_closing(game.day):
        person = await person_hash(context, chain, game, "played")
        if not await unit.daily_games.add_person_hash(game.day, person):
            raise DailyGameEnded(game.day, game.rules)
    if is_first and board.turns and game.can_still_count(context.now):
        await record_daily_started(context, chain, game)
    after = game.with_board(board, context.now)
    await unit.daily_games.update(after)
    if after.is_on_day:
        await unit.summary_plans.schedule_card_checks(after.player, after.day, start_of_next_minute(context.now))
    if after.is_solved_in_time:
        for room in {after.room, *await unit.daily_games.card_rooms(after)}:
            await unit.streak_days.add_solved(after.player, room, after.day)
    return after


async def _view(context: CallContext, chain: DailyHashChain, game: DailyGame) -> ShownDaily:
    """The game as its player may see it."""
    unit, room = context.unit, context.room
    secret = await read_daily_code(unit, chain, game.day, game.rules) if game.board.outcome else ()
    key = reveal(await read_daily_key(unit, chain, game.day)) if context.now >= day_closing(game.day) else None
    is_unseen = bool(game.board.turns) or context.player.hidden or not game.can_still_count(context.now)
    counts = game.is_counted or game.can_still_count(context.now)
    return ShownDaily(
        game=structs.replace(game, board=replace(game.board, secret=secret)),
        name=context.player.name,
        chain=chain,
        key=key,
        today=context.now.date(),
        is_on_card=not is_unseen and await belongs_on_card(unit, room, game),
        streak=await own_streak(unit, game.player, game.day, context.now) if counts else None,
        is_best=game.is_solved_in_time and await _is_best(unit, game),
    )


async def _is_best(unit: UnitOfWork, game: DailyGame) -> bool:
    """Whether a solved game took fewer guesses than all that the player has finished in time under its rules before."""
    games = await unit.daily_games.of_player(game.player, date.min, game.day - timedelta(days=1))
    before = [each for each in games if each.rules == game.rules and each.is_counted]
    solved = [len(each.board.turns) for each in before if each.is_solved_in_time]
    return len(before) >= BEST_OF and all(guesses > len(game.board.turns) for guesses in solved)
