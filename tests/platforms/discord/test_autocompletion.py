"""What Discord offers while an option is typed."""

import pytest

from bot.commands.command import Kind
from bot.model.rooms import RoomKey
from bot.platforms.discord.commands import listed_commands
from bot.presenters.help import options_in
from core.game.rules import NAMED_RULES
from tests.platforms.discord.harness import Harness, id_of
from tests.platforms.discord.other_games import start_other_games
from tests.support.languages import is_japanese

COMPLETED = [
    (command.name, option.name, option.kind)
    for command in listed_commands()
    for option in options_in(RoomKey("discord", "", ""), command)
    if option.kind not in {Kind.CHANNEL, Kind.INTEGER, Kind.CHOICE, Kind.PLAYER, Kind.SWITCH}
]
WITH_RULES, WITH_HISTORY = (
    [command for command, _, found in COMPLETED if found is kind] for kind in (Kind.RULES, Kind.HISTORY)
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
