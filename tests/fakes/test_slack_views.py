"""Modals of the loopback Slack: filling them in, and what acknowledgements do to them."""

import pytest

from tests.fakes.example_slack_app import MODAL
from tests.fakes.loopback import Json
from tests.fakes.slack import LoopbackSlack, UnavailableAction, User, View
from tests.fakes.slack.view_state import state_values
from tests.fakes.slack.views import apply_acknowledgement, open_modal


@pytest.fixture
def view(ann: User) -> View:
    return open_modal(ann, MODAL)


def test_an_empty_acknowledgement_closes_the_modal(ann: User, view: View) -> None:
    apply_acknowledgement(ann, view, {})
    assert ann.views == []


@pytest.mark.parametrize(
    "acknowledgement",
    [
        {"response_action": "errors", "errors": {"secret": "no such block"}},
        {"response_action": "dance"},
    ],
    ids=lambda acknowledgement: str(acknowledgement["response_action"]),
)
def test_an_invalid_acknowledgement_is_a_violation(
    slack: LoopbackSlack, ann: User, view: View, acknowledgement: Json
) -> None:
    apply_acknowledgement(ann, view, acknowledgement)
    assert len(slack.violations) == 1
    assert ann.views == [view]
    slack.violations.clear()


async def test_a_closed_modal_cannot_be_submitted(ann: User, view: View) -> None:
    await ann.close(view)
    with pytest.raises(UnavailableAction, match="no such modal open"):
        await ann.submit(view, code="0123")
    with pytest.raises(UnavailableAction, match="no modal open"):
        assert ann.view.title


def test_a_reload_removes_modals_and_ephemeral_messages(ann: User, view: View) -> None:
    ann.team.channel("games").add({"text": "psst"}, "bot", only_for=ann)
    ann.reload()
    assert (ann.views, ann.ephemeral, view.title) == ([], [], "Guess")


def field(kind: str, **more: object) -> Json:
    label = {"type": "plain_text", "text": kind.title()}
    element = {"type": kind, "action_id": kind, **more}
    return {"type": "input", "block_id": f"b-{kind}", "label": label, "element": element, "optional": True}


OPTIONS = [{"text": {"type": "plain_text", "text": name.title()}, "value": name} for name in ("one", "two")]


def test_fields_are_named_by_action_id_or_label_and_options_by_value_or_text(ann: User) -> None:
    blocks = [
        field("plain_text_input"),
        field("static_select", options=OPTIONS),
        field("checkboxes", options=OPTIONS),
        field("users_select"),
    ]
    values = state_values(
        blocks, {"plain_text_input": "0123", "Static_Select": "Two", "checkboxes": ["one"], "users_select": ann}
    )
    assert [next(iter(state.values())) for state in values.values()] == [
        {"type": "plain_text_input", "value": "0123"},
        {"type": "static_select", "selected_option": OPTIONS[1]},
        {"type": "checkboxes", "selected_options": [OPTIONS[0]]},
        {"type": "users_select", "selected_user": ann.id},
    ]


def test_fields_keep_their_initial_values() -> None:
    blocks = [field("plain_text_input", initial_value="4567"), field("static_select", initial_option=OPTIONS[0])]
    values = state_values(blocks, {})
    assert values["b-plain_text_input"]["plain_text_input"]["value"] == "4567"
    assert values["b-static_select"]["static_select"]["selected_option"] == OPTIONS[0]


def test_an_unknown_option_cannot_be_chosen() -> None:
    with pytest.raises(UnavailableAction, match="has no 'three'"):
        state_values([field("static_select", options=OPTIONS)], {"static_select": "three"})
