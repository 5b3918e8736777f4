"""Duels of two people survive `kill -9`: on the platforms, with one process and with two, and between two terminals."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.processes.databases import SqliteRows
from tests.processes.duel_kills import HIDDEN, SECRETS, STARTS, TURNS, DuelRound, order_of_play, planned_guesses
from tests.processes.game_rounds import ANN, BOB
from tests.processes.kills import kill_during_games
from tests.processes.processes import DATABASE, hitblow
from tests.processes.sites import SITES
from tests.processes.terminals import Terminals

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("platform", SITES)
async def test_a_duel_survives_a_kill(tmp_path: Path, platform: str, processes: int) -> None:
    await kill_during_games(SqliteRows(tmp_path), platform, processes, 1, DuelRound)


@pytest.mark.slow
def test_a_duel_between_two_terminals_survives_a_kill_at_every_move(tmp_path: Path) -> None:
    hitblow(tmp_path, "--as", "bob", *DATABASE, lines="suggest 012 0H1B rules:3x10\n")  # ann finds him by his name
    with closing(Terminals(tmp_path)) as terminals:
        play_duel(terminals)
    codes = terminals.query("SELECT guess FROM turns")
    shown = hitblow(tmp_path, "--as", "bob", *DATABASE, lines="board\n").stdout
    assert all(code in shown for code in (*codes, *SECRETS.values()))


def play_duel(terminals: Terminals) -> None:
    terminals.insist(ANN, f"duel bob\n{SECRETS[ANN]}\n", lambda: bool(terminals.query("SELECT id FROM games")))
    (game,) = terminals.query("SELECT id FROM games")
    terminals.insist(BOB, f"secret\n{SECRETS[BOB]}\n", lambda: terminals.query(HIDDEN, game) == ["2"])
    guesses = planned_guesses(*order_of_play(terminals.query(STARTS, game)))
    codes = [code for _, code in guesses]
    for played, (person, code) in enumerate(guesses, 1):
        is_played = partial(lambda number: terminals.query(TURNS, game) == codes[:number], played)
        terminals.insist(person, f"{code}\n", is_played)
    assert terminals.query("SELECT ended_at IS NOT NULL FROM games") == ["1"]
