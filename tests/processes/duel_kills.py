"""Killing the bot during a duel of two people, who repeat what was not answered: nothing is lost or counted twice."""

from __future__ import annotations

from functools import partial

from typing_extensions import override

from tests.processes.game_rounds import ANN, BOB, SECRET, GameRound
from tests.processes.processes import SECONDS

SECRETS = {ANN: SECRET, BOB: "8206"}
"""No other code, id or time in what people see has these digits in a row."""

WRONG = [("0123", "4567"), ("1234", "5678"), ("2345", "6789")]
"""What both guess in each round before the last."""

HIDDEN = """
    SELECT (g.secret IS NOT NULL AND g.secret <> '') + (d.starter_secret IS NOT NULL)
    FROM games g JOIN duels d ON d.game_id = g.id WHERE g.id = ?
"""
"""How many have hidden a secret in a duel."""

STARTS = "SELECT opponent_begins FROM duels WHERE game_id = ?"

TURNS = """
    SELECT guess FROM turns WHERE game_id = ?
    ORDER BY number, board <> (SELECT opponent_begins FROM duels WHERE duels.game_id = turns.game_id)
"""
"""The guesses of a duel in the order of play; the boards are the challenger's and the opponent's."""


def order_of_play(opponent_moves_first: list[str]) -> tuple[int, int]:
    """Who starts, and who follows; Ann has challenged."""
    return (BOB, ANN) if int(opponent_moves_first[0]) else (ANN, BOB)


def planned_guesses(first: int, second: int) -> list[tuple[int, str]]:
    """Who guesses what: the one who starts finds the secret in the last round."""
    rounds = [*WRONG, (SECRETS[second], "9876")]
    return [pair for codes in rounds for pair in zip((first, second), codes, strict=True)]


class DuelRound(GameRound):
    """A duel during which a process is killed."""

    @override
    async def start(self) -> None:
        await self.site.challenge(self.channel, SECRETS[ANN])

    @override
    async def play_to_end(self) -> None:
        hide = partial(self.site.tell, self.channel, BOB, SECRETS[BOB], "secret")
        await self.insist(hide, partial(self._has_hidden, len(SECRETS)))
        guesses = planned_guesses(*self._order())
        for played, (person, code) in enumerate(guesses, 1):
            self.assert_untold(*SECRETS.values())
            guess = partial(self.site.guess_as, self.channel, person, code)
            await self.insist(guess, partial(self._has_played, [code for _, code in guesses[:played]]))
            assert self.is_over() == (played == len(guesses))
        await self.site.until(lambda: self._shows(*(code for _, code in guesses)), SECONDS)

    def _shows(self, *codes: str) -> bool:
        """Whether the only board shows every guess and, at the end, both secrets."""
        shown = (*codes, *SECRETS.values())
        return sum(all(code in str(board) for code in shown) for board in self.site.boards(self.channel)) == 1

    def _has_hidden(self, people: int) -> bool:
        return int(self.bots.query(HIDDEN, self.game)[0]) == people

    def _order(self) -> tuple[int, int]:
        return order_of_play(self.bots.query(STARTS, self.game))

    def _has_played(self, codes: list[str]) -> bool:
        return self.bots.query(TURNS, self.game) == codes
