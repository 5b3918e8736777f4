"""The statements of `bot.persistence`, by name."""

import importlib
import pkgutil
from collections.abc import Iterator

from sqlalchemy import CompoundSelect, Delete, Executable, Select, Update, select

import bot.persistence
from bot.persistence.connection import NextNumberExpression
from bot.persistence.repositories.deletions import (
    deletes_of,
    personal_deletes,
    personal_deletes_of_some,
    replacements_in_games,
)
from bot.persistence.repositories.left_workspaces import (
    REMOVED,
    WHOLE,
    removal_of,
    removal_of_anonymous_players,
    removal_of_memberships,
    select_dailies_of,
    select_memberships_of,
    some_rows_in_workspace,
)
from bot.persistence.repositories.personal_data import _games_with_player, _rows_with_player
from bot.persistence.tables.games import games
from bot.persistence.tables.records import results

_PARTS = {
    "finding_games._ENDED_DUELS",
    "finding_games._LAST_RESULTS",
    "finding_games._RUNNING",
    "messages._OUTDATED_GAMES",
    "rooms._PLAYERS",
    "ratings._SOME_GAMES",
}
"""Constants that are executed only as parts of others."""

_STATEMENT = (CompoundSelect, Select, Update, Delete)

_LOCKS = {"rooms._LOCK", "sums._LOCK"}
"""They read no table."""


def _constants() -> Iterator[tuple[str, Executable]]:
    """The statements that are built once."""
    for module in pkgutil.walk_packages(bot.persistence.__path__, "bot.persistence."):
        for name, value in vars(importlib.import_module(module.name)).items():
            qualified = f"{module.name.rpartition('.')[2]}.{name}"
            for key, statement in value.items() if isinstance(value, dict) else [("", value)]:
                if isinstance(statement, _STATEMENT) and qualified not in _PARTS | _LOCKS:
                    yield f"{qualified}{key and f'.{key}'}", statement


def _made() -> Iterator[tuple[str, Executable]]:
    """The statements that functions make."""
    for name, statements in (
        ("replace in games", replacements_in_games()),
        ("remove", personal_deletes()),
        ("remove some", personal_deletes_of_some()),
        ("find games", _games_with_player()),
    ):
        yield from ((f"player: {name}, {place}", statement) for place, statement in enumerate(statements))
    for table, statements in _rows_with_player().items():
        yield from ((f"player: export {table.name}, {place}", each) for place, each in enumerate(statements))
    for table in (games, results):
        yield f"next number of {table.name}", select(NextNumberExpression(table))
    for kind in (games.c.id, *REMOVED):
        removals = deletes_of(kind)
        yield from ((f"workspace: remove {kind.table.name}, {place}", one) for place, one in enumerate(removals))
    for is_organisation in (False, True):
        home = "organisation" if is_organisation else "workspace"
        yield f"{home}: find memberships", select_memberships_of(is_organisation=is_organisation)
        yield f"{home}: remove memberships", removal_of_memberships(is_organisation=is_organisation)
        for kind in (games.c.id, *REMOVED):
            yield f"{home}: find {kind.table.name}", some_rows_in_workspace(kind, is_organisation=is_organisation)
        yield f"{home}: find daily_games", select_dailies_of(is_organisation=is_organisation)
    yield "workspace: remove former players", removal_of_anonymous_players()
    for table in WHOLE:
        yield f"workspace: remove from {table.name}", removal_of(table, is_organisation=False)


STATEMENTS = {**dict(_constants()), **dict(_made())}
