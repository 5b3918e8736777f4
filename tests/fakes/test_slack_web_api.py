"""The Web API of the loopback Slack, its views and its rules, with the unmodified SDK."""

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.example_slack_app import BOARD, MODAL, client_for
from tests.fakes.loopback import Json
from tests.fakes.slack import Channel, LoopbackSlack, UnavailableAction, User, View, Workspace
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.rendering import control_sequences
from tests.fakes.slack.validation import check_message, check_view
from tests.fakes.slack.views import apply_acknowledgement, open_modal, state_values


@pytest.fixture
def client(slack: LoopbackSlack, team: Workspace) -> AsyncWebClient:
    return client_for(slack, team)


def refusal(caught: pytest.ExceptionInfo[SlackApiError]) -> str:
    return str(caught.value.response["error"])


async def test_rate_limits_allow_five_posts_in_five_seconds_per_channel(
    slack: LoopbackSlack, games: Channel, client: AsyncWebClient
) -> None:
    slack.rate_limits.enable()
    for _ in range(5):
        await client.chat_postMessage(channel=games.id, text="hello")
    with pytest.raises(SlackApiError, match="ratelimited"):
        await client.chat_postMessage(channel=games.id, text="hello")
    await client.chat_postMessage(channel=games.team.channel("other").id, text="hello")
    slack.clock.advance(5)
    await client.chat_postMessage(channel=games.id, text="hello")
    assert len(games.messages) == 6


async def test_an_unknown_method_is_a_violation(slack: LoopbackSlack, client: AsyncWebClient) -> None:
    with pytest.raises(SlackApiError, match="unknown_method"):
        await client.api_call("games.play")
    assert slack.violations == ["games.play: unknown_method ['the loopback does not have it']"]
    slack.violations.clear()


async def test_a_violation_fails_the_test() -> None:
    slack = await LoopbackSlack().__aenter__()
    with pytest.raises(SlackApiError):
        await client_for(slack, slack.workspace("acme")).api_call("games.play")
    with pytest.raises(AssertionError, match=r"games\.play"):
        await slack.__aexit__(None, None, None)


async def test_invalid_tokens_are_refused(slack: LoopbackSlack, team: Workspace, client: AsyncWebClient) -> None:
    assert (await client.auth_test())["team_id"] == team.id
    with pytest.raises(SlackApiError, match="not_authed"):
        await client_for(slack).auth_test()
    with pytest.raises(SlackApiError, match="invalid_auth"):
        await AsyncWebClient("xoxb-other", base_url=slack.api_url).auth_test()
    team.revoke_token()
    with pytest.raises(SlackApiError, match="token_revoked"):
        await client.auth_test()


async def test_a_token_gives_no_access_to_another_workspace(slack: LoopbackSlack, ann: User, games: Channel) -> None:
    stranger = client_for(slack, slack.workspace("beta"))
    with pytest.raises(SlackApiError, match="channel_not_found"):
        await stranger.chat_postMessage(channel=games.id, text="hello")
    with pytest.raises(SlackApiError, match="user_not_found"):
        await stranger.users_info(user=ann.id)


async def test_a_post_is_refused_with_the_reason(team: Workspace, client: AsyncWebClient) -> None:
    places = {
        "not_in_channel": team.channel("elsewhere", bot=False),
        "channel_not_found": team.channel("secret", private=True, bot=False),
        "is_archived": team.channel("old"),
    }
    places["is_archived"].archived = True
    for error, channel in places.items():
        with pytest.raises(SlackApiError) as caught:
            await client.chat_postMessage(channel=channel.id, text="hello")
        assert refusal(caught) == error


async def test_a_missing_scope_is_a_violation() -> None:
    async with LoopbackSlack(scopes=frozenset({"commands"})) as slack:
        team = slack.workspace("acme")
        with pytest.raises(SlackApiError) as caught:
            await client_for(slack, team).chat_postMessage(channel=team.channel("games").id, text="hello")
        assert (refusal(caught), caught.value.response["needed"]) == ("missing_scope", "chat:write")
        assert slack.violations
        slack.violations.clear()


async def test_an_app_can_change_only_its_own_public_messages(
    ann: User, games: Channel, client: AsyncWebClient
) -> None:
    said = games.add({"text": "hello"}, ann.id)
    whispered = await client.chat_postEphemeral(channel=games.id, user=ann.id, text="psst")
    for ts, error in {whispered["message_ts"]: "message_not_found", said.ts: "cant_update_message"}.items():
        with pytest.raises(SlackApiError) as caught:
            await client.chat_update(channel=games.id, ts=ts, text="changed")
        assert refusal(caught) == error
    assert [str(message) for message in (*games.messages, *ann.ephemeral)] == ["hello", "psst"]


async def test_a_file_that_is_shared_nowhere_is_shown_by_a_block(
    slack: LoopbackSlack, games: Channel, client: AsyncWebClient
) -> None:
    uploaded = await client.files_upload_v2(content=b"png", filename="board.png")
    assert games.messages == []
    shown = {"type": "image", "slack_file": {"id": uploaded["file"]["id"]}, "alt_text": "a board"}
    slack.uploads.unchecked = 1
    with pytest.raises(SlackApiError) as caught:
        await client.chat_postMessage(channel=games.id, text="a board", blocks=[shown])
    assert refusal(caught) == "invalid_blocks"
    await client.chat_postMessage(channel=games.id, text="a board", blocks=[shown])
    assert games.messages[0].images[0].content == b"png"


async def test_a_file_that_was_never_uploaded_is_not_shown(
    slack: LoopbackSlack, games: Channel, client: AsyncWebClient
) -> None:
    slack.expect_error("invalid_blocks")
    shown = {"type": "image", "slack_file": {"id": "F00000001"}, "alt_text": "a board"}
    with pytest.raises(SlackApiError):
        await client.chat_postMessage(channel=games.id, text="a board", blocks=[shown])


async def test_a_trigger_opens_one_modal_within_three_seconds(
    slack: LoopbackSlack, ann: User, client: AsyncWebClient
) -> None:
    trigger, late = slack.triggers.issue(ann), slack.triggers.issue(ann)
    await client.views_open(trigger_id=trigger, view=MODAL)
    assert ann.view.title == "Guess"
    slack.clock.advance(3.1)
    for stale, error in {trigger: "exchanged", late: "expired", "else": "invalid"}.items():
        with pytest.raises(SlackApiError) as caught:
            await client.views_open(trigger_id=stale, view=MODAL)
        assert refusal(caught) == f"{error}_trigger_id"


async def test_a_response_url_can_be_used_five_times(slack: LoopbackSlack, ann: User, games: Channel) -> None:
    url = slack.response_urls.issue(ann, games)
    answers = [await _post(url, {"text": f"answer {number}"}) for number in range(6)]
    assert answers == [(200, None)] * 5 + [(404, "used_url")]
    assert [str(message) for message in ann.ephemeral] == [f"answer {number}" for number in range(5)]


async def test_a_response_url_expires_after_half_an_hour(slack: LoopbackSlack, ann: User, games: Channel) -> None:
    url = slack.response_urls.issue(ann, games)
    slack.clock.advance(30 * 60 + 1)
    assert await _post(url, {"text": "late"}) == (404, "expired_url")


async def _post(url: str, body: Json) -> tuple[int, str | None]:
    async with aiohttp.ClientSession() as session, session.post(url, json=body) as response:
        return response.status, (await response.json()).get("error")


def section(text: str = "text", **more: object) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


def actions(*buttons: Json) -> Json:
    return {"type": "actions", "elements": list(buttons)}


def button(**more: object) -> Json:
    return {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}, **more}


WRONG_MESSAGES = {
    "51 blocks": ("invalid_blocks", [section()] * 51),
    "a section of 3001": ("invalid_blocks", [section("x" * 3001)]),
    "a header of 151": ("invalid_blocks", [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]),
    "26 buttons": ("invalid_blocks", [actions(*(button(action_id=f"go{n}") for n in range(26)))]),
    "a button's text of 76": ("invalid_blocks", [actions(button(text={"type": "plain_text", "text": "x" * 76}))]),
    "a button's value of 2001": ("invalid_blocks", [actions(button(value="x" * 2001))]),
    "an action id of 256": ("invalid_blocks", [actions(button(action_id="x" * 256))]),
    "an action id twice in a block": ("invalid_blocks", [actions(button(), button())]),
    "a block id twice": ("invalid_blocks", [section(block_id="b"), section(block_id="b")]),
    "an unknown block": ("invalid_blocks", [{"type": "board"}]),
    "an unknown field": ("invalid_blocks", [section(colour="red")]),
    "11 context elements": (
        "invalid_blocks",
        [{"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * 11}],
    ),
    "13,201 characters": ("msg_blocks_too_long", [section("x" * 2980)] * 5),
}


@pytest.mark.parametrize(("error", "blocks"), WRONG_MESSAGES.values(), ids=WRONG_MESSAGES)
def test_a_message_is_refused(error: str, blocks: list[Json]) -> None:
    with pytest.raises(ApiError) as caught:
        check_message("text", blocks)
    assert caught.value.error == error
    assert caught.value.details["why"]


def test_a_message_needs_text_beside_its_blocks() -> None:
    with pytest.raises(ApiError, match="no_text"):
        check_message("", BOARD)


def test_a_message_within_the_limits_is_accepted() -> None:
    check_message("text", [*BOARD, *([section("x" * 250)] * 48)])


PLAIN = {"type": "plain_text", "text": "x" * 25}
WRONG_VIEWS = {
    "a title of 25": {**MODAL, "title": PLAIN},
    "a submit of 25": {**MODAL, "submit": PLAIN},
    "a close of 25": {**MODAL, "close": PLAIN},
    "private metadata of 3001": {**MODAL, "private_metadata": "x" * 3001},
    "101 blocks": {**MODAL, "blocks": [section()] * 101},
    "a block id twice": {"type": "home", "blocks": [section(block_id="b"), section(block_id="b")]},
    "no title": {name: value for name, value in MODAL.items() if name != "title"},
    "input without submit": {name: value for name, value in MODAL.items() if name != "submit"},
    "a home with submit": {**MODAL, "type": "home"},
    "another type": {**MODAL, "type": "popup"},
    "an unknown field": {**MODAL, "colour": "red"},
}


@pytest.mark.parametrize("view", WRONG_VIEWS.values(), ids=WRONG_VIEWS)
def test_a_view_is_refused(view: Json) -> None:
    with pytest.raises(ApiError, match="invalid_arguments") as caught:
        check_view(view)
    assert caught.value.details["why"]


def test_a_view_within_the_limits_is_accepted() -> None:
    check_view(MODAL)
    check_view({"type": "home", "blocks": [section()] * 100})


@pytest.fixture
def view(ann: User) -> View:
    return open_modal(ann, MODAL)


def test_an_empty_acknowledgement_closes_the_modal(ann: User, view: View) -> None:
    apply_acknowledgement(ann, view, {})
    assert ann.views == []


@pytest.mark.parametrize(
    "acknowledgement",
    [
        {"response_action": "errors", "errors": {"secret": "no such block"}},
        {"response_action": "dance"},
    ],
    ids=lambda acknowledgement: str(acknowledgement["response_action"]),
)
def test_an_invalid_acknowledgement_is_a_violation(
    slack: LoopbackSlack, ann: User, view: View, acknowledgement: Json
) -> None:
    apply_acknowledgement(ann, view, acknowledgement)
    assert len(slack.violations) == 1
    assert ann.views == [view]
    slack.violations.clear()


async def test_a_closed_modal_cannot_be_submitted(ann: User, view: View) -> None:
    await ann.close(view)
    with pytest.raises(UnavailableAction, match="no such modal open"):
        await ann.submit(view, code="0123")
    with pytest.raises(UnavailableAction, match="no modal open"):
        assert ann.view.title


def test_a_reload_removes_modals_and_ephemeral_messages(ann: User, view: View) -> None:
    ann.team.channel("games").add({"text": "psst"}, "bot", only_for=ann)
    ann.reload()
    assert (ann.views, ann.ephemeral, view.title) == ([], [], "Guess")


def field(kind: str, **more: object) -> Json:
    label = {"type": "plain_text", "text": kind.title()}
    element = {"type": kind, "action_id": kind, **more}
    return {"type": "input", "block_id": f"b-{kind}", "label": label, "element": element, "optional": True}


OPTIONS = [{"text": {"type": "plain_text", "text": name.title()}, "value": name} for name in ("one", "two")]


def test_fields_are_named_by_action_id_or_label_and_options_by_value_or_text(ann: User) -> None:
    blocks = [
        field("plain_text_input"),
        field("static_select", options=OPTIONS),
        field("checkboxes", options=OPTIONS),
        field("users_select"),
    ]
    values = state_values(
        blocks, {"plain_text_input": "0123", "Static_Select": "Two", "checkboxes": ["one"], "users_select": ann}
    )
    assert [next(iter(state.values())) for state in values.values()] == [
        {"type": "plain_text_input", "value": "0123"},
        {"type": "static_select", "selected_option": OPTIONS[1]},
        {"type": "checkboxes", "selected_options": [OPTIONS[0]]},
        {"type": "users_select", "selected_user": ann.id},
    ]


def test_fields_keep_their_initial_values() -> None:
    blocks = [field("plain_text_input", initial_value="4567"), field("static_select", initial_option=OPTIONS[0])]
    values = state_values(blocks, {})
    assert values["b-plain_text_input"]["plain_text_input"]["value"] == "4567"
    assert values["b-static_select"]["static_select"]["selected_option"] == OPTIONS[0]


def test_an_unknown_option_cannot_be_chosen() -> None:
    with pytest.raises(UnavailableAction, match="has no 'three'"):
        state_values([field("static_select", options=OPTIONS)], {"static_select": "three"})


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> Json:
    return {"type": "mrkdwn", "text": text}


def test_control_sequences_are_found_where_slack_acts_on_them() -> None:
    blocks: list[Json] = [
        {"type": "section", "text": mrkdwn("hi <!channel> &lt;!here&gt;"), "fields": [mrkdwn("<https://a.b|c>")]},
        {"type": "header", "text": plain("<@U1> stays as it is")},
    ]
    assert control_sequences(blocks, "for <@U2>") == ["<@U2>", "<!channel>", "<https://a.b|c>"]
