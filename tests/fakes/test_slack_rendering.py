"""Blocks and views of Slack as text."""

from tests.fakes.loopback import Json
from tests.fakes.slack.rendering import control_sequences, render_blocks, render_view


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> Json:
    return {"type": "mrkdwn", "text": text}


def menu(**more: object) -> Json:
    options = [{"text": plain(name), "value": name} for name in ("one", "two")]
    return {"type": "static_select", "action_id": "menu", "options": options, **more}


def test_every_block_is_rendered() -> None:
    blocks: list[Json] = [
        {"type": "header", "text": plain("Hit & Blow")},
        {"type": "section", "text": mrkdwn("a &lt;b&gt; &amp; c"), "fields": [mrkdwn("left"), plain("right")]},
        {"type": "section", "text": plain("pick"), "accessory": menu(placeholder=plain("Rules"))},
        {"type": "divider"},
        {"type": "context", "elements": [plain("9 left"), {"type": "image", "image_url": "u", "alt_text": "face"}]},
        {"type": "actions", "elements": [{"type": "button", "action_id": "a", "text": plain("Guess")}]},
        {"type": "image", "image_url": "u", "alt_text": "a board"},
        {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "r"}]}]},
    ]
    assert render_blocks(blocks).splitlines() == [
        "== Hit & Blow ==",
        "a <b> & c",
        "left | right",
        "pick",
        "[ Rules v one | two ]",
        "-----",
        "( 9 left  (image: face) )",
        "[ Guess ]",
        "(image: a board)",
        "r",
    ]


def test_a_view_is_rendered_with_hints_and_errors() -> None:
    field = {"type": "plain_text_input", "action_id": "code"}
    view = {
        "type": "modal",
        "title": plain("Guess"),
        "submit": plain("Send"),
        "close": plain("Cancel"),
        "blocks": [
            {"type": "input", "block_id": "c", "label": plain("Code"), "hint": plain("like 0123"), "element": field},
            {"type": "input", "block_id": "m", "label": plain("Rules"), "optional": True, "element": menu()},
        ],
    }
    assert render_view(view, {"c": "too short"}).splitlines() == [
        "## Guess ##",
        "Code: [ ____ ]",
        "  like 0123",
        "  ! too short",
        "Rules (optional): [ ____ v one | two ]",
        "[ Cancel ]  [ Send ]",
    ]


def test_control_sequences_are_found_where_slack_acts_on_them() -> None:
    blocks: list[Json] = [
        {"type": "section", "text": mrkdwn("hi <!channel> &lt;!here&gt;"), "fields": [mrkdwn("<https://a.b|c>")]},
        {"type": "header", "text": plain("<@U1> stays as it is")},
    ]
    assert control_sequences(blocks, "for <@U2>") == ["<@U2>", "<!channel>", "<https://a.b|c>"]
