"""List the assertions that a run of all tests never reaches: `python -m benchmarks.assertions -n 2`.

Arguments are passed on to pytest. An assertion is an `assert`, the last statement of what `pytest.raises` surrounds, or
a call of a helper that asserts. Modules that no test imports are left out.
"""

import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

_ROOT = Path(__file__).parents[1]
_HELPERS = ("assert", "check", "compare", "verify")
"""How the names of helpers begin that assert what they are given."""


def pytest_configure(config: pytest.Config) -> None:
    """Record which lines of the tests this process executes, as a plugin of the run that `main` starts."""
    measured = coverage.Coverage(data_suffix=True, config_file=False, include=[f"{_ROOT}/tests/*"])
    measured.set_option("run:concurrency", ["thread", "greenlet"])  # databases are called in greenlets
    measured.set_option("run:disable_warnings", ["no-data-collected"])  # by the process that starts the workers
    measured.start()
    config.add_cleanup(measured.save)
    config.add_cleanup(measured.stop)


def assertions(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a module that assert something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and _called(node).startswith(_HELPERS)):
            yield node
        elif isinstance(node, ast.With | ast.AsyncWith) and any(_called(item) == "raises" for item in node.items):
            yield node.body[-1]


def _called(node: ast.AST) -> str:
    """The name of the function or method that a statement or item calls, without an underscore; empty if none."""
    calls = [found.func for found in ast.walk(node) if isinstance(found, ast.Call)]
    return ast.unparse(calls[0]).rpartition(".")[2].removeprefix("_") if calls else ""


def unreached(data: coverage.CoverageData) -> Iterator[str]:
    """The place and first line of each assertion that was not executed."""
    for name in sorted(data.measured_files()):
        text = Path(name).read_text("utf-8")
        executed = set(data.lines(name) or ())
        for number in sorted({node.lineno for node in assertions(ast.parse(text))} - executed):
            yield f"{Path(name).relative_to(_ROOT)}:{number}: {text.splitlines()[number - 1].strip()}"


def main() -> int:
    """Run the tests and print the assertions that none of them reached; 1 if there are some."""
    with tempfile.TemporaryDirectory(prefix="assertions-") as folder:
        variables = {**os.environ, "COVERAGE_FILE": f"{folder}/lines"}
        command = [sys.executable, "-m", "pytest", "-p", "benchmarks.assertions", "-m", "", *sys.argv[1:]]
        subprocess.run(command, cwd=_ROOT, env=variables, check=False)
        measured = coverage.Coverage(data_file=f"{folder}/lines", config_file=False)
        measured.combine()
        found = list(unreached(measured.get_data()))
    print(*found, sep="\n")  # noqa: T201  # the report
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
