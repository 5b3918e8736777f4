"""Try a sample of mutants: `python -m benchmarks.mutation --seed 1 --sample 40 core`."""

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.mutation.runner import Runner, copied, sample


def main() -> int:
    """Run the sample that the command line asks for; 1 if a mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument("targets", nargs="+", help="folders or modules, such as core or bot/handlers/games.py")
    parser.add_argument("--sample", type=int, default=40, metavar="N", help="how many mutants (40)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    parser.add_argument("--log", type=Path, help="file for results; a run with the same file goes on where it stopped")
    given = parser.parse_args()
    log = given.log or Path(tempfile.mkstemp(prefix="mutants-", suffix=".jsonl")[1])
    log.touch()
    with copied(Path.cwd()) as project:
        chosen = sample(project, given.targets, given.sample, given.seed)
        runner = Runner(project, lambda line: print(line, flush=True))  # noqa: T201  # the report
        survivors = runner.run(chosen, log)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
