"""The script that verifies dailies with standard tools."""

import shutil
import subprocess
from datetime import date, timedelta

import pytest

from core.game.codes import format_code_ascii
from core.game.daily import daily_code, earlier_link, links_to_store
from core.game.rules import Rules
from tests.docs.documents import ROOT

SCRIPT = ROOT / "docs" / "verify-daily.sh"
SEED = "0123456789abcdef" * 4
FIRST, NUMBER = date(2026, 11, 20), 40
LAST = FIRST + timedelta(days=NUMBER - 1)

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("sh", "openssl", "sha256sum"))), reason="openssl or sha256sum is not installed"
)


def verify(key: str, rules: str, days: int) -> tuple[int, list[str]]:
    """The exit status and the lines of the script for the last day."""
    arguments = (links_to_store(SEED, 60)[0], str(FIRST), str(LAST), key, rules, str(days))
    shown = subprocess.run(["/bin/sh", SCRIPT, *arguments], capture_output=True, text=True, check=False)
    assert not shown.stderr
    return shown.returncode, shown.stdout.splitlines()


def code(number: int, notation: str) -> str:
    rules, day = Rules.parse(notation), FIRST + timedelta(days=number - 1)
    return format_code_ascii(daily_code(earlier_link(SEED, 60 - number), str(day), rules), rules)


@pytest.mark.slow
def test_a_month_is_verified() -> None:
    status, lines = verify(earlier_link(SEED, 60 - NUMBER), "4x10", 30)
    assert status == 0
    assert lines[:-1] == [
        f"{FIRST + timedelta(days=number - 1)} {code(number, '4x10')}" for number in range(NUMBER, NUMBER - 30, -1)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["4x6r-colors", "3x16-eatbite", "2x3-letters"])
def test_other_rules_are_verified(rules: str) -> None:
    status, lines = verify(earlier_link(SEED, 60 - NUMBER), rules, 1)
    assert (status, lines[0]) == (0, f"{LAST} {code(NUMBER, rules)}")


def test_a_key_of_another_chain_is_noticed() -> None:
    assert verify(SEED, "1x2", 0) == (1, ["The key does not lead to the anchor."])
