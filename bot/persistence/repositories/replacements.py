"""The statements that put another player in a player's place, and remove what is about the player alone."""

from collections.abc import Iterator, Sequence
from functools import cache

from sqlalchemy import Executable, String, bindparam, cast, delete, func, select, tuple_, update

from bot.persistence.repositories.base import any_of, unindexed
from bot.persistence.tables.references import IN_TEXTS, AnyColumn, game_column, is_personal, of_players
from bot.persistence.tables.settings import deletions


@cache
def replacements_in_games() -> Sequence[Executable]:
    """The statements that put another player in a player's place in the tables with a game.

    What is about the player alone is removed.
    """
    removals = (
        delete(column.table).where(column == bindparam("old_player"), game.in_(any_of("ids")))
        for column in of_players()
        if is_personal(column) and (game := game_column(column.table)) is not None
    )
    return [*removals, *_replacements(in_games=True), *map(_replacement_in_text, IN_TEXTS)]


@cache
def replacements_elsewhere() -> Sequence[Executable]:
    """The statements that put another player in a player's place in the tables without a game."""
    return list(_replacements(in_games=False))


def _replacements(*, in_games: bool) -> Iterator[Executable]:
    for column in of_players():
        game = game_column(column.table)
        if is_personal(column) or (game is not None) is not in_games:
            continue
        statement = update(column.table).values({column: bindparam("new_player")})
        if game is None:
            yield statement.where(column == bindparam("old_player"))
        else:
            yield statement.where(unindexed(column) == bindparam("old_player"), game.in_(any_of("ids")))


def _replacement_in_text(column: AnyColumn) -> Executable:
    game = game_column(column.table)
    changed = func.replace(column, cast(bindparam("old_player"), String), cast(bindparam("new_player"), String))
    return update(column.table).where(game.in_(any_of("ids")), column.is_not(None)).values({column: changed})  # type: ignore[union-attr]  # all have one


@cache
def personal_removals() -> Sequence[Executable]:
    """The statements that remove all rows that are only about a player."""
    return [
        delete(column.table).where(column == bindparam("old_player")) for column in of_players() if is_personal(column)
    ]


@cache
def personal_removals_of_some() -> Sequence[Executable]:
    """The statements that remove at most `most` rows that are only about a player, from tables without a game."""
    return [
        delete(table).where(
            column == bindparam("old_player"),
            tuple_(*table.primary_key).in_(
                select(*table.primary_key).where(column == bindparam("old_player")).limit(bindparam("most"))
            ),
        )
        for column in of_players()
        for table in (column.table,)
        if is_personal(column) and game_column(table) is None and table is not deletions
    ]
