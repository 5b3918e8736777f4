"""Rows as values and values as rows. Codes are kept as hexadecimal symbol numbers, whatever alphabet shows them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from bot.services.model import AnyGame, Conversation, Player, PlayerKey, Result, Room, RoomKey, StoredGame
from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.games import NO_LIMIT, Board, Game, Outcome, Who
from core.game.rules import Rules
from core.game.versus import OPPONENT, Level, Verdict, Versus

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
    return Player(row.id, PlayerKey(row.platform, row.workspace, row.user), row.name, row.language)


def game_from(
    game: Row[Any], versus: Row[Any] | None, boards: Sequence[Row[Any]], turns: Sequence[Row[Any]]
) -> StoredGame:
    """A game from its row, the one about its opponent if it has one, and those of its boards and turns in order."""
    of_boards = [tuple(_turn_from(turn) for turn in turns if turn.board == board.number) for board in boards]
    value: AnyGame
    if versus is None:
        value = _hidden_from(game, boards, of_boards)
    else:
        value = _versus_from(game, versus, *of_boards, *[()] * (2 - len(of_boards)))
    return StoredGame(game.id, game.room_id, value, game.nonce, game.started_at, game.ended_at)


def _hidden_from(game: Row[Any], boards: Sequence[Row[Any]], turns: Sequence[tuple[Turn, ...]]) -> Game:
    rules, secret = Rules.parse(game.rules), unpack(game.secret)
    kept = tuple(
        Board(rules, secret, game.tries, board.guesser_id, made, board.given_up, board.assisted)
        for board, made in zip(boards, turns, strict=True)
    )
    return Game(rules, secret, game.starter_id, Who(game.who), game.tries, kept)


def _versus_from(game: Row[Any], versus: Row[Any], mine: tuple[Turn, ...], theirs: tuple[Turn, ...]) -> Versus:
    return Versus(
        rules=Rules.parse(game.rules),
        secret=unpack(game.secret),
        starter=game.starter_id,
        level=Level(versus.level),
        opponent_begins=versus.opponent_begins,
        player_secret=_unpack_or_none(versus.told),
        player_turns=mine,
        opponent_turns=theirs,
        pending_guess=_unpack_or_none(versus.asked),
        resigned=versus.resigned,
    )


def _unpack_or_none(text: str | None) -> Code | None:
    return None if text is None else unpack(text)


def _turn_from(row: Row[Any]) -> Turn:
    return Turn(unpack(row.guess), Feedback(row.hits, row.blows), row.player_id or OPPONENT)


def game_values(stored: StoredGame) -> Values:
    """The row of a game, without its boards."""
    game = stored.game
    return {
        "id": stored.id,
        "room_id": stored.room,
        "slot": stored.slot,
        "starter_id": game.starter,
        "rules": str(game.rules),
        "who": Who.ME.value if isinstance(game, Versus) else game.who.value,
        "tries": NO_LIMIT if isinstance(game, Versus) else game.tries,
        "secret": pack(game.secret),
        "nonce": stored.nonce,
        "outcome": game.outcome,
        "started_at": stored.started_at,
        "ended_at": stored.ended_at,
    }


def board_values(game: str, number: int, board: Board) -> Values:
    """The row of a board, without its turns."""
    return {
        "game_id": game,
        "number": number,
        "guesser_id": board.guesser or None,
        "given_up": board.given_up,
        "assisted": board.assisted,
    }


def versus_values(stored: StoredGame) -> Values | None:
    """The row about a game's opponent, None if it has none."""
    game = stored.game
    if not isinstance(game, Versus):
        return None
    return {
        "game_id": stored.id,
        "level": game.level.value,
        "opponent_begins": game.opponent_begins,
        "told": None if game.player_secret is None else pack(game.player_secret),
        "asked": None if game.pending_guess is None else pack(game.pending_guess),
        "resigned": game.resigned,
    }


def turn_values(game: str, number: int, board: Board, first: int) -> list[Values]:
    """The rows of a board's turns from number `first` on, counted from 1."""
    return [
        {
            "game_id": game,
            "board": number,
            "number": place,
            "player_id": turn.by or None,
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
        "assisted": result.assisted,
        "level": result.level.value if result.level else None,
        "ended_at": result.ended_at,
    }


def result_from(row: Row[Any]) -> Result:
    """A result."""
    return Result(
        game=row.game_id,
        room=row.room_id,
        player=row.player_id,
        rules=row.rules,
        outcome=Verdict(row.outcome) if row.level else Outcome(row.outcome),
        guesses=row.guesses,
        tries=row.tries,
        solo=row.solo,
        ended_at=row.ended_at,
        assisted=row.assisted,
        level=Level(row.level) if row.level else None,
    )


def conversation_values(conversation: Conversation) -> Values:
    """The row of a conversation."""
    return {
        "room_id": conversation.room,
        "player_id": conversation.player,
        "rules": str(conversation.rules),
        "strategy": conversation.strategy,
        "lies": conversation.lies,
        "turns": ",".join(
            f"{pack(turn.guess)}:{turn.feedback.hits}:{turn.feedback.blows}" for turn in conversation.turns
        ),
        "suggested": None if conversation.suggested is None else pack(conversation.suggested),
        "updated_at": conversation.updated_at,
    }


def conversation_from(row: Row[Any]) -> Conversation:
    """A conversation."""
    return Conversation(
        room=row.room_id,
        player=row.player_id,
        rules=Rules.parse(row.rules),
        strategy=row.strategy,
        lies=row.lies,
        turns=tuple(_told_turn(text) for text in row.turns.split(",") if text),
        suggested=_unpack_or_none(row.suggested),
        updated_at=row.updated_at,
    )


def _turn_text(turn: Turn) -> str:
    return f"{pack(turn.guess)}:{turn.feedback.hits}:{turn.feedback.blows}"


def _told_turn(text: str) -> Turn:
    guess, hits, blows = text.split(":")
    return Turn(unpack(guess), Feedback(int(hits), int(blows)))
