"""A request: one command from one person, with the languages to reply in."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from bot.commands.catalogue import BY_NAME
from bot.commands.command import NobodyElseHere
from bot.commands.invocation import Invocation
from bot.locales import Words
from bot.model.rooms import Caller, MessageKey, NewsKey, PlayerKey
from bot.presenters.views import Reply, View
from bot.services.cards import daily_rules_of
from bot.services.games.duels import HasLeft, Person
from bot.services.services import Services
from core.game.any_game import Who
from core.game.rules import Rules

FindPerson: TypeAlias = Callable[[str], Person | None]
"""Finds the person whom the value of an option names, None if the platform does not know them."""

FindChannel: TypeAlias = Callable[[str], str | None]
"""Finds the id of the channel that the value of an option names, None if there is no such channel."""

Announce: TypeAlias = Callable[[str, View, Words], Awaitable[MessageKey | None]]
"""Posts a view in the channel with this id, in the language of the words; returns None if that was not possible."""

ShowCard: TypeAlias = Callable[[NewsKey, View], Awaitable[bool]]
"""Posts the card of the caller's room, which pending news is about; returns whether that is possible."""

IsAlone: TypeAlias = Callable[[], Awaitable[bool]]
"""Returns whether the platform knows that only the caller and the bot are in the room."""


OpenRoom: TypeAlias = Callable[[], Awaitable[Caller]]
"""Opens a room for a game; returns the caller in it.

Raises:
    CommandError: no room can be opened.
"""


def find_nobody(_named: str) -> Person | None:
    """The default of `Request.find_person`: nobody is found."""
    return None


def find_no_channel(_named: str) -> str | None:
    """The default of `Request.find_channel`: no channel is found."""
    return None


async def announce_nowhere(_channel: str, _view: View, _words: Words) -> MessageKey | None:
    """The default of `Request.announce`: posting is not possible."""
    return None


async def show_no_card(_key: NewsKey, _view: View) -> bool:
    """The default of `Request.show_card`: posting is not possible."""
    return False


async def never_left(_player: PlayerKey) -> bool:
    """The default of `Request.has_left`: nobody is known to have left."""
    return False


async def never_alone() -> bool:
    """The default of `Request.is_alone`: others may be in the room."""
    return False


@dataclass(frozen=True, slots=True)
class Request:
    """One command from one person.

    Args:
        caller: the person, the room and the event.
        words: the language of private replies: the caller's own.
        public_words: the language of public replies: the room's.
        invocation: the command with its options; `help` by default.
        find_person: finds somebody whom an option names, None if the platform does not know them.
        find_channel: finds the channel that an option names.
        announce: posts in another channel of the server.
        show_card: posts the card of the room.
        has_left: asks the platform whether somebody has left the workspace.
        is_alone: asks the platform whether the caller is alone with the bot.
        open_room: opens the room in which the game is to start, None if that is the caller's.
        reveals_own_secret: whether `board` may show the caller's own secret, because no platform stores the reply.
        usual_players: who may guess in a game that is started without the option `who`.
        received_at: when the event was received, in monotonic seconds.
    """

    caller: Caller
    words: Words
    public_words: Words
    invocation: Invocation = field(default=Invocation(BY_NAME["help"]))
    find_person: FindPerson = find_nobody
    find_channel: FindChannel = find_no_channel
    announce: Announce = announce_nowhere
    show_card: ShowCard = show_no_card
    has_left: HasLeft = never_left
    is_alone: IsAlone = never_alone
    open_room: OpenRoom | None = None
    reveals_own_secret: bool = False
    usual_players: Who = Who.EVERYONE
    received_at: float = field(default_factory=time.monotonic)

    async def in_game_room(self) -> Self:
        """The same request in the room in which its game is to start.

        Raises:
            CommandError: no room can be opened.
        """
        return self if self.open_room is None else replace(self, caller=await self.open_room())


async def require_company(request: Request) -> None:
    """Check that somebody else could play in the room.

    Raises:
        NobodyElseHere: the caller is alone with the bot.
    """
    if await request.is_alone():
        raise NobodyElseHere


Handler: TypeAlias = Callable[[Request, Services], Awaitable[Reply]]
"""Handles a request by calling the services, and returns the reply."""


async def rules_in_room(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, with the feedback words of the room.

    Rules that name feedback words keep them.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    settings = await services.administration.settings_for(request.caller)
    return settings.read_rules(request.invocation.options.get("rules") or None)


def item_rules(request: Request) -> Rules:
    """The rules of the option or, without it, those of Numer0n, for games with items."""
    return request.invocation.rules() if request.invocation.options.get("rules") else Rules.parse("numeron")


async def daily_rules(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, without the feedback words of the room.

    The daily is the same in all rooms, so its rules must not depend on the words of a room. If the room's default rules
    have no daily, they are those of most rooms.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    if request.invocation.options.get("rules"):
        return request.invocation.rules()
    return daily_rules_of(await services.administration.settings_for(request.caller))
