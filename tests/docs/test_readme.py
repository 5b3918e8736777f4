"""Parts of the README that other programs read."""

import re
import tomllib

from tests.docs.documents import README, ROOT

SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q -e "


def test_there_is_one_line_to_play_and_one_to_test() -> None:
    lines = [line for line in README.read_text("utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert lines == [f"{SET_UP}. && .venv/bin/hitblow", f"{SET_UP}'.[dev]' && .venv/bin/pytest -n auto"]


SERVED = "http://127.0.0.1:8000/"
"""The address of the site until `site_url` in zensical.toml says where it is published."""


def test_its_links_to_the_site_have_the_address_of_the_site() -> None:
    english, japanese = (
        tomllib.loads((ROOT / name).read_text("utf-8"))["project"].get("site_url")
        for name in ("zensical.toml", "zensical.ja.toml")
    )
    address = english or SERVED
    assert japanese == (english and f"{english}ja/")
    text = README.read_text("utf-8")
    assert {f"{address}explorer/play.html", f"{address}explorer/"} == set(
        re.findall(r"\((http[^)]*explorer/[^)]*)\)", text)
    )
    assert ("http.server" in text) == (address == SERVED)


def test_ci_runs_the_line_that_the_readme_gives_for_tests() -> None:
    assert "grep -m 1 -E '^python3 -m venv .*pytest' README.md" in (ROOT / ".ci" / "run").read_text("utf-8")
