"""Rooms in which people play, in their plainest form: which game a move goes to, and what counts for whom."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tests.models.plain import BOT, Refused, Shown, check_code, check_feedback
from tests.models.plain_boards import Guessing
from tests.models.plain_duels import Invitation, TwoSides
from tests.models.plain_hosting import Hosted
from tests.models.plain_races import Racing
from tests.models.plain_results import Game, results_of, statistics
from tests.models.plain_turns import is_duel, is_own, require_duel, turn_of, waits_for

CHALLENGE_TIME = timedelta(hours=24)
TURN_TIME = timedelta(hours=48)
IDLE_TIME = timedelta(days=7)
LONGEST_ALONE = timedelta(days=30)
HOUR = timedelta(hours=1)
"""How long a race waits for its signal, and after how long without a move anybody may vote to end a shared game."""


@dataclass
class Model:
    """Every game in every room, oldest first.

    Attributes:
        now: the time.
        waiting: what each game waits for, as `turn_of` tells it, and since when.
        started: when each game was started.
        ends: when the last turn of each game with a limit for turns ends, and of which guess of a hosted game it is.
        beside: the shared games beside which a second one was started.
        results: how games ended, for each player.
    """

    now: datetime
    games: dict[str, Game] = field(default_factory=dict)
    waiting: dict[str, tuple[object, datetime]] = field(default_factory=dict)
    started: dict[str, datetime] = field(default_factory=dict)
    ends: dict[str, tuple[datetime, int]] = field(default_factory=dict)
    beside: set[str] = field(default_factory=set)
    results: list[dict[str, Any]] = field(default_factory=list)

    # Which game

    def running(self, room: str) -> list[Game]:
        return [game for game in self.games.values() if game.room == room and not game.is_over]

    def own(self, room: str, player: str) -> Game | None:
        """The running game that only this player guesses in."""
        return next((game for game in self.running(room) if is_own(game) and game.starter == player), None)

    def shared(self, room: str, player: str = "") -> Guessing | None:
        """The shared game of a room in which a player guesses: the last that they take part in, else the last."""
        shared = self.all_shared(room)
        return next(reversed([game for game in shared if player in game.people()] or shared), None)

    def all_shared(self, room: str) -> list[Guessing]:
        """The running shared games of a room, at most two."""
        return [game for game in self.running(room) if isinstance(game, Guessing) and not is_own(game)]

    def foremost(self, room: str) -> Guessing | None:
        """The shared game beside which no second one was started."""
        return next((game for game in self.all_shared(room) if game.id not in self.beside), None)

    def duels_of(self, room: str, player: str) -> list[Game]:
        return [game for game in self.running(room) if is_duel(game) and player in game.people()]

    def target(self, room: str, player: str, named: str | None, move: str = "") -> Game:
        """The game that a move is made in: a "guess", a "secret", a "draw" or claim, or any other."""
        if named is not None:
            game = self.games.get(named)
            if game is None or game.room != room:
                raise Refused("NoSuchGame")
            return game
        own = self.own(room, player)
        if own is not None and move in {"", "guess"}:
            return own
        duels = self.duels_of(room, player)
        waiting = [game for game in duels if waits_for(game, player, move)]
        found = waiting or duels
        shared = None if waiting else own or self.shared(room, player)
        if len(found) == 1 and not (move == "guess" and isinstance(found[0], Invitation) and shared is not None):
            return found[0]
        if shared is None:
            raise Refused("SeveralDuels" if duels else "NoGameHere")
        return shared

    def to_give_up(self, room: str, player: str, named: str | None) -> Game:
        """The game to give up; one of several has to be named unless all are duels."""
        mine = (self.own(room, player), *self.all_shared(room))
        others = [
            game for game in mine if game and game.starter == player and (is_own(game) or isinstance(game, Hosted))
        ]
        if named is None and others and len(others) + len(self.duels_of(room, player)) > 1:
            raise Refused("SeveralGames")
        return self.target(room, player, named)

    # Moves

    def add(self, game: Game) -> Game:
        """Add a new game, if nothing is in its place."""
        is_taken = self.own(game.room, game.starter) is not None
        if isinstance(game, Guessing) and game.who != "me":
            is_taken = is_taken or not self._has_place(game.room, game.starter)
        if is_taken:
            raise Refused("GameRunning")
        if isinstance(game, Racing):
            game.start_clock(self.now)
        self.games[game.id] = game
        self.waiting[game.id] = (turn_of(game), self.now)
        self.started[game.id] = self.now
        return game

    def _has_place(self, room: str, player: str) -> bool:
        """Whether a player may start a shared game, which may make two."""
        if (game := self.foremost(room)) is None:
            return True
        is_long = self.now >= self.started[game.id] + timedelta(hours=12)
        if not is_long or player in game.people() or len(self.all_shared(room)) > 1:
            return False
        self.beside.add(game.id)
        return True

    def challenge(self, game: Invitation) -> Game:
        if game.starter == game.opponent:
            raise Refused("CannotBeChallenged")
        if any(game.opponent in other.people() for other in self.duels_of(game.room, game.starter)):
            raise Refused("AlreadyChallenged")
        invitations = [each for each in self.games.values() if isinstance(each, Invitation) and not each.is_over]
        if any({game.starter, game.opponent} == set(each.people()) for each in invitations):
            raise Refused("AlreadyChallenged")
        if sum(each.starter == game.starter for each in invitations) >= 3:
            raise Refused("TooManyChallenges")
        return self.add(game)

    def rematch(self, ended: Game, player: str, new_id: str, nonce: str) -> Game:
        """Challenge the other again on the same terms; who did not start starts."""
        duel = require_duel(ended)
        if not duel.is_over:
            raise Refused("GameRunning")
        if player not in duel.people():
            raise Refused("NotYourGame")
        terms = (new_id, duel.room, player, duel.rules, duel.tries, nonce)
        return self.challenge(
            Invitation(*terms, opponent=duel.other(player), hidden=duel.hidden, first_mover=duel.second)
        )

    def to_guess_in(self, room: str, player: str, named: str | None, code: str) -> Game:
        """The game to guess in; without one, a guess may be right in the last game, a race."""
        try:
            return self.target(room, player, named, "guess")
        except Refused as refused:
            last = next((game for game in reversed(self.games.values()) if self._sees(game, room, player)), None)
            if last is not None and refused.reason == "NoGameHere":
                self._require_not_late(last, player, code)
            raise

    def _sees(self, game: Game, room: str, player: str) -> bool:
        """Whether a game is a shared one of the room, or the player's own or their duel there."""
        is_shared = isinstance(game, Guessing) and not is_own(game)
        return game.room == room and (is_shared or player in (game.people() if is_duel(game) else [game.starter]))

    def _require_not_late(self, game: Game, player: str, code: str) -> None:
        if isinstance(game, Racing) and game.result() == "solved" and code == game.secret:
            [winner] = [board.guesser for board in game.boards if game.result_of(board) == "solved"]
            if winner != player:
                raise Refused("FoundByAnother")

    def give_up(self, game: Game, player: str, *, is_moderator: bool) -> Game:
        """Give up, or vote for that; anybody may if nobody has moved for long."""
        if isinstance(game, Guessing):
            is_stuck = self.now >= self.waiting[game.id][1] + HOUR
            votes = [list(board.votes) for board in game.boards]
            game.give_up(player, is_moderator=is_moderator, is_stuck=is_stuck)
            if [list(board.votes) for board in game.boards if board.votes] != [some for some in votes if some]:
                return self.moved(game, is_vote=True)
        else:
            game.give_up(player, is_moderator=is_moderator)
        return self.moved(game)

    def undo(self, game: Hosted, player: str) -> Game:
        """Take back feedback, in the time for it."""
        game.require_undo(player)
        if game.id in self.ends and self.now >= self.ends[game.id][0]:
            raise Refused("NotPossibleNow")
        game.undo(player)
        return self.moved(game)

    def guess(self, game: Game, player: str, code: str, *, is_confirmed: bool) -> bool:
        """Make a guess; False if the player is asked first."""
        if isinstance(game, Hosted):
            game.require_guesser(player)  # before what a host has typed is read as a code
        check_code(code, game.rules)
        self._require_not_late(game, player, code)
        if isinstance(game, Racing) and game.is_out_of_time(self.now):
            raise Refused("PartOfRaceOver")
        game.check_guess(player)
        if not is_confirmed and isinstance(game, Guessing) and game.asks_about(player, code):
            return False
        if not isinstance(game, Invitation):
            game.guess(player, code)
        self.moved(game)
        return True

    def hide(self, game: Game, player: str, code: str) -> Game:
        """Hide a secret; the challenge, or the duel that starts."""
        if not isinstance(game, Invitation):
            duel = require_duel(game)
            if not duel.is_over and player not in duel.people():
                raise Refused("AlreadyAccepted")
            duel.require_player(player)
            raise Refused("NotPossibleNow")
        check_code(code, game.rules)
        game.hide(player, code)
        self.moved(game)
        if len(game.secrets) == 2:
            return self._start_duel(game)
        return game

    def _start_duel(self, game: Invitation) -> TwoSides:
        first = game.first()
        second = game.opponent if first == game.starter else game.starter
        duel = TwoSides(
            *(game.id, game.room, game.starter, game.rules, game.tries, game.nonce, game.moves, False),
            first,
            second,
            dict(game.secrets),
            game.hidden,
        )
        self.games[game.id] = duel
        self.waiting[game.id] = (turn_of(duel), self.now)
        return duel

    def claim(self, game: Game, player: str) -> Game:
        duel = require_duel(game)
        duel.require_player(player)
        if duel.waits_for() == player or self.now < self.waiting[game.id][1] + TURN_TIME:
            raise Refused("NotPossibleNow")
        duel.ended_as, duel.ended_by = "claimed", player
        return self.moved(duel)

    def against_bot(self, game: Game) -> TwoSides:
        """The game, if somebody can owe it feedback."""
        if not isinstance(game, TwoSides):
            raise Refused("NoPendingGuess")
        return game

    def give_feedback(self, game: Game, player: str, hits: int, blows: int) -> Game:
        duel = self.against_bot(game)
        check_feedback(duel.rules, hits, blows)
        duel.give_feedback(player, hits, blows)
        return self.moved(duel)

    def expire(self) -> list[Game]:
        """End every game in which nobody has moved for too long, and races out of time; those that have ended."""
        ended = [game for game in self.games.values() if not game.is_over and self._end_if_due(game)]
        for game in ended:
            self.moved(game)
        return ended

    def _end_if_due(self, game: Game) -> bool:
        limit = CHALLENGE_TIME if isinstance(game, Invitation) else IDLE_TIME
        if isinstance(game, TwoSides) and BOT not in game.turns:
            limit += TURN_TIME
        ends_at = self.waiting[game.id][1] + limit
        if isinstance(game, Hosted) and game.waits_for():
            ends_at = self.ends[game.id][0]
        if (isinstance(game, Guessing) and game.who == "me") or (isinstance(game, TwoSides) and BOT in game.turns):
            ends_at = min(ends_at, self.started[game.id] + LONGEST_ALONE)
        if isinstance(game, Racing) and game.is_waiting:
            ends_at = self.started[game.id] + HOUR
        if isinstance(game, Racing) and game.is_out_of_time(self.now):
            game.ended_as = "out_of_time"
        elif self.now >= ends_at:
            game.ended_as = "expired"
        return game.ended_as is not None

    def hosted(self, room: str, player: str, named: str | None) -> Hosted:
        """The game whose host gives or changes feedback."""
        if named is None:
            own, games = self.own(room, player), self.all_shared(room)
            hosted = [each for each in games if isinstance(each, Hosted) and each.starter == player]
            game: Game | None = next(iter([*hosted, *games]), None)
            if isinstance(own, TwoSides) and own.pending is not None:
                raise Refused("NoPendingGuess")
            if game is None:
                raise Refused("NoGameHere")
        else:
            game = self.target(room, player, named)
        if not isinstance(game, Hosted) or (named is None and game.starter != player):
            raise Refused("NoPendingGuess")
        return game

    def start(self, room: str, player: str, named: str | None, *, is_moderator: bool) -> Game:
        """Give the signal of a race."""
        game = (None if named else self.foremost(room)) or self.target(room, player, named)
        if not isinstance(game, Racing):
            raise Refused("NotARace")
        game.start(player, self.now, is_moderator=is_moderator)
        return self.moved(game)

    def moved(self, game: Game, *, is_vote: bool = False) -> Game:
        """Count a move, which may have ended the game; a vote changes no time."""
        game.moves += 1
        if game.result() is not None:
            game.is_over = True
            self.results += results_of(game)
        elif isinstance(game, Hosted) and game.waits_for():
            number = len(game.board.turns) + 1
            if number > self.ends.get(game.id, (self.now, 0))[1]:  # feedback that is taken back gives no more time
                self.waiting[game.id] = (turn_of(game), self.now)
                self.ends[game.id] = (self.now + TURN_TIME, number)
        elif not is_vote:
            turn = turn_of(game)
            if turn is None or turn != self.waiting[game.id][0]:  # an offer of a draw gives nobody more time
                self.waiting[game.id] = (turn, self.now)
        return game

    # What is seen

    def shown(self, game: Game, viewer: str) -> Shown:
        """What somebody sees of a game."""
        return {
            "id": game.id,
            "rules": game.rules,
            "tries": game.tries,
            "starter": game.starter,
            "moves": game.moves,
            "nonce": game.nonce if game.is_over else None,
            **game.shown_to(viewer),
        }

    def statistics(self, player: str) -> Shown:
        """What `stats` tells about a player."""
        return statistics([result for result in self.results if result["player"] == player])
