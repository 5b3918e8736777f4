"""`hitblow evaluate`, `suggest`, `trace`, `compare` and `static`."""

import json
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main
from bot.presenters import fonts
from core.solver import selection
from tests.pictures.approved import check_drawing
from tests.pictures.shapes import SANS


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HITBLOW_LANG", "en")


def run(*arguments: str, exit_code: int = 0) -> Result:
    """The result of a command, which ends with this exit code."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == exit_code, result.output
    return result


def read(*arguments: str) -> dict[str, object]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_evaluate_prints_a_summary_and_the_distribution() -> None:
    result = run("evaluate", "3x10", "--strategy", "entropy")
    assert "5.0222" in result.stdout
    assert "383" in result.stdout


def test_evaluate_as_json_has_the_documented_fields() -> None:
    found = read("evaluate", "3x10", "--strategy", "most-parts")
    assert (found["rules"], found["strategy"], found["total"], found["worst"]) == ("3x10", "most-parts", 3653, 7)
    assert found["distribution"] == [1, 7, 32, 100, 341, 236, 3]
    assert found["average"] == pytest.approx(3653 / 720)


def test_evaluate_takes_every_setting_of_a_strategy() -> None:
    found = read("evaluate", "3x10", "--strategy", "entropy", "--pool", "candidates", "--ties", "lowest")
    assert found["total"] == 3708
    assert read("evaluate", "3x10", "--win-bonus", "2")["total"] == 3614
    assert read("evaluate", "3x6", "--opening", "543")["opening"] == "543"


@pytest.mark.parametrize(("notation", "total", "worst"), [("3x10", 3575, 7), ("4x6r", 5625, 6)])
def test_the_optimal_strategy_plays_from_its_book(notation: str, total: int, worst: int) -> None:
    found = read("evaluate", notation, "--strategy", "optimal")
    assert (found["total"], found["worst"]) == (total, worst)


def test_random_choices_are_seeded() -> None:
    first = read("evaluate", "3x6", "--strategy", "random", "--seed", "4")
    assert first == read("evaluate", "3x6", "--strategy", "random", "--seed", "4")
    assert first["seed"] == 4
    assert read("evaluate", "3x6", "--strategy", "random", "--seed", "5") != first


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    assert read("evaluate", "3x6", "--jobs", "2") == read("evaluate", "3x6")


def test_games_that_need_more_guesses_than_allowed_are_lost() -> None:
    arguments = ("evaluate", "3x10", "--strategy", "most-parts", "--tries", "5")
    lines = run(*arguments).stdout.splitlines()
    assert lines[-2].split()[:2] == ["5", "341"]
    assert lines[-1].split()[:2] == ["lost", "239"]
    found = read(*arguments)
    assert (found["tries"], found["lost"], found["worst"]) == (5, 239, 7)
    assert found["distribution"] == [1, 7, 32, 100, 341, 236, 3]


def test_no_game_is_lost_with_enough_tries() -> None:
    lines = run("evaluate", "3x10", "--strategy", "most-parts", "--tries", "7").stdout.splitlines()
    assert not any("lost" in line for line in lines)
    assert lines[-1].split()[:2] == ["7", "3"]


def test_evaluate_draws_the_distribution(tmp_path: Path) -> None:
    file = tmp_path / "distribution.png"
    run("evaluate", "3x6", "--plot", str(file))
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_plot_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    result = run("evaluate", "3x6", "--plot", str(tmp_path / "nowhere" / "distribution.png"), exit_code=1)
    assert "Cannot write" in result.stderr


def test_suggest_prints_the_number_of_codes_left_and_the_best_guesses() -> None:
    result = run("suggest", "4x10", "0123 0H2B", "1435 0H1B", "--strategy", "entropy", "--top", "2")
    assert result.stdout.startswith("304 codes are left.")


@pytest.mark.parametrize(
    "history", [("0123 0H2B, 1435 0H1B",), ("0123", "0H2B,", "1435", "0H1B"), ("0123 0H2B", "1435 0H1B")]
)
def test_suggest_without_rules_uses_the_default_rules(history: tuple[str, ...]) -> None:
    found = read("suggest", *history, "--strategy", "first")
    named = read("suggest", "4x10", "0123 0H2B", "1435 0H1B", "--strategy", "first")
    assert {**found, "guesses": named["guesses"]} == named  # which guesses are compared depends on the time it takes


def test_suggest_reads_clues_each_an_argument() -> None:
    found = read("suggest", "numeron", "012 1E0B", "slash 6")
    assert found["turns"] == [["012", "1EAT0BITE"], ["slash", "6"]]
    assert found["candidates"] == 24
    assert found["items"] == [["highlow", None, pytest.approx(13 / 3)], ["target", 6, pytest.approx(29 / 3)]]


def test_suggest_names_the_likeliest_mistakes_when_no_code_fits() -> None:
    refused = run("suggest", "3x10", "012 0H1B", "134 2H0B", "135 0H0B", exit_code=1)
    assert "No code fits all feedback" in refused.output
    assert "[1]  turn 2  134  2H0B > 1H0B\n" in refused.output


def test_suggest_as_json_has_the_documented_fields() -> None:
    found = read("suggest", "4x10", "0123 0H2B", "1435 1H1B", "2506 1H2B", "--top", "3")
    assert found["candidates"] == 16
    assert found["exact"] is True
    guesses = found["guesses"]
    assert isinstance(guesses, list)
    assert len(guesses) == 3
    assert {"code", "consistent", "expected", "leaves"} <= set(guesses[0])
    assert sum(guesses[0]["leaves"].values()) == 16


def test_the_history_may_be_one_argument() -> None:
    assert read("suggest", "4x10", "0123 0H2B, 1435 0H1B", "--strategy", "first")["candidates"] == 304


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("suggest", "4x10", "0123 0H0B", "0123 1H0B"), "turn 2"),
        (("suggest", "4x10", "0123 3H1B"), "Turn 1"),
        (("suggest", "4x10", "0123 1H0B", "slash 6"), "'3x10'"),
        (("suggest", "numeron", "slash 1"), "Turn 1"),
        (("suggest", "4x10", "012 1H1B"), "Turn 1"),
        (("suggest", "nothing"), "no 'nothing'"),
        (("suggest", "12x4"), "positions"),
        (("evaluate", "4x10", "--strategy", "cleverest"), "'strategy' takes"),
        (("evaluate", "4x10", "--win-bonus", "much"), "can't use 'much'"),
        (("evaluate", "4x10", "--opening", "0012"), "more than once"),
    ],
)
def test_an_invalid_argument_is_refused_with_the_reason(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments, exit_code=1)
    assert said in result.stderr
    assert not result.stdout


def test_the_language_can_be_chosen() -> None:
    result = run("suggest", "4x10", "0123 0H2B, 1435 0H1B", "--strategy", "first", "--lang", "ja")
    assert result.stdout.startswith("候補は残り304通り")


@pytest.mark.slow
def test_a_suggestion_loads_only_what_it_needs() -> None:
    program = (
        "import sys; from bot.cli.main import main; main(['suggest', '4x10', '--lang', 'en'], standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"asyncio", "rich", "wcwidth", "sqlalchemy", "core.solver.evaluate"} & set(result.stderr.split())


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
    monkeypatch.setattr("bot.cli.evaluation.stdout_shows_colours", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("compare", "3x6r", "first", "entropy", "--tries", "4").stdout.splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["strategy", "average", "total"],
        ["first", "5.2593", "1,136"],
        ["entropy", "3.9815", "860"],
    ]


def test_a_comparison_is_drawn_with_one_chart_for_each_strategy() -> None:
    run("compare", "2x5", "first", "entropy", "--plot", "both.png")
    run("evaluate", "2x5", "--plot", "one.png")
    heights = [struct.unpack(">II", Path(name).read_bytes()[16:24])[1] for name in ("both.png", "one.png")]
    assert heights[0] == 2 * heights[1]


def test_a_comparison_as_json_has_all_figures() -> None:
    compared = json.loads(run("compare", "2x4", "first", "random,opening=01", "--seed", "5", "--json").stdout)
    assert (compared["rules"], compared["games"]) == ("2x4", 12)
    assert [(each["strategy"], each["opening"], each["seed"]) for each in compared["strategies"]] == [
        ("first", "own", None),
        ("random", "01", 5),
    ]


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
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code in {1, 2}
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_results_are_printed_in_japanese_too() -> None:
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


def test_the_chart_shows_what_the_command_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def render(svg: str, _: str) -> bytes:
        drawn.append(svg)
        return b""

    monkeypatch.setattr("bot.cli.evaluation.render_png", render)
    command = ["compare", "3x6r", "entropy", "optimal", "--plot", str(tmp_path / "chart.png")]
    assert CliRunner().invoke(main, command).exit_code == 0
    check_drawing("chart", "en", drawn[0].replace(f'font-family="{fonts.MAIN}"', f'font-family="{SANS}"'))
