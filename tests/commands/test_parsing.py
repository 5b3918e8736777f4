"""Typed lines: commands with their options, codes, feedback, and other words for commands."""

from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.commands.command import (
    Command,
    CommandError,
    MissingOption,
    Option,
    OptionType,
    OptionWithoutCommand,
    UnknownCommand,
    UnknownOption,
)
from bot.commands.invocation import Invocation
from bot.commands.parsing import MEANT, could_be_letter_code, most_similar, parse_line
from core.game.codes import all_codes, format_code, parse_code
from core.game.rules import Rules
from tests.support.present import present


def read(line: str) -> tuple[str, dict[str, str]]:
    invocation = present(parse_line(line))
    return invocation.command.name, dict(invocation.options)


@pytest.mark.parametrize(
    ("line", "command", "given_options"),
    [
        ("0123 #k3qz7", "guess", {"code": "0123"}),
        ("guess 0 1 2 3 #K3QZ7", "guess", {"code": "0 1 2 3"}),
        ("/hitblow secret #k3qz7", "secret", {}),
        ("give up yes #k3qz7", "giveup", {"confirm": "yes"}),
        ("giveup K3qz7", "giveup", {}),
        ("verify #k3qz7", "board", {"verify": "on"}),
    ],
)
def test_the_id_of_a_game_at_the_end_says_which_game_is_meant(
    line: str, command: str, given_options: dict[str, str]
) -> None:
    invocation = present(parse_line(line))
    assert (invocation.command.name, invocation.options, invocation.game) == (command, given_options, "k3qz7")


def test_the_game_to_review_is_an_option() -> None:
    invocation = present(parse_line("review #k3qz7"))
    assert (invocation.options, invocation.game) == ({"game": "#k3qz7"}, None)


@pytest.mark.parametrize(
    ("line", "command", "given_options"),
    [
        ("play", "play", {}),
        ("play hitblow", "play", {"rules": "hitblow"}),
        ("play rules:4x10 tries:0", "play", {"rules": "4x10", "tries": "0"}),
        ("play mastermind tries:8 who:race", "play", {"rules": "mastermind", "tries": "8", "who": "race"}),
        ("play who:me rules:4x6r", "play", {"rules": "4x6r", "who": "me"}),
        ("PLAY Tries:8", "play", {"tries": "8"}),
        ("  play   hitblow  ", "play", {"rules": "hitblow"}),
        ("play 4x10 tries 8", "play", {"rules": "4x10", "tries": "8"}),
        ("play mastermind tries=8", "play", {"rules": "mastermind", "tries": "8"}),
        ("daily guess 0123", "daily", {"guess": "0123"}),
        ("leaderboard daily", "leaderboard", {"daily": "on"}),
        ("daily numeron guess 012", "daily", {"rules": "numeron", "guess": "012"}),
        ("settings channel summary weekly", "settings", {"scope": "channel", "summary": "weekly"}),
        ("`0456` 0H1B", "answer", {"feedback": "0H1B", "guess": "0456"}),
        ("012 1 EAT 1 BITE", "answer", {"feedback": "1 EAT 1 BITE", "guess": "012"}),
        ("play\thitblow", "play", {"rules": "hitblow"}),
        ("/play hitblow", "play", {"rules": "hitblow"}),
        ("hitblow play", "play", {}),
        ("/hitblow play rules:4x10", "play", {"rules": "4x10"}),
        ("/Hitblow   guess 0123", "guess", {"code": "0123"}),
        ("guess 0 1 2 3", "guess", {"code": "0 1 2 3"}),
        ("guess 0,1,2,3", "guess", {"code": "0,1,2,3"}),
        ("guess code:0123", "guess", {"code": "0123"}),
        ("stats Ann Lee", "stats", {"player": "Ann Lee"}),
        ('stats player:"Ann Lee"', "stats", {"player": "Ann Lee"}),
        ("board", "board", {}),
        ("help guess", "help", {"command": "guess"}),
        ("/hitblow", "help", {}),
        ("hitblow", "help", {}),
    ],
)
def test_a_line_is_a_command_with_its_options(line: str, command: str, given_options: dict[str, str]) -> None:
    assert read(line) == (command, given_options)


@pytest.mark.parametrize(
    ("line", "given_options"),
    [
        ("play rules: 4x10 tries: 8", {"rules": "4x10", "tries": "8"}),
        ("play rules：4x10　tries：８", {"rules": "4x10", "tries": "８"}),
        ("ｐｌａｙ　ｈｉｔｂｌｏｗ", {"rules": "ｈｉｔｂｌｏｗ"}),
        ("／hitblow　play　hitblow", {"rules": "hitblow"}),
    ],
)
def test_full_width_characters_and_a_space_after_the_colon_are_read(line: str, given_options: dict[str, str]) -> None:
    assert read(line) == ("play", given_options)


@pytest.mark.parametrize(
    "line",
    [
        *("0123", "0 1 2 3", "0,1,2,3", "０１２３", "ABCD", "abcd", "rygb", "a b c d", "🔴🟡🟢🔵", "🍎 🍌", "?!"),
        *("４五六七", "٤٥٦٧", "〇一二三"),  # digits of other scripts
        *("1A2B", "1P2B", "1 2 3 4", "02", "0,2"),  # they could be feedback, too
    ],
)
def test_a_line_that_could_be_a_code_is_a_guess(line: str) -> None:
    assert read(line) == ("guess", {"code": line})


@pytest.mark.parametrize(
    "notation",
    [
        *("4x10", "3x10-eatbite", "3x6r-colors", "3x8-fruit", "3x8-letters"),
        *(pytest.param(many, marks=pytest.mark.slow) for many in ("4x6r-colors", "4x8-letters")),
    ],
)
def test_every_code_that_the_bot_shows_is_a_guess_when_typed(notation: str) -> None:
    rules = Rules.parse(notation)
    for code in all_codes(rules):
        name, options = read(format_code(code, rules))
        assert name == "guess"
        assert parse_code(options["code"], rules) == code


@pytest.mark.parametrize(
    "line",
    [
        *("0H2B", "0h2b", "0 h 2 b", "1 EAT 2 BITE", "1ヒット2ブロー", "０Ｈ２Ｂ", "10H0B"),
        *("1EAT/2BITE", "1 EAT, 2 BITE", "EAT1 BITE2", "EAT:1, BITE:2"),
    ],
)
def test_a_line_spelled_like_feedback_is_feedback(line: str) -> None:
    assert read(line) == ("answer", {"feedback": line})


@pytest.mark.parametrize("line", ["", " ", "\t", "\n", "　"])
def test_an_empty_line_is_no_invocation(line: str) -> None:
    assert parse_line(line) is None


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("paly", "play"),
        ("gues 0123", "guess 0123"),
        ("gues abc", "guess"),
        ("secert 0123", "secret"),
        ("bord", "board"),
        ("leaderbord rules:4x10", "leaderboard"),
        ("give", "giveup"),
        ("HELPS", "help"),
        ("hepl play", "help"),
        ("hlep", "help"),
        ("hlep play", "help"),
        ("mastermind", "play mastermind"),
        ("Numeron tries:8", "play numeron"),
        ("race", "play race"),
        ("solo", "play me"),
        ("restart", "rematch"),
        ("hint please", "hint"),
        ("board please", "board"),
        ("rematch please", "rematch"),
        ("quit the game", "giveup"),
        ("give me a hint", "hint"),
        ("What are the rules?", "rules"),
        ("I want to play mastermind", "play mastermind"),
        ("leader", "leaderboard"),
        ("verfy", "board verify:on"),
        ("ヒントをください", "hint"),
        ("降参します", "giveup"),
        ("ギブアプ", "giveup"),
        ("新しいゲームを始める", "play"),
    ],
)
def test_an_unknown_command_is_refused_with_what_was_probably_meant(line: str, meant: str) -> None:
    with pytest.raises(UnknownCommand) as refused:
        parse_line(line)
    assert refused.value.nearest == meant


@pytest.mark.parametrize("line", ["xyzzy", "zzz 0123", "what is this", "clear", "a hint or the rules", "cheat"])
def test_a_word_unlike_any_command_is_refused_without_a_suggestion(line: str) -> None:
    with pytest.raises(UnknownCommand) as refused:
        parse_line(line)
    assert refused.value.nearest is None


@pytest.mark.parametrize(
    ("line", "command"), [("foo:3", None), ("no_such:4x10", None), ("tries:8", "play"), ("lies: 1", "suggest")]
)
def test_an_option_without_a_command_is_refused_with_one_that_has_it(line: str, command: str | None) -> None:
    with pytest.raises(OptionWithoutCommand) as refused:
        parse_line(line)
    assert refused.value.command == command


def test_a_command_with_a_colon_is_refused_with_the_command() -> None:
    with pytest.raises(UnknownCommand) as refused:
        parse_line("guess: 0123")
    assert refused.value.nearest == "guess"


@pytest.mark.parametrize("name", BY_NAME)
def test_a_command_with_a_letter_too_few_or_too_many_has_itself_as_the_nearest(name: str) -> None:
    assert most_similar(name[:-1], BY_NAME) == name
    assert most_similar(name + "s", BY_NAME) == name


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownOption) as refused:
        parse_line("play trys:8")
    assert (refused.value.command, refused.value.read) == ("play", "trys")


@pytest.mark.parametrize("line", ["guess", "guess code:", 'guess code:""', "/hitblow guess "])
def test_a_guess_without_a_code_is_refused(line: str) -> None:
    with pytest.raises(MissingOption):
        parse_line(line)


@pytest.mark.parametrize(
    "history",
    [
        "0123 0H2B, 1435 0H1B",
        "0123:0H2B, 1435:0H1B",
        "0123: 0H2B; 1435: 0,1",
        "0,1,2,3 = 0,2",
        "ABCD:0H2B, badc: 1H1B",
        "RYGB:0H2B",
    ],
)
def test_colons_and_commas_in_a_history_do_not_start_options(history: str) -> None:
    assert read(f"guess {history}") == ("guess", {"code": history})
    assert read(f"guess code:{history}") == ("guess", {"code": history})


fragments = st.sampled_from(
    [
        *BY_NAME,
        *(f"{option.name}:" for command in CATALOGUE for option in command.options),
        "/hitblow",
        " ",
        ":",
        "：",
        '"',
        "0123",
        "\u202e",
        "\u200f",
        "שלום",
        "\x00",
        "\x1b[31m",
        "\ud800",
        "\udfff",
        "１２",
        "🔴",
        "　",
        "\n",
    ]
)

anything = st.text(st.characters(), max_size=40)  # half-surrogates and controls among them


@given(st.one_of(anything, st.lists(fragments | anything, max_size=8).map("".join)))
def test_any_text_is_read_or_refused(line: str) -> None:
    try:
        invocation = parse_line(line)
    except CommandError:
        return
    assert invocation is None or invocation.command in CATALOGUE


def values(option: Option) -> st.SearchStrategy[str]:
    if option.kind is OptionType.INTEGER:
        return st.integers(option.low, option.high).map(str)
    if option.choices:
        return st.sampled_from(option.choices)
    return st.text(st.characters(categories=["L", "N", "S"], exclude_characters="`=＝"), min_size=1, max_size=20)


def written(command: Command) -> st.SearchStrategy[Invocation]:
    required = {option.name: values(option) for option in command.options if option.required}
    optional = {option.name: values(option) for option in command.options if not option.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda options: Invocation(command, options))


def typed(invocation: Invocation, *, bare: bool) -> str:
    """An invocation as a user would type it."""
    first = invocation.command.options[0].name if invocation.command.options else ""
    parts = [
        value if bare and name == first else f"{name}:{value}"
        for name, value in sorted(invocation.options.items(), key=lambda item: item[0] != first)
    ]
    return " ".join((invocation.command.name, *parts))


@given(st.sampled_from(CATALOGUE).flatmap(written), st.booleans(), st.sampled_from(["", "/hitblow ", "hitblow "]))
def test_a_command_typed_out_is_read_back_the_same(invocation: Invocation, bare: bool, prefix: str) -> None:  # noqa: FBT001  # hypothesis gives it by position
    assert parse_line(prefix + typed(invocation, bare=bare)) == invocation


def test_no_behind_an_item_belongs_to_what_it_tells() -> None:
    assert (found := parse_line("target 6 no")) is not None
    assert found.options == {"code": "target 6 no"}


@pytest.mark.parametrize(
    ("line", "command", "given_options"),
    [
        ("play 10x10 me", "play", {"rules": "10x10", "who": "me"}),
        ("play me", "play", {"who": "me"}),
        ("play 4x10 8", "play", {"rules": "4x10", "tries": "8"}),
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
        ("new mastermind race", "play", {"rules": "mastermind", "who": "race"}),
        ("? play", "help", {"command": "play"}),
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
def test_commands_have_other_names_also_japanese_ones(line: str, command: str, given_options: dict[str, str]) -> None:
    assert read(line) == (command, given_options)


def test_no_word_that_is_suggested_for_could_be_a_code() -> None:
    assert not any(map(could_be_letter_code, MEANT))


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


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["high low", "HIGH & LOW", "high and low", "highlow"], "highlow"),
        (["red green blue yellow", "Red, Green, Blue, Yellow", "redgreenblueyellow"], "RGBY"),
        (["`0123`", "`guess 0123`", "guess `0123`"], "0123"),
    ],
)
def test_a_code_may_be_words_apart_or_between_backticks(lines: Sequence[str], code: str) -> None:
    assert list(map(read, lines)) == [("guess", {"code": code})] * len(lines)
