"""The sides of a duel and what they have guessed, how well the bot plays, and how a duel can end."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from core.game.boards import Player
from core.game.codes import Code
from core.game.errors import NotYourGame
from core.game.feedback import Turn
from core.game.items import Entry, Item, ItemSet, Used, merged
from core.game.rules import Rules

BOT: Player = ""
"""The player name of the bot."""


class Level(StrEnum):
    """How well the bot plays, weakest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


class DuelEnding(StrEnum):
    """Why a duel ended."""

    SOLVED = "solved"
    """One side or both found the secret."""
    OUT_OF_TRIES = "out_of_tries"
    RESIGNED = "resigned"
    AGREED = "agreed"
    """Both sides agreed to a draw."""
    CLAIMED = "claimed"
    """One side took too long, and the other claimed the game."""
    STOPPED = "stopped"
    """A moderator ended the game. Nobody won or lost."""
    EXPIRED = "expired"
    """Nobody moved for too long. The side that had to move has lost if the other had guessed."""


class Unrated(StrEnum):
    """Why a duel, a race or a game against the bot is not rated."""

    MET_OFTEN = "met_often"
    """The two have met too often in the last days."""
    SHORT_TURNS = "short_turns"
    """A turn of the duel may take less than `core.game.rated.MIN_TURN_HOURS`."""
    NEW_ACCOUNT = "new_account"
    """The account of who won is too new."""
    NOT_GUESSED = "not_guessed"
    """The side that did not lose has not guessed; in a draw, one of the two."""
    SECRET_IN_HEAD = "secret_in_head"  # noqa: S105  # no secret
    UNSOLVED = "unsolved"
    """Nobody has solved the race."""
    ALONE = "alone"
    """Nobody can be compared: fewer than two have guessed, or all who can win got a hint."""
    STOPPED = "stopped"
    """Nobody won or lost: a moderator stopped the game, or it expired."""


class SideOutcome(StrEnum):
    """How a duel ended for one of its sides."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a duel.

    Args:
        player: who plays it.
        secret: the code that the other side has to find, None if the player keeps it in their head. Left out of `repr`.
        turns: the guesses that the player has made and that have got their feedback.
        hidden_turns: the number of further guesses, in what a viewer sees who may not see them.
    """

    player: Player
    secret: Code | None = field(repr=False)
    turns: tuple[Turn, ...] = ()
    hidden_turns: int = 0

    @property
    def guesses(self) -> int:
        """The number of guesses with feedback."""
        return len(self.turns) + self.hidden_turns

    def found(self, rules: Rules) -> bool:
        """Whether the player's last guess was the secret of the other side."""
        return bool(self.turns) and self.turns[-1].feedback.hits == rules.positions

    def seen_by(self, player: Player, *, hide_turns: bool) -> Self:
        """The side as `player` may see it in a running game."""
        if player == self.player:
            return self
        secret = None if self.secret is None else ()
        if hide_turns:
            return type(self)(self.player, secret, hidden_turns=self.guesses)
        return type(self)(self.player, secret, self.turns)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, and what each side has guessed.

    Args:
        rules: rules of both secrets.
        sides: the two sides; the first one starts.
        starter: the player who started the game or challenged the other.
        items: the items of both sides, None without items.
        uses: the uses of items so far, oldest first.
    """

    rules: Rules
    sides: tuple[Side, Side]
    starter: Player
    items: ItemSet | None = field(default=None, kw_only=True)
    uses: tuple[Used, ...] = field(default=(), kw_only=True)

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
        before = next((used.made for used in self.uses_of(side.player) if used.item is Item.DOUBLE), side.guesses)
        is_found_at_once = side.guesses == before + 1 and side.found(self.rules)
        return side.guesses - (side.guesses > before and not is_found_at_once)

    def uses_of(self, player: Player) -> Iterator[Used]:
        """A player's uses of items, oldest first."""
        return (used for used in self.uses if used.by == player)

    @property
    def pending_use(self) -> Used | None:
        """The use of an item that waits for a position or for a clue, if any."""
        return self.uses[-1] if self.uses and self.uses[-1].clue is None else None

    def number_of(self, player: Player) -> Code | None:
        """The number of a player now: their secret as SHUFFLE and CHANGE have left it. None if it is in their head."""
        numbers = [used.number for used in self.uses_of(player) if used.number is not None]
        return numbers[-1] if numbers else self.side(player).secret

    def history(self, player: Player) -> tuple[Entry, ...]:
        """What a player knows about the other's secret: their guesses with feedback, and clues, in order."""
        return merged(self.side(player).turns, self.uses, player)

    @property
    def players(self) -> tuple[Player, ...]:
        """The people who play."""
        return tuple(side.player for side in self.sides if side.player != BOT)

    def timeline(self) -> Iterator[Turn | Used]:
        """The calls with feedback of both sides and the uses of items, in order."""
        first, second = self.sides
        state, uses = replace(self, sides=(replace(first, turns=()), replace(second, turns=()))), list(self.uses)
        while True:
            while uses and (state.side(uses[0].by).guesses, state.opponent_of(uses[0].by).guesses) == (
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

    def _with_last_use(self, used: Used) -> Self:
        return replace(self, uses=(*self.uses[:-1], used))

    def _with_side(self, side: Side) -> Self:
        first, second = (side if old.player == side.player else old for old in self.sides)
        return replace(self, sides=(first, second))
