"""The analysis of guesses: comparisons with the best guess, reviews of ended games, and hints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from bot.model.daily import DailyUnfinished, day_closing, looks_like_day, parse_day
from bot.model.errors import GameStillRunning, NoGameHere, NoSuchGame, NothingToReview, SeveralDuels
from bot.model.games import CoachConversation, ShownGame, StoredGame
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import Access
from bot.services.coach import AdvisingService
from bot.services.context import CallContext, Intent, known_player
from bot.services.games.referee import Referee
from bot.services.records import LastGame, last_games
from bot.services.solver import Priority, SolverRequesterKey
from core.game.any_game import AnyGame
from core.game.boards import Board
from core.game.codes import parse_code
from core.game.errors import Contradiction
from core.game.items import Entry
from core.game.rules import Rules
from core.game.sides import BOT
from core.solver.strategies import STRATEGY_NAMES, Strategy

if TYPE_CHECKING:
    from core.solver.coach import Advice, Suggestion
    from core.solver.review import GuessCheck, Review

COMPARED_STRATEGIES = tuple(name.replace("power:P", "power:1.5") for name in STRATEGY_NAMES)
"""The strategies that `Analysis.compare_strategies` compares: all, `power` with an example of an exponent."""


class GuessComparison(Struct, frozen=True):
    """A guess compared with the best one.

    Args:
        rules: rules of the game.
        check: the comparison.
        ignored_game: the game as the caller sees it, if it was compared as the first guess of another game although
            one runs in which the caller guesses; None otherwise.
        conversation: the conversation with the coach whose turns the guess follows, None if others were given.
    """

    rules: Rules
    check: "GuessCheck"
    ignored_game: ShownGame | None = None
    conversation: CoachConversation | None = None


class ReviewedBoard(Struct, frozen=True):
    """The review of one board.

    Args:
        name: the name of the player who guessed on the board, empty for the bot and for somebody who is not known
            where the review is shown; None if several players did.
        review: the review of its turns.
        is_bot: whether the bot guessed on the board.
    """

    name: str | None
    review: "Review"
    is_bot: bool


class ReviewResult(Struct, frozen=True):
    """The review of a game.

    Args:
        game: the id of the game, or the day and rules of a daily.
        rules: rules of the game.
        boards: the caller's own board or, if they did not play, the first one. A duel has both boards, the caller's
            first.
        day: the day of a daily, None for other games.
        is_shareable: whether it may be shown to everybody in the caller's room: the game was played there, or it is a
            daily whose day has ended.
        average: the caller's under these rules, in ranked games; 0 without any.
    """

    game: str
    rules: Rules
    boards: Sequence[ReviewedBoard]
    day: date | None = None
    is_shareable: bool = False
    average: float = 0.0


class Hint(Struct, frozen=True):
    """The best guess in a game, and the game as it is now."""

    view: ShownGame
    suggestion: "Suggestion"


@dataclass(eq=False)
class Analysis(AdvisingService):
    """The use cases of analysis."""

    _referee: Referee

    async def compare_strategies(self, caller: Caller, rules: Rules, history: Sequence[Entry]) -> "Sequence[Advice]":
        """The advice of each strategy after the same history.

        Raises:
            Contradiction: no code fits the history.
        """
        requester = SolverRequesterKey.for_caller(caller)
        return [
            await self._solver.advise(requester, rules, history, Strategy(name), 1, 0) for name in COMPARED_STRATEGIES
        ]

    async def compare_with_best(
        self, caller: Caller, guess: str, rules: Rules, history: Sequence[Entry] | None, *, is_confirmed: bool = False
    ) -> GuessComparison:
        """Compare a guess with the best one after a history.

        If `history` is None, the history and rules are those of the caller's conversation with the coach. Without a
        conversation, the guess is checked as the first guess under the rules of the game in which the caller guesses
        here or, if none runs, under `rules`. `is_confirmed` is whether the result may count as a hint in running games.

        Raises:
            CodeError: `guess` is not a code.
            Contradiction: no code fits the history.
            ServiceError, GameError: see `AdvisingService`.
        """
        lies, ignored_game, conversation = 0, None, None
        if history is None:
            async with self._open(caller) as context:
                conversation = await context.unit.conversations.get(context.room.id, context.player.id)
            if conversation is not None:
                rules, history, lies = conversation.rules, conversation.turns, conversation.lies
            else:
                history, ignored_game = (), await self._referee.running_game(caller)
                rules = ignored_game.game.rules if ignored_game is not None else rules
        async with self._advising(caller, history, lies, is_confirmed=is_confirmed):
            found = await self._solver.check(
                SolverRequesterKey.for_caller(caller), rules, history, parse_code(guess, rules)
            )
        return GuessComparison(rules, found, ignored_game, conversation)

    async def review(self, caller: Caller, game: str | None) -> ReviewResult:
        """Review the caller's turns in a game. Both sides of a duel are reviewed.

        A side whose feedback contradicts itself is left out. People who are not known in the caller's server are not
        named.

        Args:
            caller: the player who asks.
            game: the id of the game; the day of a daily, or the day and rules; or, as a single digit, the number of a
                game in the list that `last_games` makes. None stands for the first in that list or, if it is empty, the
                last game of this room.

        Raises:
            NoSuchGame: the caller took part in no game of that id, and there is none in this room.
            GameStillRunning: it has not ended.
            DailyUnfinished: the caller has not ended that daily.
            RulesError: the rules of a daily are not rules.
            NothingToReview: nobody has guessed in it, or there is no such game.
        """
        async with self._open(caller) as context:
            played = await _played(context, game)
            players = {player for board, _ in played.boards for player in board.players_who_guessed}
            known = await context.unit.players.by_id(players, context.room.key.workspace)
            own = (await context.unit.results.player_record(context.player.id)).ranked_alone.get(str(played.rules))
        names = {player.id: player.name for player in known.values() if player.is_member}
        boards = [
            reviewed
            for board, history in played.boards
            if (reviewed := await self._review(SolverRequesterKey.for_caller(caller), board, history, names))
            is not None
        ]
        if not boards:
            raise NothingToReview
        return ReviewResult(
            played.game, played.rules, boards, played.day, played.is_shareable, own.average_cost if own else 0.0
        )

    async def _review(
        self, requester: SolverRequesterKey, board: Board, history: Sequence[Entry], names: Mapping[str, str]
    ) -> ReviewedBoard | None:
        """The review of a board; None if its feedback, which a person gave, contradicts itself."""
        try:
            review = await self._solver.review(requester, board.rules, history)
        except Contradiction:
            return None
        name = names.get(board.players_who_guessed[0], "") if len(board.players_who_guessed) == 1 else None
        return ReviewedBoard(name, review, is_bot=board.players_who_guessed == (BOT,))

    async def last_games(self, caller: Caller) -> Sequence[LastGame]:
        """The caller's last games; see `last_games`."""
        async with self._units(Access.LONG_READ) as unit:
            player = await known_player(unit, caller)
            return await last_games(unit, player.id) if player else ()

    async def preview_hint(self, caller: Caller, game: str | None) -> ShownGame | None:
        """The game in which the caller would get a hint; None if they have got one there, so that another is free.

        Raises:
            GameError: the caller does not play in it, or it has ended.
        """
        async with self._open(caller) as context:
            stored = await context.running_game(game, Intent.GUESS)
            is_first = stored.game.record_hint(context.player.id) != stored.game
            return await context.view_for_caller(stored) if is_first else None

    async def hint(self, caller: Caller, game: str | None) -> Hint:
        """The best guess in a running game, whose result then counts as `core.game.advice.hint_effect` says.

        Raises:
            GameError: the caller does not play in it, or it has ended.
        """
        async with self._open(caller) as context:
            stored = await context.running_game(game, Intent.GUESS)
            stored.game.record_hint(context.player.id)  # refuses those who may not have a hint
            history = stored.game.history(context.player.id)
        requester, rules = SolverRequesterKey.for_caller(caller, Priority.GAME), stored.game.rules
        advice = await self._solver.advise(requester, rules, history, Strategy("optimal"), 1, 0)
        async with self._open(caller) as context:
            now = await context.running_game(stored.id, Intent.GUESS)  # others may have guessed while the solver ran
            if await context.claim_event():
                await context.save_move(now, now.game.record_hint(context.player.id))
        return Hint(await self._referee.show_board(caller, stored.id), advice.guesses[0])


class _Played(Struct, frozen=True):
    """A game to review: its boards with their histories; see `ReviewResult`."""

    game: str
    rules: Rules
    boards: Sequence[tuple[Board, Sequence[Entry]]]
    day: date | None = None
    is_shareable: bool = False


async def _played(context: CallContext, game: str | None) -> _Played:
    """The game that `Analysis.review` means by a text."""
    if game is None or (game.isdecimal() and len(game) == 1):
        last, number = await last_games(context.unit, context.player.id), int(game or 1)
        game = last[number - 1].game if 0 < number <= len(last) else game
    day, _, rules = (game or "").partition(" ")
    if looks_like_day(day):
        return await _played_daily(context, parse_day(day, context.now.date()), Rules.parse(rules) if rules else None)
    stored = await _stored_game(context, game)
    if stored.game.outcome is None:
        raise GameStillRunning(stored.id)
    boards = [board for board in _reviewed_boards(stored.game, context.player.id) if board.turns]
    histories = [(board, stored.game.history(board.guesser or "")) for board in boards]
    return _Played(stored.id, stored.game.rules, histories, is_shareable=stored.room == context.room.id)


async def _played_daily(context: CallContext, day: date, rules: Rules | None) -> _Played:
    """The caller's ended daily of a day, without rules the one that ended last."""
    games = await context.unit.daily_games.of_player(context.player.id, day, day)
    ended = [(game.ended_at, game) for game in games if game.ended_at and rules in {None, game.rules}]
    if not ended:
        raise DailyUnfinished(day, rules or Rules.parse("hitblow"))
    _, game = max(ended, key=itemgetter(0))
    boards, is_closed = [(game.board, game.board.turns)] if game.board.turns else [], context.now >= day_closing(day)
    return _Played(f"{day} {game.rules}", game.rules, boards, day, is_closed)


async def _stored_game(context: CallContext, game: str | None) -> StoredGame:
    """The game with that id, of this room or one in which the caller took part; without an id the one `board` shows."""
    if game is None:
        try:
            return await context.running_or_last_game(None)
        except (NoGameHere, SeveralDuels) as error:
            raise NothingToReview from error
    stored = await context.unit.games.by_id(game)
    if stored is None or (
        stored.room != context.room.id and context.player.id not in {stored.game.starter, *stored.game.players}
    ):
        raise NoSuchGame(game)
    return stored


def _reviewed_boards(game: AnyGame, viewer: str) -> Sequence[Board]:
    """The viewer's board or, if they made no guess, the first one. For a duel both boards, the viewer's first."""
    own = game.board(viewer).guesser
    seen = [board for board in game.boards_seen_by(viewer) if board.turns] or game.boards[:1]
    return sorted(seen, key=lambda board: board.guesser != own)
