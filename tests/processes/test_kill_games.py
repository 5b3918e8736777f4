"""Hosted games and races of thirty survive `kill -9`: on the platforms, and between two terminals."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.processes.databases import SqliteRows
from tests.processes.game_rounds import ANN, BOB, SECRET, GameRound
from tests.processes.hosted_kills import WRONG, BotHostedRound, HeadHostedRound, true_feedback
from tests.processes.kills import kill_during_games
from tests.processes.processes import DATABASE, hitblow
from tests.processes.race_kills import RaceRound
from tests.processes.terminals import Terminals

if TYPE_CHECKING:
    from pathlib import Path

STORED = "SELECT guess FROM turns ORDER BY number, board"
FEEDBACK = "SELECT hits || 'H' || blows || 'B' FROM turns ORDER BY number"
PENDING = "SELECT COUNT(*) FROM boards WHERE pending <> ''"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("platform", "processes", "round_type"),
    [
        ("discord", 1, HeadHostedRound),
        ("discord", 2, RaceRound),
        ("slack", 1, RaceRound),
        ("slack", 2, BotHostedRound),
    ],
)
async def test_a_game_survives_a_kill(
    tmp_path: Path, platform: str, processes: int, round_type: type[GameRound]
) -> None:
    await kill_during_games(SqliteRows(tmp_path), platform, processes, 1, round_type)


@pytest.mark.slow
def test_a_game_hosted_in_the_head_survives_a_kill_at_every_move_at_a_terminal(tmp_path: Path) -> None:
    codes = [WRONG[BOB][0], SECRET]
    hitblow(tmp_path, *DATABASE, lines="rules\n")  # creates the tables
    with closing(Terminals(tmp_path)) as terminals:
        terminals.insist(ANN, "host tries:0 keep:head\n", lambda: bool(terminals.query("SELECT id FROM games")))
        for played, code in enumerate(codes, 1):
            terminals.insist(BOB, f"{code}\n", lambda: terminals.query(PENDING) == ["1"])
            is_answered = partial(lambda number: len(terminals.query(STORED)) == number, played)
            terminals.insist(ANN, f"answer {true_feedback(code)}\n", is_answered)
        assert terminals.query(STORED) == codes
        assert terminals.query(FEEDBACK) == [true_feedback(code) for code in codes]
        assert terminals.query("SELECT outcome FROM games") == ["solved"]
    shown = hitblow(tmp_path, "--as", "bob", *DATABASE, lines="board\n").stdout
    assert all(code in shown for code in codes)


@pytest.mark.slow
def test_a_race_survives_a_kill_at_every_move_at_a_terminal(tmp_path: Path) -> None:
    hitblow(tmp_path, *DATABASE, lines="rules\n")  # creates the tables
    with closing(Terminals(tmp_path)) as terminals:
        terminals.insist(ANN, "play race tries:0\n", lambda: bool(terminals.query("SELECT id FROM games")))
        terminals.execute(f"UPDATE games SET secret = '{SECRET}'")
        moves = [(ANN, "0123"), (BOB, "4567"), (BOB, SECRET)]
        for played, (person, code) in enumerate(moves, 1):
            is_stored = partial(lambda number: len(terminals.query(STORED)) == number, played)
            terminals.insist(person, f"{code}\n", is_stored)
        assert sorted(terminals.query(STORED)) == sorted(code for _, code in moves)
        assert terminals.query("SELECT outcome FROM results ORDER BY guesses DESC")[0] == "solved"
        assert terminals.query("SELECT COUNT(*) FROM results") == ["2"]
    assert SECRET in hitblow(tmp_path, "--as", "ann", *DATABASE, lines="board\n").stdout
