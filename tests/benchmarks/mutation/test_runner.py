import json
from pathlib import Path

import pytest

from benchmarks.mutation.runner import Runner, covering_tests, sample


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A module, a test that looks at one of its two functions, and another test."""
    files = {
        "core/__init__.py": "",
        "core/game/sums.py": "def add(a, b):\n    return a + b\n\n\ndef double(a):\n    return a + a\n",
        "tests/core/game/test_sums.py": "from core.game.sums import add\n\ndef test_add(): assert add(1, 2) == 3\n",
        "tests/core/solver/test_all.py": "def test_nothing(): pass\n",
        "bot/app.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_tests_of_a_module_are_run_nearest_first(project: Path) -> None:
    game = ["tests/core/game/test_sums.py", "tests/core/game"]
    assert covering_tests(project, Path("core/game/sums.py")) == [game, ["tests/core/solver"]]
    assert covering_tests(project, Path("core/game/others.py")) == [["tests/core/game"], ["tests/core/solver"]]
    assert covering_tests(project, Path("bot/app.py")) == [["tests"]]


def test_a_seed_chooses_the_same_mutants_each_time(project: Path) -> None:
    def chosen(seed: int) -> list[str]:
        return [str(mutant) for mutant, _ in sample(project, ["core"], 1, seed)]

    assert chosen(1) == chosen(1)
    assert len({chosen(seed)[0] for seed in range(9)}) == 2


@pytest.mark.slow
def test_what_no_test_notices_survives_and_is_not_tried_again(project: Path) -> None:
    said: list[str] = []
    log = project / "log.jsonl"
    log.touch()
    runner, chosen = Runner(project, said.append), sample(project, ["core"], 9, 1)
    assert runner.run(chosen, log) == 1
    assert said[-1] == "core/game: 1 of 2 killed"
    assert sorted(line[:8] for line in said[:-1]) == ["SURVIVED", "killed  "]
    assert "return a + a" in (project / "core/game/sums.py").read_text()

    lines = [json.loads(line) for line in log.read_text().splitlines()]
    log.write_text("".join(json.dumps({**line, "killed": True}) + "\n" for line in lines))
    assert runner.run(chosen, log) == 0


@pytest.mark.slow
def test_tests_that_fail_without_a_change_end_the_run(project: Path) -> None:
    (project / "tests/core/game/test_sums.py").write_text("def test_nothing(): assert False\n")
    runner = Runner(project, print)
    with pytest.raises(SystemExit, match="without any change"):
        runner.kills(*sample(project, ["core"], 1, 1)[0])
