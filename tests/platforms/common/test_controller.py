"""Which language a caller is answered in."""

from copy import copy
from itertools import count

import pytest
from msgspec.structs import replace

from bot.model.errors import StorageBusy
from bot.model.rooms import Caller
from bot.platforms.common.controller import ReplyLanguages
from bot.services.services import Services
from bot.services.settings import Languages
from tests.support.people import Person


@pytest.fixture
def languages(services: Services) -> Languages:
    return services.languages


@pytest.fixture
async def _others(languages: Languages) -> None:
    """Others, here and elsewhere, with choices of their own."""
    for name, room, workspace, chosen in (("Cem", "home", "local", "ja"), ("Zoe", "home", "other", "ja")):
        await languages.choose(Person(name, room, workspace)(), chosen)
    await languages.ensure_workspace_language(Person("Zoe", "home", "other")(), "ja")


@pytest.mark.usefixtures("_others")
@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ((None, None, None, None), ("en", "en")),
        ((None, "ja", None, None), ("ja", "ja")),
        ((None, "ja-JP", "en-US", None), ("ja", "en")),
        ((None, "en-GB", "ja", None), ("en", "ja")),
        (("ja", "en-US", None, None), ("ja", "ja")),
        (("ja", "en-US", "en-US", None), ("ja", "en")),
        (("en", "ja", "ja", None), ("en", "ja")),
        ((None, "ja", "ja", "en"), ("ja", "en")),
        ((None, "en", None, "ja"), ("en", "ja")),
    ],
)
async def test_private_and_public_replies_have_an_order_of_precedence(
    languages: Languages,
    ann: Person,
    known: tuple[str | None, str | None, str | None, str | None],
    expected: tuple[str, str],
) -> None:
    chosen, locale, room, setting = known
    lookup = ReplyLanguages(languages, setting)
    if chosen:
        await languages.choose(ann(), chosen)
    words, public_words = await lookup.languages(ann(), locale, room)
    assert (words.code, public_words.code) == expected


async def test_the_first_to_use_the_bot_in_a_workspace_decides_its_language(
    languages: Languages, ann: Person, bob: Person
) -> None:
    lookup = ReplyLanguages(languages)
    await lookup.languages(ann(), "en", "ja")
    words, public_words = await lookup.languages(bob(), "en")
    _, elsewhere = await lookup.languages(Person("Zoe", workspace="other")(), "en")
    assert (words.code, public_words.code) == ("en", "ja")
    assert elsewhere.code == "en"
    assert (await lookup.languages(bob(), "ja", "en"))[1].code == "en"  # the platform reports one for the room
    assert (await ReplyLanguages(languages).languages(bob(), "en"))[1].code == "ja"
    alone = Person("Ann", workspace="direct:1")
    assert [(await lookup.languages(alone(), locale))[1].code for locale in ("en", "ja")] == ["en", "ja"]


async def test_a_choice_or_deletion_counts_at_once_here_and_within_seconds_in_other_processes(
    services: Services, languages: Languages, ann: Person, bob: Person
) -> None:
    now = 0.0
    here, there = ReplyLanguages(languages), ReplyLanguages(copy(languages), clock=lambda: now)

    async def heard(lookup: ReplyLanguages, person: Person) -> str:
        return (await lookup.languages(person(), "en", "en"))[0].code

    assert [await heard(lookup, ann) for lookup in (here, there)] == ["en", "en"]
    await languages.choose(ann(), "ja")
    assert [await heard(lookup, ann) for lookup in (here, there)] == ["ja", "en"]
    now = 3.0
    assert [await heard(lookup, ann) for lookup in (here, there)] == ["ja", "ja"]
    assert await heard(here, bob) == "en"
    await languages.choose(ann(), None)
    assert await heard(here, ann) == "en"
    await languages.choose(ann(), "ja")
    await services.privacy.delete(ann())
    now = 6.0
    assert [await heard(lookup, ann) for lookup in (here, there)] == ["en", "en"]


@pytest.mark.parametrize(
    "error", [StorageBusy("games.db"), pytest.param(ZeroDivisionError(), marks=pytest.mark.logs_errors)]
)
async def test_without_the_storage_people_are_answered_in_the_language_of_their_client(
    ann: Person, error: Exception
) -> None:
    def fail(_access: object = None) -> object:
        raise error

    lookup = ReplyLanguages(Languages(fail, lambda: None))  # type: ignore[arg-type,return-value]  # never gets so far
    words, public_words = await lookup.languages(ann(), "ja")
    assert (words.code, public_words.code) == ("ja", "ja")


@pytest.mark.parametrize("seconds", [0.4, 0.7, 1.0, 1.3])
async def test_a_cached_language_may_expire_at_any_moment(languages: Languages, ann: Person, seconds: float) -> None:
    await languages.choose(ann(), "ja")
    lookup = ReplyLanguages(languages, clock=count(step=seconds).__next__)  # that pass at every look at the clock
    for _ in range(50):
        words, _ = await lookup.languages(ann(), "en")
        assert words.code == "ja"


async def test_a_language_that_is_read_while_it_changes_is_not_cached(languages: Languages, ann: Person) -> None:
    lookup = ReplyLanguages(languages)
    await lookup.languages(ann(), "en", "en")
    read = languages.chosen_personally_by

    async def late(caller: Caller) -> str | None:
        chosen = await read(caller)
        languages.chosen_personally_by = read  # type: ignore[method-assign]  # only the first read is late
        await languages.choose(caller, "ja")
        await lookup.languages(Person("Bob")(), "en", "en")  # notices the change
        return chosen

    await languages.choose(ann(), None)
    languages.chosen_personally_by = late  # type: ignore[method-assign]
    await lookup.languages(ann(), "en", "en")
    assert (await lookup.languages(ann(), "en", "en"))[0].code == "ja"


async def test_the_settings_of_a_room_count_at_once_and_within_seconds_in_other_processes(
    services: Services, ann: Person
) -> None:
    now = 0.0
    here, there = ReplyLanguages(services.languages), ReplyLanguages(copy(services.languages), clock=lambda: now)
    for lookup in (here, there):
        assert (await lookup.languages(ann(), "en", "en"))[1].code == "en"
    await services.languages.choose(ann(), "ja")
    await services.shared_settings.change(replace(ann(), is_manager=True), {"language": "ja"}, in_channel=True)
    assert [(await lookup.languages(ann(), "en", "en"))[1].code for lookup in (here, there)] == ["ja", "en"]
    now = 3.0
    thread = replace(ann(), room=replace(ann().room, channel="thread"), parent=ann().room.channel)
    for caller, language in ((ann(), "ja"), (thread, "ja"), (Person("Ann", "elsewhere")(), "en")):
        assert (await there.languages(caller, "en", "en"))[1].code == language
