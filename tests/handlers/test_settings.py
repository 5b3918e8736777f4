"""Settings as they are typed, which is the same on every platform."""

from dataclasses import replace

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.commands.settings_options import TERMINAL
from bot.handlers.dispatcher import Dispatcher
from bot.model.rooms import Caller
from bot.presenters.forms import FieldKind, Form
from bot.presenters.views import Reply, View
from bot.wording import LANGUAGES, Words
from core.game.rules import FEEDBACK_WORDS
from tests.handlers.speaker import Speaker, text
from tests.support.people import Person
from tests.support.snapshots import Snapshots


class Manager(Person):
    """Somebody who manages the place."""

    def __call__(self) -> Caller:
        return replace(super().__call__(), is_manager=True)


@pytest.fixture
def mia(dispatcher: Dispatcher) -> Speaker:
    return Speaker(dispatcher, Manager("Mia", platform="slack"))


@pytest.fixture
def alice(dispatcher: Dispatcher) -> Speaker:
    return Speaker(dispatcher, Person("Alice", platform="slack"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_typed_and_what_comes_back(
    mia: Speaker, alice: Speaker, snapshots: Snapshots, language: str
) -> None:
    for who, line in (
        (mia, "settings"),
        (mia, "settings group:players"),
        (mia, "settings here timezone:asia/tokyo idle:24"),
        (mia, "settings channel begin:nobody"),
        (alice, "play"),
        (alice, "settings"),
        (mia, "settings channel begin:default words:eatbite rules:3x10"),
        (mia, "settings channel words:eatbite"),
        (alice, "settings server hints:nobody"),
        (mia, "settings timezone:Asia/Tokio"),
        (mia, "settings channel channels:home"),
        (mia, "settings server warnings:off"),
        (mia, "settings me hour:9"),
        (mia, "settings hour:24"),
        (mia, "settings begin:friends"),
        (mia, "settings reminders:perhaps"),
        (mia, "settings summary:daily"),
        (mia, "settings channel summary:daily"),
        (mia, "settings language:ja"),
        (alice, "settings mentions:off"),
        (alice, "settings mentions:default warnings:off"),
    ):
        who.words = LANGUAGES[language]
        snapshots.step(f"{who.person().name}: {line}", text((await who.types(line)).note))
    snapshots.check_steps(f"settings_{language}")


ON_OFF = ("default", "on", "off")
WHO = ("default", "everyone", "managers", "nobody")
FIELDS = {
    "language": {"language": (FieldKind.CHOICE, "default", ("default", *LANGUAGES))},
    "rules": {
        "rules": (FieldKind.TEXT, "", ()),
        "words": (FieldKind.CHOICE, "default", ("default", *FEEDBACK_WORDS)),
    },
    "games": {
        "channels": (FieldKind.CHANNELS, "", ()),
        **dict.fromkeys(("begin", "threads", "hints"), (FieldKind.CHOICE, "default", WHO)),
    },
    "announcements": {
        "announcements": (FieldKind.CHANNEL, "", ()),
        "summary": (FieldKind.CHOICE, "default", ("default", "off", "daily", "weekly")),
        "hour": (FieldKind.CHOICE, "default", ("default", *map(str, range(24)))),
        "timezone": (FieldKind.TEXT, "", ()),
    },
    "players": {
        **dict.fromkeys(("mentions", "reminders"), (FieldKind.CHOICE, "default", ON_OFF)),
        **dict.fromkeys(("turn", "challenge", "idle"), (FieldKind.TEXT, "", ())),
    },
}
CHOSEN = {
    "language": "ja",
    "rules": "4x6r",
    "words": "eatbite",
    "channels": "C1,C2",
    "begin": "managers",
    "threads": "nobody",
    "hints": "everyone",
    "announcements": "C1",
    "summary": "weekly",
    "hour": "17",
    "timezone": "Asia/Tokyo",
    "mentions": "off",
    "reminders": "on",
    "turn": "8",
    "challenge": "8760",
    "idle": "1",
}


@pytest.fixture
def reaching(mia: Speaker) -> Speaker:
    """A manager on a platform that knows every channel and posts everywhere."""

    async def post(_channel: str, _view: View, _words: Words) -> bool:
        return True

    mia.find_channel, mia.announce = str, post
    return mia


async def test_announcements_that_move_say_so_in_the_new_channel_only(mia: Speaker) -> None:
    posts: list[str] = []

    async def post(channel: str, _view: View, _words: Words) -> bool:
        posts.append(channel)
        return True

    mia.find_channel, mia.announce = str, post
    for change in ("announcements:C1", "announcements:C2", "hints:nobody", "announcements:C2", "announcements:C1"):
        await mia.types(f"settings server {change}")
    assert posts == ["C1", "C2", "C2", "C1"]


def lines_of(reply: Reply) -> int:
    """The number of paragraphs of a note that is no refusal."""
    assert not reply.refused
    assert reply.note is not None
    return len(reply.note.blocks)


async def form_of(who: Speaker, line: str) -> Form:
    form = (await who.types(line)).form
    assert form is not None
    return form


@pytest.mark.parametrize("group", FIELDS)
@pytest.mark.parametrize("scope", ["server", "channel"])
async def test_a_form_has_a_field_for_every_setting_of_its_group(mia: Speaker, scope: str, group: str) -> None:
    form = await form_of(mia, f"settings {scope} group:{group}")
    assert (form.command, form.options) == ("settings", {"scope": scope, "group": group})
    shown = {field.option: (field.kind, field.value, tuple(field.choices)) for field in form.fields}
    assert shown == {
        option: field for option, field in FIELDS[group].items() if scope == "server" or option != "channels"
    }


@pytest.mark.parametrize("group", FIELDS)
async def test_what_was_entered_in_a_form_stands_in_it_and_entering_it_again_changes_nothing(
    reaching: Speaker, group: str
) -> None:
    form = await form_of(reaching, f"settings server group:{group}")
    entered = {field.option: CHOSEN[field.option] for field in form.fields}
    changed = await reaching.invokes(Invocation(BY_NAME["settings"], {**form.options, **entered}))
    assert lines_of(changed) == 1 + len(entered)
    form = await form_of(reaching, f"settings server group:{group}")
    assert {field.option: field.value for field in form.fields} == entered
    again = await reaching.invokes(Invocation(BY_NAME["settings"], {**form.options, **entered}))
    assert lines_of(again) == 1
    emptied = dict.fromkeys(entered, "")
    await reaching.invokes(Invocation(BY_NAME["settings"], {**form.options, **emptied}))
    form = await form_of(reaching, f"settings server group:{group}")
    assert {field.option: (field.kind, field.value, tuple(field.choices)) for field in form.fields} == FIELDS[group]


async def test_a_form_of_a_channel_names_what_it_inherits_from_the_server(mia: Speaker) -> None:
    await mia.types("settings server turn:5 hints:nobody")
    fields = {
        field.option: field
        for group in ("games", "players")
        for field in (await form_of(mia, f"settings channel group:{group}")).fields
    }
    assert "5" in fields["turn"].hint
    assert fields["hints"].choices["nobody"].lower() in fields["hints"].choices["default"].lower()
    assert (fields["turn"].value, fields["hints"].value) == ("", "default")


async def test_only_managers_get_a_form(alice: Speaker) -> None:
    refused = await alice.types("settings server group:rules")
    assert refused.refused
    assert refused.form is None


async def test_games_begin_with_the_rules_and_words_of_the_room(mia: Speaker, alice: Speaker) -> None:
    await mia.types("settings channel rules:4x6r words:bulls")
    assert "4x6r-bulls" in text((await alice.types("leaderboard")).note)
    assert "4x10-bulls" in text((await alice.types("leaderboard 4x10")).note)
    assert "3x10-eatbite" in text((await alice.types("leaderboard numeron")).note)
    elsewhere = Speaker(alice.dispatcher, Person("Alice", room="garden", platform="slack"))
    assert "4x10" in text((await elsewhere.types("leaderboard")).note)


@pytest.mark.parametrize("line", ["play", "host", "versus easy", "duel Boris", "rematch"])
async def test_every_way_to_begin_a_game_follows_the_settings(mia: Speaker, alice: Speaker, line: str) -> None:
    await mia.types("settings server begin:managers")
    assert (await alice.types(line)).refused
    assert "start games" in text((await alice.types(line)).note)


async def test_managers_may_do_what_is_reserved_for_them(mia: Speaker) -> None:
    await mia.types("settings server begin:managers hints:managers")
    assert (await mia.types("play")).board is not None
    assert not (await mia.types("hint")).refused


async def test_an_example_in_the_help_can_be_typed(mia: Speaker) -> None:
    assert not (await mia.types("settings server timezone:Asia/Tokyo idle:48")).refused


async def test_in_a_terminal_only_the_settings_that_mean_something_there_are_shown_and_changed(
    dispatcher: Dispatcher,
) -> None:
    here = Speaker(dispatcher, Manager("Mia"))
    shown = text((await here.types("settings")).note)
    assert {option for option in CHOSEN if f"`{option}" in shown} == {*CHOSEN} & TERMINAL
    for option, value in CHOSEN.items():
        assert (await here.types(f"settings server {option}:{value}")).refused is (option not in TERMINAL)


async def test_a_chosen_language_is_shown_by_its_own_name(mia: Speaker) -> None:
    name = LANGUAGES["ja"].language_name()
    assert name not in text((await mia.types("settings")).note)
    await mia.types("settings server language:ja")
    assert text((await mia.types("settings")).note).count(name) == 1
    await mia.types("settings me language:ja")
    assert text((await mia.types("settings")).note).count(name) == 2
