import logging
import re

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.model.errors import StorageBusy, StorageError
from bot.model.operations import AdmissionKey, Decision, NotServed, Pace, Subject
from bot.model.rooms import Caller, RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.presenters.help import TOPICS, explanation
from bot.presenters.refusals import refusal
from bot.presenters.views import Button, Heading, Paragraph, Reply, View
from bot.services.services import Services
from core.game.errors import GameOver
from tests.fakes.observer import RecordingObserver
from tests.fakes.services import services_over
from tests.handlers.users import User, panel
from tests.support.people import Person
from tests.support.snapshots import as_text

ENGLISH, JAPANESE = LANGUAGES["en"], LANGUAGES["ja"]


def broken(error: Exception) -> Dispatcher:
    """A dispatcher whose storage raises `error` whatever is asked of it."""

    def units(access: Access = Access.CHANGE, room: RoomKey | None = None) -> UnitOfWork:  # noqa: ARG001  # the error comes first
        raise error

    return Dispatcher(services_over(units))


def said(reply: Reply | None) -> str:
    """The note of a reply."""
    assert reply is not None
    assert reply.note is not None
    return as_text(reply.note).strip()


@pytest.fixture
def dispatcher(services: Services) -> Dispatcher:
    return Dispatcher(services)


RARE, COMMON = Button("Months", "stats", is_rare=True), Button("Share", "stats")


@pytest.mark.parametrize(
    ("is_private", "shown"), [(True, ["Share", "Months", "Months"]), (False, ["Months", "Months"])]
)
async def test_more_shows_the_rare_buttons_of_a_reply_privately(
    dispatcher: Dispatcher, ann: Person, monkeypatch: pytest.MonkeyPatch, *, is_private: bool, shown: list[str]
) -> None:
    async def stats(_request: Request, _services: Services) -> Reply:
        return Reply(note=View((Heading("Ann"), Paragraph("3.80")), (COMMON, RARE, RARE)), private=is_private)

    monkeypatch.setattr("bot.handlers.dispatcher._handler", lambda _command: stats)
    asked = Invocation(BY_NAME["stats"], {"more": "on"})
    reply = await dispatcher.dispatch(Request(ann(), ENGLISH, ENGLISH, asked))
    assert reply.private
    assert reply.note is not None
    assert [button.label for button in reply.note.buttons] == shown
    assert not any(button.is_rare for button in reply.note.buttons)
    assert reply.note.blocks[0] == Heading("Ann")
    assert (len(reply.note.blocks) > 1) == is_private


@pytest.mark.parametrize("topic", TOPICS)
async def test_an_explanation_is_one_private_paragraph(dispatcher: Dispatcher, ann: Person, topic: str) -> None:
    button = explanation("How?", topic)
    asked = Invocation(BY_NAME[button.command], button.options)
    reply = await dispatcher.dispatch(Request(ann(), ENGLISH, ENGLISH, asked))
    assert reply.private
    assert reply.note == View((Paragraph(TOPICS[topic]),))


async def test_a_whole_game_is_answered_line_by_line(dispatcher: Dispatcher, ann: Person, bob: Person) -> None:
    started = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play hitblow")
    assert started is not None
    assert started.board is not None
    assert started.note is None
    guessed = await dispatcher.dispatch_line(Request(bob(), ENGLISH, ENGLISH), "4567")
    assert said(guessed) == "4567: 0H0B"
    won = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "/hitblow guess 3102")
    assert won is not None
    assert [line.split()[1:] for line in panel(won.board)[1:]] == [
        ["4567", "0H0B", "····", "Bob"],
        ["3102", "4H0B", "●●●●", "Ann"],
    ]
    assert not won.failed


async def test_the_board_is_in_the_room_s_language_and_the_note_in_the_reader_s(
    dispatcher: Dispatcher, ann: Person
) -> None:
    await dispatcher.dispatch_line(Request(ann(), JAPANESE, ENGLISH), "play who:race")
    reply = await dispatcher.dispatch_line(Request(ann(), JAPANESE, ENGLISH), "4567")
    assert reply is not None
    assert "race" in panel(reply.board)[0]
    assert "レース" in panel(reply.note)[0]
    assert reply.private


async def test_a_button_of_an_old_game_says_that_it_is_over(dispatcher: Dispatcher, ann: Person) -> None:
    started = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play")
    assert started is not None
    assert started.board is not None
    await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "giveup yes")
    pressed = Invocation(BY_NAME["guess"], {"code": "0123"}, started.board.game)
    reply = await dispatcher.dispatch(Request(ann(), ENGLISH, ENGLISH, pressed))
    assert said(reply) == refusal(GameOver(), ENGLISH)
    assert not reply.failed


async def test_a_mistaken_guess_is_refused_privately_and_costs_nothing(dispatcher: Dispatcher, ann: Person) -> None:
    await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play")
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "0012")
    assert said(reply) == (
        "`0012` uses 0 more than once. Type 4 digits, no repeats, such as `0123`. Nothing was counted."
    )
    assert reply is not None
    assert (reply.private, reply.failed, reply.board) == (True, False, None)
    board = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "board")
    assert board is not None
    assert panel(board.board)[1:] == ["12 tries"]


async def test_mistaken_rules_say_nothing_of_counting(dispatcher: Dispatcher, ann: Person) -> None:
    assert "counted" not in said(await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play chess"))


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("paly", "Did you mean `play`?"),
        ("play trys:8", "`help play`"),
        ("play tries:100", "0 to 99"),
        ("play who:nobody", "`everyone`, `me`, `race`"),
        ("guess", "`guess` needs `code:`"),
        ("0123", "No game is running here."),
        ("board", "No game is running here."),
        ("stats Nobody", "Nobody called `Nobody`"),
        ("help xyzzy", "There is no command `xyzzy`"),
        ("rules 99x99", "10 positions"),
        ("rematch \ud800\u202e`", "Did you mean `rematch`?"),
        ("foo:3", "`play tries:8`"),
        ("tries:8", "as in `play tries:8`"),
        ("yes", "nothing to confirm"),
        ("leaderboard yearly", "one of `today`, `week`, `month`, `season`, `all`"),
    ],
)
async def test_whatever_is_wrong_gets_a_sentence_that_helps(
    dispatcher: Dispatcher, ann: Person, line: str, part: str
) -> None:
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line)
    assert part in said(reply)
    assert reply is not None
    assert not reply.failed


@pytest.mark.parametrize("line", ["stats", "leaderboard", "rules", "rules names", "help", "help play", "/hitblow"])
async def test_what_is_looked_up_is_a_note_without_a_board(dispatcher: Dispatcher, ann: Person, line: str) -> None:
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line)
    assert said(reply)
    assert reply is not None
    assert reply.board is None
    assert reply.private == (line != "leaderboard")


async def test_an_empty_line_is_not_answered(dispatcher: Dispatcher, ann: Person) -> None:
    assert await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "   ") is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.logs_errors
async def test_an_unexpected_error_is_told_by_a_reference_and_never_by_its_text(
    language: str, caller: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    words = LANGUAGES[language]
    reply = await broken(RuntimeError("the secret is 3102")).dispatch_line(Request(caller, words, words), "board")
    (logged,) = caplog.records
    reference = re.findall(r"[0-9a-f]{8}", said(reply))[0]
    assert "3102" not in said(reply)
    assert reply is not None
    assert reply.failed
    assert logged.levelno == logging.ERROR
    assert reference in logged.getMessage()
    assert logged.exc_info is not None


@pytest.mark.logs_errors
async def test_two_errors_have_two_references(caller: Caller) -> None:
    dispatcher = broken(RuntimeError())
    told = {said(await dispatcher.dispatch_line(Request(caller, ENGLISH, ENGLISH), "board")) for _ in range(2)}
    assert len(told) == 2


@pytest.mark.logs_errors
async def test_a_storage_that_fails_is_a_failure_with_its_own_sentence(
    caller: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    error: StorageError = StorageBusy("games.db")
    reply = await broken(error).dispatch_line(Request(caller, ENGLISH, ENGLISH), "0123")
    assert said(reply) == refusal(error, ENGLISH)
    assert reply is not None
    assert reply.failed
    assert "games.db" in caplog.text


@pytest.mark.parametrize("line", ["0,1", "01", "0-1", "`0 1`", "0H1B", "1B"])
async def test_feedback_is_typed_as_people_like_while_it_is_asked_for(
    dispatcher: Dispatcher, ann: Person, line: str
) -> None:
    asked = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "suggest 3x10 012 0H1B")
    assert asked is not None
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line, asked.note)
    assert reply is not None
    assert [row.split()[2] for row in panel(reply.note)[1:]] == ["0H1B", "0H1B"]


@pytest.mark.parametrize("line", ["no", "N", " no "])
async def test_what_is_not_confirmed_is_not_done(
    dispatcher: Dispatcher, ann: Person, services: Services, line: str
) -> None:
    await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play")
    asked = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "giveup")
    assert asked is not None
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line, asked.note)
    assert said(reply) == "Nothing was done."
    assert await services.referee.running(ann()) is not None


@pytest.mark.parametrize("line", ["345", "guess 10"])
async def test_a_guess_is_a_guess_even_while_feedback_is_asked_for(
    dispatcher: Dispatcher, ann: Person, line: str
) -> None:
    asked = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "suggest 3x10 012 0H1B")
    assert asked is not None
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line, asked.note)
    assert "No game is running here" in said(reply)


async def test_the_board_reminds_a_player_of_their_own_secret_where_nothing_is_kept(
    dispatcher: Dispatcher, ann: Person
) -> None:
    asked = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "versus easy")
    assert asked is not None
    assert asked.prompt is not None
    secret = Invocation(BY_NAME["versus"], asked.prompt.options, private_input="9876")
    await dispatcher.dispatch(Request(ann(), ENGLISH, ENGLISH, secret))
    kept = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "board")
    assert kept is not None
    assert kept.note is None
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH, reveals_own_secret=True), "board")
    assert said(reply) == "Your secret is `9876`."
    await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "giveup yes")
    ended = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH, reveals_own_secret=True), "board")
    assert ended is not None
    assert ended.note is None


async def test_every_command_is_reported_with_its_platform_and_outcome(database: Database, ann: Person) -> None:
    observer = RecordingObserver()
    dispatcher = Dispatcher(services_over(database.unit, "3102", observer=observer))
    for line in ("play", "0123", "012", "help"):
        await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line)
    assert observer.commands == [
        ("play", "console", "done"),
        ("guess", "console", "done"),
        ("guess", "console", "refused"),
        ("help", "console", "done"),
    ]


@pytest.mark.logs_errors
@pytest.mark.parametrize("error", [StorageBusy("hitblow.db"), ZeroDivisionError()])
async def test_a_command_that_fails_is_reported_as_failed(ann: Person, error: Exception) -> None:
    observer = RecordingObserver()

    def units(access: Access = Access.CHANGE, room: RoomKey | None = None) -> UnitOfWork:  # noqa: ARG001  # as in `broken`
        raise error

    await Dispatcher(services_over(units, observer=observer)).dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play")
    assert observer.commands == [("play", "console", "failed")]


async def test_people_whom_the_operator_has_excluded_can_only_see_to_their_data(
    dispatcher: Dispatcher, services: Services, ann: Person, bob: Person
) -> None:
    key = ann().player
    await services.admission.decide(AdmissionKey(key.platform, Subject.PERSON, key.user), Decision.BLOCK)
    for words in (ENGLISH, JAPANESE):
        for line in ("play", "help", "0123"):
            refused = await dispatcher.dispatch_line(Request(ann(), words, words), line)
            assert said(refused) == as_text(View((Paragraph(refusal(NotServed(), words)),))).strip()
    seen = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "privacy")
    assert seen is not None
    assert "excluded" not in said(seen)
    played = await dispatcher.dispatch_line(Request(bob(), ENGLISH, ENGLISH), "play")
    assert played is not None
    assert played.board is not None


async def test_in_read_only_mode_games_can_only_be_looked_at(
    services: Services, dispatcher: Dispatcher, ann: Person
) -> None:
    await services.admission.set_read_only(read_only=True)
    for line in ("play", "0123", "hint", "daily", "settings mentions:off", "suggest", "privacy delete"):
        refused = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line)
        assert "maintenance" in said(refused)
        assert refused is not None
        assert refused.refused
    for line in ("help", "stats", "settings", "privacy", "leaderboard", "rules"):
        shown = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line)
        assert shown is not None
        assert "maintenance" not in as_text(shown.note or View(()))


async def test_commands_have_the_cooldown_of_the_platform_but_privacy_is_never_refused(
    services: Services, alice: User
) -> None:
    services.admission.pace = Pace(cooldown=3600)
    for _ in range(5):
        assert not (await alice.types("help")).refused
    assert (await alice.types("help")).refused
    assert not (await alice.types("privacy")).failed
    await services.admission.set_cooldown(0)
    assert (await services.admission.rules()).cooldown == 0
