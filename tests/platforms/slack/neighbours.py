"""Games of other people in the same channel and in another one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.slack import Channel, Message, User
    from tests.platforms.slack.stage import Stage


@dataclass
class Neighbours:
    """Cem and Dai with their games and conversations, which no test plays in."""

    cem: User
    dai: User
    garden: Channel
    boards: list[Message] = field(default_factory=list)
    before: list[str] = field(default_factory=list)

    def assert_undisturbed(self) -> None:
        """Nobody's board, channel or conversation has changed since."""
        assert list(map(str, self.boards)) == self.before
        assert len(self.garden.messages) == 1
        assert [len(person.ephemeral) for person in (self.cem, self.dai)] == [2, 2]


async def moved_in(stage: Stage) -> Neighbours:
    """Neighbours with a guess in each of their games and a conversation with the coach each."""
    cem, dai = stage.team.user("Cem"), stage.team.user("Dai")
    found = Neighbours(cem, dai, stage.team.channel("garden"))
    for person, channel, who in ((cem, stage.games, "me"), (dai, found.garden, "everyone")):
        board = await stage.begin(f"play who:{who}", person, channel)
        await stage.guess(board, "7894", person)
        await stage.shows(board, "7894  ")
        await stage.hears(person, "7894")
        await person.command(channel, "/hitblow", "suggest 789 0H2B, 456 1H0B rules:3x10")
        await stage.hears(person, "3x10")
        found.boards += [board, person.ephemeral[-1]]
    found.before = list(map(str, found.boards))
    return found
