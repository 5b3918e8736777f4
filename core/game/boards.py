"""Boards: a secret with the guesses made at it. Players are opaque strings here."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, Self, TypeAlias

from core.game.codes import Code
from core.game.errors import GameOver
from core.game.feedback import PendingGuess, Turn, compute_feedback
from core.game.rules import Rules

Player: TypeAlias = str

DEFAULT_TRIES = 12
MAX_TRIES = 99
NO_LIMIT = 0
"""The value of `tries` for an unlimited number of guesses."""


class Outcome(StrEnum):
    """How a game, or one player's part in it, ended."""

    SOLVED = "solved"
    OUT_OF_TRIES = "out_of_tries"
    OUT_OF_TIME = "out_of_time"
    """The outcome of a race, never of a single board."""
    GAVE_UP = "gave_up"
    EXPIRED = "expired"
    """The game ended without a result. Never the outcome of a single board."""


class RepeatedGuess(NamedTuple):
    """A guess that stands on a board already, and the number, from 1, of its first turn there."""

    guess: Code
    turn: int


@dataclass(frozen=True, slots=True)
class Board:
    """A secret with the guesses made at it. Every move raises `GameOver` if the board is finished.

    Args:
        rules: rules of the game.
        secret: the secret; left out of `repr` to keep it out of logs.
        tries: number of guesses allowed, or `NO_LIMIT`.
        guesser: the only player who guesses here, or None if everyone does.
        turns: the guesses so far.
        given_up: whether it was given up.
        given_up_by: the person whose decision or last vote gave it up, or the moderator who ended it; None if nobody
            did, or if it is not known.
        giveup_votes: the people who want to give it up, in the order of their votes. Those about a race stand on the
            board of its starter.
        hinted: the players who got a hint.
        pending: the guesses that wait for the feedback of a host, oldest first.
    """

    rules: Rules
    secret: Code = field(repr=False)
    tries: int = DEFAULT_TRIES
    guesser: Player | None = None
    turns: tuple[Turn, ...] = ()
    given_up: bool = False
    given_up_by: Player | None = None
    giveup_votes: tuple[Player, ...] = ()
    hinted: tuple[Player, ...] = ()
    pending: tuple[PendingGuess, ...] = ()

    def guess(self, code: Code, by: Player) -> Self:
        """The board after one more guess."""
        if self.outcome is not None:
            raise GameOver
        return replace(self, turns=(*self.turns, Turn(code, compute_feedback(self.secret, code), by)))

    def give_up(self, by: Player) -> Self:
        """The board after a player who needs no vote gave it up."""
        if self.outcome is not None:
            raise GameOver
        votes = tuple(player for player in self.giveup_votes if player != by)
        return replace(self, given_up=True, given_up_by=by, giveup_votes=votes)

    def end_by_votes(self, votes: tuple[Player, ...]) -> Self:
        """The board after players gave it up together by their votes."""
        if self.outcome is not None:
            raise GameOver
        return replace(self, given_up=True, given_up_by=votes[-1], giveup_votes=votes)

    @property
    def players_who_guessed(self) -> tuple[Player, ...]:
        """Everyone who has guessed here, without duplicates, in the order of their first guesses."""
        return tuple(dict.fromkeys([turn.by for turn in self.turns] + [guess.by for guess in self.pending]))

    @property
    def quitters(self) -> tuple[Player, ...]:
        """Everyone who gave the board up: those who voted, or the one who needed no vote."""
        if self.given_up_by is None:
            return ()
        return self.giveup_votes if self.given_up_by in self.giveup_votes else (self.given_up_by,)

    @property
    def outcome(self) -> Outcome | None:
        """How the board ended, or None while it is open."""
        if self.turns and self.turns[-1].feedback.hits == self.rules.positions:
            return Outcome.SOLVED
        if self.given_up:
            return Outcome.GAVE_UP
        is_full = self.tries != NO_LIMIT and len(self.turns) == self.tries
        return Outcome.OUT_OF_TRIES if is_full and not self.pending else None

    @property
    def tries_left(self) -> int | None:
        """The number of guesses left, or None if there is no limit."""
        return None if self.tries == NO_LIMIT else self.tries - len(self.turns) - len(self.pending)

    @property
    def next_turn(self) -> int:
        """The number of the next turn, from 1. Pending guesses have the numbers before."""
        return len(self.turns) + len(self.pending) + 1

    def repetition(self, code: Code) -> RepeatedGuess | None:
        """The turn that a guess would repeat, None if there is none.

        A pending guess has the number that its turn will have.
        """
        guesses = [turn.guess for turn in self.turns] + [waiting.guess for waiting in self.pending]
        return RepeatedGuess(code, guesses.index(code) + 1) if code in guesses else None

    def without_secret(self, *, keeps_guesses: bool) -> Self:
        """The board without its secret and, if `keeps_guesses` is false, without the codes that were guessed."""
        turns = self.turns if keeps_guesses else tuple(turn._replace(guess=()) for turn in self.turns)
        end = (self.given_up, self.given_up_by, self.giveup_votes)
        return type(self)(self.rules, (), self.tries, self.guesser, turns, *end, self.hinted, self.pending)
