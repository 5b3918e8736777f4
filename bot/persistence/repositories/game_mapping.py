"""Rows to games and back."""

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any

from bot.model.games import LONG_SLOT, StoredGame
from bot.persistence.connection import Row, Values
from core.game.any_game import AnyGame, Who
from core.game.boards import Board, Outcome
from core.game.challenges import Challenge, ChallengeEnding
from core.game.clues import format_clue, format_items, parse_clue, parse_item, parse_items
from core.game.codes import Code
from core.game.duels import Duel
from core.game.feedback import Feedback, PendingGuess, Turn
from core.game.games import Game
from core.game.hidden import HiddenCode, HiddenText
from core.game.hosting import HostedGame
from core.game.items import Entry, Item, ItemSet, UsedItem
from core.game.races import MODES, Race
from core.game.rules import Rules
from core.game.sides import BOT, DuelEnding, Level, Side, UnratedReason

_BOT, _HEAD = "bot", "head"


def game_from_rows(game: Row, extra: Row | None, boards_with_turns: Sequence[Row]) -> StoredGame:
    """A game from its rows.

    Args:
        game: the row of `games`.
        extra: the row of `races` or `duels`, None if the game is neither.
        boards_with_turns: the rows of the boards in order, each once for each of its turns in order, or once without
            values of a turn.
    """
    by_board = [list(rows) for _, rows in groupby(boards_with_turns, lambda row: row.number)]
    boards = [rows[0] for rows in by_board]
    turns = [
        tuple(_turn(row.guess, row.hits, row.blows, row.player_id or BOT) for row in rows if row.guess is not None)
        for rows in by_board
    ]
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
        turn_ends_at=game.turn_ends_at,
        timed_turn=game.timed_turn,
        turn=timedelta(hours=game.turn_hours),
        idle=timedelta(hours=game.idle_hours),
        is_beside=game.slot == LONG_SLOT,
    )


def _any_game_from(game: Row, extra: Row | None, boards: Sequence[Row], turns: Sequence[tuple[Turn, ...]]) -> AnyGame:
    if extra is None or game.who == Who.RACE:
        return _game_from(game, extra, boards, turns)
    is_challenge = extra.level is None and not (extra.starter_secret and game.secret)
    return _challenge_from(game, extra) if is_challenge else _duel_from(game, extra, boards, turns)


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
        withheld = Feedback(*map(int, game.withheld.split(":"))) if game.withheld else None
        return HostedGame(**shared, in_head=game.secret_keeper == _HEAD, withheld=withheld)
    if race is not None:
        return Race(**shared, minutes=race.minutes, is_waiting=race.waiting, is_time_up=race.time_up)
    return MODES[shared["who"]](**shared)


def _board_from(row: Row, rules: Rules, secret: Code, tries: int, turns: tuple[Turn, ...]) -> Board:
    return Board(
        rules=rules,
        secret=secret,
        tries=tries,
        guesser=row.guesser_id,
        turns=turns,
        given_up=row.given_up,
        given_up_by=row.given_up_by,
        giveup_votes=unpack_players(row.giveup_votes),
        hinted=unpack_players(row.hinted),
        pending=_pending_from(row.pending),
    )


def _turn(guess: str, hits: int, blows: int, by: str) -> Turn:
    return Turn(unpack_code(guess), Feedback(hits, blows), by)


def _duel_from(game: Row, duel: Row, boards: Sequence[Row], turns: Sequence[tuple[Turn, ...]]) -> Duel:
    starter_turns, opponent_turns = turns
    starter = Side(game.starter_id, unpack_secret_or_none(duel.starter_secret), starter_turns)
    opponent = Side(duel.opponent_id or BOT, unpack_secret(game.secret), opponent_turns)
    rules, sides = rules_from(game.rules), (opponent, starter) if duel.opponent_begins else (starter, opponent)
    return Duel(
        rules=rules,
        sides=sides,
        starter=game.starter_id,
        level=Level(duel.level) if duel.level else None,
        tries=game.tries,
        hidden=duel.hidden,
        pending_guess=unpack_code_or_none(duel.pending_guess),
        hinted=tuple(player for board in boards for player in unpack_players(board.hinted)),
        draw_offered_by=duel.draw_offered_by,
        ended_by=duel.ended_by,
        ended_as=DuelEnding(duel.ended_as) if duel.ended_as else None,
        unrated=UnratedReason(duel.unrated) if duel.unrated else None,
        items=_items_from(duel.items),
        uses=tuple(_use_from(use, rules, sides) for use in duel.uses.split(",") if use),
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
        items=_items_from(duel.items),
    )


def _items_from(text: str | None) -> ItemSet | None:
    return parse_items(text) if text else None


def _use_from(text: str, rules: Rules, sides: tuple[Side, Side]) -> UsedItem:
    """A use of an item from text: `0:2:1:target 7 2:`.

    The parts are the index of the user's side, the calls before, the clue or only the item while that is missing,
    the user's number after a defence, and what the item is about if that is known while the clue is missing.
    """
    side, made, faced, clue, number, *about = text.split(":")
    found = parse_item(clue)
    if found is None:
        raise ValueError(text)
    item, details = found
    known = parse_clue(clue, rules) if details or item is Item.SHUFFLE else None
    after = unpack_secret(number) if number else None
    return UsedItem(
        item, sides[int(side)].player, int(made), int(faced), known, after, int(about[0]) if about else None
    )


def _use_text(used: UsedItem, duel: Duel) -> str:
    clue = used.item.value if used.clue is None else format_clue(used.clue)
    number = pack_code(used.number) if used.number else ""
    about = "" if used.about is None else f":{used.about}"
    return f"{int(used.by != duel.sides[0].player)}:{used.made}:{used.faced}:{clue}:{number}{about}"


def _pending_from(text: str) -> tuple[PendingGuess, ...]:
    """Pending guesses from text: `0123:a,...`."""
    pairs = (pair.split(":", maxsplit=1) for pair in text.split(",") if pair)
    return tuple(PendingGuess(unpack_code(guess), player) for guess, player in pairs)


def game_values(stored: StoredGame) -> Values:
    """The row of a game in `games`."""
    game = stored.game
    withheld = game.withheld if isinstance(game, HostedGame) else None
    return {
        "id": stored.id,
        "room_id": stored.room,
        "slot": stored.slot,
        "starter_id": game.starter,
        "rules": str(game.rules),
        "who": game.who.value,
        "tries": game.tries,
        "secret": pack_code(game.secret_to_find),
        "secret_keeper": (_HEAD if game.in_head else _BOT) if isinstance(game, HostedGame) else None,
        "withheld": None if withheld is None else f"{withheld.hits}:{withheld.blows}",
        "nonce": stored.nonce,
        "outcome": game.outcome,
        "started_at": stored.started_at,
        "ended_at": stored.ended_at,
        "revision": stored.revision,
        "moved_at": stored.moved_at,
        "check_at": stored.check_at,
        "reminded": stored.reminded,
        "turn_ends_at": stored.turn_ends_at,
        "timed_turn": stored.timed_turn,
        "turn_hours": stored.turn // timedelta(hours=1),
        "idle_hours": stored.idle // timedelta(hours=1),
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
        "starter_secret": pack_code_or_none(game.side(game.starter).secret),
        "beginner_id": None,
        "hidden": game.hidden,
        "pending_guess": pack_code_or_none(game.pending_guess),
        "draw_offered_by": game.draw_offered_by,
        "ended_by": game.ended_by,
        "ended_as": game.ended_as.value if game.ended_as else None,
        "unrated": game.unrated.value if game.unrated else None,
        "items": format_items(game.items) if game.items else None,
        "uses": ",".join(_use_text(used, game) for used in game.uses),
    }


def _challenge_values(game: str, challenge: Challenge) -> Values:
    return {
        "game_id": game,
        "level": None,
        "opponent_id": challenge.opponent,
        "opponent_begins": False,
        "starter_secret": pack_code_or_none(challenge.starter_secret),
        "beginner_id": challenge.first_mover,
        "hidden": challenge.hidden,
        "pending_guess": None,
        "draw_offered_by": None,
        "ended_by": challenge.ended_by,
        "ended_as": challenge.outcome.value if challenge.outcome else None,
        "unrated": None,
        "items": format_items(challenge.items) if challenge.items else None,
        "uses": "",
    }


def board_values(game: str, number: int, board: Board) -> Values:
    """The row of a board."""
    return {
        "game_id": game,
        "number": number,
        "guesser_id": board.guesser or None,
        "given_up": board.given_up,
        "hinted": ",".join(board.hinted),
        "pending": ",".join(f"{pack_code(waiting.guess)}:{waiting.by}" for waiting in board.pending),
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
            "guess": pack_code(turn.guess),
            "hits": turn.feedback.hits,
            "blows": turn.feedback.blows,
        }
        for number, turn in enumerate(turns[first - 1 :], first)
    ]


_REMEMBERED_RULES = 1000
_DIGITS = "0123456789abcdef"


def pack_code(code: Code) -> str:
    """A code as text; `unpack_code` is the inverse."""
    return "".join(map(_DIGITS.__getitem__, code))


def unpack_code(text: str) -> Code:
    """A code from text."""
    return tuple(int(character, 16) for character in text)


@lru_cache(_REMEMBERED_RULES)
def rules_from(notation: str) -> Rules:
    """The rules of a notation. They are cached, because most games have one of a few rules."""
    return Rules.parse(notation)


def unpack_players(text: str) -> tuple[str, ...]:
    """The ids in a list: `a,b,...`."""
    return tuple(filter(None, text.split(",")))


def pack_code_or_none(code: Code | None) -> str | None:
    """A code as text, if there is one."""
    return None if code is None else pack_code(code)


def unpack_secret(text: str) -> HiddenCode:
    """A secret from text, as a code that is not shown by accident."""
    return HiddenCode(unpack_code(text))


def unpack_secret_or_none(text: str | None) -> HiddenCode | None:
    """A secret from text, None without one."""
    return None if text is None else unpack_secret(text)


def unpack_code_or_none(text: str | None) -> Code | None:
    """A code from text, None without one."""
    return None if text is None else unpack_code(text)


def pack_history(history: Sequence[Entry]) -> str:
    """Turns without their players, and clues, as text: `012:0:2,slash 6,...`."""
    return ",".join(
        f"{pack_code(entry.guess)}:{entry.feedback.hits}:{entry.feedback.blows}"
        if isinstance(entry, Turn)
        else format_clue(entry)
        for entry in history
    )


def unpack_history(text: str, rules: Rules) -> tuple[Entry, ...]:
    """Turns without players, and clues, from text."""
    return tuple(parse_clue(entry, rules) or _unpack_turn(entry, "") for entry in text.split(",") if entry)


def unpack_turns(text: str, by: str = "") -> tuple[Turn, ...]:
    """Turns from text, with `by` as the player of each."""
    return tuple(_unpack_turn(turn, by) for turn in text.split(",") if turn)


def _unpack_turn(text: str, by: str) -> Turn:
    guess, hits, blows = text.split(":")
    return Turn(unpack_code(guess), Feedback(int(hits), int(blows)), by)
