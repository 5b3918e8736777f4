"""Where the bot cannot post there is no game, and whoever wanted one is told what to do."""

import pytest

from bot.platforms.common import catch_up
from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import Channel, Disconnect, User, api_error
from tests.platforms.slack.stage import Stage, now
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
def elsewhere(request: pytest.FixtureRequest, stage: Stage) -> Channel:
    """A channel that the bot is not in; of a private one Slack does not even say that it exists."""
    return stage.team.channel("elsewhere", private=request.param == "private", bot=False)


async def give(stage: Stage, person: User, channel: Channel, command: str) -> None:
    """Give a command and, if it asks for a secret, enter one."""
    text = f"duel <@{stage.bob.id}|bob>" if command == "duel" else command
    await person.command(channel, "/hitblow", text)
    if command in {"host", "versus easy"}:
        await stage.slack.until(lambda: person.views)
        await person.submit(person.view, entered="5274")


def told(stage: Stage, person: User, text: str) -> list[str]:
    """What a person was told privately, or in their direct messages, that has a text in it."""
    heard = [*person.ephemeral, *stage.team.dm(person).messages]
    return [str(message) for message in heard if text in str(message)]


async def games_of(bot: SlackBot) -> int:
    """The number of running games."""
    async with bot._runtime.services.messages._units() as unit:
        return await unit.due_games.count_running()


@pytest.mark.parametrize("command", STARTS)
async def test_no_game_is_started_that_nobody_would_see(
    stage: Stage, bot: SlackBot, elsewhere: Channel, command: str
) -> None:
    await give(stage, stage.ann, elsewhere, command)
    (answer,) = await stage.slack.until(lambda: told(stage, stage.ann, INVITE))
    assert "no game was started" in answer
    assert await games_of(bot) == 0
    await stage.slack.quiet()
    assert len(told(stage, stage.ann, "")) == 1
    elsewhere.bot = True
    await give(stage, stage.ann, elsewhere, command)
    assert "#" in str((await stage.slack.until(lambda: elsewhere.messages))[0])


@pytest.mark.usefixtures("bot")
async def test_the_next_player_is_not_told_of_a_game_that_was_not_started(stage: Stage, elsewhere: Channel) -> None:
    for person in (stage.ann, stage.bob):
        await person.command(elsewhere, "/hitblow", "play")
        await stage.slack.until(lambda: told(stage, person, INVITE))  # noqa: B023  # awaited in the same round
    assert not told(stage, stage.bob, "still running")


async def test_a_rematch_needs_the_bot_too(stage: Stage, bot: SlackBot) -> None:
    board = await stage.begin("play")
    await stage.guess(board, "3102")
    await stage.shows(board, "solved it")
    stage.games.bot = False
    await stage.ann.click(board, "Rematch")
    await stage.hears(stage.ann, INVITE)
    assert await games_of(bot) == 0


async def test_a_conversation_between_people_has_no_games(stage: Stage, bot: SlackBot) -> None:
    between = stage.team.dm(stage.ann, stage.bob)
    await stage.ann.command(between, "/hitblow", "play")
    await stage.hears(stage.ann, "a direct message to me")
    assert await games_of(bot) == 0


@pytest.mark.parametrize("reason", ["restricted_action", "restricted_action_read_only_channel"])
async def test_a_channel_in_which_the_bot_may_not_write_has_no_games(stage: Stage, bot: SlackBot, reason: str) -> None:
    stage.slack.network.fail("chat.postMessage", api_error(reason))
    await stage.ann.command(stage.games, "/hitblow", "play")
    await stage.hears(stage.ann, "no game was started")
    assert await games_of(bot) == 0


async def test_a_game_that_began_earlier_goes_on(stage: Stage, bot: SlackBot) -> None:
    board = await stage.begin("play")
    stage.games.bot = False
    await stage.ann.command(stage.games, "/hitblow", "guess 0456")
    answer = await stage.hears(stage.ann, INVITE)
    assert "no game" not in answer
    assert await games_of(bot) == 1
    stage.games.bot = True
    await stage.ann.command(stage.games, "/hitblow", "board")
    await stage.shows(board, "0456  ")


async def test_a_post_whose_outcome_is_unknown_keeps_its_game(stage: Stage, bot: SlackBot) -> None:
    stage.slack.network.fail("chat.postMessage", Disconnect())
    await stage.ann.command(stage.games, "/hitblow", "play")
    await stage.hears(stage.ann, "Nothing is lost")
    assert await games_of(bot) == 1


async def test_a_game_whose_process_ended_before_the_post_failed_is_withdrawn_by_the_next(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.1)
    stage.slack.network.fail("chat.postMessage", Disconnect())
    async with stage.bot():
        await stage.ann.command(stage.games, "/hitblow", "play")
        await stage.hears(stage.ann, "Nothing is lost")
        stage.games.bot = False
    async with stage.bot() as bot:
        await stage.slack.until(lambda: stage.slack.network.exchanges[-1].method == "chat.postMessage")
        await stage.slack.quiet()
        assert await games_of(bot) == 0


async def test_the_name_of_the_bot_is_the_one_it_has_in_the_workspace(stage: Stage) -> None:
    stage.games.bot = False
    async with stage.bot():
        stage.slack.network.fail("auth.test", api_error("internal_error", status=500))
        await stage.ann.command(stage.games, "/hitblow", "play")
        await stage.hears(stage.ann, INVITE)
        assert stage.team.installation is not None
        stage.team.installation.bot_name = "codebreaker"
        await stage.ann.command(stage.games, "/hitblow", "play")
        await stage.hears(stage.ann, "/invite @codebreaker")


@pytest.mark.usefixtures("bot")
async def test_the_result_of_a_daily_is_shared_where_the_bot_is_not(stage: Stage, elsewhere: Channel) -> None:
    await stage.ann.command(elsewhere, "/hitblow", f"daily {code_of(now().date())}")
    await stage.hears(stage.ann, "Solved in 1 guess")
    await stage.ann.click(stage.ann.ephemeral[-1], "Share")
    (shared,) = await stage.slack.until(lambda: elsewhere.messages)
    assert "Ann · Hit" in str(shared)
