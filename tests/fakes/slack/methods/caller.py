"""The caller of a method: its token, and what the token gives access to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fakes.slack.errors import ApiError

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack.channels import Channel
    from tests.fakes.slack.loopback import LoopbackSlack
    from tests.fakes.slack.workspaces import Installation, User, Workspace


@dataclass(frozen=True)
class Caller:
    """Who calls, by the token."""

    slack: LoopbackSlack
    token: str
    known: Installation | None

    @property
    def installation(self) -> Installation:
        """The installation that the bot token belongs to.

        Raises:
            ApiError: `not_authed`, `invalid_auth` or `token_revoked`.
        """
        if not self.token:
            raise ApiError("not_authed")
        if self.known is None:
            raise ApiError("invalid_auth")
        if self.known.revoked:
            raise ApiError("token_revoked")
        return self.known

    def require_scope(self, scope: str) -> None:
        """Raise ApiError unless the token is valid and has that scope (any, if it is empty)."""
        if scope and scope not in self.installation.scopes:
            provided = ",".join(sorted(self.installation.scopes))
            raise ApiError("missing_scope", needed=scope, provided=provided, why=[f"the app has no {scope}"])

    @property
    def teams(self) -> list[Workspace]:
        """The workspaces that the token is valid for."""
        return [team for team in self.slack.workspaces if self.installation.covers(team)]

    def channel(self, args: Json) -> Channel:
        """Return the conversation given by id, or by name as `#games`.

        Raises:
            ApiError: `channel_not_found`, also if it is private and the app is not a member.
        """
        wanted = str(required(args, "channel"))
        for team in self.teams:
            for channel in team.channels:
                if wanted in {channel.id, f"#{channel.name}"} and (channel.bot or not channel.private):
                    return channel
        raise ApiError("channel_not_found")

    def user(self, user_id: str, team: Workspace | None = None) -> User:
        """Return the person with that id.

        Raises:
            ApiError: `user_not_found`.
        """
        for place in [team] if team else self.teams:
            for user in place.users:
                if user.id == user_id:
                    return user
        raise ApiError("user_not_found")


def required(args: Json, name: str) -> Any:
    """Return an argument.

    Raises:
        ApiError: `invalid_arguments` if it is missing.
    """
    if not args.get(name):
        raise ApiError("invalid_arguments", why=[f"missing required field: {name}"])
    return args[name]


def flag(value: object) -> bool:
    """Return a boolean argument, which is 1 or true in forms and queries."""
    return value is True or str(value).lower() in {"1", "true"}
