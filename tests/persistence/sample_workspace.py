"""A workspace whose member Zoe is to be exported and deleted, and everything she has played."""

from collections.abc import Mapping
from datetime import timedelta
from itertools import count

from msgspec.structs import replace

from bot.handlers.dispatcher import Dispatcher
from bot.model.rooms import Caller, RoomKey
from bot.presenters.views import Reply
from bot.services.services import Services
from tests.fakes.clock import FakeClock
from tests.handlers.users import User

NAME, USER = "Zoe Zubizarreta", "UZOE12345"

WORKSPACE = "T0CLUB"

_EVENTS = count()


class Member:
    """Somebody in a room of a Slack workspace; calling them makes a new event of theirs."""

    def __init__(self, user: str, name: str, room: str, workspace: str = WORKSPACE) -> None:
        key = RoomKey("slack", workspace, room)
        self._caller = Caller(key, key.player_key(user), name, "", is_manager=True)

    def __call__(self) -> Caller:
        return replace(self._caller, event=f"event {next(_EVENTS)}")


class SampleWorkspace:
    """A workspace in which people type; `secrets` are what they hide if it is not 0123."""

    def __init__(self, services: Services, clock: FakeClock, secrets: Mapping[str, str] | None = None) -> None:
        self._dispatcher = Dispatcher(services)
        self._clock = clock
        self._secrets = secrets or {}

    async def types(self, who: str, room: str, *lines: str) -> Reply:
        """Type lines, the answers to secrets among them, and confirm every question; returns the last reply."""
        user_id, name = (USER, NAME) if who == "zoe" else (f"U{who.upper()}99", who.capitalize())
        user = User(self._dispatcher, Member(user_id, name, room))  # type: ignore[arg-type]  # calls like a person
        reply = Reply()
        for line in lines:
            self._clock.advance(timedelta(seconds=1))
            reply = await user.types(line)
            if reply.prompt is not None:
                reply = await user.tells(reply, self._secrets.get(who, "0123"))
            if reply.note is not None and reply.note.buttons and reply.board is None and "confirm" in str(reply.note):
                reply = await user.confirms(reply)
        return reply


ZOE, BOB = "zoe", "bob"

PLAYED = {
    "shared": [(BOB, "play tries:20"), (BOB, "4567"), (ZOE, "4568"), (ZOE, "hint"), (ZOE, "giveup")],
    "own": [(ZOE, "play who:me tries:20"), (ZOE, "4567"), (ZOE, "4567")],
    "race": [(ZOE, "play who:race tries:20"), (ZOE, "4567"), (BOB, "4568")],
    "duel": [
        (ZOE, f"duel U{BOB.upper()}99"),
        (BOB, "secret"),
        (ZOE, "4567"),
        (BOB, "4567"),
        (ZOE, "draw"),
    ],
    "challenge": [(BOB, f"duel {USER}")],
    "versus": [(ZOE, "versus easy"), (ZOE, "4567")],
    "host": [(ZOE, "host"), (BOB, "4567")],
    "head": [(BOB, "host keep:head"), (ZOE, "4567")],
    "daily": [(ZOE, "daily"), (ZOE, "daily guess:4567")],
    "coach": [(ZOE, "suggest 0123 0H2B")],
    "settings": [(ZOE, "settings server idle:24"), (ZOE, "settings language:en mentions:off")],
}
"""What is typed in each room. A mode of play that is added belongs here; games are left running."""

ENDED = {
    "shared": [(BOB, "giveup"), (ZOE, "play"), (ZOE, "3102")],
    "own": [(ZOE, "giveup"), (ZOE, "play who:me"), (ZOE, "3102")],
    "race": [(ZOE, "3102")],
    "duel": [(BOB, "draw")],
    "challenge": [(ZOE, "giveup")],
    "versus": [(ZOE, "giveup")],
    "host": [(ZOE, "giveup")],
    "head": [(BOB, "giveup")],
}
"""How the games end."""
