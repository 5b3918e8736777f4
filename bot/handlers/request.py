"""What a handler is given."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

from bot.commands.invocation import Invocation
from bot.presenters.views import Reply
from bot.services.model import Caller
from bot.services.services import Services
from bot.wording import Words


@dataclass(frozen=True, slots=True)
class Ask:
    """One command from somebody.

    `words` are the caller's own, for what only they see; `public` are the room's, for what everybody does.
    """

    services: Services
    caller: Caller
    invocation: Invocation
    words: Words
    public: Words

    def instead(self, invocation: Invocation) -> Self:
        """The same person asking for something else."""
        return replace(self, invocation=invocation)


Handler: TypeAlias = Callable[[Ask], Awaitable[Reply]]
