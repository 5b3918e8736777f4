"""What players and others may see of a running game."""

from dataclasses import fields
from random import Random
from typing import Any

import pytest

from tests.support.hidden_numbers import KINDS, positions, with_other_numbers

CHANGED = {"secret", "starter_secret", "opponent_secret", "withheld", "boards", "sides", "uses", "turns"}
"""The fields of games and boards that `seen_by` may change."""


def unchanged(value: Any) -> dict[str, Any]:
    """The other fields, by name."""
    return {each.name: getattr(value, each.name) for each in fields(value) if each.name not in CHANGED}


@pytest.mark.parametrize("kind", KINDS)
def test_a_running_game_looks_the_same_whatever_the_numbers_that_a_player_may_not_see(kind: str) -> None:
    random = Random(kind)
    for game in (game for _ in range(10) for game in positions(kind, "ann", "bob", random, 12)):
        for viewer in ("ann", "bob", "somebody else"):
            seen = game.seen_by(viewer)
            assert seen == with_other_numbers(game, viewer, random).seen_by(viewer)
            assert unchanged(seen) == unchanged(game)
            assert [unchanged(board) for board in seen.boards] == [unchanged(board) for board in game.boards]
