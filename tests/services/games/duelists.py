"""Duels between people, for the tests."""

from bot.handlers.request import never_left
from bot.model.games import ShownGame
from bot.model.rooms import Caller
from bot.services.games.duels import DuelTerms, Person
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, Harness, again

SMALL = Rules.parse("3x10")

ANNS, BOBS = "012", "987"


def person(who: Caller) -> Person:
    return Person(who.player, who.name)


class Duelists(Harness):
    """The harness with shortcuts for duels."""

    async def challenge(self, opponent: Caller = BOB, by: Caller = ANN, terms: DuelTerms | None = None) -> ShownGame:
        return await self.duels.challenge(again(by), person(opponent), terms or DuelTerms(SMALL))

    async def challenge_anyone(self, by: Caller = ANN) -> ShownGame:
        """A challenge to anyone, with the challenger's secret."""
        return await self.duels.challenge(again(by), None, DuelTerms(SMALL), ANNS)

    async def rematch(self, by: Caller, game: str) -> ShownGame:
        return await self.duels.challenge(again(by), *await self.duels.rematch_of(again(by), game, never_left))

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
