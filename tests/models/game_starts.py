"""How people start games of every kind at random, sensible or not."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bot.handlers.request import never
from bot.model.games import ShownGame
from bot.model.rooms import Caller
from bot.services.games.duels import DuelTerms
from core.game.any_game import Who
from core.game.rules import Rules
from core.game.sides import Level
from tests.models.comparison import PEOPLE, ROOMS
from tests.models.host_moves import HostMoves
from tests.models.moves import code
from tests.models.plain import BOT
from tests.models.plain_boards import Guessing
from tests.models.plain_duels import Invitation, TwoSides
from tests.models.plain_hosting import Hosted
from tests.models.plain_races import Racing
from tests.models.plain_results import Game

people = st.sampled_from(PEOPLE)
rooms = st.sampled_from((*[ROOMS[0]] * 4, ROOMS[1]))
notations = st.sampled_from(("2x5", "2x5", "2x3r"))
tries = st.sampled_from((0, 2, 12))
numbers = st.integers(0, 99)


class GameStarts(HostMoves):
    """People who start games, challenge one another, and want rematches."""

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
            lambda caller: self.services.referee.start_game(caller, Rules.parse(rules), limit, mode),
            lambda: self.model.add(
                Racing(*terms, secret=secret) if mode is Who.RACE else Guessing(*terms, secret=secret, who=mode.value)
            ),
        )

    @rule(
        who=people,
        room=rooms,
        limit=tries,
        minutes=st.sampled_from((0, 60, 1440)),
        is_waiting=st.booleans(),
        number=numbers,
    )
    def race(  # noqa: PLR0913  # hypothesis draws each
        self, who: str, room: str, limit: int, minutes: int, number: int, *, is_waiting: bool
    ) -> None:
        """Start a race with a start signal, a time limit, both or neither."""
        secret = code(number, "2x5")
        self.dealer.deal(secret)
        self.dealer.deal_game(number)
        terms = (self.dealer.dealt_id, room, who, "2x5", limit, self.dealer.dealt_nonce)
        self.act(
            self.caller(who, room),
            lambda caller: self.services.referee.start_game(
                caller, Rules.parse("2x5"), limit, Who.RACE, minutes, waits_for_signal=is_waiting
            ),
            lambda: self.model.add(Racing(*terms, secret=secret, minutes=minutes, is_waiting=is_waiting)),
        )

    @rule(
        who=people,
        room=rooms,
        rules=notations,
        level=st.sampled_from(Level),
        number=numbers,
        is_told=st.booleans(),
        bot_moves_first=st.booleans(),
    )
    def versus(  # noqa: PLR0913  # hypothesis draws each
        self, who: str, room: str, rules: str, level: Level, number: int, *, is_told: bool, bot_moves_first: bool
    ) -> None:
        secret, own = code(number, rules), code(number * 7 + 3, rules) if is_told else None
        self.dealer.deal(secret)
        self.dealer.deal_game(number)
        self.dealer.coin_shows = bot_moves_first
        terms = (self.dealer.dealt_id, room, who, rules, 0, self.dealer.dealt_nonce)
        first, second = (BOT, who) if bot_moves_first else (who, BOT)
        game = TwoSides(*terms, first=first, second=second, secrets={who: own, BOT: secret}, level=level.value)
        self.act(
            self.caller(who, room),
            lambda caller: self.services.opponent.start(caller, Rules.parse(rules), level, own),
            lambda: self.model.add(game),
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
            lambda caller: self.services.hosting.start(caller, Rules.parse(rules), told, limit),
            lambda: self.model.add(Hosted(*terms, secret=secret, is_in_head=is_in_head)),
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
                caller, self.person(other), DuelTerms(Rules.parse(rules), limit, hidden)
            ),
            lambda: self._challenged(Invitation(*terms, opponent=other, hidden=hidden)),
        )

    @rule(who=people, other=people, limit=tries, hidden=st.booleans(), number=numbers)
    def duel(self, who: str, other: str, limit: int, number: int, *, hidden: bool) -> None:
        """Challenge somebody, who accepts."""
        before = len(self.model.games)
        self.challenge(who, other, ROOMS[0], "2x5", limit, number, hidden=hidden)
        if len(self.model.games) > before:
            self._hide(who, ROOMS[0], self.dealer.dealt_id, code(number, "2x5"))
            self._hide(other, ROOMS[0], self.dealer.dealt_id, code(number * 3, "2x5"))

    def _challenged(self, game: Invitation) -> Game:
        self.model.challenge(game)
        self.stored_names[game.opponent] = self.names[game.opponent]
        return game

    async def _rematch(self, caller: Caller, game: str) -> ShownGame:
        duels = self.services.duels
        return await duels.challenge(caller, *await duels.rematch_of(caller, game, never))

    @precondition(lambda self: self.model.games)
    @rule(who=people, number=numbers)
    def rematch(self, who: str, number: int) -> None:
        game = list(self.model.games.values())[number % len(self.model.games)]
        self.dealer.deal_game(number)
        new_id, nonce = self.dealer.dealt_id, self.dealer.dealt_nonce
        self.act(
            self.caller(who, game.room),
            lambda caller: self._rematch(caller, game.id),
            lambda: self.model.rematch(game, who, new_id, nonce),
        )
