"""Approved screens: text files beside the tests that compare what people see with them.

To approve the present screens, run `HITBLOW_REWRITE=1 pytest tests` and review the difference.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import unified_diff
from itertools import groupby
from pathlib import Path

from bot.locales import LANGUAGES, Words
from bot.locales.columns import width
from bot.locales.safe import show_people
from bot.presenters.views import (
    Block,
    Button,
    Footnote,
    Heading,
    MessageLink,
    Paragraph,
    Preformatted,
    StatusLine,
    View,
)

REWRITING = bool(os.environ.get("HITBLOW_REWRITE"))
_SNOWFLAKE = re.compile(r"\d{17,20}")


FOLDERS = (Path(__file__).parents[1] / "presenters" / "snapshots",)
"""Where views are approved for every platform."""


def panels_of(view: View) -> list[str]:
    """The lines of all panels of a view."""
    return [line for block in view.blocks if isinstance(block, Preformatted) for line in block.lines]


class Snapshots:
    """Compares screens with the approved ones in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._steps: list[str] = []

    def check(self, name: str, shown: object) -> None:
        """Assert that a text is as approved; identifiers that differ in each run are left out."""
        text, path = _SNOWFLAKE.sub("(id)", f"{shown}\n"), self._folder / f"{name}.txt"
        if REWRITING:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        approved = path.read_text("utf-8")
        assert text == approved, _difference(approved, text)

    def step(self, title: str, shown: object) -> None:
        """Record what is seen after one step of a test."""
        self._steps.append(f"===== {title} =====\n{shown}\n")

    def check_steps(self, name: str) -> None:
        """Assert that all recorded steps are as approved."""
        self.check(name, "\n".join(self._steps).removesuffix("\n"))

    def check_views(self, name: str, views: Mapping[str, Callable[[Words], View]]) -> None:
        """Assert that the views of one kind of screen, by what they show, are as approved in every language."""
        for title, make in views.items():
            for code, words in LANGUAGES.items():
                view = make(words)
                self.step(f"{title}, {code}", as_text(view) + "".join(f"{line}\n" for line in _unseen(view)))
        self.check_steps(name)


def _difference(approved: str, shown: str) -> str:
    lines = unified_diff(approved.splitlines(), shown.splitlines(), "approved", "shown", n=1, lineterm="")
    return "\n".join(lines)


def as_text(view: View) -> str:
    """Return a view as text: panels framed, small print marked, buttons in brackets with their commands.

    Menus stand in angle brackets without their commands, and a star marks the choice that applies.
    """
    lines = [line for block in view.blocks for line in _block_lines(block)]
    groups = [(menu, list(buttons)) for menu, buttons in groupby(view.buttons, key=lambda button: button.menu)]
    lines += ["   ".join(map(_button, buttons)) for menu, buttons in groups if not menu]
    lines += [f"<{menu}: {' | '.join(map(_menu_choice, buttons))}>" for menu, buttons in groups if menu]
    return show_people("\n".join(lines) + "\n", lambda _, name: f"@{name}")


_UNSEEN: dict[type[View | Block | Button], tuple[str, ...]] = {
    View: ("game", "revision", "headline", "mention", "place", "tone", "asks", "command", "options"),
    Heading: ("game", "is_drawn"),
    StatusLine: ("reply_hint", "is_drawn"),
    Paragraph: ("typed", "is_drawn"),
    Footnote: ("once", "is_drawn"),
    MessageLink: ("room", "message"),
    Preformatted: ("table", "is_drawn"),
    Button: ("step", "rules", "opens_keypad"),
}
_USUAL: dict[str, object] = {"command": "board", "once": True}


def _unseen(view: View) -> Iterator[str]:
    """What only some platforms show of a view, its blocks and its buttons, or use in another way."""
    for part in (view, *view.blocks, *view.buttons):
        facts = {name: getattr(part, name) for name in _UNSEEN.get(type(part), ())}
        told = {name: fact for name, fact in facts.items() if name == "once" or fact if fact != _USUAL.get(name)}
        if told:
            text = " ".join(f"{name}={fact}" for name, fact in told.items())
            yield f"({show_people(text, lambda _, shown: f'@{shown}')})"
    yield from (f"(whole: {block.whole()})" for block in view.blocks if isinstance(block, Preformatted) and block.whole)
    yield from (f"(image {image.name}: {image.alternative!r})" for image in view.images)


def _block_lines(block: Block) -> list[str]:
    if isinstance(block, Preformatted):
        if block.names is not None:
            rows = zip(block.lines, block.names, strict=True)
            return [f"{f'`{line}`' if line else ''} {name}".strip() for line, name in rows]
        rule = "─" * max(map(width, block.lines))
        return [f"┌{rule}", *(f"│{line}" for line in block.lines), f"└{rule}"]
    if isinstance(block, Heading):
        return [" · ".join((f"*{block.title}*", *block.details))]
    text = f"(small) {block.text}" if isinstance(block, Footnote) else block.text
    return [text] if text else []


def _menu_choice(button: Button) -> str:
    return f"{'*' if button.is_chosen else ''}{button.label}{button.about and f' ({button.about})'}"


def _button(button: Button) -> str:
    options = "".join(f" {name}:{value}" for name, value in button.options.items())
    asks = f" {button.prompts_for}:?" if button.prompts_for else ""
    more = "… " if button.is_rare else ""
    return f"{more}[ {button.label} ] = {button.command}{options}{asks}"
