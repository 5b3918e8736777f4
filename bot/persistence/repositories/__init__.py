"""The repositories, and the mapping between rows and values.

A unit of work imports each module when it first uses it: making its statements takes long at the start.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.persistence.repositories import (
        conversations as conversations,
        daily as daily,
        games as games,
        left_workspaces as left_workspaces,
        messages as messages,
        operations as operations,
        personal_data as personal_data,
        ratings as ratings,
        results as results,
        rooms as rooms,
    )
