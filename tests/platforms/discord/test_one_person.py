"""A user of Discord is one person in servers, direct messages, groups, and servers without the bot."""

import pytest

from tests.platforms.discord.harness import Harness
from tests.support.languages import is_japanese
from tests.support.sentences import solved


@pytest.mark.slow
async def test_games_of_every_place_are_those_of_one_person(harness: Harness) -> None:
    zoe = harness.discord.user("Zoe", installs=True)
    elsewhere, foreign = harness.discord.guild("Other"), harness.discord.guild("Foreign", has_bot=False)
    for guild in (harness.guild, elsewhere, foreign):
        guild.join(zoe)
    group = harness.discord.group(zoe, harness.ann)
    places = [harness.channel, elsewhere.channel("games"), foreign.channel("lobby"), zoe.dm, group]
    for place in places:
        await zoe.slash(place, "hitblow play", who="me")
        await harness.settled(zoe.slash(place, "hitblow guess", code="0456"))
    shown = {str((await zoe.slash(place, "hitblow privacy")).message) for place in places}
    assert len(shown) == 1


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
