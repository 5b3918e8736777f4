"""Where the bot cannot post there is no game, and whoever wanted one is told what to do."""

import pytest

from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import Channel, Disconnect, User, api_error
from tests.platforms.slack.harness import Harness, ids_in, now
from tests.support.daily import code_of

STARTS = (
    "play",
    "play who:me",
    "play race",
    "host",
    "host keep:head",
    "versus easy",
    "versus easy secret:head",
    "duel",
)
"""One command for each way to start a game."""

INVITE = "/invite @hitblow"


@pytest.fixture(params=["public", "private"])
def elsewhere(request: pytest.FixtureRequest, harness: Harness) -> Channel:
    """A channel that the bot is not in; of a private one Slack does not even say that it exists."""
    return harness.team.channel("elsewhere", private=request.param == "private", bot=False)


async def give(harness: Harness, person: User, channel: Channel, command: str) -> None:
    """Give a command and, if it asks for a secret, enter one."""
    text = f"duel <@{harness.bob.id}|bob>" if command == "duel" else command
    await person.command(channel, "/hitblow", text)
    if command in {"host", "versus easy", "duel"}:
        await harness.slack.until(lambda: person.views)
        await person.submit(person.view, entered="5274")


def told(harness: Harness, person: User, text: str) -> list[str]:
    """What a person was told privately, in their direct messages or in a modal, that has a text in it."""
    heard = [*person.ephemeral, *harness.team.dm(person).messages, *person.views]
    return [str(message) for message in heard if text in str(message)]


async def games_of(bot: SlackBot) -> int:
    """The number of running games."""
    async with bot._runtime.services.messages._units() as unit:
        return await unit.due_games.count_running()


@pytest.mark.parametrize("command", STARTS)
async def test_no_game_is_started_that_nobody_would_see(
    harness: Harness, bot: SlackBot, elsewhere: Channel, command: str
) -> None:
    await give(harness, harness.ann, elsewhere, command)
    await harness.slack.until(lambda: told(harness, harness.ann, INVITE))
    assert await games_of(bot) == 0
    await harness.slack.idle()
    assert len(told(harness, harness.ann, "")) == 1
    elsewhere.bot = True
    await give(harness, harness.ann, elsewhere, command)
    assert ids_in((await harness.slack.until(lambda: elsewhere.messages))[0])


@pytest.mark.usefixtures("bot")
async def test_the_next_player_is_not_told_of_a_game_that_was_not_started(harness: Harness, elsewhere: Channel) -> None:
    for person in (harness.ann, harness.bob):
        await harness.until_after(person.command(elsewhere, "/hitblow", "play"), lambda: told(harness, person, INVITE))  # noqa: B023  # awaited in the same round
    assert not told(harness, harness.bob, "is running")


async def test_a_rematch_needs_the_bot_too(harness: Harness, bot: SlackBot) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "3102", shows="solved it")
    harness.games.bot = False
    await harness.told_after(harness.ann.click(board, "Rematch"), harness.ann, INVITE)
    assert await games_of(bot) == 0


async def test_a_conversation_between_people_has_no_games(harness: Harness, bot: SlackBot) -> None:
    between = harness.team.dm(harness.ann, harness.bob)
    await harness.told_after(harness.ann.command(between, "/hitblow", "play"), harness.ann, "in a direct message")
    assert await games_of(bot) == 0


@pytest.mark.parametrize("reason", ["restricted_action", "restricted_action_read_only_channel"])
async def test_a_channel_in_which_the_bot_may_not_write_has_no_games(
    harness: Harness, bot: SlackBot, reason: str
) -> None:
    harness.slack.network.fail("chat.postMessage", api_error(reason))
    await harness.told_after(harness.ann.command(harness.games, "/hitblow", "play"), harness.ann, INVITE)
    assert await games_of(bot) == 0


async def test_a_game_that_began_earlier_goes_on(harness: Harness, bot: SlackBot) -> None:
    board = await harness.start_game("play")
    harness.games.bot = False
    await harness.ann.command(harness.games, "/hitblow", "guess 0456")
    assert "no game" not in (await harness.wait_for_private(harness.ann, INVITE))
    assert await games_of(bot) == 1
    harness.games.bot = True
    await harness.shown_after(harness.ann.command(harness.games, "/hitblow", "board"), board, "0456 ")


async def test_a_post_whose_outcome_is_unknown_keeps_its_game(harness: Harness, bot: SlackBot) -> None:
    harness.slack.network.fail("chat.postMessage", Disconnect())
    await harness.told_after(harness.ann.command(harness.games, "/hitblow", "play"), harness.ann, "Nothing is lost")
    assert await games_of(bot) == 1


@pytest.mark.usefixtures("quick_catch_up")
async def test_a_game_whose_process_ended_before_the_post_failed_is_withdrawn_by_the_next(harness: Harness) -> None:
    harness.slack.network.fail("chat.postMessage", Disconnect())
    async with harness.bot():
        await harness.told_after(harness.ann.command(harness.games, "/hitblow", "play"), harness.ann, "Nothing is lost")
        harness.games.bot = False
    async with harness.bot() as bot:
        await harness.slack.until(lambda: harness.slack.network.exchanges[-1].method == "chat.postMessage")
        await harness.slack.idle()
        assert await games_of(bot) == 0


async def test_the_name_of_the_bot_is_the_one_it_has_in_the_workspace(harness: Harness) -> None:
    harness.games.bot = False
    async with harness.bot():
        harness.slack.network.fail("auth.test", api_error("internal_error", status=500))
        await harness.told_after(harness.ann.command(harness.games, "/hitblow", "play"), harness.ann, INVITE)
        assert harness.team.installation is not None
        harness.team.installation.bot_name = "codebreaker"
        await harness.told_after(
            harness.ann.command(harness.games, "/hitblow", "play"), harness.ann, "/invite @codebreaker"
        )


@pytest.mark.usefixtures("bot")
async def test_the_result_of_a_daily_is_shared_where_the_bot_is_not(harness: Harness, elsewhere: Channel) -> None:
    assert "Solved in 1" in await harness.private_reply(f"daily {code_of(now().date())}", channel=elsewhere)
    (shared,) = await harness.until_after(harness.ann.click(harness.ann.view, "Share here"), lambda: elsewhere.messages)
    assert "· 1 guess" in str(shared)


@pytest.mark.usefixtures("bot")
async def test_a_result_that_cannot_be_posted_is_not_shared(harness: Harness, elsewhere: Channel) -> None:
    await harness.private_reply(f"daily {code_of(now().date())}", channel=elsewhere)
    view = harness.ann.view
    harness.slack.network.fail("response_url", api_error("expired_url", status=404))
    await harness.until_after(harness.ann.click(view, "Share here"), lambda: "couldn't be posted here" in str(view))
    assert not elsewhere.messages
    await harness.until_after(harness.ann.click(view, "Back to the game"), lambda: "Share here" in str(view))
    await harness.until_after(harness.ann.click(view, "Share here"), lambda: elsewhere.messages)


@pytest.mark.usefixtures("bot")
async def test_a_result_whose_post_may_have_arrived_is_shared(harness: Harness) -> None:
    await harness.private_reply(f"daily {code_of(now().date())}")
    view = harness.ann.view
    share = view.element("Share here")
    harness.slack.network.fail("chat.postMessage", Disconnect())
    for _ in range(2):
        await harness.ann.click(view, share)
    await harness.slack.until(lambda: "You're on the card." in str(view))
