"""The network and the rules of the loopback Discord, as the unmodified discord.py meets them."""

import time
from typing import Any

import aiohttp
import discord
import pytest

from tests.fakes.discord import Disconnect, Message, RateLimit, api_error, running
from tests.fakes.discord.components import COMPONENTS_V2
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.gateway import Delivery
from tests.fakes.discord.openapi import Contract, load_contract
from tests.fakes.discord.rest import ROUTES
from tests.fakes.discord.validation import check_commands, check_message, check_modal
from tests.fakes.example_discord_bot import ExampleBot, Server


def messageable(server: Server) -> discord.PartialMessageable:
    """The channel as the bot knows it."""
    return server.bot.get_partial_messageable(server.channel.id)


@pytest.fixture
async def board(server: Server) -> discord.Message:
    """A message of the bot's that shows the number 0."""
    return await messageable(server).send("0")


@pytest.fixture
def shown(server: Server, board: discord.Message) -> Message:
    """The same message as people see it."""
    return server.channel.find(board.id)


async def test_a_fault_may_begin_with_a_later_call_and_choose_among_them(
    server: Server, board: discord.Message, shown: Message
) -> None:
    unlucky = api_error(50013)
    server.discord.network.fail("edit_message", unlucky, call=2, times=2, when=lambda call: call.body["content"] != "3")
    for text in ("1", "2", "3", "4", "5"):
        try:
            await board.edit(content=text)
        except discord.Forbidden:
            assert text in ("2", "4")
    assert [str(revision) for revision in shown.history] == ["0", "1", "3", "5"]


async def test_a_route_that_does_not_exist_cannot_be_configured(server: Server) -> None:
    for configure in (server.discord.network.hold, server.discord.calls):
        with pytest.raises(ValueError, match="no route 'edit'"):
            configure("edit")


async def test_edits_are_limited_per_channel_and_discord_py_waits(
    server: Server, board: discord.Message, shown: Message
) -> None:
    server.discord.rate_limits.set("edit_message", RateLimit(2, 0.2, per="channel_id"))
    elsewhere = await server.bot.get_partial_messageable(server.guild.channel("other").id).send("0")
    started = time.monotonic()
    for text in ("1", "2", "3"):
        await board.edit(content=text)
    await elsewhere.edit(content="1")
    assert [revision.at - started >= 0.2 for revision in shown.history[1:]] == [False, False, True]
    assert [call.answered_at is not None for call in server.discord.calls("edit_message")] == [True] * 4


async def test_a_request_beyond_the_limit_is_a_429_that_says_how_long(server: Server, board: discord.Message) -> None:
    server.discord.rate_limits.enable()
    url = f"{server.discord.api_url}/channels/{board.channel.id}/messages/{board.id}"
    headers = {"Authorization": f"Bot {server.discord.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for remaining in ("4", "3", "2", "1", "0"):
            async with session.patch(url, json={"content": remaining}) as edited:
                assert (edited.status, edited.headers["X-RateLimit-Remaining"]) == (200, remaining)
                assert edited.headers["X-RateLimit-Bucket"] == "loopback-edit_message"
        async with session.patch(url, json={"content": "too many"}) as refused:
            assert refused.status == 429
            assert 4 < (await refused.json())["retry_after"] <= 5
            assert refused.headers["X-RateLimit-Bucket"] == "loopback-edit_message"


async def test_a_post_whose_response_was_lost_is_recognised_by_its_nonce_for_some_minutes(server: Server) -> None:
    server.discord.network.fail("send", Disconnect(processed=True))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await messageable(server).send("board", nonce=7)
    again = await messageable(server).send("board", nonce=7)
    assert [message.id for message in server.channel.messages] == [again.id]
    server.discord.clock.advance(301)
    await messageable(server).send("board", nonce=7)
    assert len(server.channel.messages) == 2


async def test_gateway_events_arrive_late_but_in_order(server: Server) -> None:
    server.discord.network.delay(0.02, 0.05, route="gateway", seed=1)
    texts = [str(number) for number in range(10)]
    for text in texts:
        server.ann.say(server.ann.dm, text)
    started = time.monotonic()
    await server.discord.idle()
    assert server.bot.heard == texts
    assert time.monotonic() - started >= 0.02


@pytest.mark.parametrize(("delivery", "times"), [("all", 2), ("one", 1)])
async def test_an_event_reaches_every_session_or_one_of_them(server: Server, delivery: Delivery, times: int) -> None:
    server.discord.gateway.delivery = delivery
    second = ExampleBot()
    async with running(second, server.discord):
        await server.discord.connected(2)
        server.ann.say(server.ann.dm, "hello")
        await server.discord.idle()
    assert [*server.bot.heard, *second.heard] == ["hello"] * times


@pytest.mark.parametrize("delivery", ["all", "one"])
async def test_the_events_of_a_session_that_ended_go_to_the_next(server: Server, delivery: Delivery) -> None:
    server.discord.gateway.delivery = delivery
    second = ExampleBot()
    async with running(second, server.discord):
        await server.discord.connected(2)
    await server.discord.connected(1)
    for _ in range(2):
        server.ann.say(server.ann.dm, "hello")
    await server.discord.idle()
    assert (server.bot.heard, second.heard) == (["hello"] * 2, [])


async def test_the_latency_of_a_response_is_recorded(server: Server) -> None:
    server.discord.network.delay(0.05, route="callback", direction="request")
    answer = await server.ann.slash(server.channel, "small do")
    assert answer.interaction.latency is not None
    assert 0.05 <= answer.interaction.latency < 3


CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture
def contract() -> Contract:
    return load_contract()


def test_every_route_of_the_fake_is_a_route_of_discord(contract: Contract) -> None:
    assert [route for route in ROUTES if not contract.knows(route.method, route.template)] == []


def test_a_violation_is_reported_with_its_path(contract: Contract) -> None:
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "guess"}
    body = {"type": 4, "data": {"components": [{"type": 1, "components": [button]}]}}
    problem = contract.problem("POST", CALLBACK, body)
    assert problem is not None
    assert problem.startswith("$.data.components[0].components[0].label: ")
    assert problem.endswith("is too long")


def test_an_unknown_property_is_refused(contract: Contract) -> None:
    problem = contract.problem("POST", CALLBACK, {"type": 4, "data": {"contents": "x"}})
    assert problem == "$.data: Additional properties are not allowed ('contents' was unexpected)"


def test_a_body_is_required_or_refused_as_documented(contract: Contract) -> None:
    assert contract.problem("GET", "/users/@me", {"a": 1}) == "a body where none is expected"
    assert contract.problem("GET", "/users/@me", None) is None
    assert contract.problem("POST", CALLBACK, None) is not None


def test_identifiers_may_be_numbers_as_discord_py_sends_them(contract: Contract) -> None:
    body = {"content": "x", "message_reference": {"message_id": 123}}
    assert contract.problem("POST", "/channels/{channel_id}/messages", body) is None


def button(custom_id: str = "guess", **changes: object) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Guess", "custom_id": custom_id, **changes}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def select(*values: str, **changes: object) -> dict[str, Any]:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "level", "options": options, **changes}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"components": [row(*[button(f"{column}-{line}") for column in range(5)]) for line in range(5)]},
        {"components": [row(select("easy", "hard", max_values=2))]},
        {"components": [row(button(label=None, emoji={"name": "💡"}))]},
        {"components": [row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"})]},
        {"flags": COMPONENTS_V2, "components": [{"type": 17, "components": [text("x" * 4000)]}]},
    ],
)
def test_a_message_within_the_limits_is_accepted(body: dict[str, Any]) -> None:
    check_message(body)


@pytest.mark.parametrize(
    ("reason", "body"),
    [
        ("empty", {"content": "  "}),
        ("2001 characters", {"content": "x" * 2001}),
        ("no embeds", {"embeds": [{"description": "x"}]}),
        ("custom_id used twice: guess", {"components": [row(button()), row(button())]}),
        ("6 rows", {"components": [row(button(str(line))) for line in range(6)]}),
        ("6 components", {"components": [row(*[button(str(column)) for column in range(6)])]}),
        ("one select", {"components": [row(button(), select("easy"))]}),
        ("label or an emoji", {"components": [row(button(label=""))]}),
        ("link button", {"components": [row(button(style=5))]}),
        ("same value twice", {"components": [row(select("easy", "easy"))]}),
        ("at most 3 among 2", {"components": [row(select("easy", "hard", max_values=3))]}),
        ("only action rows", {"components": [text("x")]}),
        ("beside IS_COMPONENTS_V2", {"flags": COMPONENTS_V2, "content": "x", "components": [text("x")]}),
        ("empty", {"flags": COMPONENTS_V2}),
        ("4001 characters", {"flags": COMPONENTS_V2, "components": [text("x" * 4001)]}),
        ("41 components", {"flags": COMPONENTS_V2, "components": [text("x")] * 41}),
    ],
)
def test_an_invalid_message_is_refused(reason: str, body: dict[str, Any]) -> None:
    with pytest.raises(ApiError, match=reason):
        check_message(body)


def field(custom_id: str) -> dict[str, Any]:
    return {"type": 18, "label": "Code", "component": {"type": 4, "style": 1, "custom_id": custom_id}}


def test_a_modal_has_one_to_five_fields_with_unique_ids() -> None:
    check_modal({"components": [field(str(number)) for number in range(5)]})
    with pytest.raises(ApiError, match="a modal of 6"):
        check_modal({"components": [field(str(number)) for number in range(6)]})
    with pytest.raises(ApiError, match="custom_id used twice: code"):
        check_modal({"components": [field("code"), field("code")]})
    with pytest.raises(ApiError, match="buttons in a modal"):
        check_modal({"components": [row(button())]})


def option(name: str = "rules", kind: int = 3, **changes: object) -> dict[str, Any]:
    return {"name": name, "description": "An option", "type": kind, **changes}


def command(name: str = "hitblow", *options: dict[str, Any], **changes: object) -> dict[str, Any]:
    return {"name": name, "description": "A command", "options": list(options), **changes}


@pytest.mark.parametrize(
    "commands",
    [
        [command("hit-and_blow")],
        [command("ヒット")],
        [command("hitblow", option(required=True), option("tries", 4))],
        [command("hitblow", option("settings", 2, options=[option("language", 1, options=[option()])]))],
    ],
)
def test_valid_commands_are_accepted(commands: list[dict[str, Any]]) -> None:
    check_commands(commands)


@pytest.mark.parametrize(
    ("reason", "commands"),
    [
        ("not a name", [command("Hitblow")]),
        ("not a name", [command("hit blow")]),
        ("not a name", [command("x" * 33)]),
        ("not a name", [command(name_localizations={"ja": "ヒット ブロー"})]),
        ("same name twice", [command(), command()]),
        ("101 commands", [command(f"c{number}") for number in range(101)]),
        ("description of 1 to 100", [command(description="")]),
        ("description of 1 to 100", [command("hitblow", option(description="x" * 101))]),
        ("required options come first", [command("hitblow", option(), option("tries", required=True))]),
        ("mixes subcommands", [command("hitblow", option("play", 1), option())]),
        ("groups in groups", [command("hitblow", option("a", 2, options=[option("b", 2, options=[])]))]),
        (
            "choices and autocomplete",
            [command("hitblow", option(choices=[{"name": "a", "value": "a"}], autocomplete=True))],
        ),
        ("26 options", [command("hitblow", *[option(f"o{number}") for number in range(26)])]),
    ],
)
def test_invalid_commands_are_refused(reason: str, commands: list[dict[str, Any]]) -> None:
    with pytest.raises(ApiError, match=reason):
        check_commands(commands)


def test_a_command_has_8000_characters_counting_the_longest_localisation() -> None:
    def wordy(name: str, language: str) -> dict[str, Any]:
        return option(name, description_localizations={language: "あ" * 100})

    subcommands = [option(f"s{n}", 1, options=[wordy(f"o{m}", "ja") for m in range(4)]) for n in range(25)]
    check_commands([command("hitblow", *subcommands[:15])])
    with pytest.raises(ApiError, match="8000 at most"):
        check_commands([command("hitblow", *subcommands)])
