"""How games count for those who played, in their plainest form."""

from collections import Counter
from typing import Any, TypeAlias

from tests.models.plain import Shown
from tests.models.plain_boards import Guessing
from tests.models.plain_duels import Invitation, TwoSides
from tests.models.plain_hosting import Hosted

Game: TypeAlias = Guessing | Invitation | TwoSides

USUAL_TRIES = 12
"""Used for a lost game without a limit."""


def results_of(game: Game) -> list[dict[str, Any]]:
    """How an ended game counts for each player who guessed."""
    if isinstance(game, Invitation):
        return []
    if isinstance(game, TwoSides):
        return [
            {
                "player": player,
                "rules": game.rules,
                "result": game.result_for(player),
                "duel": True,
                "level": game.level,
            }
            for player in game.people()
            if game.turns[player] and game.result_for(player)
        ]
    quitters = {board.given_up_by for board in game.boards if board.given_up_by}
    if game.ended_as == "expired" or not quitters <= set(game.people()):  # a moderator who does not play
        return []
    return [
        {
            "player": player,
            "rules": game.rules,
            "result": game.result_of(board) or "out_of_tries",  # lost a race
            "duel": False,
            "level": None,
            "guesses": len(board.turns),
            "tries": game.tries,
            "solo": len(board.players) == 1 and not isinstance(game, Hosted),
            "assisted": player in board.hinted,
        }
        for board in game.boards
        for player in dict.fromkeys(turn[0] for turn in board.turns)
    ]


def tally(results: list[dict[str, Any]]) -> Shown:
    """Games, how many were solved, what they cost, by how many guesses they were solved, and series."""
    series = best = 0
    for result in results:
        series = series + 1 if result["result"] == "solved" else 0
        best = max(best, series)
    solved = [result["guesses"] for result in results if result["result"] == "solved"]
    lost = [max(one["guesses"], one["tries"] or USUAL_TRIES) + 1 for one in results if one["result"] != "solved"]
    return {
        "games": len(results),
        "cost": sum(solved) + sum(lost),
        "distribution": dict(Counter(solved)),
        "series": (series, best),
    }


def statistics(own: list[dict[str, Any]]) -> Shown:
    """What `stats` tells about the player who has these results."""
    guessing = [result for result in own if result["level"] is None and not result["duel"]]
    alone = [result for result in guessing if result["solo"] and not result["assisted"]]
    together = [result for result in guessing if not result["solo"]]
    return {
        "alone": {
            rules: tally([one for one in alone if one["rules"] == rules]) for rules in {r["rules"] for r in alone}
        },
        "assisted": len([result for result in guessing if result["solo"] and result["assisted"]]),
        "together": (len(together), sum(result["result"] == "solved" for result in together)),
        "against": {
            level: dict(Counter(result["result"] for result in own if result["level"] == level))
            for level in {result["level"] for result in own if result["level"]}
        },
    }
