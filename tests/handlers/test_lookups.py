"""Statistics, leaderboards, rules, help and one's own data."""

import json

import pytest

from bot.commands.catalogue import CATALOGUE
from bot.locales import LANGUAGES
from bot.model.errors import NothingStored
from bot.platforms.common.controller import ReplyLanguages
from bot.presenters.help import terminal_options
from bot.services.services import Services
from core.game.rules import NAMED_RULES
from core.solver.strategies import STRATEGY_NAMES
from tests.handlers.users import User, text
from tests.support.people import Person
from tests.support.present import present
from tests.support.sentences import is_japanese

pytestmark = pytest.mark.usefixtures("boris")


async def won(user: User, *guesses: str, rules: str = "4x10") -> None:
    """A game of one's own, won after some guesses."""
    assert (await user.types(f"play {rules} who:me")).board
    for code in (*guesses, "3102"):
        assert (await user.types(f"guess {code}")).board


async def test_statistics_are_one_s_own_or_those_of_the_player_named(alice: User, boris: User) -> None:
    await won(alice, "0456")
    await won(alice, rules="4x8")
    shown = [
        text((await alice.types(line)).note)
        for line in ("stats", "stats rules:4x8", "stats rules:4x10", "stats rules:hitblow", "stats rules:3x10")
    ]
    assert [[rules in part for rules in ("*Hit & Blow 4x8*", "*Hit & Blow 4x10*")] for part in shown] == [
        [True, True],
        [True, False],
        [False, True],
        [False, True],
        [False, False],
    ]
    assert "Alice" in text((await alice.types("stats")).note)
    assert "Alice" in text((await alice.types("stats ME")).note)
    assert "Alice" in text((await boris.types("stats alice")).note)
    mine = await boris.types("stats")
    assert "Boris" in text(mine.note)
    assert "Alice" not in text(mine.note)
    assert mine.private


async def test_statistics_are_shared_in_public_without_the_buttons_of_whoever_shares_them(alice: User) -> None:
    ann = User(alice.dispatcher, Person("Ann", platform="chat"))
    await won(ann)
    await won(ann, rules="4x8")
    own, shared = [await ann.types(line) for line in ("stats rules:4x8", "stats rules:4x10 show:shared")]
    assert ["4x8" in text(reply.note).partition("\n")[0] for reply in (own, shared)] == [True, False]
    assert (own.private, shared.private) == (True, False)
    assert [bool(present(reply.note).buttons) for reply in (own, shared)] == [True, False]


async def test_a_leaderboard_is_public_and_for_the_rules_period_scope_and_order_given(alice: User, boris: User) -> None:
    await boris.types("settings warnings:off")
    for _ in range(5):
        await won(alice, "0456")
    for number in range(6):
        await won(boris, *["0456", "0789", "5678"][: number % 2 + 1])
    viewer = User(alice.dispatcher, Person("Dora"))
    board = await viewer.types("leaderboard")
    assert not board.private
    assert not present(board.note).buttons

    async def names(line: str) -> list[str]:
        shown = text((await viewer.types(line)).note)
        return sorted((name for name in ("Alice", "Boris") if name in shown), key=shown.index)

    assert await names("leaderboard") == ["Alice", "Boris"]
    assert await names("leaderboard order:solved") == ["Boris", "Alice"]
    assert await names("leaderboard 4x6") == []
    assert (
        len({text((await viewer.types(f"leaderboard period:{each}")).note) for each in ("today", "week", "all")}) == 3
    )
    assert len({text((await viewer.types(f"leaderboard scope:{each}")).note) for each in ("channel", "server")}) == 2
    elsewhere = User(alice.dispatcher, Person("Dora", room="yard"))
    assert "Boris" in text((await elsewhere.types("leaderboard")).note)
    assert "Boris" not in text((await elsewhere.types("leaderboard scope:channel")).note)


async def test_a_leaderboard_of_dailies_is_not_one_of_the_solo_games_of_today(alice: User) -> None:
    await won(alice, "0456")
    assert "Alice" in text((await alice.types("leaderboard today")).note)
    assert "Alice" not in text((await alice.types("leaderboard daily")).note)


async def test_how_a_leaderboard_is_ranked_is_told_privately(alice: User) -> None:
    for line, rated in (("leaderboard why", False), ("leaderboard why rating 3x10", True)):
        reply = await alice.types(line)
        assert reply.private
        assert ("rated games" in text(reply.note)) == rated


async def test_a_leaderboard_is_in_the_room_s_language_and_statistics_in_the_reader_s(alice: User) -> None:
    alice.words = LANGUAGES["ja"]
    assert not is_japanese(text((await alice.types("leaderboard")).note))
    assert is_japanese(text((await alice.types("stats")).note))


async def test_the_rules_of_numeron_lead_to_its_items(alice: User) -> None:
    explained = text((await alice.presses(present((await alice.types("rules numeron")).note), "rules")).note)
    assert all(item in explained for item in ("DOUBLE", "HIGH&LOW", "TARGET", "SLASH", "SHUFFLE", "CHANGE"))
    assert explained == text((await alice.types("rules items")).note)
    for other in ("3x10", "mastermind"):
        assert not getattr((await alice.types(f"rules {other}")).note, "buttons", None)


async def test_a_leaderboard_by_the_rating_with_items_is_for_rules_that_they_fit(alice: User) -> None:
    assert "3x10-eatbite" in text((await alice.types("leaderboard order:items")).note)
    assert "Rating with items" in text((await alice.types("leaderboard 3x10 order:items")).note)
    assert "`3x10`" in text((await alice.types("leaderboard 4x10 order:items")).note)


async def test_named_rules_are_listed_and_any_rules_are_explained(alice: User) -> None:
    listed = text((await alice.types("rules names")).note)
    assert all(name in listed for name in NAMED_RULES)
    assert "10,000,000" in text((await alice.types("rules 7x10r")).note)
    assert "5,040" in text((await alice.types("rules hitblow")).note)
    assert "10 positions" in text((await alice.types("rules 99x99")).note)


async def test_rules_show_an_example_at_once_where_everything_is_typed(alice: User) -> None:
    shown = await alice.types("rules")
    assert shown.private
    assert not (shown.note and shown.note.buttons)
    assert all(line in text(shown.note) for line in ("0456  0H1B  ○", "7103  2H1B  ●●○", "3102  4H0B  ●●●●"))


async def test_help_lists_every_command_and_explains_each(alice: User) -> None:
    listed = text((await alice.types("help")).note)
    assert all(command.name in listed for command in CATALOGUE)
    for command in CATALOGUE:
        explained = text((await alice.types(f"help {command.name.upper()}")).note)
        assert command.name in explained
        assert all(option.name in explained for option in terminal_options(command))
        assert f"Example: `{command.name} " in explained or not command.example
    assert "`play " in text((await alice.types("help paly")).note)
    assert "`play " in text((await alice.types("help new game")).note)
    assert text((await alice.types("help items")).note) == text((await alice.types("rules items")).note)
    assert text((await alice.types("help mastermind")).note) == text((await alice.types("rules mastermind")).note)


@pytest.mark.parametrize("line", ["help strategies", "help strategy", "help STRATEGIES"])
async def test_help_shows_what_every_strategy_guesses_in_the_same_position(alice: User, line: str) -> None:
    explained = await alice.types(line)
    assert explained.private
    shown = text(explained.note)
    assert all(name.split(":")[0] in shown for name in STRATEGY_NAMES)
    assert "012" in shown


async def test_a_page_of_a_leaderboard_is_private_if_it_is_asked_for_by_its_number(alice: User) -> None:
    assert not (await alice.types("leaderboard")).private
    assert (await alice.types("leaderboard page:2")).private


async def test_a_name_that_several_people_have_is_refused_wherever_somebody_is_named(alice: User) -> None:
    for user in ("kim1", "kim2"):
        await User(alice.dispatcher, Person("Kim", user=user)).types("play who:me")
    for line in ("stats kim", "duel Kim", "duel @kim"):
        shown = await alice.refusal_of(line)
        assert "`kim1`" in shown
        assert "`kim2`" in shown
    assert "Kim" in text((await alice.types("stats kim2")).note)


async def test_nobody_can_be_challenged_under_the_bots_own_words(alice: User) -> None:
    assert (await alice.types("duel @You")).refused


@pytest.fixture
async def known(alice: User) -> None:
    """Somebody about whom something is stored."""
    await alice.types("play who:me")
    await alice.types("guess 3102")


@pytest.mark.usefixtures("known")
async def test_a_button_hides_a_person_and_the_next_one_shows_them_again(alice: User, services: Services) -> None:
    shown = await alice.types("privacy")
    for is_hidden, action in ((True, "hide"), (False, "unhide")):
        assert shown.note is not None
        assert {button.options["action"] for button in shown.note.buttons} == {"export", "delete", action}
        assert (await alice.presses(shown.note, "privacy", action=action)).private
        assert await services.privacy.is_hidden(alice.person()) is is_hidden
        shown = await alice.types("privacy show")


@pytest.mark.usefixtures("known")
async def test_an_export_is_a_file_of_everything_that_is_stored(alice: User, services: Services) -> None:
    reply = await alice.types("privacy export")
    assert reply.private
    content = json.loads(present(reply.file).text)
    stored = await services.privacy.export(alice.person())
    assert content["name"] == "Alice"
    assert content["tables"] == json.loads(json.dumps(stored.tables))
    assert str(stored.rows) in text(reply.note)


@pytest.mark.usefixtures("known")
async def test_deleting_is_asked_about_twice(alice: User, services: Services) -> None:
    languages = ReplyLanguages(services.languages)
    await services.languages.choose(alice.person(), "ja")
    assert (await languages.languages(alice.person(), "en"))[0].code == "ja"
    first = await alice.types("privacy delete")
    second = await alice.confirms(first)
    assert second.note != first.note
    assert (await services.privacy.export(alice.person())).games == 1
    deleted = await alice.confirms(second)
    assert deleted.private
    assert not deleted.refused
    with pytest.raises(NothingStored):
        await services.privacy.export(alice.person())
    assert (await languages.languages(alice.person(), "en"))[0].code == "en"


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("line", ["privacy delete really:yes", "privacy delete yes"])
async def test_half_a_confirmation_deletes_nothing(alice: User, services: Services, line: str) -> None:
    await alice.types(line)
    assert (await services.privacy.export(alice.person())).games == 1


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("line", ["privacy", "privacy export", "privacy hide", "privacy delete"])
async def test_nothing_is_stored_about_somebody_who_only_asks(boris: User, alice: User, line: str) -> None:
    await alice.confirms(await alice.confirms(await alice.types("privacy delete")))
    reply = await alice.types(line)
    assert (reply.refused, reply.file) == (True, None)
    assert not (await boris.types(line)).refused
