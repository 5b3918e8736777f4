"""The Web API of the loopback Slack with the unmodified SDK."""

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.example_slack_app import MODAL, client_for
from tests.fakes.loopback import Json
from tests.fakes.slack import Channel, LoopbackSlack, User, Workspace


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
