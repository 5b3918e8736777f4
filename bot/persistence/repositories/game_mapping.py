"""Rows to games and back. Duels and hosted games have modules of their own."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from bot.model.games import AnyGame, StoredGame
from bot.persistence.connection import Row
from bot.persistence.repositories.codes import (
    Values,
    pack,
    players_in,
    rules_from,
    unpack,
    unpack_secret,
)
from bot.persistence.repositories.duel_mapping import any_duel_from, secret_of
from bot.persistence.repositories.hosting_mapping import hosted_values, hosting_fields, pack_pending, unpack_pending
from core.game.boards import Board, Outcome
from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.games import Game, Who
from core.game.hidden import HiddenText
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.rules import Rules
from core.game.sides import BOT

_REMEMBERED_TURNS = 10_000
"""The number of turns that are cached: a guess reads all turns of its game, most of which the last guess has read."""


def game_from(game: Row, extra: Row | None, boards_with_turns: Sequence[Row]) -> StoredGame:
    """A game from its rows.

    Args:
        game: the row of `games`.
        extra: the row of `races` or `duels`, None if the game is neither.
        boards_with_turns: the rows of the boards in order, each once for each of its turns in order, or once without
            values of a turn.
    """
    by_board = [list(rows) for _, rows in groupby(boards_with_turns, lambda row: row.number)]
    boards = [rows[0] for rows in by_board]
    turns = [tuple(_turn_from(row) for row in rows if row.guess is not None) for rows in by_board]
    return StoredGame(
        id=game.id,
        room=game.room_id,
        game=_any_game_from(game, extra, boards, turns),
        nonce=HiddenText(game.nonce),
        started_at=game.started_at,
        ended_at=game.ended_at,
        revision=game.revision,
        moved_at=game.moved_at,
        check_at=game.check_at,
        time_ends_at=extra.time_ends_at if extra and game.who == Who.RACE else None,
        reminded=game.reminded,
    )


def _any_game_from(game: Row, extra: Row | None, boards: Sequence[Row], turns: Sequence[tuple[Turn, ...]]) -> AnyGame:
    if extra is None or game.who == Who.RACE:
        return _game_from(game, extra, boards, turns)
    return any_duel_from(game, extra, boards, turns)


def _game_from(game: Row, race: Row | None, boards: Sequence[Row], turns: Sequence[tuple[Turn, ...]]) -> Game:
    rules, secret = rules_from(game.rules), unpack_secret(game.secret)
    shared: dict[str, Any] = {
        "rules": rules,
        "secret": secret,
        "starter": game.starter_id,
        "who": Who(game.who),
        "tries": game.tries,
        "boards": tuple(
            _board_from(row, rules, secret, game.tries, board_turns)
            for row, board_turns in zip(boards, turns, strict=True)
        ),
        "is_expired": game.outcome == Outcome.EXPIRED,
    }
    if game.secret_keeper is not None:
        return HostedGame(**shared, **hosting_fields(game))
    if race is not None:
        return Race(**shared, minutes=race.minutes, is_waiting=race.waiting, is_time_up=race.time_up)
    return Game(**shared)


def _board_from(row: Row, rules: Rules, secret: Code, tries: int, turns: tuple[Turn, ...]) -> Board:
    return Board(
        rules=rules,
        secret=secret,
        tries=tries,
        guesser=row.guesser_id,
        turns=turns,
        given_up=row.given_up,
        given_up_by=row.given_up_by,
        giveup_votes=players_in(row.giveup_votes),
        hinted=players_in(row.hinted),
        pending=unpack_pending(row.pending),
    )


def _turn_from(row: Row) -> Turn:
    return _turn(row.guess, row.hits, row.blows, row.player_id or BOT)


@lru_cache(_REMEMBERED_TURNS)
def _turn(guess: str, hits: int, blows: int, by: str) -> Turn:
    return Turn(unpack(guess), Feedback(hits, blows), by)


def game_values(stored: StoredGame) -> Values:
    """The row of a game in `games`."""
    game = stored.game
    return {
        "id": stored.id,
        "room_id": stored.room,
        "slot": stored.slot,
        "starter_id": game.starter,
        "rules": str(game.rules),
        "who": game.who.value,
        "tries": game.tries,
        "secret": pack(secret_of(game)),
        **hosted_values(game),
        "nonce": stored.nonce,
        "outcome": game.outcome,
        "started_at": stored.started_at,
        "ended_at": stored.ended_at,
        "revision": stored.revision,
        "moved_at": stored.moved_at,
        "check_at": stored.check_at,
        "reminded": stored.reminded,
    }


def race_values(stored: StoredGame) -> Values | None:
    """The row of a game in `races`, None if it is not a race."""
    game = stored.game
    if not isinstance(game, Race):
        return None
    return {
        "game_id": stored.id,
        "minutes": game.minutes,
        "waiting": game.is_waiting,
        "time_up": game.is_time_up,
        "time_ends_at": stored.time_ends_at,
    }


def board_values(game: str, number: int, board: Board) -> Values:
    """The row of a board."""
    return {
        "game_id": game,
        "number": number,
        "guesser_id": board.guesser or None,
        "given_up": board.given_up,
        "hinted": ",".join(board.hinted),
        "pending": pack_pending(board.pending),
        "given_up_by": board.given_up_by,
        "giveup_votes": ",".join(board.giveup_votes),
    }


def turn_values(game: str, board: int, turns: Sequence[Turn], first: int) -> list[Values]:
    """The rows of a board's turns from number `first` on. Turns are numbered from 1."""
    return [
        {
            "game_id": game,
            "board": board,
            "number": number,
            "player_id": turn.by or None,
            "guess": pack(turn.guess),
            "hits": turn.feedback.hits,
            "blows": turn.feedback.blows,
        }
        for number, turn in enumerate(turns[first - 1 :], first)
    ]
