"""What people do at random, sensible or not."""

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.models.comparison import ROOMS
from tests.models.game_starts import GameStarts, notations, numbers, people, rooms
from tests.models.moves import code
from tests.models.plain import BOT, score
from tests.models.plain_boards import Guessing
from tests.models.plain_duels import Invitation, TwoSides
from tests.models.plain_hosting import Hosted
from tests.models.plain_races import Racing
from tests.models.plain_results import Game

HOURS = (1, 25, 47, 49, 49, 170, -20)
_DUEL_MOVES = ("hide_anything", "draw", "claim")
_FEEDBACK_MOVES = ("give_any_feedback", "undo", "correct_feedback_to_bot")
_HOST_MOVES = ("host_feedback", "undo_host_feedback", "correct_host_feedback")
MOVES = (*_DUEL_MOVES, *_FEEDBACK_MOVES, *_HOST_MOVES, "guess_anything", "give_up", "hint", "start_race")


class RandomGames(GameStarts):
    """People who play on, meddle, let time pass, and repeat themselves."""

    def named(self, number: int) -> str | None:
        """The id of one of the last games, or None to leave it to the services."""
        games = list(self.model.games)
        return games[-1 - number // 2 % 5 % len(games)] if games and number % 2 else None

    def running(self) -> list[Game]:
        """Every running game."""
        return [game for room in ROOMS for game in self.model.running(room)]

    @precondition(lambda self: self.running())
    @rule(moves=st.lists(st.tuples(numbers, numbers, people, st.booleans()), min_size=1, max_size=8))
    def play_on(self, moves: list[tuple[int, int, str, bool]]) -> None:
        """People do what the running games wait for."""
        for number, guess, who, is_confirmed in moves:
            if games := self.running():
                self._move(games[-1 - number % 10 % len(games)], guess, who, is_confirmed=is_confirmed)

    def _move(self, game: Game, guess: int, who: str, *, is_confirmed: bool) -> None:
        drawn = code(guess, game.rules)
        match game:
            case Invitation():
                hiding = next(player for player in game.people() if player not in game.secrets)
                self._hide(hiding, game.room, game.id, drawn)
            case TwoSides() if game.pending is not None:
                honest = drawn if guess < 70 else game.fitting()[0]
                feedback = score(honest, game.pending)
                self._feedback(game.people()[0], game.room, game.id, "{}H{}B".format(*feedback), feedback)
            case TwoSides() if game.contradiction():
                self._correct_feedback_to_bot(game.people()[0], game.room, game.id, guess)
            case TwoSides():
                player = str(game.waits_for())
                player = who if player == BOT else player
                secret = game.secrets.get(game.other(player))
                text = secret if secret and guess < 25 else drawn
                self._guess(player, game.room, game.id, text, is_confirmed=is_confirmed)
            case Hosted() if game.contradiction() and guess % 4:
                self._correct_host_feedback(game.starter, game.room, game.id, guess)
            case Hosted() if game.waits_for() and guess % 2:
                self._host_feedback(game.starter, game.room, game.id, guess // 2)
            case Racing() if game.is_waiting and guess % 4:
                self._start_race(game.starter, game.room, game.id, guess)
            case Guessing():
                player = game.starter if game.who == "me" else who
                text = game.secret if guess < 10 else drawn
                self._guess(player, game.room, game.id, text, is_confirmed=is_confirmed)

    @precondition(lambda self: self.model.games)
    @rule(moves=st.lists(st.tuples(st.sampled_from(MOVES), people, rooms, numbers, numbers), min_size=1, max_size=4))
    def meddle(self, moves: list[tuple[str, str, str, int, int]]) -> None:
        """People do what they should not, or nobody expects."""
        for act, who, room, game, number in moves:
            named = self.named(game)
            found = self.model.games.get(named or "")
            place = found.room if found and number % 8 else room
            person = found.people()[number % len(found.people())] if found and number % 4 else who
            getattr(self, f"_{act}")(person, place, named, number)

    @precondition(lambda self: self.duels())
    @rule(
        number=numbers,
        moves=st.lists(st.tuples(st.sampled_from(("draw", "claim", 25, 49)), st.booleans()), min_size=1, max_size=4),
    )
    def bargain(self, number: int, moves: list[tuple[str | int, bool]]) -> None:
        """The two in a duel offer draws, let time pass and claim."""
        for act, is_first in moves:
            if isinstance(act, int):
                self.wait(act, is_down=is_first)
            elif duels := self.duels():
                duel = duels[number % len(duels)]
                getattr(self, f"_{act}")(duel.first if is_first else duel.second, duel.room, duel.id, number)

    @rule(
        number=numbers,
        rules=notations,
        moves=st.lists(st.tuples(st.sampled_from(_HOST_MOVES), people, numbers), min_size=2, max_size=8),
    )
    def referee(self, number: int, rules: str, moves: list[tuple[str, str, int]]) -> None:
        """People guess a secret that is in the head of a host, who gives feedback, corrects it and takes it back."""
        if not self.hosted():
            self.host(moves[0][1], ROOMS[0], rules, 12, number, is_in_head=True)
        for act, who, choice in moves:
            if games := self.hosted():
                self._serve(games[number % len(games)], act, who, choice)

    def _serve(self, game: Hosted, act: str, who: str, choice: int) -> None:
        """Let the host do something, after a guess if none is pending."""
        if not game.waits_for() or choice < 20:
            self._guess(who, game.room, game.id, code(choice, game.rules), is_confirmed=choice % 2 == 0)
        chosen = "correct_host_feedback" if game.contradiction() and choice % 3 else act
        getattr(self, f"_{chosen}")(game.starter, game.room, game.id, choice)

    def hosted(self) -> list[Hosted]:
        """The running games whose host gives the feedback."""
        return [game for game in self.running() if isinstance(game, Hosted) and game.is_in_head]

    @rule(
        moves=st.lists(st.tuples(people, numbers), min_size=2, max_size=6),
        is_waiting=st.booleans(),
        hours=st.sampled_from((0, 0, 1, 24)),
    )
    def run(self, moves: list[tuple[str, int]], hours: int, *, is_waiting: bool) -> None:
        """People start a race and guess in it; its time may run out, and they still guess."""
        if not self.races():
            self.race(moves[0][0], ROOMS[0], 12, 60, moves[0][1], is_waiting=is_waiting)
        for number, (who, guess) in enumerate(moves):
            if races := self.races():
                self._move(races[-1], guess, who, is_confirmed=True)
                self.wait(hours if number == 1 else 0, is_down=True)

    def races(self) -> list[Racing]:
        """The running races."""
        return [game for game in self.running() if isinstance(game, Racing)]

    def duels(self) -> list[TwoSides]:
        """The running duels between people."""
        return [game for game in self.running() if isinstance(game, TwoSides) and game.level is None]

    # Time, names and events

    @precondition(lambda self: self.model.games)
    @rule(hours=st.sampled_from(HOURS), is_down=st.booleans())
    def wait(self, hours: int, *, is_down: bool) -> None:
        """Let time pass, perhaps while no process runs; the clock may also be put back."""
        if hours < 0 and self.model.now < self.latest:
            return  # a clock that is put back further is noticed, which the model does not do
        self.clock.advance(timedelta(hours=hours))
        self.model.now += timedelta(hours=hours)
        self.latest = max(self.latest, self.model.now)
        if not is_down or hours < 0:
            self.expire()

    @precondition(lambda self: self.model.games)
    @rule()
    def start_again(self) -> None:
        """A process starts, and does what is due."""
        self.expire()

    @precondition(lambda self: self.model.games)
    @rule(who=people, name=st.sampled_from(("Ann", "X", "山田")))
    def rename(self, who: str, name: str) -> None:
        self.names[who] = f"{name} {who}"

    @precondition(lambda self: self.handled)
    @rule(number=numbers)
    def repeat(self, number: int) -> None:
        self.deliver_again(number)
