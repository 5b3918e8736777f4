"""Parts of the README that other programs read."""

from tests.docs.documents import README, ROOT

SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q -e "


def test_there_is_one_line_to_play_and_one_to_test() -> None:
    lines = [line for line in README.read_text("utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert lines == [f"{SET_UP}. && .venv/bin/hitblow", f"{SET_UP}'.[dev]' && .venv/bin/pytest -n auto"]


def test_ci_runs_the_line_that_the_readme_gives_for_tests() -> None:
    assert "grep -m 1 -E '^python3 -m venv .*pytest' README.md" in (ROOT / ".ci" / "run").read_text("utf-8")
