"""What Discord says when it will not do as asked.

Codes and messages: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.discord.wire import Json


@dataclass(eq=False)
class Refused(Exception):
    """A request Discord turns down.

    ``blunder`` tells a mistake of the bot's (an illegal body, a second answer) from the way of the world (a message
    somebody deleted, a permission withdrawn); blunders fail the test unless it forgives them.
    """

    status: int
    code: int
    message: str
    blunder: bool = False
    where: str = ""

    def __str__(self) -> str:
        return f"{self.status} {self.code} {self.message}" + (f" ({self.where})" if self.where else "")

    @property
    def body(self) -> Json:
        """The JSON that the client reads the error from."""
        body: Json = {"code": self.code, "message": self.message}
        if self.where:
            body["errors"] = {"_errors": [{"code": "LOOPBACK", "message": self.where}]}
        return body


def require(holds: bool, otherwise: str) -> None:  # noqa: FBT001  the condition reads as the sentence it heads
    """Raise the refusal of an illegal body, saying ``otherwise``, unless ``holds``."""
    if not holds:
        raise Refused(400, 50035, "Invalid Form Body", blunder=True, where=otherwise)


def empty_message() -> Refused:
    return Refused(400, 50006, "Cannot send an empty message", blunder=True)


def already_acknowledged() -> Refused:
    return Refused(400, 40060, "Interaction has already been acknowledged.", blunder=True)


def too_many_followups() -> Refused:
    return Refused(400, 40094, "This interaction has reached the maximum number of follow-up messages", blunder=True)


def unknown_interaction() -> Refused:
    return Refused(404, 10062, "Unknown interaction", blunder=True)


def unknown_webhook() -> Refused:
    return Refused(404, 10015, "Unknown Webhook", blunder=True)


def invalid_token() -> Refused:
    return Refused(401, 50027, "Invalid Webhook Token", blunder=True)


def unknown_route() -> Refused:
    return Refused(404, 0, "404: Not Found", blunder=True)


def somebody_elses_message() -> Refused:
    return Refused(403, 50005, "Cannot edit a message authored by another user", blunder=True)


def unauthorized() -> Refused:
    return Refused(401, 0, "401: Unauthorized")


def unknown_channel() -> Refused:
    return Refused(404, 10003, "Unknown Channel")


def unknown_message() -> Refused:
    return Refused(404, 10008, "Unknown Message")


def unknown_user() -> Refused:
    return Refused(404, 10013, "Unknown User")


def unknown_guild() -> Refused:
    return Refused(404, 10004, "Unknown Guild")


def unknown_command() -> Refused:
    return Refused(404, 10063, "Unknown application command")


def missing_access() -> Refused:
    return Refused(403, 50001, "Missing Access")


def missing_permissions(which: str) -> Refused:
    return Refused(403, 50013, "Missing Permissions", where=which)


def closed_to_messages() -> Refused:
    return Refused(403, 50007, "Cannot send messages to this user")


def archived() -> Refused:
    return Refused(400, 50083, "Thread is archived")


def has_a_thread() -> Refused:
    return Refused(400, 160004, "A thread has already been created for this message")
