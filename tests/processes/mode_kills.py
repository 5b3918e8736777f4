"""Killing the bot during duels, hosted games and races, whose people repeat what was not answered.

Nothing is lost or counted twice.
"""

import asyncio
import re
from collections import Counter
from contextlib import suppress
from functools import partial

from typing_extensions import override

from bot.commands.command import SecretKeeper
from core.game.codes import parse_code
from core.game.feedback import compute_feedback, format_feedback
from core.game.rules import Rules
from tests.processes.game_rounds import ANN, BOB, SECRET, GameRound, guesses_on
from tests.processes.processes import SECONDS
from tests.processes.sites import PEOPLE, Unanswered

SECRETS = {ANN: SECRET, BOB: "8206"}
"""No other code, id or time in what people see has these digits in a row."""

WRONG_ROUNDS = [("0123", "4567"), ("1234", "5678"), ("2345", "6789")]
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
    rounds = [*WRONG_ROUNDS, (SECRETS[second], "9876")]
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


RULES = Rules(4, 10)

WRONG = {BOB: ("0123", "4567"), 2: ("1234", "5678"), 3: ("2345", "6789"), 4: ("3456", "7890")}
"""What the guessers guess at the same time, before one of them finds the secret."""

ASKED = re.compile(r"^[| ]*Ann, how many .*'s \W*(\d{4})", re.MULTILINE)
"""The guess for which a board asks the host to give feedback."""

GUESSES_WITH_FEEDBACK = "SELECT guess || ' ' || hits || 'H' || blows || 'B' FROM turns WHERE game_id = ?"

PAUSE_SECONDS = 0.02
"""Between two looks of a host at the board."""


def true_feedback(code: str) -> str:
    """The feedback that a guess gets, as a button shows it."""
    return format_feedback(compute_feedback(parse_code(SECRET, RULES), parse_code(code, RULES)), RULES)


class HostedRound(GameRound):
    """A game that Ann hosts, and during which a process is killed."""

    keeper: SecretKeeper

    @override
    async def start(self) -> None:
        if self.keeper is SecretKeeper.BOT:
            await self.site.tell(self.channel, ANN, SECRET, "host", tries=0)
        else:
            await self.site.send(self.channel, ANN, "host", tries=0, keep=self.keeper)

    @override
    async def play_to_end(self) -> None:
        if self.keeper is SecretKeeper.BOT:
            await self._find()
        else:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._give_feedback())
                tasks.create_task(self._find())
        codes, turns = self.stored(), self.bots.query(GUESSES_WITH_FEEDBACK, self.game)
        assert Counter(turns) == Counter(f"{code} {true_feedback(code)}" for code in codes)
        assert self.bots.query("SELECT outcome FROM games WHERE id = ?", self.game) == ["solved"]
        self.assert_counted_once()
        await self.site.until(self._is_shown, SECONDS)

    async def _find(self) -> None:
        await self.guess_all(WRONG)
        self.assert_untold(SECRET)
        await self.guess(BOB, SECRET)

    async def _give_feedback(self) -> None:
        """Press the button with the true feedback to the guess for which the board asks, until the game is over."""
        async with asyncio.timeout(SECONDS):
            while not self.is_over():
                for board in self.site.boards(self.channel):
                    if asked := ASKED.search(str(board)):
                        with suppress(Unanswered):
                            await self.site.press(self.channel, ANN, true_feedback(asked[1]))
                await asyncio.sleep(PAUSE_SECONDS)

    def _is_shown(self) -> bool:
        """Whether the only board shows every guess once, and who found the secret."""
        boards = self.site.boards(self.channel)
        shown = [sorted(codes) for board in boards if (codes := guesses_on(board))]  # the end is a message, too
        return shown == [sorted(self.stored())] and "Bob solved it" in str(boards[0])


class BotHostedRound(HostedRound):
    """The bot keeps the secret."""

    keeper = SecretKeeper.BOT


class HeadHostedRound(HostedRound):
    """Ann keeps the secret in her head, and gives the feedback."""

    keeper = SecretKeeper.HEAD


ROW = re.compile(r"^[| ]*\d+ +(\S+(?: \d+)?) +(\d+) ", re.MULTILINE)
"""A player on the board of a race, and how many guesses they have made."""

GUESSES = """
    SELECT p.name || ' ' || COUNT(*) FROM turns t JOIN players p ON p.id = t.player_id
    WHERE t.game_id = ? GROUP BY p.id
"""
"""The players and how many guesses each has made."""

WINNERS = "SELECT COUNT(*) FROM turns WHERE game_id = ? AND hits = 4"

RESULTS = "SELECT COUNT(*) FROM results WHERE game_id = ? AND outcome = ?"


def wrong_codes(person: int) -> tuple[str, str]:
    """What a player guesses before they find the secret; no two players make the same guess."""
    return f"{person:02}56", f"56{person:02}"


class RaceRound(GameRound):
    """A race of thirty during which a process is killed, and whose players find the secret at the same time."""

    @override
    async def start(self) -> None:
        await self.site.send(self.channel, ANN, "play", who="race", tries=0, rules="4x10r")

    @override
    async def play_to_end(self) -> None:
        self.bots.query("UPDATE games SET secret = ?, revision = revision + 1 WHERE id = ?", SECRET, self.game)
        await self.guess_all({person: wrong_codes(person) for person in range(len(PEOPLE))})
        self.assert_untold(SECRET)
        async with asyncio.TaskGroup() as tasks:
            for person in range(len(PEOPLE)):
                tasks.create_task(self.guess(person, SECRET))
        assert self.bots.query(WINNERS, self.game) == ["1"]
        assert self.bots.query(RESULTS, self.game, "solved") == ["1"]
        assert self.bots.query("SELECT COUNT(*) FROM results WHERE game_id = ?", self.game) == [str(len(PEOPLE))]
        self.assert_counted_once()
        await self.site.until(self._is_shown, SECONDS)

    def _is_shown(self) -> bool:
        """Whether the only board has a line for each player, and shows the winner and the secret."""
        boards = self.site.boards(self.channel)
        found = [ROW.findall(str(board)) for board in boards]  # without any in the message about the end
        rows = [sorted(f"{name} {guesses}" for name, guesses in players) for players in found if players]
        return rows == [sorted(self.bots.query(GUESSES, self.game))] and SECRET in str(boards[0])
