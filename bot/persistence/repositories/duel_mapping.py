"""Rows to duels and challenges, and back."""

from collections.abc import Sequence

from bot.model.games import AnyGame, StoredGame
from bot.persistence.connection import Row
from bot.persistence.repositories.codes import (
    Values,
    pack_or_none,
    players_in,
    rules_from,
    unpack_or_none,
    unpack_secret,
    unpack_secret_or_none,
)
from core.game.challenges import Challenge, ChallengeEnding
from core.game.codes import Code
from core.game.duels import Duel
from core.game.feedback import Turn
from core.game.games import Game
from core.game.sides import BOT, DuelEnding, Level, Side


def any_duel_from(game: Row, duel: Row, boards: Sequence[Row], turns: Sequence[tuple[Turn, ...]]) -> Duel | Challenge:
    """A duel, or a challenge if a secret is missing, from its rows; `turns` are those of each board."""
    is_challenge = duel.opponent_id is not None and not (duel.starter_secret and game.secret)
    return _challenge_from(game, duel) if is_challenge else _duel_from(game, duel, boards, turns)


def _duel_from(game: Row, duel: Row, boards: Sequence[Row], turns: Sequence[tuple[Turn, ...]]) -> Duel:
    starter_turns, opponent_turns = turns
    starter = Side(game.starter_id, unpack_secret_or_none(duel.starter_secret), starter_turns)
    opponent = Side(duel.opponent_id or BOT, unpack_secret(game.secret), opponent_turns)
    return Duel(
        rules=rules_from(game.rules),
        sides=(opponent, starter) if duel.opponent_begins else (starter, opponent),
        starter=game.starter_id,
        level=Level(duel.level) if duel.level else None,
        tries=game.tries,
        hidden=duel.hidden,
        pending_guess=unpack_or_none(duel.pending_guess),
        hinted=tuple(player for board in boards for player in players_in(board.hinted)),
        draw_offered_by=duel.draw_offered_by,
        ended_by=duel.ended_by,
        ended_as=DuelEnding(duel.ended_as) if duel.ended_as else None,
    )


def _challenge_from(game: Row, duel: Row) -> Challenge:
    return Challenge(
        rules=rules_from(game.rules),
        starter=game.starter_id,
        opponent=duel.opponent_id,
        tries=game.tries,
        hidden=duel.hidden,
        first_mover=duel.beginner_id,
        starter_secret=unpack_secret_or_none(duel.starter_secret),
        opponent_secret=unpack_secret_or_none(game.secret or None),
        ended_by=duel.ended_by,
        outcome=ChallengeEnding(duel.ended_as) if duel.ended_as else None,
    )


def secret_of(game: AnyGame) -> Code:
    """The secret that the starter has to find."""
    if isinstance(game, Game):
        return game.secret
    secret = game.opponent_of(game.starter).secret if isinstance(game, Duel) else game.opponent_secret
    return secret or ()


def duel_values(stored: StoredGame) -> Values | None:
    """The row of a game in `duels`, None if it is not a duel."""
    game = stored.game
    if isinstance(game, Challenge):
        return _challenge_values(stored.id, game)
    if not isinstance(game, Duel):
        return None
    opponent = game.opponent_of(game.starter)
    return {
        "game_id": stored.id,
        "level": game.level.value if game.level else None,
        "opponent_id": opponent.player or None,
        "opponent_begins": game.sides[0] is opponent,
        "starter_secret": pack_or_none(game.side(game.starter).secret),
        "beginner_id": None,
        "hidden": game.hidden,
        "pending_guess": pack_or_none(game.pending_guess),
        "draw_offered_by": game.draw_offered_by,
        "ended_by": game.ended_by,
        "ended_as": game.ended_as.value if game.ended_as else None,
    }


def _challenge_values(game: str, challenge: Challenge) -> Values:
    return {
        "game_id": game,
        "level": None,
        "opponent_id": challenge.opponent,
        "opponent_begins": False,
        "starter_secret": pack_or_none(challenge.starter_secret),
        "beginner_id": challenge.first_mover,
        "hidden": challenge.hidden,
        "pending_guess": None,
        "draw_offered_by": None,
        "ended_by": challenge.ended_by,
        "ended_as": challenge.outcome.value if challenge.outcome else None,
    }
