"""Games of other people in the same channel and in another one."""

from dataclasses import dataclass, field

from tests.fakes.slack import Channel, Message, User
from tests.platforms.slack.harness import Harness


@dataclass
class OtherGames:
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
        assert [len(person.ephemeral) for person in (self.cem, self.dai)] == [1, 1]


async def start_other_games(harness: Harness) -> OtherGames:
    """Other games, with a guess in each of their games and a conversation with the coach each."""
    cem, dai = harness.team.user("Cem"), harness.team.user("Dai")
    found = OtherGames(cem, dai, harness.team.channel("garden"))
    for person, channel, who in ((cem, harness.games, "me"), (dai, found.garden, "everyone")):
        board = await harness.start_game(f"play who:{who}", person, channel)
        await harness.guess(board, "7894", person, shows="7894 ")
        await harness.told_after(
            person.command(channel, "/hitblow", "suggest 789 0H2B, 456 1H0B rules:3x10"), person, "3x10"
        )
        found.boards += [board, person.ephemeral[-1]]
    found.before = list(map(str, found.boards))
    return found
