"""Games whose secret a person hides for the others, in their plainest form."""

from dataclasses import dataclass

from typing_extensions import override

from tests.models.plain import Refused, Shown, Turn, check_feedback, fitting
from tests.models.plain_boards import Board, Guessing
from tests.models.plain_corrections import Changes, corrected, corrections

MOST_PENDING = 10
"""Guesses that may wait for the feedback of a host."""


@dataclass
class Hosted(Guessing):
    """A game whose secret its starter has told the bot or, if `is_in_head`, keeps to give the feedback.

    Feedback of the host that contradicts the turns is `withheld` from the others.
    """

    who: str = "hosted"
    is_in_head: bool = False
    withheld: tuple[int, int] | None = None

    @property
    def board(self) -> Board:
        return self.board_of(self.starter)

    @override
    def waits_for(self) -> str | None:
        return self.starter if self.board.pending and not self.is_over else None

    def require_guesser(self, player: str) -> None:
        self.require_open(player)
        if player == self.starter:
            raise Refused("HostMayNotGuess")

    @override
    def check_guess(self, player: str) -> None:
        self.require_guesser(player)
        made = len(self.board.turns) + len(self.board.pending)
        if self.is_in_head and (len(self.board.pending) >= MOST_PENDING or made == (self.tries or None)):
            raise Refused("TooManyPendingGuesses")

    @override
    def guess(self, player: str, code: str) -> None:
        self.check_guess(player)
        if self.is_in_head:
            self.touch(player).pending.append((player, code))
        else:
            super().guess(player, code)

    @override
    def hint(self, player: str) -> None:
        self.require_guesser(player)
        if player not in self.people():
            raise Refused("NotPlaying")
        board = self.touch(player)
        if player not in board.hinted:
            board.hinted.append(player)

    def honest_code(self) -> str:
        """A code that the host may have in mind: the secret, unless feedback that was wrong excludes it."""
        left = fitting(self.rules, self.board.turns)
        return self.secret if self.secret in left else left[0]

    def give_feedback(self, player: str, hits: int, blows: int) -> None:
        """Give feedback to the oldest guess, which the others see only if some code fits it."""
        check_feedback(self.rules, hits, blows)
        self._require_pending(player)
        by, code = self.board.pending[0]
        turns = [*self.board.turns, (by, code, hits, blows)]
        if fitting(self.rules, turns):
            self._show(turns)
        else:
            self.withheld = hits, blows

    def contradiction(self) -> list[Turn]:
        """The turns with the one that is withheld; none if nothing is."""
        if self.withheld is None or self.is_over:
            return []
        return [*self.board.turns, (*self.board.pending[0], *self.withheld)]

    def require_contradiction(self, player: str) -> None:
        self._require_pending(player)
        if self.withheld is None:
            raise Refused("NoPendingGuess")

    def correct(self, player: str, changes: Changes) -> None:
        """Correct feedback; guesses after one that turns out to be right are dropped."""
        self.require_contradiction(player)
        turns = corrected(self.contradiction(), changes)
        found = [number for number, turn in enumerate(turns, 1) if turn[2] == self.size]
        self._show(turns[: found[0]] if found else turns)

    def undo(self, player: str) -> None:
        """Take back what is withheld, else the last feedback."""
        self.require_undo(player)
        if self.withheld is not None:
            self.withheld = None
        else:
            by, code, *_ = self.board.turns.pop()
            self.board.pending.insert(0, (by, code))

    def require_undo(self, player: str) -> None:
        self._require_host(player)
        if self.withheld is None and not self.board.turns:
            raise Refused("NoPendingGuess")

    def _show(self, turns: list[Turn]) -> None:
        self.board.turns[:] = turns
        self.board.pending.pop(0)
        self.withheld = None

    def _require_pending(self, player: str) -> None:
        self._require_host(player)
        if not self.board.pending:
            raise Refused("NoPendingGuess")

    def _require_host(self, player: str) -> None:
        self.require_open(player)
        if player != self.starter:
            raise Refused("NotTheHost")
        if not self.is_in_head:
            raise Refused("NoPendingGuess")

    @override
    def shown_to(self, viewer: str) -> Shown:
        is_host = viewer == self.starter
        return {
            **super().shown_to(viewer),
            "secret": self.secret if (self.is_over or is_host) and not self.is_in_head else "",
            "corrections": corrections(self.rules, self.contradiction()) if is_host else None,
        }
