"""What people do at random, sensible or not."""

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bot.services.duels import Terms
from core.game.games import Who
from core.game.rules import Rules
from core.game.sides import Level
from tests.models.acts import Acts, code
from tests.models.both_worlds import PEOPLE, ROOMS
from tests.models.plain import BOT, score
from tests.models.plain_boards import Guessing, Hosted
from tests.models.plain_duels import Invitation, TwoSides
from tests.models.plain_results import Game

HOURS = (1, 25, 47, 49, 49, 170, -20)
_DUEL_ACTS = ("hide_anything", "draw", "claim")
ACTS = (*_DUEL_ACTS, "guess_anything", "give_up", "hint", "give_any_feedback", "give_host_feedback", "undo")

people = st.sampled_from(PEOPLE)
rooms = st.sampled_from((*[ROOMS[0]] * 4, ROOMS[1]))
notations = st.sampled_from(("2x5", "2x5", "2x3r"))
tries = st.sampled_from((0, 2, 12))
numbers = st.integers(0, 99)


class People(Acts):
    """People who begin games of every kind, guess, give up, and repeat themselves."""

    def named(self, number: int) -> str | None:
        """The id of one of the last games, or None to leave it to the services."""
        games = list(self.world.games)
        return games[-1 - number // 2 % 5 % len(games)] if games and number % 2 else None

    def running(self) -> list[Game]:
        """Every running game."""
        return [game for room in ROOMS for game in self.world.running(room)]

    # Beginning

    @rule(who=people, room=rooms, rules=notations, limit=tries, mode=st.sampled_from(Who), number=numbers)
    def play(  # noqa: PLR0913, PLR0917  # hypothesis draws each
        self, who: str, room: str, rules: str, limit: int, mode: Who, number: int
    ) -> None:
        secret = code(number, rules)
        self.dealer.deal(secret)
        self.dealer.deal_game(number)
        terms = (self.dealer.dealt_id, room, who, rules, limit, self.dealer.dealt_nonce)
        self.act(
            self.caller(who, room),
            lambda caller: self.services.referee.play(caller, Rules.parse(rules), limit, mode),
            lambda: self.world.begin(Guessing(*terms, secret=secret, who=mode.value)),
        )

    @rule(
        who=people,
        room=rooms,
        rules=notations,
        level=st.sampled_from(Level),
        number=numbers,
        is_told=st.booleans(),
        bot_begins=st.booleans(),
    )
    def versus(  # noqa: PLR0913  # hypothesis draws each
        self, who: str, room: str, rules: str, level: Level, number: int, *, is_told: bool, bot_begins: bool
    ) -> None:
        secret, own = code(number, rules), code(number * 7 + 3, rules) if is_told else None
        self.dealer.deal(secret)
        self.dealer.deal_game(number)
        self.dealer.coin_shows = bot_begins
        terms = (self.dealer.dealt_id, room, who, rules, 0, self.dealer.dealt_nonce)
        first, second = (BOT, who) if bot_begins else (who, BOT)
        game = TwoSides(*terms, first=first, second=second, secrets={who: own, BOT: secret}, level=level.value)
        self.act(
            self.caller(who, room),
            lambda caller: self.services.opponent.begin(caller, Rules.parse(rules), level, own),
            lambda: self.world.begin(game),
        )

    @rule(who=people, room=rooms, rules=notations, limit=tries, number=numbers, is_in_head=st.booleans())
    def host(  # noqa: PLR0913  # hypothesis draws each
        self, who: str, room: str, rules: str, limit: int, number: int, *, is_in_head: bool
    ) -> None:
        secret = code(number, rules)
        self.dealer.deal_game(number)
        terms = (self.dealer.dealt_id, room, who, rules, limit, self.dealer.dealt_nonce)
        told = None if is_in_head else secret
        self.act(
            self.caller(who, room),
            lambda caller: self.services.hosting.begin(caller, Rules.parse(rules), told, limit),
            lambda: self.world.begin(Hosted(*terms, secret=secret, is_in_head=is_in_head)),
        )

    @rule(who=people, other=people, room=rooms, rules=notations, limit=tries, hidden=st.booleans(), number=numbers)
    def challenge(  # noqa: PLR0913, PLR0917  # hypothesis draws each
        self, who: str, other: str, room: str, rules: str, limit: int, number: int, *, hidden: bool
    ) -> None:
        self.dealer.deal_game(number)
        terms = (self.dealer.dealt_id, room, who, rules, limit, self.dealer.dealt_nonce)
        self.act(
            self.caller(who, room),
            lambda caller: self.services.duels.challenge(
                caller, self.person(other), Terms(Rules.parse(rules), limit, hidden)
            ),
            lambda: self._challenged(Invitation(*terms, opponent=other, hidden=hidden)),
        )

    @rule(who=people, other=people, limit=tries, hidden=st.booleans(), number=numbers)
    def duel(self, who: str, other: str, limit: int, number: int, *, hidden: bool) -> None:
        """Challenge somebody, who accepts."""
        before = len(self.world.games)
        self.challenge(who, other, ROOMS[0], "2x5", limit, number, hidden=hidden)
        if len(self.world.games) > before:
            self._hide(who, ROOMS[0], self.dealer.dealt_id, code(number, "2x5"))
            self._hide(other, ROOMS[0], self.dealer.dealt_id, code(number * 3, "2x5"))

    def _challenged(self, game: Invitation) -> Game:
        self.world.challenge(game)
        self.stored_names[game.opponent] = self.names[game.opponent]
        return game

    @precondition(lambda self: self.world.games)
    @rule(who=people, number=numbers)
    def rematch(self, who: str, number: int) -> None:
        game = list(self.world.games.values())[number % len(self.world.games)]
        self.dealer.deal_game(number)
        new_id, nonce = self.dealer.dealt_id, self.dealer.dealt_nonce
        self.act(
            self.caller(who, game.room),
            lambda caller: self.services.duels.rematch(caller, game.id),
            lambda: self.world.rematch(game, who, new_id, nonce),
        )

    # Moves

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
            case TwoSides():
                player = str(game.waits_for())
                player = who if player == BOT else player
                secret = game.secrets.get(game.other(player))
                text = secret if secret and guess < 25 else drawn
                self._guess(player, game.room, game.id, text, is_confirmed=is_confirmed)
            case Hosted() if game.waits_for() and guess % 2:
                self._give_host_feedback(game.starter, game.room, game.id, guess)
            case Guessing():
                player = game.starter if game.who == "me" else who
                text = game.secret if guess < 10 else drawn
                self._guess(player, game.room, game.id, text, is_confirmed=is_confirmed)

    @precondition(lambda self: self.world.games)
    @rule(acts=st.lists(st.tuples(st.sampled_from(ACTS), people, rooms, numbers, numbers), min_size=1, max_size=4))
    def meddle(self, acts: list[tuple[str, str, str, int, int]]) -> None:
        """People do what they should not, or nobody expects."""
        for act, who, room, game, number in acts:
            named = self.named(game)
            found = self.world.games.get(named or "")
            place = found.room if found and number % 8 else room
            person = found.people()[number % len(found.people())] if found and number % 4 else who
            getattr(self, f"_{act}")(person, place, named, number)

    @precondition(lambda self: self.duels())
    @rule(
        number=numbers,
        acts=st.lists(st.tuples(st.sampled_from(("draw", "claim", 25, 49)), st.booleans()), min_size=1, max_size=4),
    )
    def bargain(self, number: int, acts: list[tuple[str | int, bool]]) -> None:
        """The two in a duel offer draws, let time pass and claim."""
        for act, is_first in acts:
            if isinstance(act, int):
                self.wait(act, is_down=is_first)
            elif duels := self.duels():
                duel = duels[number % len(duels)]
                getattr(self, f"_{act}")(duel.first if is_first else duel.second, duel.room, duel.id, number)

    def duels(self) -> list[TwoSides]:
        """The running duels between people."""
        return [game for game in self.running() if isinstance(game, TwoSides) and game.level is None]

    # Time, names and events

    @precondition(lambda self: self.world.games)
    @rule(hours=st.sampled_from(HOURS), is_down=st.booleans())
    def wait(self, hours: int, *, is_down: bool) -> None:
        """Let time pass, perhaps while no process runs; the clock may also be put back."""
        if hours < 0 and self.world.now < self.latest:
            return  # a clock that is put back further is noticed, which the model does not do
        self.clock.advance(timedelta(hours=hours))
        self.world.now += timedelta(hours=hours)
        self.latest = max(self.latest, self.world.now)
        if not is_down or hours < 0:
            self.expire()

    @precondition(lambda self: self.world.games)
    @rule()
    def start_again(self) -> None:
        """A process starts, and does what is due."""
        self.expire()

    @precondition(lambda self: self.world.games)
    @rule(who=people, name=st.sampled_from(("Ann", "X", "山田")))
    def rename(self, who: str, name: str) -> None:
        self.names[who] = f"{name} {who}"

    @precondition(lambda self: self.handled)
    @rule(number=numbers)
    def repeat(self, number: int) -> None:
        self.deliver_again(number)
