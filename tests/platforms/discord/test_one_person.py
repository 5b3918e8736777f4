"""A user of Discord is one person in servers, direct messages, groups, and servers without the bot."""

from tests.platforms.discord.harness import Harness
from tests.support.languages import is_japanese
from tests.support.sentences import solved


async def test_each_server_shows_the_nickname_that_somebody_has_there(harness: Harness) -> None:
    other = harness.discord.guild("Other")
    zoe = harness.discord.user("Zoe", installs=True)
    harness.guild.join(zoe, nickname="Zozo")
    other.join(zoe, nickname="Boss")
    here = (await zoe.slash(harness.channel, "hitblow play")).message
    await harness.guess(here, "0456", zoe)
    await zoe.slash(other.channel("games"), "hitblow stats")
    await harness.guess(here, "3102", harness.bob)
    assert "Zozo" in str(here)
    assert solved("Bob") in str(here)
    assert "Boss" not in str(here)
    assert "Boss" not in str((await harness.bob.slash(harness.channel, "hitblow board")).message)


async def test_a_language_chosen_in_direct_messages_is_that_of_replies_in_servers(harness: Harness) -> None:
    await harness.ann.slash(harness.ann.dm, "hitblow settings", language="ja")
    await harness.ann.slash(harness.channel, "hitblow stats")
    assert is_japanese(str(harness.ann.ephemeral[-1]))
