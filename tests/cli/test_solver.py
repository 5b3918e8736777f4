import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"HITBLOW_LANG": "en"})


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
    assert run("evaluate", "3x6", "--plot", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_plot_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    result = run("evaluate", "3x6", "--plot", str(tmp_path / "nowhere" / "distribution.png"))
    assert result.exit_code == 1
    assert "Cannot write" in result.stderr


def test_suggest_prints_the_number_of_codes_left_and_the_best_guesses() -> None:
    result = run("suggest", "4x10", "0123 0H2B", "1435 0H1B", "--strategy", "entropy", "--top", "2")
    assert result.exit_code == 0
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
    refused = run("suggest", "3x10", "012 0H1B", "134 2H0B", "135 0H0B")
    assert refused.exit_code == 1
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
    result = run(*arguments)
    assert result.exit_code == 1
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
    unneeded = {"asyncio", "rich", "wcwidth", "sqlalchemy", "core.solver.evaluate"}
    assert not unneeded & set(result.stderr.split())
