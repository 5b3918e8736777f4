"""A person's own data, typed and pressed."""

import json

import pytest

from bot.model.errors import NothingStored
from bot.services.services import Services
from tests.handlers.users import User, text


@pytest.fixture(autouse=True)
async def _known(alice: User) -> None:
    """Somebody about whom something is stored."""
    await alice.types("play who:me")
    await alice.types("guess 3102")


async def test_a_button_hides_a_person_and_the_next_one_shows_them_again(alice: User, services: Services) -> None:
    shown = await alice.types("privacy")
    for is_hidden, action in ((True, "hide"), (False, "unhide")):
        assert shown.note is not None
        assert {button.options["action"] for button in shown.note.buttons} == {"export", "delete", action}
        assert (await alice.presses(shown.note, "privacy", action=action)).private
        assert await services.privacy.is_hidden(alice.person()) is is_hidden
        shown = await alice.types("privacy show")


async def test_an_export_is_a_file_of_everything_that_is_stored(alice: User, services: Services) -> None:
    reply = await alice.types("privacy export")
    assert reply.private
    assert reply.file is not None
    content = json.loads(reply.file.text)
    stored = await services.privacy.export(alice.person())
    assert content["name"] == "Alice"
    assert content["tables"] == json.loads(json.dumps(stored.tables))
    assert str(stored.rows) in text(reply.note)


async def test_deleting_is_asked_about_twice(alice: User, services: Services) -> None:
    first = await alice.types("privacy delete")
    second = await alice.confirms(first)
    assert second.note != first.note
    assert (await services.privacy.export(alice.person())).games == 1
    deleted = await alice.confirms(second)
    assert deleted.private
    assert not deleted.refused
    with pytest.raises(NothingStored):
        await services.privacy.export(alice.person())


@pytest.mark.parametrize("line", ["privacy delete really:yes", "privacy delete yes"])
async def test_half_a_confirmation_deletes_nothing(alice: User, services: Services, line: str) -> None:
    await alice.types(line)
    assert (await services.privacy.export(alice.person())).games == 1


@pytest.mark.parametrize("line", ["privacy", "privacy export", "privacy hide", "privacy delete"])
async def test_nothing_is_stored_about_somebody_who_only_asks(boris: User, alice: User, line: str) -> None:
    await alice.confirms(await alice.confirms(await alice.types("privacy delete")))
    reply = await alice.types(line)
    assert reply.refused
    assert reply.file is None
    assert not (await boris.types(line)).refused
