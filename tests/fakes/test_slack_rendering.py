"""Blocks and views of Slack as text."""

from tests.fakes.loopback import Json
from tests.fakes.slack.rendering import control_sequences


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
