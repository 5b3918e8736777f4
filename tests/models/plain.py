"""The rules of the game in their plainest form, written from the documentation, to compare the services with.

Codes are texts such as "01", people are names, and games are changed in place. A move that is not allowed raises
`Refused` with the name of the error that the services raise.
"""

import hashlib
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, TypeAlias

from typing_extensions import override

BOT = "the bot"

CODES = {
    "2x5": ["".join(code) for code in permutations("01234", 2)],
    "2x3r": ["".join(code) for code in product("012", repeat=2)],
}
"""Every code under some small rules, so that secrets are often found and guesses often repeated."""

Turn: TypeAlias = tuple[str, str, int, int]
"""Who guessed, what, and the hits and blows."""

Shown: TypeAlias = dict[str, Any]
"""What somebody sees of a game."""


class Refused(Exception):
    """A move is not allowed."""

    @property
    def reason(self) -> str:
        return str(self.args[0])


def score(secret: str, guess: str) -> tuple[int, int]:
    """The hits and blows of a guess."""
    hits = sum(one == other for one, other in zip(secret, guess, strict=True))
    return hits, sum(min(secret.count(symbol), guess.count(symbol)) for symbol in set(secret)) - hits


def possible_feedback(rules: str) -> set[tuple[int, int]]:
    """The hits and blows that some guess can get."""
    return {score(secret, guess) for secret in CODES[rules] for guess in CODES[rules]}


def check_code(text: str, rules: str) -> None:
    """Refuse what is no code."""
    if text not in CODES[rules]:
        symbols = {symbol for code in CODES[rules] for symbol in code}
        unknown, long = not symbols.issuperset(text), len(text) != len(CODES[rules][0])
        raise Refused("UnknownSymbol" if unknown else "WrongLength" if long else "RepeatedSymbol")


@dataclass
class Terms:
    """What every game has."""

    id: str
    room: str
    starter: str
    rules: str
    tries: int
    nonce: str
    moves: int = 0
    is_over: bool = False

    def waits_for(self) -> str | None:
        """The only player who can move next, if there is one."""
        return None

    @property
    def size(self) -> int:
        return len(CODES[self.rules][0])

    def is_found(self, turns: list[Turn]) -> bool:
        return bool(turns) and turns[-1][2] == self.size


@dataclass
class Board:
    """The guesses of everyone, of one player, or of one player of a race."""

    guesser: str | None
    turns: list[Turn] = field(default_factory=list)
    votes: list[str] = field(default_factory=list)
    given_up_by: str | None = None
    hinted: list[str] = field(default_factory=list)

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(turn[0] for turn in self.turns))

    @property
    def votes_needed(self) -> int:
        return len(self.players) // 2 + 1


@dataclass
class Guessing(Terms):
    """A game against a hidden secret: `who` is everyone, me or race."""

    secret: str = ""
    who: str = "everyone"
    boards: list[Board] = field(default_factory=list)
    ended_as: str | None = None

    def people(self) -> list[str]:
        return [self.starter, *(turn[0] for board in self.boards for turn in board.turns)]

    def board_of(self, player: str) -> Board:
        guesser = {"everyone": None, "me": self.starter, "race": player}[self.who]
        return next((board for board in self.boards if board.guesser == guesser), Board(guesser))

    def result_of(self, board: Board) -> str | None:
        if self.is_found(board.turns):
            return "solved"
        if board.given_up_by is not None:
            return "gave_up"
        return "out_of_tries" if self.tries and len(board.turns) >= self.tries else None

    def result(self) -> str | None:
        if self.ended_as:
            return self.ended_as
        results = [self.result_of(board) for board in self.boards]
        if "solved" in results:
            return "solved"
        if not results or None in results:
            return None
        return "out_of_tries" if "out_of_tries" in results else "gave_up"

    def _touch(self, player: str) -> Board:
        board = self.board_of(player)
        if board not in self.boards:
            self.boards.append(board)
        return board

    def _require_open(self, player: str) -> None:
        if self.is_over:
            raise Refused("GameOver")
        if self.who == "me" and player != self.starter:
            raise Refused("NotYourGame")

    def check_guess(self, player: str) -> None:
        self._require_open(player)
        if self.result_of(self.board_of(player)):
            raise Refused("GameOver")

    def guess(self, player: str, code: str) -> None:
        self.check_guess(player)
        self._touch(player).turns.append((player, code, *score(self.secret, code)))

    def is_refuted(self, player: str, code: str) -> bool:
        """Whether a guess cannot be the secret, so that its player is asked first."""
        turns = self.board_of(player).turns
        return self.tries > 0 and any(score(code, guess) != (hits, blows) for _, guess, hits, blows in turns)

    def hint(self, player: str) -> None:
        self._require_open(player)
        if player not in self.people():
            raise Refused("NotPlaying")
        self.check_guess(player)
        board = self._touch(player)
        if player not in board.hinted:
            board.hinted.append(player)

    def give_up(self, player: str, *, is_moderator: bool) -> None:
        if self.is_over:
            raise Refused("GameOver")
        has_part = player in self.people() and not self.result_of(self.board_of(player))
        if is_moderator and not (self.who == "race" and has_part):
            self._end_all(player)
            return
        self._require_open(player)
        if player not in self.people():
            raise Refused("NotPlaying")
        self.check_guess(player)
        board = self.board_of(player)
        if player == self.starter or board.guesser or board.players == [player]:
            self._give_up(self._touch(player), player)
        elif player in board.votes:
            raise Refused("AlreadyVoted")
        else:
            board.votes.append(player)
            if len(board.votes) >= board.votes_needed:
                board.given_up_by = player

    def _end_all(self, moderator: str) -> None:
        if not self.boards:
            self._touch(self.starter)
        for board in self.boards:
            if not self.result_of(board):
                self._give_up(board, moderator)

    def _give_up(self, board: Board, player: str) -> None:
        board.given_up_by = player
        board.votes = [voter for voter in board.votes if voter != player]

    def shown_to(self, viewer: str) -> Shown:
        return {
            "who": self.who,
            "result": self.result(),
            "secret": self.secret if self.is_over else "",
            "boards": [self._board_shown_to(viewer, board) for board in self.boards],
        }

    def _board_shown_to(self, viewer: str, board: Board) -> Shown:
        is_open = self.is_over or self.who != "race" or board.guesser == viewer
        turns = [(by, code if is_open else "", hits, blows) for by, code, hits, blows in board.turns]
        return {
            "guesser": board.guesser,
            "turns": turns,
            "votes": board.votes,
            "given_up_by": board.given_up_by,
            "hinted": board.hinted,
            "result": self.result_of(board),
        }


@dataclass
class Invitation(Terms):
    """A challenge to a duel."""

    opponent: str = ""
    hidden: bool = False
    begins: str | None = None
    secrets: dict[str, str] = field(default_factory=dict)
    ended_as: str | None = None
    ended_by: str | None = None

    def people(self) -> list[str]:
        return [self.starter, self.opponent]

    def result(self) -> str | None:
        return self.ended_as

    @override
    def waits_for(self) -> str | None:
        return next((player for player in self.people()[::-1] if player not in self.secrets), None)

    def require_player(self, player: str) -> None:
        if self.is_over:
            raise Refused("GameOver")
        if player not in self.people():
            raise Refused("NotYourGame")

    def hide(self, player: str, code: str) -> None:
        self.require_player(player)
        if player in self.secrets:
            raise Refused("SecretAlreadyHidden")
        self.secrets[player] = code

    def check_guess(self, player: str) -> None:
        self.require_player(player)
        raise Refused("DuelNotBegun")

    def hint(self, player: str) -> None:
        self.check_guess(player)

    def first(self) -> str:
        """Who begins, as everybody can verify with any tool for SHA-256."""
        if self.begins is not None:
            return self.begins
        codes = f"{self.secrets[self.starter]} {self.secrets[self.opponent]}"
        text = f"hitblow {self.id} {self.rules} {codes} {self.nonce}"
        return self.starter if hashlib.sha256(text.encode()).hexdigest()[0] in "01234567" else self.opponent

    def give_up(self, player: str, *, is_moderator: bool) -> None:
        if self.is_over:
            raise Refused("GameOver")
        if player in self.people():
            declines = player == self.opponent and player not in self.secrets
            self.ended_as = "declined" if declines else "withdrawn"
        elif is_moderator:
            self.ended_as = "stopped"
        else:
            raise Refused("NotYourGame")
        self.ended_by = player

    def shown_to(self, viewer: str) -> Shown:
        return {
            "who": "challenge",
            "result": self.ended_as,
            "opponent": self.opponent,
            "hidden": self.hidden,
            "begins": self.begins,
            "secrets": {player: code if player == viewer else "" for player, code in self.secrets.items()},
            "ended_by": self.ended_by,
        }


@dataclass
class TwoSides(Terms):
    """A duel of two people, or of a person and the bot, whose `level` it then has."""

    first: str = ""
    second: str = ""
    secrets: dict[str, str | None] = field(default_factory=dict)
    hidden: bool = False
    level: str | None = None
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    pending: str | None = None
    hinted: list[str] = field(default_factory=list)
    draw_offered_by: str | None = None
    ended_as: str | None = None
    ended_by: str | None = None

    def __post_init__(self) -> None:
        self.turns = self.turns or {self.first: [], self.second: []}

    def people(self) -> list[str]:
        return [player for player in (self.first, self.second) if player != BOT]

    def other(self, player: str) -> str:
        return self.second if player == self.first else self.first

    def mover(self) -> str:
        return self.first if len(self.turns[self.first]) <= len(self.turns[self.second]) else self.second

    @override
    def waits_for(self) -> str | None:
        if self.is_over:
            return None
        return self.mover() if self.pending is None else self.other(self.mover())

    def finders(self) -> list[str]:
        return [player for player in (self.first, self.second) if self.is_found(self.turns[player])]

    def result(self) -> str | None:
        if self.ended_as:
            return self.ended_as
        if self.pending is not None or len(self.turns[self.first]) != len(self.turns[self.second]):
            return None
        if self.finders():
            return "solved"
        return "out_of_tries" if self.tries and len(self.turns[self.first]) >= self.tries else None

    def winner(self) -> str | None:
        result = self.result()
        if result == "resigned":
            return self.other(str(self.ended_by))
        if result == "claimed":
            return self.ended_by
        return self.finders()[0] if result == "solved" and len(self.finders()) == 1 else None

    def result_for(self, player: str) -> str | None:
        result = self.result()
        if result in {None, "stopped", "expired"}:
            return None
        if self.winner() is None:
            return "drawn"
        return "won" if self.winner() == player else "resigned" if result == "resigned" else "lost"

    def require_player(self, player: str) -> None:
        if self.is_over:
            raise Refused("GameOver")
        if player not in {self.first, self.second}:
            raise Refused("NotYourGame")

    def check_guess(self, player: str) -> None:
        self.require_player(player)
        if self.waits_for() != player:
            raise Refused("NotYourTurn")
        if self.pending is not None:
            raise Refused("FeedbackMissing")

    def guess(self, player: str, code: str) -> None:
        self.check_guess(player)
        secret = self.secrets[self.other(player)]
        if secret is None:
            self.pending = code
            return
        self.turns[player].append((player, code, *score(secret, code)))
        if self.draw_offered_by != player:  # a guess declines the other's offer
            self.draw_offered_by = None

    def hint(self, player: str) -> None:
        self.require_player(player)
        if self.level is None:
            raise Refused("HintsNotAllowed")
        if player not in self.hinted:
            self.hinted.append(player)

    def give_up(self, player: str, *, is_moderator: bool) -> None:
        if self.is_over:
            raise Refused("GameOver")
        if player in self.people():
            self.ended_as = "resigned"
        elif is_moderator:
            self.ended_as = "stopped"
        else:
            raise Refused("NotYourGame")
        self.ended_by = player

    def offer_draw(self, player: str) -> None:
        self.require_player(player)
        if self.draw_offered_by == player:
            raise Refused("DrawNotPossible")
        if self.draw_offered_by is None:
            self.draw_offered_by = player
        else:
            self.ended_as, self.ended_by = "agreed", player

    def _require_own_head(self, player: str) -> None:
        self.require_player(player)
        if self.secrets[player] is not None:
            raise Refused("NoPendingGuess")

    def give_feedback(self, player: str, hits: int, blows: int) -> None:
        self._require_own_head(player)
        if self.pending is None:
            raise Refused("NoPendingGuess")
        self.turns[BOT].append((BOT, self.pending, hits, blows))
        self.pending = None

    def undo(self, player: str) -> None:
        self._require_own_head(player)
        if not self.turns[BOT]:
            raise Refused("NoPendingGuess")
        self.pending = self.turns[BOT].pop()[1]

    def fitting(self) -> list[str]:
        """The codes that the bot's turns leave possible."""
        return [
            code
            for code in CODES[self.rules]
            if all(score(code, guess) == (hits, blows) for _, guess, hits, blows in self.turns[BOT])
        ]

    def shown_to(self, viewer: str) -> Shown:
        return {
            "who": "duel" if self.level is None else f"versus {self.level}",
            "result": self.result(),
            "hidden": self.hidden,
            "sides": [self._side_shown_to(viewer, player) for player in (self.first, self.second)],
            "pending": self.pending,
            "hinted": self.hinted,
            "draw_offered_by": self.draw_offered_by,
            "ended_by": self.ended_by,
            "winner": self.winner(),
            "waits_for": self.waits_for(),
        }

    def _side_shown_to(self, viewer: str, player: str) -> Shown:
        secret, turns = self.secrets[player], self.turns[player]
        is_open = self.is_over or viewer == player
        is_hiding = self.hidden and not is_open
        return {
            "player": player,
            "secret": secret if is_open or secret is None else "",
            "turns": [] if is_hiding else list(turns),
            "hidden_turns": len(turns) if is_hiding else 0,
            "result": self.result_for(player) if player != BOT else None,
        }


Game: TypeAlias = Guessing | Invitation | TwoSides
