"""A transport of which each test defines what it uses."""

from collections.abc import Sequence

from bot.locales import Words
from bot.model.rooms import MessageKey, NewsKey
from bot.platforms.common.delivery import InteractionTransport
from bot.presenters.views import View


class FakeTransport(InteractionTransport):
    """Waits for nothing and finds nothing; everything else is up to subclasses."""

    async def wait_for_rate_limit(self) -> None:
        pass

    async def post(self, view: View) -> MessageKey:
        raise NotImplementedError

    async def find_board(self, game: str) -> MessageKey | None:  # noqa: ARG002  # nothing is found
        return None

    async def edit(self, message: MessageKey, view: View, /) -> None:
        raise NotImplementedError

    async def replace_by_link(
        self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False
    ) -> None:
        raise NotImplementedError

    async def send_news(
        self, key: NewsKey, board: MessageKey | None, view: View, before: MessageKey | None = None
    ) -> MessageKey | None:
        raise NotImplementedError

    async def find_news(self, key: NewsKey, board: MessageKey | None, view: View) -> MessageKey | None:  # noqa: ARG002  # nothing is found
        return None

    async def find_turn_notices(self, board: MessageKey) -> Sequence[MessageKey]:  # noqa: ARG002  # nothing is found
        return []

    async def is_newest(self, message: MessageKey) -> bool:
        raise NotImplementedError

    async def delete(self, message: MessageKey) -> None:
        raise NotImplementedError

    async def replace_pressed_message(self, view: View) -> None:
        raise NotImplementedError

    async def acknowledge(self) -> None:
        raise NotImplementedError
