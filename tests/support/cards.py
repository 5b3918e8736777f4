"""A channel in which the card of a daily stands, and processes that keep it up to date."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

from msgspec.structs import replace

from bot.handlers.request import current_board, news_view
from bot.locales import LANGUAGES
from bot.model.observer import Observer
from bot.model.rooms import Caller, MessageKey, NewsKey
from bot.platforms.common.catch_up import NewsSender
from bot.platforms.common.delivery import DeliveryError, DeliveryOutcome
from bot.platforms.common.intake import DeduplicatingIntake
from bot.platforms.common.message_queue import MessageQueue
from bot.presenters.views import View
from bot.services.services import Services
from bot.services.summaries import Summaries
from core.game.rules import Rules
from tests.fakes.transport import FakeTransport
from tests.services.harness import ANN, CLASSIC, Harness, again
from tests.support.daily import code_of, wrong_for


def at(text: str) -> datetime:
    """A time in UTC, from `2026-11-18 09:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Killed(BaseException):
    """The process has ended while it waited for the platform."""


@dataclass
class CardChannel(FakeTransport):
    """A channel: its messages now, and what was sent when. Errors to come are put into `errors`."""

    harness: Harness
    messages: dict[str, View] = field(default_factory=dict)
    sent: list[tuple[datetime, str, str]] = field(default_factory=list)
    errors: deque[BaseException] = field(default_factory=deque)
    arrives: bool = False
    keys: dict[NewsKey, str] = field(default_factory=dict)

    async def send_news(
        self, key: NewsKey, _board: MessageKey | None, view: View, _before: MessageKey | None = None
    ) -> MessageKey:
        number = str(len(self.sent))
        if not self.errors or self.arrives:
            self._record("post", number, view)
            self.keys[key] = number
        self._fail()
        return MessageKey("lobby", number)

    async def edit(self, message: MessageKey, view: View, /) -> None:
        self._fail()
        if message.message not in self.messages:
            raise DeliveryError(DeliveryOutcome.GONE)
        self._record("edit", message.message, view)

    async def find_news(self, key: NewsKey, _board: MessageKey | None, _view: View) -> MessageKey | None:
        return MessageKey("lobby", self.keys[key]) if key in self.keys else None

    async def delete(self, message: MessageKey) -> None:
        self._fail()
        if self.messages.pop(message.message, None) is None:
            raise DeliveryError(DeliveryOutcome.GONE)

    def _record(self, what: str, message: str, view: View) -> None:
        self.messages[message] = view
        self.sent.append((self.harness.clock.now, what, message))

    def _fail(self) -> None:
        if self.errors:
            raise self.errors.popleft()

    def count(self, what: str) -> int:
        """How many messages were posted, or edits made."""
        return sum(sent == what for _, sent, _ in self.sent)

    @property
    def posted_at(self) -> list[datetime]:
        """When messages were posted."""
        return [at for at, what, _ in self.sent if what == "post"]

    @property
    def card(self) -> View:
        """The newest message."""
        return self.messages[max(self.messages, key=int)]

    @property
    def text(self) -> str:
        """The text of the newest message."""
        return text_of(self.card)


def text_of(view: View) -> str:
    """The text of a view, in lines."""
    return "\n".join("\n".join(block.lines) if hasattr(block, "lines") else block.text for block in view.blocks)


def news_sender(services: Services) -> NewsSender:
    """What tells news in a process."""
    queue = MessageQueue(services.messages, partial(current_board, services), DeduplicatingIntake(), Observer(), "chat")
    return NewsSender(services.news, services.messages, queue)


async def tell(harness: Harness, channel: CardChannel, process: Summaries | None = None) -> None:
    """Let a process do what is due and tell what is pending."""
    await (process or harness.services.summaries).run_step()
    sender = news_sender(harness.services)
    for news in await harness.services.news.pending(ANN.room.platform):
        await sender.tell(news.key, await news_view(harness.services, news, LANGUAGES["en"]), channel)


async def pass_time(harness: Harness, channel: CardChannel, until: datetime, step: timedelta) -> None:
    """Let two processes keep the card up to date until some time."""
    processes = [Summaries(harness.database.unit, harness.clock) for _ in range(2)]
    while harness.clock.now < until:
        harness.clock.now = min(until, harness.clock.now + step)
        for process in processes:
            await tell(harness, channel, process)


async def play(harness: Harness, who: Caller, guesses: int = 1, *, solved: bool = True, rules: Rules = CLASSIC) -> None:
    """Play today's daily in so many guesses; one that is not solved is left."""
    today = harness.clock.now.date()
    async with harness.database.unit() as unit:
        chain = await unit.daily_chains.covering(today)
    code = code_of(today, str(rules), 1 if chain is None else chain.link_number(today))
    wrong = wrong_for(code)[: rules.positions]
    for number in range(1, guesses + 1):
        text = code if solved and number == guesses else wrong
        await harness.daily.guess(again(who), text, rules, is_confirmed=True)


async def share(harness: Harness, channel: CardChannel, who: Caller, day: str = "today") -> None:
    """Share a daily, and post the card if that is due."""
    shared = await harness.daily.share_result(again(who), CLASSIC, day)
    if shared.news is not None:
        view = await news_view(harness.services, shared.news, LANGUAGES["en"])
        assert view is not None
        await news_sender(harness.services).show_card_if_possible(shared.news.key, view, channel)


async def switch_on(harness: Harness, **texts: str) -> None:
    """Let the card be posted in Ann's room, by a manager."""
    await change(harness, {"summary": "today", **texts})


async def change(harness: Harness, texts: Mapping[str, str | None], *, in_channel: bool = True) -> None:
    """Change settings of Ann's room or of its server; None removes one."""
    manager = replace(again(ANN), is_manager=True)
    await harness.services.shared_settings.change(manager, texts, in_channel=in_channel)


def lines_of(view: View) -> Sequence[str]:
    """The lines of the people on a card, without repeated blanks."""
    return [" ".join(line.split()) for line in view.first_panel_lines]
