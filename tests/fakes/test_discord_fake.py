"""The loopback Discord against the unmodified discord.py: what it allows, and what it refuses as the real one does."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import ui

from tests.fakes.discord import (
    LoopbackDiscord,
    NoResponse,
    UnavailableAction,
    instant_retries,
    rate_limited,
    running,
    server_error,
)
from tests.fakes.small_bot import AnyTalk, Count, Form, SmallBot, Talk, counter

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tests.fakes.discord import Channel, User


class Stage:
    """A bot in one server, a channel, and two people there."""

    def __init__(self, loopback: LoopbackDiscord, bot: SmallBot) -> None:
        self.discord = loopback
        self.bot = bot
        self.guild = loopback.guild("Ann's", locale="ja")
        self.channel: Channel = self.guild.channel("games")
        self.ann: User = self.guild.member("Ann", locale="en-GB")
        self.bob: User = self.guild.member("Bob")


@asynccontextmanager
async def staged(loopback: LoopbackDiscord) -> AsyncIterator[Stage]:
    bot = SmallBot()
    async with loopback:
        stage = Stage(loopback, bot)
        async with running(bot, loopback):
            yield stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged(LoopbackDiscord()) as ready:
        yield ready


async def test_a_slash_command_is_answered_where_all_can_see_it(stage: Stage) -> None:
    answer = await stage.ann.slash(stage.channel, "small do")
    assert str(answer) == "Hello Ann"
    assert stage.channel.messages == [answer.message]


async def test_options_arrive_as_typed(stage: Stage) -> None:
    answer = await stage.ann.slash(stage.channel, "small say", text="hi", times=2, tone="Loud", to=stage.bob)
    assert str(answer) == "HI HI, Bob"


async def test_options_the_client_would_not_send_are_not_sent(stage: Stage) -> None:
    wrong: list[dict[str, Any]] = [{"times": 4}, {"times": 0}, {"tone": "soft"}, {"text": 1}, {"colour": "red"}]
    for options in wrong:
        with pytest.raises(UnavailableAction):
            await stage.ann.slash(stage.channel, "small say", **{"text": "hi", **options})
    with pytest.raises(UnavailableAction, match="required: text"):
        await stage.ann.slash(stage.channel, "small say")
    with pytest.raises(UnavailableAction, match="has subcommands"):
        await stage.ann.slash(stage.channel, "small")


async def test_what_is_being_typed_is_completed(stage: Stage) -> None:
    assert await stage.ann.autocomplete(stage.channel, "small say", "text", "he") == {"he!": "he"}


async def test_a_deferred_answer_is_waited_for(stage: Stage) -> None:
    async def defer_and_follow_up(talk: Talk) -> None:
        await talk.response.defer(thinking=True)
        await talk.followup.send("first")
        await talk.followup.send("second", ephemeral=True)

    stage.bot.script = defer_and_follow_up
    answer = await stage.ann.slash(stage.channel, "small do")
    await stage.discord.idle()
    assert str(answer) == "first\n\n(only Ann sees this)\nsecond"
    assert stage.ann.ephemeral == answer.followups


async def test_the_original_answer_can_be_read_edited_and_deleted(stage: Stage) -> None:
    seen = []

    async def change_its_mind(talk: Talk) -> None:
        await talk.response.send_message("one", ephemeral=True)
        await talk.edit_original_response(content="two")
        seen.append((await talk.original_response()).content)
        await talk.delete_original_response()

    stage.bot.script = change_its_mind
    await stage.ann.slash(stage.channel, "small do")
    await stage.discord.idle()
    assert seen == ["two"]
    assert stage.ann.ephemeral == []


async def test_a_form_is_filled_in_and_answered_in_private(stage: Stage) -> None:
    async def ask(talk: Talk) -> None:
        await talk.response.send_modal(Form())

    stage.bot.script = ask
    form = (await stage.ann.slash(stage.channel, "small do")).modal
    assert str(form) == "== Guess ==\nCode\n  [0123____] {4-4}"
    answer = await stage.ann.submit(form, code="0456")
    assert str(answer) == "(only Ann sees this)\nYou guessed 0456"
    assert stage.channel.messages == []
    with pytest.raises(UnavailableAction):
        await stage.ann.submit(form, code="04567")


async def test_a_button_updates_its_message_for_everybody(stage: Stage) -> None:
    stage.bot.script = show_counter
    board = (await stage.ann.slash(stage.channel, "small do")).message
    assert str(board) == "A counter\n[ Pressed 0 ]"
    await stage.ann.press(board, "Pressed 0")
    await stage.bob.press(board, "Pressed 1")
    assert str(board) == "A counter\n[ Pressed 2 ]"
    with pytest.raises(UnavailableAction):
        await stage.ann.press(board, "Pressed 0")


async def show_counter(talk: Talk) -> None:
    await talk.response.send_message("A counter", view=counter(0))


async def test_a_button_outlives_the_process() -> None:
    async with LoopbackDiscord() as loopback:
        channel = loopback.guild("Ann's").channel("games")
        ann = loopback.user("Ann")
        first = SmallBot()
        first.script = show_counter
        async with running(first, loopback):
            board = (await ann.slash(channel, "small do")).message
        async with running(SmallBot(), loopback):
            await ann.press(board, "Pressed 0")
        assert str(board) == "A counter\n[ Pressed 1 ]"


@pytest.mark.logs_errors
async def test_the_same_interaction_can_arrive_twice(stage: Stage) -> None:
    stage.discord.expect_error(40060)
    stage.bot.script = show_counter
    board = (await stage.ann.slash(stage.channel, "small do")).message
    await stage.ann.press(board, "Pressed 0", twice=True)
    await stage.discord.idle()
    assert len(stage.bot.pressed) == 2
    assert len(set(stage.bot.pressed)) == 1


async def test_a_private_message_cannot_be_pressed_by_another(stage: Stage) -> None:
    async def show_privately(talk: Talk) -> None:
        await talk.response.send_message(view=counter(0), ephemeral=True)

    stage.bot.script = show_privately
    board = (await stage.ann.slash(stage.channel, "small do")).message
    with pytest.raises(AssertionError, match="Bob cannot see"):
        await stage.bob.press(board, "Pressed 0")


async def test_a_direct_message_reaches_the_bot(stage: Stage) -> None:
    contexts = []

    async def tell_where(talk: Talk) -> None:
        contexts.append((talk.context.dm_channel, talk.guild_locale, talk.locale))
        await talk.response.send_message("here")

    stage.bot.script = tell_where
    await stage.ann.slash(stage.ann.dm, "small do")
    assert contexts == [(True, None, discord.Locale.british_english)]
    assert [str(message) for message in stage.ann.dm.messages] == ["here"]


async def test_the_bot_can_write_first_unless_people_refuse(stage: Stage) -> None:
    async def write_to_bob(talk: Talk) -> None:
        bob = await talk.client.fetch_user(stage.bob.id)
        await bob.send("It is your turn")
        await talk.response.send_message("sent")

    stage.bot.script = write_to_bob
    await stage.ann.slash(stage.channel, "small do")
    assert [str(message) for message in stage.bob.dm.messages] == ["It is your turn"]
    stage.bob.accepts_dms = False
    with pytest.raises(NoResponse):
        await impatient(stage).slash(stage.channel, "small do")
    assert [error.code for error in stage.bot.errors if isinstance(error, discord.Forbidden)] == [50007]


def impatient(stage: Stage) -> User:
    stage.discord.response_timeout = 0.1
    return stage.ann


async def test_languages_are_those_of_the_reader_and_of_the_server(stage: Stage) -> None:
    spoken = []

    async def listen(talk: Talk) -> None:
        spoken.append((talk.locale.value, talk.guild_locale.value if talk.guild_locale else None))
        await talk.response.send_message("ok")

    stage.bot.script = listen
    await stage.ann.slash(stage.channel, "small do")
    assert spoken == [("en-GB", "ja")]


async def test_a_user_installed_bot_follows_up_five_times_at_most(stage: Stage) -> None:
    async def chatter(talk: Talk) -> None:
        await talk.response.send_message("0")
        for number in range(1, 7):
            await talk.followup.send(str(number))

    stage.bot.script = chatter
    stage.discord.expect_error(40094)
    foreign = stage.discord.guild("Elsewhere", has_bot=False, external_apps=False)
    zoe = foreign.member("Zoe", installs=True)
    answer = await zoe.slash(foreign.channel("lobby"), "small do")
    await stage.discord.idle()
    assert [message.content for message in zoe.ephemeral] == ["0", "1", "2", "3", "4", "5"]
    assert answer.ephemeral
    with pytest.raises(UnavailableAction, match="not installed"):
        await foreign.member("Yan").slash(foreign.channels[0], "small do")


async def test_a_bot_may_not_post_where_it_is_not_a_member_or_lacks_permission(stage: Stage) -> None:
    async def post(talk: Talk) -> None:
        await talk.response.send_message("trying", ephemeral=True)
        try:
            await talk.client.get_partial_messageable(channel.id).send("hello")
        except discord.Forbidden as error:
            codes.append(error.code)

    codes: list[int] = []
    stage.bot.script = post
    channel = stage.guild.channel("closed")
    for name in ("send_messages", "view_channel"):
        channel.deny(name)
        await stage.ann.slash(stage.channel, "small do")
        await stage.discord.idle()
    assert codes == [50013, 50001]


async def test_a_deleted_message_cannot_be_edited(stage: Stage) -> None:
    async def post_and_edit(talk: Talk) -> None:
        message = await talk.client.get_partial_messageable(stage.channel.id).send("board")
        stage.ann.delete(stage.channel.messages[-1])
        try:
            await message.edit(content="changed")
        except discord.NotFound as error:
            await talk.response.send_message(str(error.code))

    stage.bot.script = post_and_edit
    assert str(await stage.ann.slash(stage.channel, "small do")) == "10008"


async def test_a_thread_is_opened_and_written_in(stage: Stage) -> None:
    async def open_thread(talk: Talk) -> None:
        await talk.response.send_message("a game")
        original = await talk.original_response()
        thread = await (await original.fetch()).create_thread(name="Game k3")
        await thread.send("let us play")

    stage.bot.script = open_thread
    await stage.ann.slash(stage.channel, "small do")
    await stage.discord.idle()
    (thread,) = stage.channel.threads
    assert (thread.name, [str(message) for message in thread.messages]) == ("Game k3", ["let us play"])


async def test_a_nonce_makes_a_send_happen_once(stage: Stage) -> None:
    async def send_twice(talk: Talk) -> None:
        for _ in range(2):
            await talk.client.get_partial_messageable(stage.channel.id).send("once", nonce=7)
        await talk.response.send_message("done")

    stage.bot.script = send_twice
    await stage.ann.slash(stage.channel, "small do")
    assert [str(message) for message in stage.channel.messages] == ["once", "done"]


async def test_a_rate_limited_answer_is_sent_again(stage: Stage) -> None:
    stage.discord.network.fail("callback", rate_limited(), times=2)
    assert str(await stage.ann.slash(stage.channel, "small do")) == "Hello Ann"
    assert len(stage.discord.calls("callback")) == 3


async def test_an_answer_that_failed_at_discord_is_sent_again(stage: Stage) -> None:
    stage.discord.network.fail("callback", server_error())
    with instant_retries() as slept:
        assert str(await stage.ann.slash(stage.channel, "small do")) == "Hello Ann"
    assert slept == [1]


async def test_an_answer_lost_on_the_way_back_was_given_all_the_same(stage: Stage) -> None:
    stage.discord.expect_error(40060)
    stage.discord.network.fail("callback", server_error(processed=True))
    with instant_retries():
        answer = await stage.ann.slash(stage.channel, "small do")
        await stage.discord.idle()
    assert str(answer) == "Hello Ann"
    assert [error.code for error in stage.bot.errors if isinstance(error, discord.HTTPException)] == [40060]


async def test_an_answer_after_three_seconds_is_refused(stage: Stage) -> None:
    async def dawdle(talk: Talk) -> None:
        stage.discord.clock.advance(3.1)
        await talk.response.send_message("too late")

    stage.bot.script = dawdle
    stage.discord.expect_error(10062)
    with pytest.raises(NoResponse):
        await impatient(stage).slash(stage.channel, "small do")
    assert [refused.code for _, refused in stage.discord.rejected] == [10062]


async def test_a_token_is_good_for_fifteen_minutes(stage: Stage) -> None:
    async def come_back(talk: Talk) -> None:
        await talk.response.defer()
        stage.discord.clock.advance(901)
        await talk.followup.send("anybody there?")

    stage.bot.script = come_back
    stage.discord.expect_error(50027)
    await stage.ann.slash(stage.channel, "small do")
    assert [refused.code for _, refused in stage.discord.rejected] == [50027]


async def test_a_second_answer_is_refused_and_fails_the_test() -> None:
    async def answer_twice(talk: Talk) -> None:
        await talk.response.send_message("one")
        talk.response._response_type = None
        await talk.response.send_message("two")

    loopback = LoopbackDiscord()
    with pytest.raises(AssertionError, match="40060"):
        await play_out(loopback, answer_twice)


async def test_an_unknown_route_fails_the_test() -> None:
    async def stray(talk: Talk) -> None:
        await talk.response.send_message("looking around")
        await talk.client.http.channel_webhooks(1)

    loopback = LoopbackDiscord()
    with pytest.raises(AssertionError, match="GET /channels/1/webhooks: 404"):
        await play_out(loopback, stray)


async def play_out(loopback: LoopbackDiscord, script: Callable[[Talk], Awaitable[None]]) -> None:
    """A whole test, from the first word to the check at the end."""
    async with staged(loopback) as stage:
        stage.bot.script = script
        await stage.ann.slash(stage.channel, "small do")
        await stage.discord.idle()


def two_alike() -> ui.View:
    return ui.View(timeout=None).add_item(Count(1)).add_item(Count(1))


@pytest.mark.parametrize(
    ("reason", "what"),
    [
        ("custom_id used twice: count:1", {"view": two_alike()}),
        ("empty message", {"content": " "}),
        ("6000 at most", {"embeds": [discord.Embed(description="x" * 4000)] * 2}),
        ("2000 at most|too long", {"content": "x" * 2001}),
    ],
)
async def test_an_illegal_message_is_refused(stage: Stage, reason: str, what: dict[str, object]) -> None:
    async def send_it(talk: Talk) -> None:
        await talk.client.get_partial_messageable(stage.channel.id).send(**what)  # type: ignore[call-overload]  # what is illegal, on purpose

    stage.bot.script = send_it
    stage.discord.expect_error(50035, 50006)
    with pytest.raises(NoResponse):
        await impatient(stage).slash(stage.channel, "small do")
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(stage.discord.rejected[-1][1])


async def test_a_form_does_not_answer_a_form(stage: Stage) -> None:
    class Asking(Form):
        async def on_submit(self, talk: AnyTalk) -> None:
            await talk.response.send_modal(Form())

        async def on_error(self, _: AnyTalk, error: Exception) -> None:  # type: ignore[override]  # as ui.Modal has it
            stage.bot.errors.append(error)

    async def ask(talk: Talk) -> None:
        await talk.response.send_modal(Asking())

    stage.bot.script = ask
    stage.discord.expect_error(50035)
    form = (await stage.ann.slash(stage.channel, "small do")).modal
    with pytest.raises(NoResponse):
        await impatient(stage).submit(form, code="0123")
    assert len(stage.bot.errors) == 1


async def test_a_dropped_gateway_is_resumed_and_catches_up(stage: Stage) -> None:
    stage.bot.script = show_counter
    board = (await stage.ann.slash(stage.channel, "small do")).message
    await stage.discord.disconnect()
    await stage.ann.press(board, "Pressed 0")
    assert stage.discord.gateway.resumed == 1
    assert stage.discord.gateway.identified == 1
    assert str(board) == "A counter\n[ Pressed 1 ]"


@pytest.mark.logs_errors
async def test_a_resume_may_replay_an_interaction_already_answered(stage: Stage) -> None:
    stage.discord.expect_error(40060)
    stage.bot.script = show_counter
    board = (await stage.ann.slash(stage.channel, "small do")).message
    await stage.ann.press(board, "Pressed 0")
    await stage.discord.idle()
    await stage.discord.disconnect(replay=2)
    await stage.bot.resumes.wait()
    await stage.discord.idle()
    assert len(stage.bot.pressed) == 2
    assert len(set(stage.bot.pressed)) == 1


async def test_a_bot_asked_to_reconnect_resumes(stage: Stage) -> None:
    stage.discord.request_reconnect()
    await stage.bot.resumes.wait()
    assert str(await stage.ann.slash(stage.channel, "small do")) == "Hello Ann"
    assert stage.discord.gateway.identified == 1


async def test_a_bot_whose_session_is_forgotten_begins_another(stage: Stage) -> None:
    await stage.discord.disconnect(invalidate=True)
    await stage.discord.connected()
    assert str(await stage.ann.slash(stage.channel, "small do")) == "Hello Ann"
    assert (stage.discord.gateway.identified, stage.discord.gateway.resumed) == (2, 0)


async def test_the_gateway_speaks_plain_text_too() -> None:
    async with staged(LoopbackDiscord(compressed=False)) as stage:
        assert str(await stage.ann.slash(stage.channel, "small do")) == "Hello Ann"


async def test_each_shard_hears_of_its_own_servers() -> None:
    async with staged(LoopbackDiscord(shards=2)) as stage:
        far = stage.discord.guild("Far", shard=1)
        answer = await far.member("Cid").slash(far.channel("games"), "small do")
        assert str(answer) == "Hello Cid"
        assert sorted(guild.shard_id for guild in stage.bot.guilds) == [0, 1]


async def test_messages_in_servers_are_heard_without_their_content(stage: Stage) -> None:
    stage.ann.say(stage.channel, "0123")
    stage.ann.say(stage.channel, f"<@{stage.discord.bot.id}> 0123")
    stage.ann.say(stage.ann.dm, "0123")
    await stage.discord.idle()
    assert stage.bot.heard == ["", f"<@{stage.discord.bot.id}> 0123", "0123"]


async def test_a_wrong_token_and_a_disallowed_intent_are_told_apart() -> None:
    async with LoopbackDiscord() as loopback:
        loopback.token = "wrong"  # noqa: S105  wrong on purpose
        with pytest.raises(discord.LoginFailure):
            async with running(SmallBot(), loopback):
                pass
    async with LoopbackDiscord() as loopback:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with running(discord.Client(intents=discord.Intents.all()), loopback):
                pass


async def test_two_people_may_be_held_at_the_same_moment(stage: Stage) -> None:
    hold = stage.discord.network.hold("callback")
    both = [asyncio.create_task(person.slash(stage.channel, "small do")) for person in (stage.ann, stage.bob)]
    await hold.reached()
    assert stage.channel.messages == []
    hold.release()
    assert {str(answer) for answer in await asyncio.gather(*both)} == {"Hello Ann", "Hello Bob"}


async def test_a_bot_without_intents_still_gets_its_interactions() -> None:
    loopback = LoopbackDiscord()
    async with loopback:
        stage = Stage(loopback, SmallBot(discord.Intents.none()))
        async with running(stage.bot, loopback):
            answer = await stage.ann.slash(stage.channel, "small say", text="hi", to=stage.bob)
            assert str(answer) == "hi, Bob"
            assert [len(guild.channels) for guild in stage.bot.guilds] == [0]


async def test_everybody_sees_what_is_for_them(stage: Stage) -> None:
    async def whisper(talk: Talk) -> None:
        await talk.response.send_message("to all")
        await talk.followup.send("to you", ephemeral=True)

    stage.bot.script = whisper
    await stage.ann.slash(stage.channel, "small do")
    await stage.discord.idle()
    assert stage.ann.screen(stage.channel) == "to all\n\n(only Ann sees this)\nto you"
    assert stage.bob.screen(stage.channel) == "to all"
    assert "to you" in stage.discord.sent()


async def test_commands_are_read_back_abridged(stage: Stage) -> None:
    route = discord.http.Route("GET", "/applications/{id}/commands", id=stage.bot.application_id)
    (plain,) = await stage.bot.http.request(route)
    (translated,) = await stage.bot.http.request(route, params={"with_localizations": "1"})
    assert "description_localizations" not in plain
    assert [option["name"] for option in plain["options"]] == ["do", "say"]
    text, times, *_ = translated["options"][1]["options"]
    assert text["required"] is True
    assert "required" not in times


async def test_a_command_keeps_its_id_when_written_again(stage: Stage) -> None:
    before = stage.discord.commands[0]["id"]
    await stage.bot.tree.sync()
    assert stage.discord.commands[0]["id"] == before


async def test_an_archived_thread_takes_new_messages_but_no_edits(stage: Stage) -> None:
    async def open_thread(talk: Talk) -> None:
        await talk.response.send_message("a game")
        channel = talk.client.get_channel(stage.channel.id)
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="Game", type=discord.ChannelType.public_thread)
        message = await thread.send("board")
        stage.channel.threads[0].archived = True
        with pytest.raises(discord.HTTPException, match="archived"):
            await message.edit(content="changed")
        await thread.send("again")

    stage.bot.script = open_thread
    await stage.ann.slash(stage.channel, "small do")
    await stage.discord.idle()
    assert stage.bot.errors == []
    assert [str(message) for message in stage.channel.threads[0].messages] == ["board", "again"]


async def test_channels_close_and_servers_put_the_bot_out(stage: Stage) -> None:
    elsewhere = stage.discord.guild("Elsewhere")
    await stage.discord.idle()
    stage.guild.delete_channel(stage.channel)
    elsewhere.remove_bot()
    await stage.discord.idle()
    assert [guild.name for guild in stage.bot.guilds] == ["Ann's"]
    assert len(stage.bot.guilds[0].channels) == 0
    with pytest.raises(discord.NotFound):
        await stage.bot.get_partial_messageable(stage.channel.id).send("anybody?")


async def test_a_button_pressed_on_an_old_screen_still_arrives(stage: Stage) -> None:
    stage.bot.script = show_counter
    board = (await stage.ann.slash(stage.channel, "small do")).message
    aimed = stage.bob.prepare_press(board, "Pressed 0")
    for number in range(3):
        await stage.ann.press(board, f"Pressed {number}")
    await stage.bob.send(aimed)
    assert str(board) == "A counter\n[ Pressed 1 ]"


async def test_a_group_is_a_private_channel(stage: Stage) -> None:
    zoe = stage.discord.user("Zoe", installs=True)
    group = stage.discord.group(zoe, stage.bob)
    assert str(await zoe.slash(group, "small do")) == "Hello Zoe"
    with pytest.raises(UnavailableAction):
        await stage.bob.slash(group, "small do")
