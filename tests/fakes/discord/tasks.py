"""Whether the discord.py client that shares our event loop is still at work."""

from __future__ import annotations

import asyncio

_HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: ", "hitblow")
_WAITING = ("discord-ui-view-timeout-",)


def bot_is_busy() -> bool:
    """Whether any handler of a command, component, modal or event is running, by its task's name."""
    names = [task.get_name() for task in asyncio.all_tasks()]
    return any(name.startswith(_HANDLERS) and not name.startswith(_WAITING) for name in names)
