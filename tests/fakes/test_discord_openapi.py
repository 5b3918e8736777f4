"""Validation with Discord's OpenAPI document."""

from __future__ import annotations

import pytest

from tests.fakes.discord.openapi import Contract, load_contract
from tests.fakes.discord.rest import ROUTES

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture
def contract() -> Contract:
    return load_contract()


def test_every_route_of_the_fake_is_a_route_of_discord(contract: Contract) -> None:
    assert [route for route in ROUTES if not contract.knows(route.method, route.template)] == []


def test_a_violation_is_reported_with_its_path(contract: Contract) -> None:
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "guess"}
    body = {"type": 4, "data": {"components": [{"type": 1, "components": [button]}]}}
    problem = contract.problem("POST", CALLBACK, body)
    assert problem is not None
    assert problem.startswith("$.data.components[0].components[0].label: ")
    assert problem.endswith("is too long")


def test_an_unknown_property_is_refused(contract: Contract) -> None:
    problem = contract.problem("POST", CALLBACK, {"type": 4, "data": {"contents": "x"}})
    assert problem == "$.data: Additional properties are not allowed ('contents' was unexpected)"


def test_a_body_is_required_or_refused_as_documented(contract: Contract) -> None:
    assert contract.problem("GET", "/users/@me", {"a": 1}) == "a body where none is expected"
    assert contract.problem("GET", "/users/@me", None) is None
    assert contract.problem("POST", CALLBACK, None) is not None


def test_identifiers_may_be_numbers_as_discord_py_sends_them(contract: Contract) -> None:
    body = {"content": "x", "message_reference": {"message_id": 123}}
    assert contract.problem("POST", "/channels/{channel_id}/messages", body) is None
