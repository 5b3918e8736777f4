"""Words that need no name of an option, and other words for commands."""

import pytest

from bot.commands.command import UnknownOption
from bot.commands.parsing import MEANT, could_be_code, parse_line


def read(line: str) -> tuple[str, dict[str, str]]:
    invocation = parse_line(line)
    assert invocation is not None
    return invocation.command.name, dict(invocation.options)


@pytest.mark.parametrize(
    ("line", "command", "given_options"),
    [
        ("play 10x10 me", "play", {"rules": "10x10", "who": "me"}),
        ("play me", "play", {"who": "me"}),
        ("play race mastermind 8", "play", {"rules": "mastermind", "who": "race", "tries": "8"}),
        ("play 4 x 10", "play", {"rules": "4 x 10"}),
        ("play rules:mastermind race", "play", {"rules": "mastermind", "who": "race"}),
        ("play tries: 8 4x6r ME", "play", {"rules": "4x6r", "tries": "8", "who": "ME"}),
        ("play chess me", "play", {"rules": "chess", "who": "me"}),
        ("versus hard 3x10", "versus", {"level": "hard", "rules": "3x10"}),
        ("versus 3x10 head", "versus", {"rules": "3x10", "secret": "head"}),
        ("versus hrad 3x10", "versus", {"level": "hrad", "rules": "3x10"}),
        ("leaderboard week solved", "leaderboard", {"period": "week", "order": "solved"}),
        ("leaderboard Weekly solved", "leaderboard", {"period": "Weekly", "order": "solved"}),
        ("suggest rules:numeron 012 1EAT1BITE", "suggest", {"rules": "numeron", "history": "012 1EAT1BITE"}),
        ("suggest 012 1EAT1BITE numeron", "suggest", {"rules": "numeron", "history": "012 1EAT1BITE"}),
        ("suggest 0123 0H2B, 1435 0H1B entropy", "suggest", {"strategy": "entropy", "history": "0123 0H2B, 1435 0H1B"}),
        ("suggest strategy:entropy 0123 0H1B", "suggest", {"strategy": "entropy", "history": "0123 0H1B"}),
        ("suggest 0123 0H1B strategy:power:2", "suggest", {"strategy": "power:2", "history": "0123 0H1B"}),
        ("suggest 0123 02 1435 01", "suggest", {"history": "0123 02 1435 01"}),
        ("check 1456 lies", "check", {"guess": "1456 lies"}),
        ("stats week", "stats", {"player": "week"}),
        ("duel ann", "duel", {"opponent": "ann"}),
        ("duel ann lee 3x10 8 yes", "duel", {"opponent": "ann lee", "rules": "3x10", "tries": "8", "hidden": "yes"}),
        ("duel mastermind", "duel", {"opponent": "mastermind"}),
        ("duel ann hidden", "duel", {"opponent": "ann", "hidden": "on"}),
        ("duel ann hidden no", "duel", {"opponent": "ann", "hidden": "no"}),
        ("duel hidden", "duel", {"opponent": "hidden"}),
        ("board verify", "board", {"verify": "on"}),
        ("settings mentions", "settings", {"scope": "mentions"}),
    ],
)
def test_a_word_that_only_one_option_takes_needs_no_name(
    line: str, command: str, given_options: dict[str, str]
) -> None:
    assert read(line) == (command, given_options)


@pytest.mark.parametrize(
    ("line", "command", "given_options"),
    [
        ("ヌメロン", "play", {"rules": "numeron"}),
        ("ヘルプ", "help", {}),
        ("降参", "giveup", {}),
        ("ヒント", "hint", {}),
        ("今日の問題 0123", "daily", {"guess": "0123"}),
        ("対戦　hard", "versus", {"level": "hard"}),
        ("順位表 week", "leaderboard", {"period": "week"}),
        ("やめる", "giveup", {}),
        ("終わり", "giveup", {}),
        ("使い方", "help", {}),
        ("コーチ", "suggest", {}),
        ("スタート", "play", {}),
        ("ヒント？", "hint", {}),
        ("ハイ＆ロー", "guess", {"code": "highlow"}),
        ("赤緑青黄", "guess", {"code": "RGBY"}),
        ("赤 緑、青 黄", "guess", {"code": "RGBY"}),
    ],
)
def test_commands_have_japanese_names(line: str, command: str, given_options: dict[str, str]) -> None:
    assert read(line) == (command, given_options)


def test_no_word_that_is_suggested_for_could_be_a_code() -> None:
    assert not any(map(could_be_code, MEANT))


@pytest.mark.parametrize(("line", "word"), [("play mastermind chess", "chess"), ("versus hard easy", "easy")])
def test_a_word_that_no_option_takes_is_refused(line: str, word: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        parse_line(line)
    assert refused.value.read == word


@pytest.mark.parametrize("line", ["play foo:3", "play abc:1 me", "leaderboard ド:3", "settings time_zone:Asia/Tokyo"])
def test_a_word_before_a_colon_that_names_no_option_is_an_unknown_option(line: str) -> None:
    with pytest.raises(UnknownOption):
        parse_line(line)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("new", "play"),
        ("New game", "play"),
        ("?", "help"),
        ("？", "help"),
        ("give up", "giveup"),
        ("GIVE  UP", "giveup"),
        ("more", "fix"),
        ("stop", "giveup"),
        ("leave", "giveup"),
        ("score", "stats"),
        ("tutorial", "rules"),
        ("how to play", "rules"),
        ("play again", "rematch"),
        ("coach", "suggest"),
        ("hint?", "hint"),
    ],
)
def test_other_words_for_commands_are_understood(line: str, command: str) -> None:
    assert read(line) == (command, {})


@pytest.mark.parametrize("line", ["high low", "HIGH & LOW", "high and low", "highlow"])
def test_high_and_low_may_be_apart(line: str) -> None:
    assert read(line) == ("guess", {"code": "highlow"})


@pytest.mark.parametrize("line", ["red green blue yellow", "Red, Green, Blue, Yellow", "redgreenblueyellow"])
def test_names_of_colours_are_a_code(line: str) -> None:
    assert read(line) == ("guess", {"code": "RGBY"})


def test_other_words_for_commands_take_options() -> None:
    assert read("new mastermind race") == ("play", {"rules": "mastermind", "who": "race"})
    assert read("? play") == ("help", {"command": "play"})


@pytest.mark.parametrize("line", ["`0123`", "`guess 0123`", "guess `0123`"])
def test_backticks_are_ignored(line: str) -> None:
    assert read(line) == ("guess", {"code": "0123"})


@pytest.mark.parametrize("line", ["４五六七", "٤٥٦٧", "〇一二三"])
def test_digits_of_other_scripts_are_a_code(line: str) -> None:
    assert read(line) == ("guess", {"code": line})


@pytest.mark.parametrize("line", ["1EAT/2BITE", "1 EAT, 2 BITE", "EAT1 BITE2", "EAT:1, BITE:2"])
def test_numeron_feedback_is_read_in_any_order_of_words(line: str) -> None:
    assert read(line) == ("answer", {"feedback": line})
