"""`hitblow trace`, `compare`, `static`, `book export` and `book check`."""

import json
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main
from core.solver import selection


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HITBLOW_LANG", "en")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_trace_lists_the_turns() -> None:
    lines = run("trace", "4x10", "3102").stdout.splitlines()
    assert lines[0].split() == ["guess", "feedback", "before", "after", "score", "luck"]
    assert lines[1].split() == ["1", "0123", "1H3B", "5,040", "8", "5.213", "guesses", "99"]
    assert lines[-1].split() == ["4", "3102", "4H0B", "1", "1"]


def test_a_trace_as_json_has_all_figures() -> None:
    trace = json.loads(run("trace", "3x10", "536", "--strategy", "first", "--json").stdout)
    assert (trace["strategy"], trace["seed"]) == ("first", None)
    assert trace["turns"][0] == {
        "guess": "012",
        "feedback": "0H0B",
        "before": 720,
        "after": 210,
        "score": None,
        "unit": "",
        "luck": 49,
    }


def test_strategies_are_compared_side_by_side() -> None:
    lines = run("compare", "3x6r", "entropy", "entropy,win-bonus=2", "optimal").stdout.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [
        ["entropy", "3.9815", "860"],
        ["entropy,win-bonus=2", "3.9769", "859"],
        ["optimal", "3.9537", "854"],
    ]
    assert lines[0].split() == ["strategy", "average", "total", *"123456"]


def test_lost_games_are_compared_too() -> None:
    arguments = ("compare", "3x6r", "first", "entropy", "--tries", "4")
    lines = run(*arguments).stdout.splitlines()
    assert [line.split() for line in lines] == [
        ["strategy", "average", "total", *"1234", "lost"],
        ["first", "5.2593", "1,136", "1", "3", "12", "35", "165"],
        ["entropy", "3.9815", "860", "1", "6", "32", "134", "43"],
    ]
    compared = json.loads(run(*arguments, "--json").stdout)
    assert [(each["tries"], each["lost"]) for each in compared["strategies"]] == [(4, 165), (4, 43)]


def test_a_narrow_terminal_gets_the_averages_above_the_histograms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.evaluation.is_drawn_in_colour", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("compare", "3x6r", "first", "entropy", "--tries", "4").stdout.splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["strategy", "average", "total"],
        ["first", "5.2593", "1,136"],
        ["entropy", "3.9815", "860"],
    ]


def test_a_comparison_is_drawn_with_one_chart_for_each_strategy() -> None:
    assert run("compare", "2x5", "first", "entropy", "--plot", "both.png").exit_code == 0
    assert run("evaluate", "2x5", "--plot", "one.png").exit_code == 0
    heights = [struct.unpack(">II", Path(name).read_bytes()[16:24])[1] for name in ("both.png", "one.png")]
    assert heights[0] == 2 * heights[1]


def test_a_comparison_as_json_has_all_figures() -> None:
    compared = json.loads(run("compare", "2x4", "first", "random,opening=01", "--seed", "5", "--json").stdout)
    assert (compared["rules"], compared["games"]) == ("2x4", 12)
    assert [(each["strategy"], each["opening"], each["seed"]) for each in compared["strategies"]] == [
        ("first", "own", None),
        ("random", "01", 5),
    ]


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_an_exported_book_passes_the_check(output_format: str) -> None:
    Path("tree").write_text(run("book", "export", "mastermind", "--format", output_format).stdout)
    checked = run("book", "check", "tree")
    assert checked.exit_code == 0
    assert "5,625 guesses in 1,296 games, 4.3403 on average, at most 6" in checked.stdout
    assert len(checked.stdout.splitlines()) == 7


def test_a_book_itself_can_be_checked() -> None:
    assert run("book", "build", "3x6r", "--jobs", "1").exit_code == 0
    checked = run("book", "check", "3x6r.book")
    assert checked.exit_code == 0
    assert "854 guesses in 216 games" in checked.stdout


def test_a_damaged_book_is_called_one() -> None:
    assert run("book", "build", "2x4", "--jobs", "1").exit_code == 0
    Path("half.book").write_bytes(Path("2x4.book").read_bytes()[:-10])
    checked = run("book", "check", "half.book")
    assert checked.exit_code == 1
    assert "Cannot read half.book" in checked.output


@pytest.mark.slow
def test_the_second_book_and_a_book_of_ones_own_can_be_exported() -> None:
    assert run("book", "build", "2x4", "--jobs", "1").exit_code == 0
    assert run("book", "export", "2x4", "--book", "2x4.book").stdout.startswith("2x4\n01\n")
    seldom, usual = run("book", "export", "4x10", "--seldom").stdout, run("book", "export", "4x10").stdout
    assert seldom != usual


def test_an_exported_graph_is_one_for_graphviz() -> None:
    assert run("book", "export", "3x7", "--format", "dot").stdout.startswith('digraph "3x7" {')


def test_static_guesses_are_printed_with_what_is_known_of_them() -> None:
    assert run("static", "2x4").stdout.splitlines() == ["01 02", "Not proven optimal."]
    assert run("static", "2x4", "--prove").stdout.splitlines()[-1] == "Proven optimal."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["trace", "4x10", "00"], "'00'"),
        (["trace", "7x10", "0123456"], "at most"),
        (["trace", "4x10", "0123", "--strategy", "luck"], "luck"),
        (["compare", "3x6", "entropy", "luck"], "luck"),
        (["compare", "3x6", "entropy,pool=some"], "No such option 'pool=some'"),
        (["compare", "3x6", "entropy,opening=00"], "'00'"),
        (["compare", "3x6", "entropy", "--plot", "missing/file.png"], "Cannot write"),
        (["static", "5x10"], "10,000 codes"),
        (["book", "export", "6x10"], "hitblow book build 6x10"),
        (["book", "export", "3x10", "--seldom"], "hitblow book build 3x10"),
        (["book", "export", "3x10", "--book", "missing"], "'missing' does not exist"),
        (["book", "check", "missing"], "'missing' does not exist"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code in {1, 2}
    assert sentence in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("2x3\n01\n  0H1B 12", "no guess after 01 1H0B"),
        ("2x3\n01\n  0H1B 00", "wrong at '3'"),
        ("\x89PNG\0", "strategy tree is wrong"),
        ("7x10\n0123456", "at most"),
    ],
)
def test_a_tree_that_is_not_complete_is_refused_with_the_reason(content: str, sentence: str) -> None:
    Path("tree").write_text(content)
    result = run("book", "check", "tree")
    assert result.exit_code == 1
    assert sentence in result.output


def test_results_are_printed_in_japanese_too() -> None:
    Path("tree").write_text(run("book", "export", "3x7").stdout)
    assert "計836手" in run("book", "check", "tree", "--lang", "ja").stdout
    assert "戦略" in run("compare", "2x4", "first", "--lang", "ja").stdout
    assert "判定" in run("trace", "2x4", "01", "--lang", "ja").stdout


@pytest.mark.parametrize(("language", "remark"), [("en", "only samples were compared"), ("ja", "一部だけを比べました")])
@pytest.mark.parametrize("command", [["evaluate", "2x4", "--strategy", "entropy"], ["compare", "2x4", "entropy"]])
def test_results_of_samples_say_so(
    command: list[str], language: str, remark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert remark not in run(*command, "--lang", language).output
    monkeypatch.setattr(selection, "MAX_GUESSES", 10)
    monkeypatch.setattr(selection, "MAX_GUESSES_FOR_FEW", 10)
    assert remark in run(*command, "--lang", language).output
