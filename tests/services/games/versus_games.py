"""Games against the opponent, duels and hosted games, for the tests."""

import pytest

from bot.handlers.request import never
from bot.model.games import ShownGame
from bot.model.rooms import Caller
from bot.services.games.duels import DuelTerms, NamedPerson
from core.game.challenges import Challenge
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.feedback import format_feedback
from core.game.hosting import HostedGame
from core.game.rules import Rules
from core.game.sides import Level
from tests.services.harness import ANN, BOB, CAT, Harness, again

SMALL = Rules.parse("3x10")

HIDDEN, MINE = parse_code("012", SMALL), "987"


class Match(Harness):
    """The harness with shortcuts for games against the opponent, whose secret is HIDDEN."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.random_source.coin_shows = False

    async def start(self, secret: str | None = MINE, level: Level = Level.HARD, who: Caller = ANN) -> Duel:
        """Start a game; without a secret the player gives the feedback."""
        self.random_source.deal("012")
        return duel(await self.opponent.start(again(who), SMALL, level, secret))

    async def ann_guesses(self, text: str = "345") -> Duel:
        """Guess the opponent's secret."""
        return duel((await self.guess(ANN, text)).view)

    async def ann_answers(self, text: str) -> Duel:
        """Give feedback to the opponent's guess."""
        return duel(await self.opponent.give_feedback(again(ANN), text))

    async def contradict(self) -> ShownGame:
        """Start a game and give contradictory feedback."""
        await self.start(secret=None, level=Level.EXPERT)
        return await self.answer_until_contradictory()

    async def answer_until_contradictory(self) -> ShownGame:
        """Guess, and give the feedback 0H0B, until that is contradictory."""
        for _ in range(9):
            view = (await self.guess(ANN, "345")).view
            if view.corrections is not None:
                return view
            await self.ann_answers("0H0B")
        return pytest.fail("no contradiction")


ANNS, BOBS = "012", "987"


def person(who: Caller) -> NamedPerson:
    return NamedPerson(who.player, who.name)


class Duelists(Harness):
    """The harness with shortcuts for duels."""

    async def challenge(self, opponent: Caller = BOB, by: Caller = ANN, terms: DuelTerms | None = None) -> ShownGame:
        return await self.duels.challenge(again(by), person(opponent), terms or DuelTerms(SMALL))

    async def challenge_anyone(self, by: Caller = ANN) -> ShownGame:
        """A challenge to anyone, with the challenger's secret."""
        return await self.duels.challenge(again(by), None, DuelTerms(SMALL), ANNS)

    async def rematch(self, by: Caller, game: str) -> ShownGame:
        return await self.duels.challenge(again(by), *await self.duels.rematch_of(again(by), game, never))

    async def hide(self, who: Caller, text: str, game: str | None = None) -> ShownGame:
        return await self.duels.hide_secret(again(who), text, game)

    async def start(self, terms: DuelTerms | None = None, opponent: Caller = BOB) -> ShownGame:
        """A duel of Ann's in which she starts, unless the terms say otherwise."""
        view = await self.challenge(opponent, terms=terms or DuelTerms(SMALL, opponent_moves_first=False))
        await self.hide(ANN, ANNS, view.id)
        return await self.hide(opponent, BOBS, view.id)


def challenge(view: ShownGame) -> Challenge:
    assert isinstance(view.game, Challenge)
    return view.game


def duel(view: ShownGame) -> Duel:
    assert isinstance(view.game, Duel)
    return view.game


SECRET = "527"


class Hosts(Harness):
    """The harness with shortcuts for hosted games. Ann hosts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.hosting = self.services.hosting

    async def host(self, secret: str | None = None, who: Caller = ANN, tries: int = 12) -> ShownGame:
        return await self.hosting.start(again(who), SMALL, secret, tries)

    async def host_and_guess(self) -> ShownGame:
        """A new game in which Bob's guess 012 waits for feedback."""
        view = await self.host()
        await self.guess(BOB, "012")
        return view

    async def answer(self, text: str, game: str | None = None, step: int | None = None, who: Caller = ANN) -> ShownGame:
        return await self.hosting.give_feedback(again(who), text, game, step)

    async def contradict_at_once(self) -> ShownGame:
        """Give feedback to two guesses, of which the last contradicts the first."""
        await self.host()
        await self.guess(BOB, "012")
        await self.answer("0,0")
        await self.guess(BOB, "013")
        return await self.answer("3,0")

    async def contradict(self) -> ShownGame:
        """Give feedback to three guesses, of which the last contradicts the first."""
        await self.host()
        for guess, feedback in (("012", "3,0"), ("345", "0,0")):
            await self.guess(BOB, guess)
            await self.answer("0,1" if feedback == "3,0" else feedback)
        await self.guess(CAT, "678")
        return await self.answer("0,3")


def hosted(view: ShownGame) -> HostedGame:
    assert isinstance(view.game, HostedGame)
    return view.game


def feedbacks(view: ShownGame) -> list[str]:
    return [format_feedback(turn.feedback, SMALL) for turn in hosted(view).shared_board.turns]


def waiting(view: ShownGame) -> list[str]:
    return ["".join(map(str, guess)) for guess, _ in hosted(view).shared_board.pending]
