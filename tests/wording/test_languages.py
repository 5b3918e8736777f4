"""Both languages say everything, and say it as people do."""

import inspect
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.catalogue import CATALOGUE
from bot.wording import LANGUAGES, Words, words_for
from bot.wording.cli import cli_words
from core.game.games import Outcome, Who
from core.game.rules import Rules
from tests.wording.reading import latin_outside_code

CONTRACT = [name for name, _ in inspect.getmembers(Words, inspect.isfunction) if not name.startswith("_")]
RULES = [Rules.parse(text) for text in ("hitblow", "numeron", "bulls", "mastermind", "1x2", "4x8-fruit", "4x8-letters")]

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


def sentences(words: Words) -> list[str]:
    """Everything a language says that is neither a refusal nor in the catalogue."""
    numbers = (0, 1, 2, 1234)
    return [
        *(words.ended(outcome, "安", guesses) for outcome in Outcome for guesses in numbers),
        *(words.tries_left(tries) for tries in (None, *numbers)),
        *(text for rules in RULES for text in (*words.explain_rules(rules), words.describe_rules(rules))),
        *(words.how_to_begin("`0123`", words.describe_rules(rules)) for rules in RULES),
        *(text for who in Who if (text := words.who(who))),
        *(words.stats_line(games, games, words.number(5.0)) for games in numbers),
        *(words.streaks(games, games) for games in numbers),
        *(words.together(games, games) for games in numbers),
        *(words.games(games) for games in numbers),
        *(words.leaderboard_title("ゲーム", period, "server") for period in ("today", "week", "month", "all")),
        *(words.leaderboard_title("ゲーム", "all", scope) for scope in ("channel", "server", "everywhere")),
        words.nothing_played("安"),
        words.stats_title("安"),
        words.leaderboard_note(5),
        words.leaderboard_empty(5),
        words.somebody_elsewhere(),
        words.you(),
        words.rules_list(),
        words.own_rules(),
        words.still_racing(),
        words.commitment("51ab"),
        words.reveal("`3102`", "51ab"),
        words.help_title(),
        words.help_foot(),
        words.range(0, 99),
        words.default("12"),
        words.unexpected("12345678"),
        words.nothing_counted("`0`"),
        words.welcome("安", "部屋"),
        words.goodbye(),
        words.verified(matches=True),
        words.verified(matches=False),
        words.upgraded(None, "0001"),
        words.upgraded("0001", "0002"),
        words.upgraded("0001", "0001"),
    ]


@each_language
@pytest.mark.parametrize("name", CONTRACT)
def test_a_language_can_say_everything(words: Words, name: str) -> None:
    promised = list(inspect.signature(getattr(Words, name)).parameters.values())[1:]
    kept = list(inspect.signature(getattr(words, name)).parameters.values())
    assert [(each.name, each.kind, each.default) for each in kept] == [
        (each.name, each.kind, each.default) for each in promised
    ]


def test_every_language_knows_its_own_code() -> None:
    assert {code: words.code for code, words in LANGUAGES.items()} == {"en": "en", "ja": "ja"}


@each_language
def test_nobody_is_shouted_at(words: Words) -> None:
    assert not [sentence for sentence in sentences(words) if re.search(r"[!！]", sentence)]


@each_language
def test_nothing_is_said_with_a_hole_in_it(words: Words) -> None:
    for sentence in sentences(words):
        assert sentence == sentence.strip()
        assert sentence.count("`") % 2 == 0
        assert not re.search(r"None|[{}]|  ", sentence)


def test_english_is_ascii_but_for_names_and_pictures() -> None:
    for sentence in sentences(LANGUAGES["en"]):
        plain = re.sub(r"`[^`]*`|[安部屋ゲーム]", "", sentence)
        assert plain.isascii(), sentence


def test_no_english_is_left_in_the_japanese() -> None:
    catalogue = {name for command in CATALOGUE for name in (*(option.name for option in command.options), command.name)}
    described = [LANGUAGES["ja"].command(command.name) for command in CATALOGUE]
    found = {word for text in (*sentences(LANGUAGES["ja"]), *described) for word in latin_outside_code(text)}
    assert not found - catalogue


def test_japanese_is_written_without_spaces_between_its_words() -> None:
    for sentence in sentences(LANGUAGES["ja"]):
        assert not re.search(r"[ぁ-んァ-ヶ一-龠] [ぁ-んァ-ヶ一-龠]", re.sub("安 さん| 部屋 ", "", sentence)), sentence


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ("ja", "ja"),
        ("ja_JP.UTF-8", "ja"),
        ("ja-JP", "ja"),
        ("JA", "ja"),
        ("en_GB.UTF-8", "en"),
        ("C.UTF-8", "en"),
        ("C", "en"),
        ("de_DE", "en"),
        ("jam", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_locale_finds_its_language_and_english_stands_in(locale: str | None, code: str) -> None:
    assert words_for(locale).code == code


@given(st.text(st.characters()))
def test_no_locale_is_an_error(locale: str) -> None:
    assert words_for(locale).code in LANGUAGES


@pytest.mark.parametrize("locale", ["en_GB.UTF-8", "ja_JP.UTF-8"])
def test_the_command_line_says_everything_in_every_language(locale: str) -> None:
    says, english = cli_words({"LANG": locale}), cli_words({})
    assert says.texts.keys() == english.texts.keys()
    assert all(text.strip() and "!" not in text for text in says.texts.values())
    assert "64" in says.bad_name(64)


@pytest.mark.parametrize(
    ("environment", "japanese"),
    [
        ({"LANG": "ja_JP.UTF-8"}, True),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_MESSAGES": "ja_JP.UTF-8"}, True),
        ({"LANG": "C", "LC_ALL": "C", "HITBLOW_LANG": "ja"}, True),
        ({"LANG": ""}, False),
        ({}, False),
    ],
)
def test_the_command_line_speaks_the_terminal_s_language(environment: dict[str, str], japanese: bool) -> None:  # noqa: FBT001  # a row of a table
    japanese_words = cli_words({"LANG": "ja"}).texts
    assert (cli_words(environment).texts is japanese_words) == japanese
