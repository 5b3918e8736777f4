"""Views: the modals on a person's stack, their App Home, and what acknowledgements do to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.slack.blocks import Element, find_element, with_ids
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.rendering import control_sequences, render_view
from tests.fakes.slack.validation import check_view

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack.users import User

_PROPERTIES = (
    "type",
    "callback_id",
    "title",
    "submit",
    "close",
    "private_metadata",
    "clear_on_close",
)


@dataclass(eq=False)
class View:
    """A modal or an App Home; `str(view)` renders it.

    Attributes:
        errors: the messages shown at fields, by block id.
        values: what the person filled in, as `view.state.values`.
    """

    id: str
    owner: User
    body: Json
    hash: str
    root_id: str
    errors: dict[str, str] = field(default_factory=dict)
    values: Json = field(default_factory=dict)

    def __str__(self) -> str:
        return render_view(self.body, self.errors)

    @property
    def blocks(self) -> list[Json]:
        blocks: list[Json] = self.body["blocks"]
        return blocks

    @property
    def title(self) -> str:
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def control_sequences(self) -> list[str]:
        """Every mention and link, as Slack writes them."""
        return control_sequences(self.blocks)

    def element(self, name: str) -> Element:
        """Return the element with that label, action id or value, to use after the view has changed."""
        return find_element(self.blocks, name)

    def payload(self) -> Json:
        """Return the view as Slack describes it, with what was filled in."""
        team, slack = self.owner.team, self.owner.team.slack
        given = {name: self.body[name] for name in _PROPERTIES if name in self.body}
        return {
            "callback_id": "",
            "private_metadata": "",
            **given,
            "id": self.id,
            "team_id": team.id,
            "app_id": slack.app_id,
            "app_installed_team_id": team.app_installed_team_id,
            "bot_id": team.bot_id,
            "blocks": self.blocks,
            "hash": self.hash,
            "state": {"values": self.values},
            "root_view_id": self.root_id,
            "previous_view_id": None,
            "external_id": self.body.get("external_id", ""),
        }


def create_view(user: User, body: Json) -> View:
    """Return a new view that is not shown yet.

    Raises:
        ApiError: the view is not valid.
    """
    check_view(body)
    slack = user.team.slack
    view_id = slack.ids.next("V")
    view = View(view_id, user, body | {"blocks": with_ids(body["blocks"])}, slack.ids.next("hash"), view_id)
    slack.changed()
    return view


def open_modal(user: User, body: Json) -> View:
    """Open a modal instead of those that are open."""
    view = create_view(user, body)
    user.views[:] = [view]
    return view


def update_view(view: View, body: Json) -> View:
    """Replace the contents of a Home or of an open modal."""
    check_view(body)
    slack = view.owner.team.slack
    view.body, view.hash, view.errors = body | {"blocks": with_ids(body["blocks"])}, slack.ids.next("hash"), {}
    slack.changed()
    return view


def apply_acknowledgement(user: User, view: View, acknowledgement: Json) -> None:
    """Do what the acknowledgement of a submission says; an empty one closes the modal.

    Slack ignores an invalid acknowledgement; here it is a violation.
    """
    slack = user.team.slack
    try:
        _apply(user, view, acknowledgement)
    except ApiError as error:
        slack.violations.append(f"view_submission acknowledged with {error.error}: {error.details}")
    slack.changed()


def _apply(user: User, view: View, acknowledgement: Json) -> None:
    action = acknowledgement.get("response_action")
    if action is None:
        user.views.remove(view)
    elif action == "errors":
        _show_errors(view, acknowledgement["errors"])
    elif action == "update":
        update_view(view, acknowledgement["view"])
    else:
        raise ApiError("invalid_response_action", why=[str(action)])


def _show_errors(view: View, errors: dict[str, str]) -> None:
    inputs = {block["block_id"] for block in view.blocks if block["type"] == "input"}
    if unknown := set(errors) - inputs:
        raise ApiError("invalid_errors", why=[f"no input block is called {sorted(unknown)}"])
    view.errors = errors
