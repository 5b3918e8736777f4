"""Games of other people in the same channel, in another channel and in another server."""

from dataclasses import dataclass, field

from tests.fakes.discord import Channel, Message, User
from tests.platforms.discord.harness import Harness


@dataclass
class OtherGames:
    """Cem, Dai and Zoe with their games and conversations, which no test plays in."""

    cem: User
    dai: User
    zoe: User
    garden: Channel
    elsewhere: Channel
    boards: list[Message] = field(default_factory=list)
    before: list[str] = field(default_factory=list)

    def assert_undisturbed(self) -> None:
        """Nobody's board, channel or conversation has changed since."""
        assert list(map(str, self.boards)) == self.before
        assert [len(channel.messages) for channel in (self.garden, self.elsewhere)] == [1, 1]
        assert [len(person.ephemeral) for person in (self.cem, self.dai, self.zoe)] == [1, 1, 1]


async def start_other_games(harness: Harness) -> OtherGames:
    """Other games, with a guess in each of their games and a conversation with the coach each."""
    server = harness.discord.guild("Zoe's")
    garden, elsewhere = harness.guild.channel("garden"), server.channel("games")
    cem, dai, zoe = harness.guild.member("Cem"), harness.guild.member("Dai"), server.member("Zoe")
    found = OtherGames(cem, dai, zoe, garden, elsewhere)
    places = ((cem, harness.channel, "me"), (dai, garden, "everyone"), (zoe, elsewhere, "everyone"))
    for person, channel, who in places:
        board = (await person.slash(channel, "hitblow play", who=who)).message
        await harness.guess(board, "7894", person)
        advice = (await person.slash(channel, "hitblow suggest", history="789 0H2B, 456 1H0B", rules="3x10")).message
        found.boards += [board, advice]
    await harness.discord.idle()
    found.before = list(map(str, found.boards))
    return found
