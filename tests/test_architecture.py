from functools import cache
from pathlib import Path

import pytest

from tests.architecture import (
    ROOT,
    Module,
    forbidden_imports,
    homeless,
    import_cycle,
    long_files,
    misplaced_japanese,
    modules,
    mutable_structs,
    statements_by_package,
    worldly_core,
)


@cache
def ours() -> list[Module]:
    return modules(ROOT)


RULES = (homeless, forbidden_imports, import_cycle, worldly_core, misplaced_japanese, mutable_structs, long_files)


MOST_STATEMENTS = {
    # Each module with immutable values imports msgspec, which makes them in a thirtieth of the time.
    "bot": 215,
    "bot/books": 865,  # More: the search that proves the fewest longest games of 5x8 and 5x6r
    "bot/cli": 1_320,
    "bot/commands": 505,
    "bot/handlers": 1_140,  # More: which rare buttons of a board would do something for whoever asks
    "bot/locales": 234,  # sentences end with the full stop of their language
    "bot/model": 1_020,
    "bot/observability": 170,
    "bot/persistence": 3_436,
    "bot/platforms/common": 1_126,  # the card of the daily, which is edited, and ends, which are moved boards
    # The first start is a game that explains feedback, and its prompt opens before the games are loaded.
    "bot/platforms/console": 770,
    "bot/platforms/discord": 1_780,  # boards with images, and whether a board is the newest message
    "bot/platforms/slack": 2_360,  # rows with names in ordinary text, and overflow menus for rare buttons
    "bot/presenters": 3_280,  # also what can follow in a line that is typed in a terminal or shell
    # The card of the daily and its week, what decides who is on it, and the first one, posted by who chooses a channel.
    "bot/services": 2_960,
    "bot/solving": 420,
}
"""The most statements of each package. Lower a figure after a change that removes many. Whoever raises one writes a
sentence beside it that says what the statements are for and why nothing could be removed instead.
"""


def test_no_module_violates_a_rule_and_no_package_has_more_statements_than_agreed() -> None:
    """In one test, because each process that runs one of them parses every module."""
    assert not (found := [sentence for violations in RULES for sentence in violations(ours())]), "\n".join(found)
    counted = statements_by_package(ours())
    grown = {name: number for name, number in counted.items() if number > MOST_STATEMENTS.get(name, 0)}
    assert not grown, f"See MOST_STATEMENTS: {grown}"
    shrunk = {name for name, most in MOST_STATEMENTS.items() if counted.get(name, 0) < most * 0.9 - 30}
    assert not shrunk, f"Lower a figure once a package has become much smaller: {shrunk}"


def test_the_tree_that_is_checked_is_ours() -> None:
    assert {"core", "core.game.rules", "bot", "bot.services.games.referee"} <= {module.name for module in ours()}


def grow(root: Path, files: dict[str, str]) -> list[Module]:
    """A made-up tree, by path."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return modules(root)


SOUND = {
    "core/__init__.py": "",
    "core/game/__init__.py": "",
    "core/solver/scores.py": "from core.game.rules import Rules",
    "core/game/rules.py": "import math\nfrom core.game import errors",
    "core/game/errors.py": "import random\ndef draw(chance: random.Random): return chance.random()",
    "bot/__init__.py": "",
    "bot/model/__init__.py": "",
    "bot/model/rooms.py": "from . import errors",
    "bot/model/errors.py": "",
    "bot/services/referee.py": "from core.game.rules import Rules\nfrom bot.model import rooms",
    "bot/persistence/tables.py": "import sqlalchemy as sa\nfrom bot.model.rooms import Player",
    "bot/commands/catalogue.py": "import babel\nfrom core.game.rules import Rules",
    "bot/locales/words.py": "WELCOME = 'ようこそ'",
    "bot/platforms/discord/modals.py": "import discord\nfrom bot.commands.catalogue import COMMANDS",
    "bot/platforms/slack/rendering.py": "from slack_sdk.models import blocks\nfrom bot.commands import catalogue",
    "bot/app.py": "def main():\n    from bot.platforms.discord import modals",
    "bot/cli/main.py": "import click\nfrom bot import app",
    "bot/__main__.py": "from bot.cli.main import main",
    "migrations/env.py": "from alembic import context\nfrom bot.persistence.tables import metadata",
}


def test_a_sound_tree_gets_no_complaint(tmp_path: Path) -> None:
    tree = grow(tmp_path, SOUND)
    assert len(tree) == len(SOUND)
    assert (
        homeless(tree)
        + forbidden_imports(tree)
        + import_cycle(tree)
        + worldly_core(tree)
        + misplaced_japanese(tree)
        + long_files(tree)
        == []
    )


@pytest.mark.parametrize(
    ("path", "text", "imported", "reason"),
    [
        (
            "core/game/rules.py",
            "from bot.model.rooms import Player",
            "bot.model.rooms",
            "no arrow leads from core to bot.model",
        ),
        ("core/game/rules.py", "import bot", "bot", "no arrow leads from core to bot"),
        ("core/game/rules.py", "from bot import __version__", "bot", "no arrow leads from core to bot"),
        ("core/game/rules.py", "import attrs", "attrs", "core uses only the standard library"),
        (
            "bot/persistence/tables.py",
            "from bot.services import referee",
            "bot.services.referee",
            "no arrow leads from bot.persistence to bot.services",
        ),
        (
            "bot/model/rooms.py",
            "from ..persistence.tables import metadata",
            "bot.persistence.tables",
            "no arrow leads from bot.model to bot.persistence",
        ),
        (
            "bot/services/__init__.py",
            "from .. import app",
            "bot.app",
            "no arrow leads from bot.services to bot.app",
        ),
        (
            "bot/services/referee.py",
            "from sqlalchemy import select",
            "sqlalchemy",
            "sqlalchemy is used only in bot.persistence and migrations and bot.app and bot.platforms.slack.oauth",
        ),
        (
            "bot/platforms/discord/modals.py",
            "def view():\n    from bot.platforms.slack import rendering",
            "bot.platforms.slack.rendering",
            "no arrow leads from bot.platforms.discord to bot.platforms.slack",
        ),
        (
            "bot/platforms/discord/modals.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.persistence.tables import metadata",
            "bot.persistence.tables",
            "no arrow leads from bot.platforms.discord to bot.persistence",
        ),
        (
            "bot/commands/catalogue.py",
            "import bot.platforms.discord.modals as views",
            "bot.platforms.discord.modals",
            "no arrow leads from bot.commands to bot.platforms.discord",
        ),
        (
            "bot/commands/catalogue.py",
            "import importlib\nimportlib.import_module('bot.app')",
            "bot.app",
            "no arrow leads from bot.commands to bot.app",
        ),
        (
            "bot/platforms/slack/rendering.py",
            "import discord.ui",
            "discord",
            "discord is used only in bot.platforms.discord",
        ),
        (
            "bot/app.py",
            "from slack_bolt.async_app import AsyncApp",
            "slack_bolt",
            "slack_bolt is used only in bot.platforms.slack",
        ),
        (
            "bot/persistence/tables.py",
            "import migrations.env",
            "migrations.env",
            "no arrow leads from bot.persistence to migrations",
        ),
        ("migrations/env.py", "import rich", "rich", "migrations uses only the standard library, alembic, sqlalchemy"),
    ],
)
def test_an_import_against_the_arrows_is_named_with_its_file(
    tmp_path: Path, path: str, text: str, imported: str, reason: str
) -> None:
    assert forbidden_imports(grow(tmp_path, SOUND | {path: text})) == [f"{path} imports {imported}: {reason}."]


@pytest.mark.parametrize(
    "text",
    [
        "from core.game.rules import Rules",
        "def rules():\n    import core.game.rules",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from core.game.rules import Rules",
    ],
    ids=["direct", "inside a function", "for type checking"],
)
def test_a_cycle_of_imports_is_named(tmp_path: Path, text: str) -> None:
    (complaint,) = import_cycle(grow(tmp_path, SOUND | {"core/game/errors.py": text}))
    assert "core.game.rules <- core.game.errors" in complaint or "core.game.errors <- core.game.rules" in complaint


def test_a_module_nobody_has_thought_of_is_named(tmp_path: Path) -> None:
    assert homeless(grow(tmp_path, SOUND | {"bot/helpers.py": ""})) == ["bot/helpers.py is in no layer of the table."]


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("import time", "imports time"),
        ("import math, os.path", "imports os"),
        ("from datetime import datetime", "imports datetime"),
        ("from random import choice", "imports the global random numbers"),
        ("random.shuffle([])", "calls random.shuffle"),
        ("print()", "calls print"),
        ("async def solve(): ...", "makes solve asynchronous"),
    ],
)
def test_what_would_make_core_worldly_is_named_with_its_line(tmp_path: Path, text: str, deed: str) -> None:
    assert worldly_core(grow(tmp_path, SOUND | {"core/game/rules.py": "\n" + text})) == [
        f"core/game/rules.py {deed} in line 2; core has no clock, no chance of its own and no input or output."
    ]


def test_japanese_outside_the_locales_is_named_with_its_line(tmp_path: Path) -> None:
    assert misplaced_japanese(grow(tmp_path, SOUND | {"bot/app.py": "\nname = 'ひみつ'"})) == [
        "bot/app.py has Japanese text in line 2; translations belong into bot.locales."
    ]


def test_a_file_that_grew_too_long_is_named_with_its_length(tmp_path: Path) -> None:
    assert long_files(grow(tmp_path, SOUND | {"core/game/rules.py": "\n" * 431})) == [
        "core/game/rules.py has 431 lines, more than 430."
    ]
