"""Hosted games, for the tests."""

from bot.model.games import ShownGame
from bot.model.rooms import Caller
from core.game.feedback import format_feedback
from core.game.hosting import HostedGame
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, CAT, Harness, again

SMALL = Rules.parse("3x10")

SECRET = "527"


class Hosts(Harness):
    """The harness with shortcuts for hosted games. Ann hosts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.hosting = self.services.hosting

    async def host(self, secret: str | None = None, who: Caller = ANN, tries: int = 12) -> ShownGame:
        return await self.hosting.start(again(who), SMALL, secret, tries)

    async def answer(self, text: str, game: str | None = None, step: int | None = None, who: Caller = ANN) -> ShownGame:
        return await self.hosting.give_feedback(again(who), text, game, step)

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
