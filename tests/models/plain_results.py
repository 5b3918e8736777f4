"""How games count for those who played, in their plainest form."""

from collections import Counter
from typing import Any, TypeAlias

from tests.models.plain import Shown
from tests.models.plain_boards import Board, Guessing
from tests.models.plain_duels import Invitation, TwoSides
from tests.models.plain_hosting import Hosted

Game: TypeAlias = Guessing | Invitation | TwoSides

USUAL_TRIES = 12
"""The least limit of ranked games."""

UNSOLVED = 13
"""The least cost of a game that was not solved."""


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
            if game.result_for(player) and (game.turns[player] or has_lost_to_a_guess(game, player))
        ]
    return [
        {
            "player": player,
            "rules": game.rules,
            "result": result_on(board, game),
            "duel": False,
            "level": None,
            "guesses": len(board.turns),
            "who": "hosted" if isinstance(game, Hosted) else game.who,
            "ranked": game.who == "me" and (game.tries == 0 or game.tries >= USUAL_TRIES),
            "racers": sum(bool(other.turns) for other in game.boards),
        }
        for board in game.boards
        for player in dict.fromkeys(turn[0] for turn in board.turns)
        if not game.stopped(board) or player == board.given_up_by
    ]


def has_lost_to_a_guess(game: TwoSides, player: str) -> bool:
    """Whether somebody lost after the other side had guessed."""
    other = game.other(player)
    has_guessed = game.turns[other] or (game.pending is not None and game.mover() == other)
    return game.result_for(player) in {"lost", "resigned"} and bool(has_guessed)


def result_on(board: Board, game: Guessing) -> str:
    """How a board ended: one that one player solved with a hint counts as given up."""
    result = game.result_of(board) or ("gave_up" if game.ended_as == "expired" else "out_of_tries")
    return "hinted" if result == "solved" and board.hinted and game.who in {"me", "race"} else result


def tally(results: list[dict[str, Any]]) -> Shown:
    """Games, how many were solved, what they cost, by how many guesses they were solved, and series."""
    series = best = 0
    for result in results:
        series = series + 1 if result["result"] == "solved" else 0
        best = max(best, series)
    solved = [result["guesses"] for result in results if result["result"] == "solved"]
    lost = [max(UNSOLVED, one["guesses"] + 1) for one in results if one["result"] != "solved"]
    return {
        "games": len(results),
        "cost": sum(solved) + sum(lost),
        "distribution": dict(Counter(solved)),
        "series": (series, best),
    }


def statistics(own: list[dict[str, Any]]) -> Shown:
    """What `stats` tells about the player who has these results."""
    guessing = [result for result in own if result["level"] is None and not result["duel"]]
    alone = [result for result in guessing if result["ranked"]]
    together = [result for result in guessing if result["who"] in {"everyone", "hosted"}]
    raced = [result for result in guessing if result["who"] == "race" and result["racers"] > 1]
    return {
        "alone": {
            rules: tally([one for one in alone if one["rules"] == rules]) for rules in {r["rules"] for r in alone}
        },
        "unranked": len(guessing) - len(alone) - len(together) - len(raced),
        "races": (len(raced), sum(result["result"] == "solved" for result in raced)),
        "together": (len(together), sum(result["result"] == "solved" for result in together)),
        "against": {
            level: dict(Counter(result["result"] for result in own if result["level"] == level))
            for level in {result["level"] for result in own if result["level"]}
        },
    }
