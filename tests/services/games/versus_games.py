"""Games against the opponent, for the tests."""

import pytest

from bot.model.games import ShownGame
from bot.model.rooms import Caller
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.rules import Rules
from core.game.sides import Level
from tests.services.harness import ANN, Harness, again

SMALL = Rules.parse("3x10")

HIDDEN = parse_code("012", SMALL)

MINE = "987"


class Match(Harness):
    """The harness with shortcuts for games against the opponent, whose secret is HIDDEN."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.random_source.coin_shows = False

    async def start(self, secret: str | None = MINE, level: Level = Level.HARD, who: Caller = ANN) -> Duel:
        """Start a game; without a secret the player gives the feedback."""
        self.random_source.deal("012")
        return versus(await self.opponent.start(again(who), SMALL, level, secret))

    async def ann_guesses(self, text: str = "345") -> Duel:
        """Guess the opponent's secret."""
        return versus((await self.guess(ANN, text)).view)

    async def ann_answers(self, text: str) -> Duel:
        """Give feedback to the opponent's guess."""
        return versus(await self.opponent.give_feedback(again(ANN), text))

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


def versus(view: ShownGame) -> Duel:
    assert isinstance(view.game, Duel)
    return view.game
