"""Who calls a method: the token, what it was granted, and what it can reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fakes.slack.basics import Json, Refusal

if TYPE_CHECKING:
    from tests.fakes.slack.loopback import LoopbackSlack
    from tests.fakes.slack.people import Person
    from tests.fakes.slack.places import Channel, Grant, Workspace


@dataclass(frozen=True)
class Caller:
    """A token at work."""

    slack: LoopbackSlack
    token: str
    known: Grant | None

    @property
    def grant(self) -> Grant:
        """What a bot token was granted.

        Raises:
            Refusal: `not_authed`, `invalid_auth` or `token_revoked`.
        """
        if not self.token:
            raise Refusal("not_authed")
        if self.known is None:
            raise Refusal("invalid_auth")
        if self.known.revoked:
            raise Refusal("token_revoked")
        return self.known

    def must_have(self, scope: str) -> None:
        """Pass a good token with that scope (any, where it is empty)."""
        if scope and scope not in self.grant.scopes:
            provided = ",".join(sorted(self.grant.scopes))
            raise Refusal("missing_scope", needed=scope, provided=provided, why=[f"the app has no {scope}"])

    @property
    def teams(self) -> list[Workspace]:
        """The workspaces the token is good for."""
        return [team for team in self.slack.workspaces if self.grant.covers(team)]

    def channel(self, args: Json) -> Channel:
        """The conversation named by id, or by name as `#games`.

        Raises:
            Refusal: `channel_not_found`, also for a private one the app is no member of.
        """
        wanted = str(need(args, "channel"))
        for team in self.teams:
            for channel in team.channels:
                if wanted in {channel.id, f"#{channel.name}"} and (channel.bot or not channel.private):
                    return channel
        raise Refusal("channel_not_found")

    def person(self, user_id: str, team: Workspace | None = None) -> Person:
        """Somebody by id.

        Raises:
            Refusal: `user_not_found`.
        """
        for place in [team] if team else self.teams:
            for person in place.people:
                if person.id == user_id:
                    return person
        raise Refusal("user_not_found")


def need(args: Json, name: str) -> Any:  # noqa: ANN401 - whatever JSON was sent
    """An argument that must be there.

    Raises:
        Refusal: `invalid_arguments`.
    """
    if not args.get(name):
        raise Refusal("invalid_arguments", why=[f"missing required field: {name}"])
    return args[name]


def flag(value: object) -> bool:
    """A boolean argument, which forms and queries write as 1 or true."""
    return value is True or str(value).lower() in {"1", "true"}
