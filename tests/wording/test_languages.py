"""Both languages say everything, and say it as people do."""

import inspect
import re

import pytest

from bot.commands.catalogue import CATALOGUE
from bot.wording import LANGUAGES, Words
from bot.wording.english import English
from core.game.games import Outcome, Who
from core.game.rules import Rules
from tests.wording.reading import latin_outside_code

METHODS = [name for name, _ in inspect.getmembers(English, inspect.isfunction) if not name.startswith("_")]
RULES = [Rules.parse(text) for text in ("hitblow", "numeron", "bulls", "mastermind", "1x2", "4x8-fruit", "4x8-letters")]

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


def sentences(words: Words) -> list[str]:
    """Everything a language says that is neither a refusal nor in the catalogue."""
    numbers = (0, 1, 2, 1234)
    return [
        *(words.game_ended(outcome, "安", guesses) for outcome in Outcome for guesses in numbers),
        *(words.tries_left(tries) for tries in (None, *numbers)),
        *(text for rules in RULES for text in (*words.explain_rules(rules), words.describe_rules(rules))),
        *(words.how_to_begin(rules, "0123") for rules in RULES),
        *(text for who in Who if (text := words.who(who))),
        *(words.stats_summary(games, games, words.number(5.0)) for games in numbers),
        *(words.stats_streaks(games, games) for games in numbers),
        *(words.stats_shared(games, games) for games in numbers),
        *(words.game_count(games) for games in numbers),
        *(words.leaderboard_title("ゲーム", period, "server") for period in ("today", "week", "month", "all")),
        *(words.leaderboard_title("ゲーム", "all", scope) for scope in ("channel", "server", "everywhere")),
        words.stats_empty("安"),
        words.stats_title("安"),
        words.leaderboard_note(5),
        words.leaderboard_empty(5),
        words.player_elsewhere(),
        words.you(),
        words.named_rules_title(),
        words.rules_notation(),
        words.still_racing(),
        words.commitment("51ab"),
        words.secret_revealed("`3102`", "51ab"),
        words.help_title(),
        words.help_footer(),
        words.option_range(0, 99),
        words.option_default("12"),
        words.unexpected_error("12345678"),
        words.guess_not_counted("`0`"),
        words.welcome("安", "部屋"),
        words.goodbye(),
        words.verified(matches=True),
        words.verified(matches=False),
        words.upgraded(None, "0001"),
        words.upgraded("0001", "0002"),
        words.upgraded("0001", "0001"),
    ]


@each_language
@pytest.mark.parametrize("name", METHODS)
def test_a_language_names_its_arguments_as_english_does(words: Words, name: str) -> None:
    base = list(inspect.signature(getattr(English, name)).parameters.values())[1:]
    own = list(inspect.signature(getattr(words, name)).parameters.values())
    assert [(each.name, each.kind, each.default) for each in own] == [
        (each.name, each.kind, each.default) for each in base
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
