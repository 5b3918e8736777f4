"""Enterprises and workspaces, and the installations of the app in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.slack.channels import Channel
from tests.fakes.slack.payloads import app_uninstalled, tokens_revoked
from tests.fakes.slack.users import User

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack.loopback import LoopbackSlack


@dataclass(eq=False)
class Installation:
    """A bot token for a workspace, or for all workspaces of an enterprise.

    Attributes:
        holder: where the app is installed.
        bot_name: the name of the bot's user.
    """

    token: str
    holder: Workspace | Enterprise
    scopes: frozenset[str]
    bot_user_id: str
    bot_id: str
    bot_name: str = "hitblow"
    revoked: bool = False

    def covers(self, team: Workspace) -> bool:
        """Return whether the token is valid in a workspace."""
        return self.holder in {team, team.enterprise}


@dataclass(eq=False)
class Enterprise:
    """An Enterprise Grid organisation; its `installation` is organisation-wide."""

    slack: LoopbackSlack
    id: str
    name: str
    installation: Installation | None = None


@dataclass(eq=False)
class Workspace:
    """A workspace with its people and channels, and the app's installation in it.

    Attributes:
        takes_tables: whether messages may have `table` blocks.
    """

    slack: LoopbackSlack
    id: str
    name: str
    enterprise: Enterprise | None = None
    own_installation: Installation | None = None
    users: list[User] = field(default_factory=list)
    channels: list[Channel] = field(default_factory=list)
    takes_tables: bool = True

    @property
    def installation(self) -> Installation | None:
        """The workspace's own installation, or else that of its enterprise; its token may be revoked."""
        return self.own_installation or (self.enterprise.installation if self.enterprise else None)

    @property
    def bot_token(self) -> str:
        """The token of the installation."""
        return self._require_installation().token

    @property
    def bot_user_id(self) -> str:
        return self.installation.bot_user_id if self.installation else ""

    @property
    def bot_id(self) -> str:
        return self.installation.bot_id if self.installation else ""

    @property
    def app_installed_team_id(self) -> str:
        """What views carry under this name; see `LoopbackSlack.organisation_in_views`."""
        org_wide = self.installation is not None and isinstance(self.installation.holder, Enterprise)
        return self.enterprise.id if self.enterprise and org_wide and self.slack.organisation_in_views else self.id

    def user(self, name: str, *, locale: str = "en-US", admin: bool = False, id: str = "") -> User:  # noqa: A002 - Slack's term
        """Create a person in this workspace; with the `id` of a person in another workspace, the same person."""
        user = User(self, id or self.slack.ids.next("U"), name, locale, admin)
        self.users.append(user)
        return user

    def channel(self, name: str, *, private: bool = False, bot: bool = True) -> Channel:
        """Create a channel with everybody in the workspace, and the app unless `bot` is False."""
        channel = Channel(self, self.slack.ids.next("C"), name, private=private, bot=bot)
        self.channels.append(channel)
        return channel

    def dm(self, *users: User) -> Channel:
        """Return the direct messages of one person with the app, or of several people without it."""
        members = {user.id for user in users}
        for channel in self.channels:
            if channel.members == members:
                return channel
        single = len(users) == 1
        kind, name = ("im", "directmessage") if single else ("mpim", "privategroup")
        channel = Channel(self, self.slack.ids.next("D"), name, private=True, bot=single, kind=kind, members=members)
        self.channels.append(channel)
        return channel

    def revoke_token(self) -> None:
        """Make the token invalid without an event."""
        self._require_installation().revoked = True

    async def uninstall(self) -> None:
        """Remove the app, and send it the two events about that."""
        for event in self.remove_app():
            await self.slack.deliveries.event(event)

    def remove_app(self) -> list[Json]:
        """Remove the app; from the whole enterprise, if it was installed there.

        Returns:
            The two events about that, which Slack delivers in either order, and sometimes after the next installation.
        """
        installation = self._require_installation()
        events = [tokens_revoked(self, installation), app_uninstalled(self, installation)]
        installation.revoked = True
        if isinstance(installation.holder, Enterprise):
            installation.holder.installation = None
        self.own_installation = None
        return events

    def _require_installation(self) -> Installation:
        assert self.installation, f"the app is not installed in {self.name}"
        return self.installation
