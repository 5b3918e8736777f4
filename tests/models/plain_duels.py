"""Challenges and duels, in their plainest form."""

import hashlib
from dataclasses import dataclass, field

from typing_extensions import override

from tests.models.plain import BOT, Refused, Shown, Terms, Turn, fitting, score
from tests.models.plain_corrections import Changes, corrected, corrections


@dataclass
class Invitation(Terms):
    """A challenge to a duel."""

    opponent: str = ""
    hidden: bool = False
    first_mover: str | None = None
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
            raise Refused("NotPossibleNow")
        self.secrets[player] = code

    def check_guess(self, player: str) -> None:
        self.require_player(player)
        raise Refused("DuelNotStarted")

    def hint(self, player: str) -> None:
        self.check_guess(player)

    def first(self) -> str:
        """Who starts, as everybody can verify with any tool for SHA-256."""
        if self.first_mover is not None:
            return self.first_mover
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
            "first_mover": self.first_mover,
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
        if result == "expired":
            return self._winner_of_abandoned()
        if result == "resigned":
            return self.other(str(self.ended_by))
        if result == "claimed":
            return self.ended_by
        return self.finders()[0] if result == "solved" and len(self.finders()) == 1 else None

    def result_for(self, player: str) -> str | None:
        result = self.result()
        if result in {None, "stopped"} or (result == "expired" and self.winner() is None):
            return None
        if self.winner() is None:
            return "drawn"
        return "won" if self.winner() == player else "resigned" if result in {"resigned", "expired"} else "lost"

    def _winner_of_abandoned(self) -> str | None:
        """Who had guessed while the other, a person, had to move."""
        late = self.mover() if self.pending is None else self.other(self.mover())
        other = self.other(late)
        has_guessed = self.turns[other] or (self.pending is not None and self.mover() == other)
        return other if late != BOT and has_guessed else None

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
            raise Refused("GuessAwaitsFeedback")

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
        else:
            raise Refused("EndedByPlayersOnly" if is_moderator else "NotYourGame")
        self.ended_by = player

    def offer_draw(self, player: str) -> None:
        self.require_player(player)
        if self.draw_offered_by == player:
            raise Refused("NotPossibleNow")
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
        return fitting(self.rules, self.turns[BOT])

    def contradiction(self) -> list[Turn]:
        """The bot's turns, if they contradict themselves and the bot cannot go on."""
        return self.turns[BOT] if self.waits_for() == BOT and not self.fitting() else []

    def correct(self, player: str, changes: Changes) -> None:
        """Correct the feedback to the bot."""
        self._require_own_head(player)
        self.turns[BOT] = corrected(self.turns[BOT], changes)

    def shown_to(self, viewer: str) -> Shown:
        return {
            "who": "duel" if self.level is None else f"versus {self.level}",
            "result": self.result(),
            "hidden": self.hidden,
            "sides": [self._side_shown_to(viewer, player) for player in (self.first, self.second)],
            "pending": self.pending,
            "corrections": corrections(self.rules, self.contradiction()) if viewer else None,
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
