"""Limits of messages, modals and commands that Discord's OpenAPI document does not express."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fakes.discord.components import COMPONENTS_V2
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.validation import check_commands, check_message, check_modal


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
