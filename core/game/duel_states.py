"""What a duel is, how it stands and how it ended."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from typing_extensions import override

from core.game.any_game import AnyGame, End, GameKind, Who
from core.game.boards import NO_LIMIT, Board, Player
from core.game.codes import Code
from core.game.commitment import commit, digest, duel_opening, opening
from core.game.errors import NotYourGame
from core.game.feedback import Turn
from core.game.items import Entry, Item, ItemSet, UsedItem, merge_history
from core.game.rules import Rules
from core.game.sides import BOT, DuelEnding, Level, OutcomeForSide, Side, UnratedReason


@dataclass(frozen=True, slots=True)
class DuelState(AnyGame):
    """A game of two sides, each of which guesses the other's secret, without its moves; see `Duel`.

    Args:
        rules: rules of both secrets.
        sides: the two sides; the first one starts.
        starter: the player who started the game or challenged the other.
        items: the items of both sides, None without items.
        uses: the uses of items so far, oldest first.
        level: how well the bot plays, None between two people.
        tries: number of guesses allowed for each side, or `NO_LIMIT`.
        hidden: whether each player sees only their own guesses until the game ends.
        pending_guess: the guess of the side to move that waits for feedback, if any.
        hinted: the players who got a hint.
        draw_offered_by: the player who offered a draw that the other has not answered.
        ended_by: who resigned, accepted a draw, claimed or stopped the game, if that ended it.
        ended_as: how the game ended, if it did not end by guessing.
        unrated: why it is not rated, if that was known when it started; see `core.game.rated`.
    """

    rules: Rules
    sides: tuple[Side, Side]
    starter: Player
    items: ItemSet | None = field(default=None, kw_only=True)
    uses: tuple[UsedItem, ...] = field(default=(), kw_only=True)
    level: Level | None = None
    tries: int = NO_LIMIT
    hidden: bool = False
    pending_guess: Code | None = None
    hinted: tuple[Player, ...] = ()
    draw_offered_by: Player | None = None
    ended_by: Player | None = None
    ended_as: DuelEnding | None = None
    unrated: UnratedReason | None = None
    who: ClassVar[Who] = Who.ME
    has_own_boards: ClassVar[bool] = True
    is_claimable: ClassVar[bool] = True
    needs_solver: ClassVar[bool] = True

    def side(self, player: Player) -> Side:
        """The side of a player; `NotYourGame` is raised for others."""
        return self.sides[self._index(player)]

    def opponent_of(self, player: Player) -> Side:
        """The side that plays against a player; `NotYourGame` is raised for others."""
        return self.sides[1 - self._index(player)]

    @property
    def side_to_move(self) -> Side:
        """The side whose guess comes next, or is pending."""
        first, second = self.sides
        return first if self.turns_taken(first) <= self.turns_taken(second) else second  # fewer after `undo_feedback`

    def turns_taken(self, side: Side) -> int:
        """The number of a side's complete turns. Both guesses of a DOUBLE are one, or the first if it is right."""
        before = next(
            (used.made for used in self.item_uses_of(side.player) if used.item is Item.DOUBLE), side.guess_count
        )
        is_found_at_once = side.guess_count == before + 1 and side.has_found_secret(self.rules)
        return side.guess_count - (side.guess_count > before and not is_found_at_once)

    def item_uses_of(self, player: Player) -> Iterator[UsedItem]:
        """A player's uses of items, oldest first."""
        return (used for used in self.uses if used.by == player)

    @property
    def pending_use(self) -> UsedItem | None:
        """The use of an item that waits for a position or for a clue, if any."""
        return self.uses[-1] if self.uses and self.uses[-1].clue is None else None

    @override
    def secret_of(self, player: Player) -> Code | None:
        """The number of a player now: their secret as SHUFFLE and CHANGE have left it. None if it is in their head."""
        numbers = [used.number for used in self.item_uses_of(player) if used.number is not None]
        return numbers[-1] if numbers else self.side(player).secret

    @override
    def history(self, player: Player) -> tuple[Entry, ...]:
        """What a player knows about the other's secret: their guesses with feedback, and clues, in order."""
        return merge_history(self.side(player).turns, self.uses, player)

    @property
    @override
    def players(self) -> tuple[Player, ...]:
        """The people who play."""
        return tuple(side.player for side in self.sides if side.player != BOT)

    def timeline(self) -> Iterator[Turn | UsedItem]:
        """The calls with feedback of both sides and the uses of items, in order."""
        first, second = self.sides
        state, uses = replace(self, sides=(replace(first, turns=()), replace(second, turns=()))), list(self.uses)
        while True:
            while uses and (state.side(uses[0].by).guess_count, state.opponent_of(uses[0].by).guess_count) == (
                uses[0].made,
                uses[0].faced,
            ):
                yield uses.pop(0)
            mover = state.side_to_move
            turns = self.side(mover.player).turns
            if len(mover.turns) == len(turns):
                return
            yield turns[len(mover.turns)]
            longer = replace(mover, turns=turns[: len(mover.turns) + 1])
            state = state._with_side(longer)  # noqa: SLF001  # of the same class

    def _index(self, player: Player) -> int:
        for index, side in enumerate(self.sides):
            if side.player == player:
                return index
        raise NotYourGame

    def _with_last_use(self, used: UsedItem) -> Self:
        return replace(self, uses=(*self.uses[:-1], used))

    def _with_side(self, side: Side) -> Self:
        first, second = (side if old.player == side.player else old for old in self.sides)
        return replace(self, sides=(first, second))

    @property
    def player_to_move(self) -> Player | None:
        """The player who makes the next guess; None if a guess is pending or the game has ended."""
        if self.outcome is not None or self.pending_guess is not None or self.pending_use is not None:
            return None
        return self.side_to_move.player

    @property
    @override
    def awaited_player(self) -> Player | None:
        """The player who has to guess, give feedback or answer an item; None if the game has ended."""
        return None if self.outcome is not None else self._awaited

    @property
    def _awaited(self) -> Player:
        """The player for whom the game waits or, after it expired, waited."""
        mover, used = self.side_to_move.player, self.pending_use
        is_own = self.pending_guess is None if used is None else used.is_about_own_number and used.about is not None
        return mover if is_own else self.opponent_of(mover).player

    @property
    @override
    def kind(self) -> GameKind:
        return GameKind.DUEL if self.level is None else GameKind.VERSUS

    @property
    @override
    def is_between_people(self) -> bool:
        """Whether neither side is the bot."""
        return self.level is None

    @property
    @override
    def is_duel_between_people(self) -> bool:
        return self.level is None

    @property
    @override
    def in_head(self) -> bool:
        return any(side.secret is None for side in self.sides)

    @property
    @override
    def outcome(self) -> DuelEnding | None:
        """How the game ended, or None while it runs.

        By guessing, it ends when a secret has been found, or no guesses are left, and both sides have made the same
        number of guesses.
        """
        if self.ended_as is not None:
            return self.ended_as
        first, second = self.sides
        if self.pending_guess is not None or self.turns_taken(first) != self.turns_taken(second):
            return None
        if first.has_found_secret(self.rules) or second.has_found_secret(self.rules):
            return DuelEnding.SOLVED
        return DuelEnding.OUT_OF_TRIES if self.tries and self.turns_taken(first) >= self.tries else None

    @property
    @override
    def winner(self) -> Player | None:
        """The player who won; None while the game runs, in a draw, and if it ended without a result."""
        if self.outcome is DuelEnding.EXPIRED:
            return self._winner_of_abandoned()
        if self.outcome is DuelEnding.RESIGNED and self.ended_by is not None:
            return self.opponent_of(self.ended_by).player
        if self.outcome is DuelEnding.CLAIMED:
            return self.ended_by
        finders = [side.player for side in self.sides if side.has_found_secret(self.rules)]
        return finders[0] if self.outcome is DuelEnding.SOLVED and len(finders) == 1 else None

    def has_ever_guessed(self, player: Player) -> bool:
        """Whether a side has made a guess, which may still wait for feedback."""
        is_pending = self.pending_guess is not None and self.side_to_move.player == player
        return is_pending or self.side(player).guess_count > 0

    def outcome_for(self, player: Player) -> OutcomeForSide | None:
        """How the game ended for one side; None while it runs, and if it ended without a result.

        Who let the game expire has resigned if the other side had guessed.
        """
        if self.outcome in {None, DuelEnding.STOPPED} or (self.outcome is DuelEnding.EXPIRED and self.winner is None):
            return None
        if self.winner is None:
            return OutcomeForSide.DRAWN
        if self.winner == self.side(player).player:
            return OutcomeForSide.WON
        is_quit = self.outcome in {DuelEnding.RESIGNED, DuelEnding.EXPIRED}
        return OutcomeForSide.RESIGNED if is_quit else OutcomeForSide.LOST

    @property
    @override
    def counted_results(self) -> Iterator[End]:
        """The people for whom the duel counts, their boards and outcomes.

        It counts for those who guessed, and for who lost once the other side has guessed: resigning does not undo it.
        """
        for player in self.players:
            outcome, board = self.outcome_for(player), self.board(player)
            has_lost = outcome in {OutcomeForSide.LOST, OutcomeForSide.RESIGNED}
            if outcome is not None and (
                board.turns or (has_lost and self.has_ever_guessed(self.opponent_of(player).player))
            ):
                yield player, board, outcome

    @property
    @override
    def secret_to_find(self) -> Code:
        return self.opponent_of(self.starter).secret or ()

    @override
    def commitment(self, game: str, nonce: str) -> str:
        if self.level is not None:
            return commit(game, self.rules, self.secret_to_find, nonce)
        own = self.side(self.starter).secret or ()
        return digest(duel_opening(game, self.rules, own, self.secret_to_find, nonce))

    @override
    def commitment_opening(self, game: str, nonce: str) -> str | None:
        own, to_find = self.side(self.starter).secret, self.secret_to_find
        if self.level is not None:
            return opening(game, self.rules, to_find, nonce) if to_find else None
        return duel_opening(game, self.rules, own, to_find, nonce) if own and to_find else None

    def _winner_of_abandoned(self) -> Player | None:
        """The side that had guessed and that did not have to move, None if there is none."""
        late = self._awaited
        other = self.opponent_of(late).player
        return other if late != BOT and self.has_ever_guessed(other) else None

    @property
    @override
    def boards(self) -> tuple[Board, Board]:
        """The boards of the two sides, each with the secret to be found there; the starter's comes first."""
        starter, other = self.side(self.starter), self.opponent_of(self.starter)
        return self._board(starter, other), self._board(other, starter)

    @override
    def boards_seen_by(self, player: Player) -> tuple[Board, Board]:
        return self.boards

    @override
    def board(self, player: Player) -> Board:
        """The board on which `player` guesses; the starter's for anyone who plays neither side."""
        return self.boards[1 if player == self.opponent_of(self.starter).player else 0]

    @property
    @override
    def quitters(self) -> tuple[Player, ...]:
        """Who resigned, or the moderator who stopped the game."""
        is_quit = self.ended_as in {DuelEnding.RESIGNED, DuelEnding.STOPPED}
        return (self.ended_by,) if is_quit and self.ended_by else ()

    @property
    @override
    def named_players(self) -> frozenset[Player]:
        """Everyone whose name the boards show, except the bot."""
        return frozenset((*self.players, *self.quitters))

    def _board(self, side: Side, other: Side) -> Board:
        hinted = tuple(player for player in self.hinted if player == side.player)
        secret, doubled = self.secret_of(other.player) or (), side.guess_count - self.turns_taken(side)
        return Board(self.rules, secret, self.tries and self.tries + doubled, side.player, side.turns, hinted=hinted)
