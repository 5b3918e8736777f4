"""Every command of the catalogue, as people see it."""

from pathlib import Path
from typing import Any

import pytest

from bot.commands.catalogue import CATALOGUE
from bot.commands.command import Command, OptionType
from bot.model.rooms import RoomKey
from bot.platforms.discord.client import HitblowClient
from bot.platforms.discord.commands import GROUP, listed_commands
from bot.presenters.help import options_in
from core.game.rules import NAMED_RULES
from tests.fakes.discord import LoopbackDiscord, api_error, running
from tests.fakes.services import services_in
from tests.platforms.discord.harness import Harness, id_of
from tests.platforms.discord.other_games import start_other_games
from tests.platforms.discord.test_modes import challenge, submit
from tests.support.sentences import is_japanese
from tests.support.snapshots import Snapshots


async def test_a_command_that_is_named_in_a_text_can_be_pressed(harness: Harness) -> None:
    group, _ = harness.discord.commands
    await harness.ann.slash(harness.channel, "hitblow play", rules="chess")
    assert f"</hitblow rules:{group['id']}>" in str(harness.ann.ephemeral[-1])


async def test_commands_are_named_while_discord_does_not_tell_their_ids(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord, services_in(tmp_path) as services:
        channel = (guild := discord.guild("Ann's")).channel("games")
        discord.network.fail("read_commands", api_error(50001), times=2)
        async with running(HitblowClient(services), discord):
            await (ann := guild.member("Ann")).slash(channel, "hitblow play", rules="chess")
            assert "`/hitblow rules" in str(ann.ephemeral[-1])


async def test_the_commands_of_the_catalogue_are_there_in_its_order(harness: Harness) -> None:
    group, _ = harness.discord.commands
    assert group["name"] == GROUP
    assert [command["name"] for command in group["options"]] == [command.name for command in listed_commands()]
    assert group["contexts"] == [0, 1, 2]
    assert group["integration_types"] == [0, 1]


async def test_people_are_challenged_from_their_context_menu(harness: Harness) -> None:
    _, menu = harness.discord.commands
    assert (menu["type"], menu["name"]) == (2, "Challenge to Hit & Blow")
    assert "対決" in menu["name_localizations"]["ja"]
    asked = await harness.ann.use_menu(harness.channel, harness.bob, menu["name"])
    assert "Ann challenges you" in str((await submit(harness, harness.ann, asked, "5274")).message)


async def test_descriptions_are_in_japanese_too_but_names_are_not(harness: Harness, snapshots: Snapshots) -> None:
    group, _ = harness.discord.commands
    lines = [_line(group), *(_line(each) for command in group["options"] for each in (command, *command["options"]))]
    snapshots.step("/hitblow", "\n".join(lines))
    snapshots.check_steps("descriptions")
    assert "name_localizations" not in str(group).replace("'name_localizations': {}", "")


def _line(described: dict[str, object]) -> str:
    japanese = described["description_localizations"]
    assert isinstance(japanese, dict)
    return f"{described['name']}: {described['description']} / {japanese.get('ja')}"


async def test_options_have_types_ranges_and_choices(harness: Harness) -> None:
    group, _ = harness.discord.commands
    play = next(command for command in group["options"] if command["name"] == "play")
    rules, tries, who, start, minutes, thread = play["options"]
    assert (rules["type"], rules["autocomplete"]) == (3, True)
    assert (tries["type"], tries["min_value"], tries["max_value"]) == (4, 0, 99)
    assert [choice["value"] for choice in start["choices"]] == ["signal", "now"]
    assert (minutes["type"], minutes["max_value"]) == (4, 1440)
    assert thread["type"] == 5
    assert [choice["value"] for choice in who["choices"]] == ["everyone", "me", "race"]


async def test_the_coach_is_talked_to_by_pressing(harness: Harness, snapshots: Snapshots) -> None:
    told = (await harness.ann.slash(harness.channel, "hitblow suggest", history="012 0H1B", rules="hitblow3")).message
    snapshots.step("Ann asks for advice", told)
    await harness.ann.press(told, "0H1B")
    snapshots.step("Ann presses 0H1B", told)
    await harness.ann.press(told, "Undo")
    snapshots.step("Ann takes that back", told)
    assert harness.ann.ephemeral == [told]
    assert harness.channel.messages == []
    snapshots.check_steps("the_coach")


GIVEN: dict[str, dict[str, Any]] = {
    "guess": {"code": "4567"},
    "versus": {"secret": "head", "rules": "hitblow3"},
    "suggest": {"history": "012 0H1B", "rules": "hitblow3"},
    "answer": {"feedback": "0H1B"},
    "fix": {"choice": 1},
    "check": {"guess": "134", "history": "012 0H1B", "rules": "hitblow3"},
    "leaderboard": {"period": "week", "scope": "channel"},
    "rules": {"rules": "numeron"},
    "help": {"command": "play"},
}


QUICK = {"play", "guess", "duel", "suggest", "help", "settings"}
"""Commands that are tried after every change; the dispatcher's own tests give the others."""


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, id=command.name, marks=() if command.name in QUICK else pytest.mark.slow)
        for command in CATALOGUE
    ],
)
async def test_every_command_is_answered_where_it_says_and_never_with_a_fault(
    harness: Harness, command: Command
) -> None:
    if command.name not in {"play", "versus"}:
        await harness.ann.slash(harness.channel, "hitblow play", rules="hitblow")
    if command.name in {"review", "rematch"}:
        await harness.ann.slash(harness.channel, "hitblow giveup", confirm=True)
    if command.name in {"answer", "undo", "fix"}:
        await harness.ann.slash(harness.channel, "hitblow suggest", history="012 0H1B, 345 3H0B", rules="hitblow3")

    if command.name in {"secret", "draw", "claim"}:
        await challenge(harness, harness.bob, opponent=harness.ann, rules="hitblow3")

    given = {"opponent": harness.bob} if command.name == "duel" else GIVEN.get(command.name, {})
    send = harness.ann.slash if command.on_discord else harness.ann.slash_from_old_list
    answer = await send(harness.channel, f"hitblow {command.name}", **given)
    await harness.discord.idle()

    said = [str(message) for message in (*harness.channel.messages, *harness.ann.ephemeral)]
    assert said
    if command.name in {"secret", "duel"}:
        assert "Your secret" in str(answer.modal)
        return
    assert answer.message is not None
    assert not any("Something went wrong" in text for text in said)
    if not command.is_public:
        assert not any("Your game, 3x10" in str(message) for message in harness.channel.messages)


COMPLETED = [
    (command.name, option.name, option.kind)
    for command in listed_commands()
    for option in options_in(RoomKey("discord", "", ""), command)
    if option.kind
    not in {OptionType.CHANNEL, OptionType.INTEGER, OptionType.CHOICE, OptionType.PLAYER, OptionType.SWITCH}
]
WITH_RULES, WITH_HISTORY = (
    [command for command, _, found in COMPLETED if found is kind] for kind in (OptionType.RULES, OptionType.HISTORY)
)


async def ended_game(harness: Harness, *, who: str = "everyone") -> str:
    """A game that Ann has played in her channel; its id."""
    board = (await harness.ann.slash(harness.channel, "hitblow play", who=who)).message
    await harness.guess(board, "3102")
    return id_of(board)


async def games_offered(harness: Harness, typed: str = "") -> list[str | int | float]:
    """The ids that Ann is offered for a review in her channel."""
    return list((await harness.ann.autocomplete(harness.channel, "hitblow review", "game", typed)).values())


async def test_every_option_that_completes_takes_whatever_is_typed(harness: Harness) -> None:
    for command, option, _ in COMPLETED:
        await harness.ann.autocomplete(harness.channel, f"hitblow {command}", option, "")
        for typed in ("`", "no such thing", "0" * 99):
            assert await harness.ann.autocomplete(harness.channel, f"hitblow {command}", option, typed) == {}


@pytest.mark.parametrize("command", WITH_RULES)
async def test_rules_are_offered_by_name_and_notation(harness: Harness, command: str) -> None:
    async def offered(typed: str) -> list[str | int | float]:
        return list((await harness.ann.autocomplete(harness.channel, f"hitblow {command}", "rules", typed)).values())

    assert await offered("") == list(NAMED_RULES)
    assert await offered(" MASTER") == ["mastermind"]
    assert {"hitblow3", "numeron"} <= set(await offered("3x10")) < set(NAMED_RULES)


async def test_time_zones_are_offered_by_their_names_cities_first(harness: Harness) -> None:
    async def offered(typed: str) -> list[str | int | float]:
        return list((await harness.ann.autocomplete(harness.channel, "hitblow settings", "timezone", typed)).values())

    assert (await offered("tok"))[0] == "Asia/Tokyo"
    assert "America/New_York" in await offered("new york")


async def test_rules_are_described_in_the_language_of_the_one_who_types(harness: Harness) -> None:
    chie = harness.guild.member("Chie", locale="ja")
    (japanese,) = await chie.autocomplete(harness.channel, "hitblow play", "rules", "mastermind")
    (english,) = await harness.ann.autocomplete(harness.channel, "hitblow play", "rules", "mastermind")
    assert is_japanese(japanese)
    assert not is_japanese(english)


@pytest.mark.parametrize("command", WITH_HISTORY)
async def test_a_history_is_completed_by_every_possible_feedback_of_its_last_guess(
    harness: Harness, command: str
) -> None:
    async def offered(typed: str, **others: str) -> list[str | int | float]:
        found = await harness.ann.autocomplete(harness.channel, f"hitblow {command}", "history", typed, **others)
        return list(found.values())

    assert await offered("0123 0H2B, 1435 3") == ["0123 0H2B, 1435 3H0B"]
    assert await offered("0123 2h") == ["0123 2H0B", "0123 2H1B", "0123 2H2B"]
    assert len(await offered("012", rules="hitblow3")) == 9
    assert await offered("012") == []  # one digit short of the usual rules
    assert await offered("0012") == []
    assert await offered("012", rules="nonsense") == []


async def test_a_command_is_completed_for_help(harness: Harness) -> None:
    offered = await harness.ann.autocomplete(harness.channel, "hitblow help", "command", "GIVE")
    assert list(offered.values()) == ["giveup"]


async def test_a_strategy_is_completed(harness: Harness) -> None:
    offered = await harness.ann.autocomplete(harness.channel, "hitblow suggest", "strategy", "entr")
    assert list(offered.values()) == ["entropy"]


async def test_one_s_own_and_the_shared_games_that_have_ended_here_are_offered_for_a_review(harness: Harness) -> None:
    others = await start_other_games(harness)
    ended = {await ended_game(harness), await ended_game(harness, who="me")}
    await harness.ann.slash(harness.channel, "hitblow play")  # runs
    offered = await games_offered(harness)
    assert set(offered) == ended
    assert len(offered) == 2
    others.assert_undisturbed()


async def test_games_of_strangers_and_of_other_places_are_not_offered(harness: Harness) -> None:
    others = await start_other_games(harness)
    ends = (
        (others.cem, harness.channel),
        (others.dai, others.garden),
        (others.zoe, others.elsewhere),
    )
    for person, channel in ends:
        await person.slash(channel, "hitblow giveup", confirm=True)
    assert await games_offered(harness) == []
    for person, channel in ends:
        assert len(await person.autocomplete(channel, "hitblow review", "game", "")) == 1


async def test_a_game_is_offered_by_a_part_of_its_id(harness: Harness) -> None:
    first, second = await ended_game(harness), await ended_game(harness)
    assert await games_offered(harness, f"#{first.upper()}") == [first]
    assert await games_offered(harness, f" {second} ") == [second]
    assert await games_offered(harness, "zzz") == []


async def test_a_game_is_offered_with_its_name_and_rules(harness: Harness) -> None:
    game = await ended_game(harness)
    (shown,) = await harness.ann.autocomplete(harness.channel, "hitblow review", "game", "")
    assert game in shown
    assert "4x10" in shown


async def test_no_more_than_the_nine_newest_games_are_offered(harness: Harness) -> None:
    games = [await ended_game(harness) for _ in range(12)]
    offered = await games_offered(harness)
    assert len(offered) == 9
    assert set(offered) <= set(games)
