"""Advice: conversations, checks, hints and reviews."""

import pytest

from bot.locales import LANGUAGES
from bot.presenters import phrases
from bot.services.services import Services
from tests.handlers.users import User, codes, panel, text
from tests.support.daily import code_of
from tests.support.present import present

CONTRADICTION = "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B"


@pytest.fixture(autouse=True)
async def _others(boris: User) -> None:
    """Everywhere in this module somebody else has games and conversations."""


async def stands(user: User) -> list[str]:
    """The codes in somebody's conversation, looked up anew."""
    return codes((await user.types("suggest")).note)


async def test_a_conversation_goes_on_where_it_stopped(alice: User, boris: User) -> None:
    await alice.types("suggest 012 0H1B, 345 0H1B rules:3x10")
    assert await stands(alice) == ["012", "345"]
    await alice.types("answer 0H1B guess:678")
    assert await stands(alice) == ["012", "345", "678"]
    assert await stands(boris) == ["987", "879"]


@pytest.mark.parametrize(
    ("line", "codes_left", "title"),
    [
        ("suggest rules:3x10", [], "3x10"),
        ("suggest 0123 0H1B", ["0123"], "4x10"),
        ("suggest lies:1", [], "4x10"),
        ("suggest strategy:entropy", [], "4x10"),
    ],
)
async def test_any_option_of_a_new_conversation_begins_one(
    alice: User, line: str, codes_left: list[str], title: str
) -> None:
    await alice.types("suggest 0123 0H1B, 4567 0H1B")
    note = (await alice.types(line)).note
    assert codes(note) == codes_left == await stands(alice)
    assert title in panel(note)[0]


async def test_top_says_how_many_guesses_are_wanted_in_new_and_old_conversations(alice: User) -> None:
    async def shown(line: str) -> int:
        return text((await alice.types(line)).note).count("(+") + 1

    assert await shown("suggest 012 0H1B rules:3x10 top:5") == 5
    assert await shown("suggest top:2") == 2
    assert await shown("suggest") == 3


async def test_the_strategy_is_the_one_wanted_however_it_is_written(alice: User) -> None:
    first = {
        name: text((await alice.types(f"suggest 012 0H1B rules:3x10 strategy:{name} top:1")).note)
        for name in ("first", "entropy", "ENTROPY")
    }
    assert first["entropy"] == first["ENTROPY"] != first["first"]


async def test_a_button_counts_only_where_the_conversation_still_is(alice: User) -> None:
    old = (await alice.types("suggest 012 0H1B rules:3x10")).note
    await alice.presses(old, "answer", feedback="0H1B")
    assert len(await stands(alice)) == 2
    await alice.presses(old, "answer", feedback="0H1B")
    await alice.presses(old, "undo")
    assert len(await stands(alice)) == 2
    new = (await alice.types("suggest")).note
    await alice.presses(new, "undo")
    assert await stands(alice) == ["012"]
    await alice.presses(new, "undo")
    assert await stands(alice) == ["012"]


async def test_a_mistake_is_corrected_by_the_change_that_was_chosen(alice: User) -> None:
    for choice in (1, 2):
        asked = (await alice.types(f"suggest {CONTRADICTION}")).note
        before = panel(asked)
        correction = next(line for line in text(asked).splitlines() if f"[{choice}]" in line)
        corrected = panel((await alice.types(f"fix {choice}")).note)
        changed = [line for line in corrected[1:] if line not in before]
        assert len(changed) == 1
        assert changed[0].split()[1] in correction
        assert changed[0].split()[2] in correction


async def test_a_correction_of_a_conversation_that_has_gone_on_has_no_effect(alice: User) -> None:
    asked = (await alice.types(f"suggest {CONTRADICTION}")).note
    await alice.types("answer 0H0B guess:0987")
    before = panel((await alice.types("suggest")).note)
    await alice.presses(asked, "fix", choice="1")
    assert panel((await alice.types("suggest")).note) == before


async def test_typed_feedback_is_for_the_opponent_s_guess_first_and_then_for_the_coach(alice: User) -> None:
    await alice.types("suggest 012 0H1B rules:3x10")
    board = (await alice.types("versus easy secret:head")).board
    assert text((await alice.types("answer 0H1B")).board) != text(board)
    assert await stands(alice) == ["012"]
    assert (await alice.types("answer 0H1B")).board is None
    assert len(await stands(alice)) == 2


async def test_undo_is_for_the_game_against_the_bot_first_and_its_button_for_its_own(alice: User) -> None:
    told = (await alice.types("suggest 012 0H1B, 345 0H1B rules:3x10")).note
    await alice.types("versus easy secret:head")
    board = (await alice.types("answer 0H1B")).board
    taken_back = (await alice.types("undo")).board
    assert "0H1B" in text(board).split("[", 1)[0]
    assert "0H1B" not in text(taken_back).split("[", 1)[0]
    assert len(await stands(alice)) == 2
    await alice.presses(told, "undo")
    assert await stands(alice) == ["012"]


@pytest.mark.parametrize("line", ["answer 0H1B", "undo", "fix 1"])
async def test_without_a_conversation_or_a_pending_guess_it_says_what_is_missing(alice: User, line: str) -> None:
    nothing = text((await alice.types(line)).note)
    await alice.types("versus easy secret:head")
    await alice.types("answer 0H1B")
    game_goes_on = text((await alice.types("answer 0H1B")).note)
    assert nothing
    assert game_goes_on
    assert nothing != game_goes_on


async def test_a_check_is_made_in_the_conversation_unless_a_history_or_rules_are_given(alice: User) -> None:
    async def possible(line: str) -> str:
        return next(each for each in text((await alice.types(line)).note).splitlines() if "possible codes" in each)

    assert "5,040" in await possible("check 0123")
    await alice.types("suggest 012 0H1B rules:3x10")
    assert "252" in await possible("check 134")
    named = text((await alice.types("check 134")).note)
    assert "Your game: 3x10" in named
    assert "012 0H1B" in named
    assert "720" in await possible("check 134 rules:3x10")
    assert "Your game" not in text((await alice.types("check 134 rules:3x10")).note)
    assert "5,040" in await possible("check 0123 rules:4x10")
    assert "1,440" in await possible("check 4560 history:0123 0H1B")


async def test_a_hint_is_private_and_makes_the_game_an_assisted_one(alice: User, services: Services) -> None:
    started = await alice.types("play me")
    hint = await alice.types("hint confirm:yes")
    assert hint.private
    assert "0123" in text(hint.note)
    assert present(hint.board).game == present(started.board).game
    await alice.types("3102")
    record = (await services.records.player_stats(alice.person())).record.ranked_alone["4x10"]
    assert (record.games, record.solved) == (1, 0)


async def test_a_review_is_of_the_game_named_or_else_of_the_last(alice: User, boris: User) -> None:
    games = []
    for code in ("0456", "0789"):
        started = await alice.types("play")
        assert started.board is not None
        games.append(started.board)
        await alice.types(code)
        await alice.types("3102")
    assert "0789" in text((await alice.types("review")).note)
    for name in (games[0].game, f"#{games[0].game}".upper()):
        assert "0456" in text((await alice.types(f"review {name}")).note)
    reviewed = await boris.presses((await alice.types("board")).board, "review")
    assert reviewed.private
    assert "0789" in text(reviewed.note)


async def test_a_review_is_for_everybody_only_if_it_may_be_shared(alice: User, services: Services) -> None:
    code = code_of(services.daily._clock().date())
    await alice.types(f"daily {code}")
    refused = await alice.types("review share:on")
    assert refused.private
    assert refused.refused
    await alice.types("play")
    await alice.types("3102")
    shared = await alice.types("review share:on")
    assert not shared.private
    assert present(shared.note).buttons == ()


async def test_advice_is_in_the_reader_s_language(alice: User) -> None:
    english = text((await alice.types("suggest 012 0H1B rules:3x10")).note)
    alice.words = LANGUAGES["ja"]
    for line in ("suggest", "check 134", "undo"):
        reply = await alice.types(line)
        assert reply.private
        assert text(reply.note) != english
        assert phrases.button_label(LANGUAGES["en"], "suggest") not in text(reply.note)


async def test_a_new_conversation_keeps_the_rules_of_the_one_before(alice: User) -> None:
    await alice.types("suggest 012 0H1B rules:3x10")
    assert "3x10" in panel((await alice.types("suggest 345 1H0B")).note)[0]
    assert "4x10" in panel((await alice.types("suggest 4x10 0123 0H2B")).note)[0]


async def test_fix_without_a_number_lists_the_less_likely_corrections_too(alice: User) -> None:
    assert text((await alice.types("suggest 012 0H1B, 134 2H0B, 135 0H0B rules:3x10")).note).count("turn ") == 5
    for line in ("fix", "more"):
        assert text((await alice.types(line)).note).count("turn ") == 7
    assert codes((await alice.types("fix 7")).note) == ["012", "134", "135"]


@pytest.mark.parametrize(
    ("rules", "question"),
    [
        ("3x10", "How many hits and blows did"),
        ("numeron", "How many EATs and BITEs did"),
        ("3x10-bulls", "How many bulls (A) and cows (B) did"),
    ],
)
async def test_the_question_names_feedback_as_the_rules_do(alice: User, rules: str, question: str) -> None:
    assert question in text((await alice.types(f"suggest {rules}")).note)


@pytest.mark.parametrize(
    "line", ["suggest", "suggest 012 0H1B", "suggest 0123 0H1B", "check 0123", "answer 9H9B", "answer 0H1B guess:0123"]
)
async def test_what_follows_the_rules_of_the_last_conversation_says_which_they_are(alice: User, line: str) -> None:
    await alice.types("suggest 012 0H1B rules:3x10")
    shown = text((await alice.types(line)).note)
    assert "`3x10`" in shown
    assert "`suggest history:new`" in shown


async def test_new_leaves_the_rules_of_the_last_conversation(alice: User) -> None:
    await alice.types("suggest 012 0H1B rules:3x10")
    for line, codes_left in (("suggest new", []), ("suggest NEW 0123 0H1B", ["0123"])):
        note = (await alice.types(line)).note
        assert codes(note) == codes_left == await stands(alice)
        assert "4x10" in panel(note)[0]
    await alice.types("suggest new rules:3x10")
    assert "3x10" in panel((await alice.types("suggest")).note)[0]


async def test_advice_under_rules_that_were_named_does_not_speak_of_the_last_conversation(alice: User) -> None:
    await alice.types("suggest 012 0H1B rules:3x10")
    for line in ("suggest 0123 0H1B rules:4x10", "suggest 012 0H1B rules:4x10", "check 0123 history:0 rules:4x10"):
        assert "`suggest history:new`" not in text((await alice.types(line)).note)
