"""Rows as values and values as rows. Codes are kept as hexadecimal symbol numbers, whatever alphabet shows them."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row

from bot.services.model import Player, PlayerKey, Result, Room, RoomKey, StoredGame
from core.codes import Code
from core.feedback import Feedback, Turn
from core.game import Board, Game, Outcome, Who
from core.rules import Rules

Values = dict[str, Any]


def pack(code: Code) -> str:
    """A code as a row keeps it; `unpack` is the inverse."""
    return "".join(f"{symbol:x}" for symbol in code)


def unpack(text: str) -> Code:
    """A code from a row."""
    return tuple(int(character, 16) for character in text)


def room_from(row: Row[Any]) -> Room:
    """A room."""
    return Room(row.id, RoomKey(row.platform, row.workspace, row.channel))


def player_from(row: Row[Any]) -> Player:
    """A player."""
    return Player(row.id, PlayerKey(row.platform, row.workspace, row.user), row.name)


def game_from(game: Row[Any], boards: Iterable[Row[Any]], turns: Sequence[Row[Any]]) -> StoredGame:
    """A game from its row, those of its boards in order, and those of its turns in order."""
    rules, secret = Rules.parse(game.rules), unpack(game.secret)
    kept = tuple(
        Board(
            rules,
            secret,
            game.tries,
            board.guesser_id,
            tuple(_turn_from(turn) for turn in turns if turn.board == board.number),
            board.given_up,
        )
        for board in boards
    )
    value = Game(rules, secret, game.starter_id, Who(game.who), game.tries, kept)
    return StoredGame(game.id, game.room_id, value, game.nonce, game.started_at, game.ended_at)


def _turn_from(row: Row[Any]) -> Turn:
    return Turn(unpack(row.guess), Feedback(row.hits, row.blows), row.player_id)


def game_values(stored: StoredGame) -> Values:
    """The row of a game, without its boards."""
    game = stored.game
    return {
        "id": stored.id,
        "room_id": stored.room,
        "slot": stored.slot,
        "starter_id": game.starter,
        "rules": str(game.rules),
        "who": game.who.value,
        "tries": game.tries,
        "secret": pack(game.secret),
        "nonce": stored.nonce,
        "outcome": game.outcome,
        "started_at": stored.started_at,
        "ended_at": stored.ended_at,
    }


def board_values(game: str, number: int, board: Board) -> Values:
    """The row of a board, without its turns."""
    return {"game_id": game, "number": number, "guesser_id": board.guesser, "given_up": board.given_up}


def turn_values(game: str, number: int, board: Board, first: int) -> list[Values]:
    """The rows of a board's turns from number `first` on, counted from 1."""
    return [
        {
            "game_id": game,
            "board": number,
            "number": place,
            "player_id": turn.by,
            "guess": pack(turn.guess),
            "hits": turn.feedback.hits,
            "blows": turn.feedback.blows,
        }
        for place, turn in enumerate(board.turns, 1)
        if place >= first
    ]


def result_values(result: Result) -> Values:
    """The row of a result."""
    return {
        "game_id": result.game,
        "player_id": result.player,
        "room_id": result.room,
        "rules": result.rules,
        "outcome": result.outcome.value,
        "guesses": result.guesses,
        "tries": result.tries,
        "solo": result.solo,
        "ended_at": result.ended_at,
    }


def result_from(row: Row[Any]) -> Result:
    """A result."""
    return Result(
        game=row.game_id,
        room=row.room_id,
        player=row.player_id,
        rules=row.rules,
        outcome=Outcome(row.outcome),
        guesses=row.guesses,
        tries=row.tries,
        solo=row.solo,
        ended_at=row.ended_at,
    )
