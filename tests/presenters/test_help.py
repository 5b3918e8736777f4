from functools import partial

import pytest

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.commands.command import HelpGroup, Option
from bot.locales import LANGUAGES, words_for
from bot.model.records import Scope
from bot.model.rooms import RoomKey
from bot.presenters.help import (
    command_group_help,
    command_help,
    complete_line,
    complete_option,
    help_overview,
    options_in,
)
from bot.presenters.items import explained_items
from bot.presenters.rules import (
    STEPS,
    describe_rules,
    explained_rules,
    named_rules,
    whole_worked_example,
    worked_example_step,
)
from core.game.rules import Rules
from tests.support.present import present
from tests.support.snapshots import Snapshots, as_text

ROOM = RoomKey("console", "local", "home")
DISCORD = RoomKey("discord", "1", "2")
SLACK = RoomKey("slack", "T1", "C1")


def test_the_help_looks_as_approved(snapshots: Snapshots) -> None:
    commands = {command.name: partial(command_help, command, room=ROOM) for command in CATALOGUE}
    groups = {f"group {group.value}": partial(command_group_help, group, room=ROOM) for group in HelpGroup}
    chats = {
        title: view
        for room in (DISCORD, SLACK)
        for title, view in {
            f"all commands, {room.platform}": partial(help_overview, room=room),
            f"group coach, {room.platform}": partial(command_group_help, HelpGroup.COACH, room=room),
        }.items()
    }
    snapshots.check_views("help", {"all commands": partial(help_overview, room=ROOM), **chats, **groups, **commands})


def test_rules_look_as_approved(snapshots: Snapshots) -> None:
    explained = {
        name: partial(explained_rules, Rules.parse(name))
        for name in ("numeron", "bulls", "mastermind", "4x8-fruit", "5x16r-letters", "1x2")
    }
    example = {f"example, step {step}": partial(worked_example_step, step) for step in range(1, STEPS + 1)}
    snapshots.check_views(
        "rules",
        {
            **example,
            "whole example": whole_worked_example,
            "rules with a name": named_rules,
            "items": explained_items,
            **explained,
        },
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_command(language: str) -> None:
    shown = as_text(help_overview(LANGUAGES[language], ROOM))
    assert all(command.name in shown for command in CATALOGUE)


@pytest.mark.parametrize("room", [DISCORD, SLACK])
def test_the_help_of_a_chat_unfolds_every_command(room: RoomKey) -> None:
    help_ = help_overview(LANGUAGES["en"], room)
    assert [button.command for button in help_.buttons if not button.menu] == ["play", "daily", "duel", "suggest"]
    groups = [HelpGroup(button.options["command"]) for button in help_.buttons if button.menu]
    unfolded = [as_text(command_group_help(group, LANGUAGES["en"], room)) for group in groups]
    typed = [command for command in CATALOGUE if command.on_discord or room is not DISCORD]
    assert all(any(f"`{command.name}" in shown for shown in unfolded) for command in typed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_on_discord_a_game_can_be_started_in_a_thread(language: str) -> None:
    play, words = BY_NAME["play"], LANGUAGES[language]
    assert "thread:" in as_text(command_help(play, words, DISCORD))
    assert "thread:" not in as_text(command_help(play, words, ROOM))


def test_settings_are_listed_where_they_mean_something_and_on_discord_those_that_no_form_replaces() -> None:
    here, slack, on_discord = (
        [option.name for option in options_in(room, BY_NAME["settings"])] for room in (ROOM, SLACK, DISCORD)
    )
    assert {"hints", "idle"} <= set(here) <= set(slack)
    assert "threads" not in slack
    assert on_discord == ["scope", "group", "language", "timezone"]


@pytest.mark.parametrize(("room", "scope"), [(ROOM, "here"), (DISCORD, "server"), (SLACK, "workspace")])
def test_examples_name_choices_as_the_platform_does(room: RoomKey, scope: str) -> None:
    assert f"`settings {scope} " in as_text(command_help(BY_NAME["settings"], LANGUAGES["en"], room))


@pytest.mark.parametrize(
    ("platform", "channel", "name"),
    [("discord", "channel", "server"), ("slack", "channel", "workspace"), ("console", "room", "here")],
)
def test_a_scope_is_called_as_on_the_platform(platform: str, channel: str, name: str) -> None:
    shown = as_text(command_help(BY_NAME["leaderboard"], LANGUAGES["en"], RoomKey(platform, "1", "2")))
    assert f"{channel} {name} everywhere" in shown
    assert (Scope(channel), Scope(name)) == (Scope.CHANNEL, Scope.SERVER)


EN = words_for("en")


def option(command: str, name: str) -> Option:
    return present(BY_NAME[command].option(name))


def values(command: str, name: str, typed: str, rules: str | None = None) -> list[str]:
    return [value for _, value in complete_option(option(command, name), typed, rules, EN)]


def test_rules_are_found_by_name_and_by_notation() -> None:
    assert "mastermind" in values("play", "rules", "mast")
    assert "mastermind" in values("play", "rules", "4x6r")
    assert values("play", "rules", "9x9") == []


def test_rules_are_described_in_the_reader_s_language() -> None:
    (offer,) = complete_option(option("play", "rules"), "mastermind", None, words_for("ja"))
    assert offer[0] == f"mastermind (4x6r-colors): {describe_rules(Rules.parse('mastermind'), words_for('ja'))}"


def test_a_guess_in_a_history_is_completed_with_every_possible_feedback() -> None:
    offered = values("suggest", "history", "0123 0H2B, 1435")
    assert len(offered) == 14
    assert "0123 0H2B, 1435 0H1B" in offered


def test_partly_typed_feedback_is_completed() -> None:
    assert values("suggest", "history", "1435 2") == ["1435 2H0B", "1435 2H1B", "1435 2H2B"]


def test_a_history_is_completed_under_the_given_rules() -> None:
    assert values("suggest", "history", "0123", rules="3x10") == []
    assert values("suggest", "history", "012", rules="3x10")[0] == "012 0H0B"


def test_text_that_cannot_be_completed_has_no_completions() -> None:
    assert values("suggest", "history", "") == values("suggest", "history", "hello", rules="none") == []
    assert values("review", "game", "k") == []


def test_a_line_is_completed_with_choices_and_options() -> None:
    def completed(before: str) -> dict[str, str]:
        return dict(complete_line(before, before.rpartition(" ")[2], EN))

    assert completed("givu") == {}
    assert completed("giv") == {"giveup": BY_NAME["giveup"].description}
    assert completed("play who:m") == {"who:me": ""}
    assert completed("play wh") == {"who:": present(BY_NAME["play"].option("who")).description}
    assert completed("play nothing:m") == {}


def test_strategies_and_commands_are_offered() -> None:
    assert values("suggest", "strategy", "ent") == ["entropy"]
    assert values("help", "command", "giv") == ["giveup"]
