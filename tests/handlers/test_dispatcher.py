"""Requests and typed lines: errors become replies, and secrets in lines are noticed."""

import logging
import re
import unicodedata
from contextlib import AbstractAsyncContextManager
from unittest.mock import AsyncMock

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.commands.parsing import is_code_attempt
from bot.handlers.daily import GuessFormContent
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.lines import GuessTarget, command_with_secret, has_secret_in_options
from bot.handlers.request import Request
from bot.locales import LANGUAGES, Words
from bot.model.errors import StorageBusy, StorageError
from bot.model.operations import AdmissionListEntryKey, AdmissionListKind, AdmissionSubjectKind, NotServed, PaceLimits
from bot.model.rooms import Caller, RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.presenters.help import TOPICS, explanation_button
from bot.presenters.phrases import SMALL_TALK
from bot.presenters.refusals import refusal_text
from bot.presenters.views import Button, Heading, Paragraph, Reply, View
from bot.services import admission
from bot.services.services import Services
from core.game.errors import GameOver
from tests.fakes.observer import RecordingObserver
from tests.fakes.services import services_over
from tests.handlers.users import User, id_of, panel, text
from tests.support.people import Person
from tests.support.present import present

ENGLISH, JAPANESE = LANGUAGES["en"], LANGUAGES["ja"]
DAILY = GuessTarget("daily", "guess", {"rules": "4x10"})


def broken(error: Exception) -> Dispatcher:
    """A dispatcher whose storage raises `error` whatever is asked of it."""

    def units(access: Access = Access.CHANGE, room: RoomKey | None = None) -> AbstractAsyncContextManager[UnitOfWork]:  # noqa: ARG001  # the error comes first
        raise error

    return Dispatcher(services_over(units))


def said(reply: Reply) -> str:
    """The note of a reply."""
    return text(reply.note).strip()


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
    assert (len(reply.note.blocks) > 1) is is_private


@pytest.mark.parametrize("topic", TOPICS)
async def test_an_explanation_is_one_private_paragraph(dispatcher: Dispatcher, ann: Person, topic: str) -> None:
    button = explanation_button("How?", topic)
    asked = Invocation(BY_NAME[button.command], button.options)
    reply = await dispatcher.dispatch(Request(ann(), ENGLISH, ENGLISH, asked))
    assert reply.private
    assert reply.note == View((Paragraph(TOPICS[topic]),))


async def test_a_whole_game_is_answered_line_by_line(alice: User, dispatcher: Dispatcher) -> None:
    started = await alice.types("play hitblow")
    assert (started.board is not None, started.note) == (True, None)
    assert said(await User(dispatcher, Person("Bob")).types("4567")) == "4567: 0H0B"
    won = await alice.types("/hitblow guess 3102")
    assert [line.split()[1:] for line in panel(won.board)[1:]] == [
        ["4567", "0H0B", "····", "Bob"],
        ["3102", "4H0B", "●●●●", "Alice"],
    ]


async def test_the_board_is_in_the_room_s_language_and_the_note_in_the_reader_s(alice: User) -> None:
    alice.words = JAPANESE
    await alice.types("play who:race")
    reply = await alice.types("4567")
    assert "race" in panel(reply.board)[0]
    assert "レース" in panel(reply.note)[0]
    assert reply.private


async def test_a_button_of_an_old_game_says_that_it_is_over(alice: User) -> None:
    started = await alice.types("play")
    await alice.types("giveup yes")
    assert said(await alice.presses(started.board, "guess", "0123")) == refusal_text(GameOver(), ENGLISH)


async def test_a_mistaken_guess_is_refused_privately_and_costs_nothing(alice: User) -> None:
    await alice.types("play")
    reply = await alice.types("0012")
    assert said(reply) == (
        "`0012` uses 0 more than once. Type 4 digits, no repeats, such as `0123`. Nothing was counted."
    )
    assert (reply.private, reply.board) == (True, None)
    assert panel((await alice.types("board")).board)[1:] == ["12 tries"]


async def test_mistaken_rules_say_nothing_of_counting(alice: User) -> None:
    assert "counted" not in said(await alice.types("play chess"))


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
        ("stats Nobody", "no `Nobody` here"),
        ("help xyzzy", "There is no `xyzzy`. `help`"),
        ("rules 99x99", "10 positions"),
        ("rematch \ud800\u202e`", "Did you mean `rematch`?"),
        ("foo:3", "`play tries:8`"),
        ("tries:8", "like `play tries:8`"),
        ("yes", "doesn't work now"),
        ("leaderboard yearly", "`help leaderboard`"),
    ],
)
async def test_whatever_is_wrong_gets_a_sentence_that_helps(alice: User, line: str, part: str) -> None:
    assert part in said(await alice.types(line))


@pytest.mark.parametrize("line", ["stats", "leaderboard", "rules", "rules names", "help", "help play", "/hitblow"])
async def test_what_is_looked_up_is_a_note_without_a_board(alice: User, line: str) -> None:
    reply = await alice.types(line)
    assert said(reply)
    assert reply.board is None
    assert reply.private == (line != "leaderboard")


async def test_an_empty_line_is_not_answered(dispatcher: Dispatcher, caller: Caller) -> None:
    assert await dispatcher.dispatch_line(Request(caller, ENGLISH, ENGLISH), "   ") is None


async def answer(dispatcher: Dispatcher, caller: Caller, words: Words = ENGLISH) -> Reply:
    """What a dispatcher answers to `board`, also if it fails."""
    return present(await dispatcher.dispatch_line(Request(caller, words, words), "board"))


@pytest.mark.parametrize("words", [ENGLISH, JAPANESE])
@pytest.mark.logs_errors
async def test_an_unexpected_error_is_told_by_a_reference_and_never_by_its_text(
    words: Words, caller: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    reply = await answer(broken(RuntimeError("the secret is 3102")), caller, words)
    (logged,) = caplog.records
    assert "3102" not in said(reply)
    assert (reply.failed, reply.is_accepted) == (True, False)
    assert logged.levelno == logging.ERROR
    assert re.findall(r"[0-9a-f]{8}", said(reply))[0] in logged.getMessage()
    assert logged.exc_info is not None


@pytest.mark.logs_errors
async def test_two_errors_have_two_references(caller: Caller) -> None:
    dispatcher = broken(RuntimeError())
    assert len({said(await answer(dispatcher, caller)) for _ in range(2)}) == 2


@pytest.mark.logs_errors
async def test_a_form_is_empty_where_the_storage_fails_and_refused_after_other_errors(caller: Caller) -> None:
    request = Request(caller, ENGLISH, ENGLISH, Invocation(BY_NAME["board"]))
    assert await broken(StorageBusy("games.db")).guess_form(request) == GuessFormContent()
    for reply in (
        await broken(RuntimeError()).guess_form(request),
        await broken(RuntimeError()).dispatch_line(request, "0123"),
        await broken(RuntimeError()).dispatch_line(request, "rrgx"),
    ):
        assert isinstance(reply, Reply)
        assert reply.failed


@pytest.mark.logs_errors
async def test_a_storage_that_fails_is_a_failure_with_its_own_sentence(
    caller: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    error: StorageError = StorageBusy("games.db")
    reply = await answer(broken(error), caller)
    assert said(reply) == refusal_text(error, ENGLISH)
    assert reply.failed
    assert "games.db" in caplog.text


@pytest.mark.parametrize("line", ["0,1", "01", "0-1", "`0 1`", "0H1B", "1B"])
async def test_feedback_is_typed_as_people_like_while_it_is_asked_for(alice: User, line: str) -> None:
    reply = await alice.types(line, (await alice.types("suggest 3x10 012 0H1B")).note)
    assert [row.split()[2] for row in panel(reply.note)[1:]] == ["0H1B", "0H1B"]


@pytest.mark.parametrize(
    ("words", "line"), [(ENGLISH, "no"), (ENGLISH, "N"), (ENGLISH, " no "), (JAPANESE, "no"), (JAPANESE, "いいえ")]
)
async def test_what_is_not_confirmed_is_not_done(alice: User, services: Services, words: Words, line: str) -> None:
    alice.words = words
    await alice.types("play")
    assert said(await alice.types(line, (await alice.types("giveup")).note)) == words("Nothing was done.")
    assert (await alice.types(line)).refused
    assert await services.referee.running_game(alice.person()) is not None


@pytest.mark.parametrize(
    ("line", "is_done"), [("YES", True), (" y ", True), ("e", False), ("yes y", False), ("o", False)]
)
async def test_a_question_is_confirmed_by_a_whole_word(
    alice: User, services: Services, line: str, *, is_done: bool
) -> None:
    await alice.types("play")
    assert said(await alice.types(line, (await alice.types("giveup")).note)) != "Nothing was done."
    assert (await services.referee.running_game(alice.person()) is None) is is_done


async def test_below_a_board_commands_are_about_its_game_and_yes_confirms_nothing(alice: User) -> None:
    shared = (await alice.types("play")).board
    await alice.types("play who:me")
    assert said(await alice.types("yes", shared)) == "That doesn't work now. `board` shows what does."
    question = await alice.types("giveup", shared)
    assert "#k1" in said(question)
    assert "#k2" in said(await alice.types("giveup"))
    assert id_of(await alice.types("yes", question.note)) == "k1"


@pytest.mark.parametrize(
    ("choices", "line", "told"),
    [(["0H2B", "1H1B"], "5", "can get `5H0B`"), (["0H2B"], "0 2", "0H2B"), (["0H2B"], "3 4 5", "No game is running")],
)
async def test_what_is_shorter_than_a_code_or_among_the_choices_is_feedback(
    alice: User, choices: list[str], line: str, told: str
) -> None:
    asked = View((Paragraph("?"),), tuple(Button(choice, "answer", {"feedback": choice}) for choice in choices))
    await alice.types("suggest 3x10 012 0H1B")
    assert told in said(await alice.types(line, asked))


@pytest.mark.parametrize("line", ["345", "guess 10"])
async def test_a_guess_is_a_guess_even_while_feedback_is_asked_for(alice: User, line: str) -> None:
    asked = await alice.types("suggest 3x10 012 0H1B")
    assert "No game is running here" in said(await alice.types(line, asked.note))


@pytest.mark.parametrize("line", ["guess 0456", "Guess 0456", "`/GUESS 0456`"])
async def test_a_guess_with_its_command_is_made_without_a_question(alice: User, line: str) -> None:
    await alice.types("play")
    asked = await alice.types("suggest 012 0H1B rules:3x10")
    assert "0456" in text((await alice.types(line, asked.note)).board)


async def test_a_code_is_asked_about_while_the_coach_waits_and_is_a_guess_if_it_is_meant(alice: User) -> None:
    target = GuessTarget("guess", "code", game=id_of(await alice.types("play")))
    asked = await alice.types("suggest 012 0H1B rules:3x10")
    assert (await alice.types("board", asked.note)).board is not None
    await alice.types("play who:me")
    question = await alice.types("0456", asked.note, target)
    assert question.refused
    assert said(question).splitlines() == [
        "Is `0456` a guess? For the coach, type it with its feedback, as in `0456 0H1B`.",
        "[ Guess ] = guess code:0456",
    ]
    assert "0456" in text((await alice.types("yes", question.note)).board)
    assert "0456" in text((await alice.types("board #k1")).board)


@pytest.mark.parametrize(
    ("line", "told"),
    [("wxyz", "not one of `RYGBPO`"), ("bord", "Did you mean `board`?"), ("wxyz now", "no `wxyz`"), ("vwxyz", "no")],
)
async def test_only_a_word_as_long_as_a_code_of_letters_is_a_guess_at_it(alice: User, line: str, told: str) -> None:
    assert told in said(await alice.types(line, target=GuessTarget("daily", "guess", {"rules": "mastermind"})))


@pytest.mark.parametrize(
    ("line", "is_chat"),
    [
        *((line, True) for line in ("hello", "Hi!", "ok", "おはよう", "bad")),
        *((line, False) for line in ("a1b2", "🔴🟡🟢🔵", "12")),
    ],
)
async def test_letters_are_chat_in_a_game_of_digits(alice: User, line: str, *, is_chat: bool) -> None:
    target = GuessTarget("guess", "code", game=id_of(await alice.types("play")))
    for on_screen in (None, target, DAILY):
        assert (said(await alice.types(line, target=on_screen)) == SMALL_TALK) is is_chat


async def test_a_choice_that_is_typed_again_below_an_older_question_changes_nothing(alice: User) -> None:
    asked = await alice.types("suggest 3x10 012 0H1B")
    answered = await alice.types("answer 0H0B", asked.note)
    assert panel((await alice.types("answer 0H0B", asked.note)).note) == panel(answered.note)


async def test_a_code_is_a_guess_in_the_game_on_the_screen(alice: User) -> None:
    target = GuessTarget("guess", "code", game=id_of(await alice.types("play")))
    await alice.types("play who:me")
    assert "0456" in text((await alice.types("0456", target=target)).board)
    assert "0456" not in text((await alice.types("board")).board)


@pytest.mark.parametrize(
    ("line", "told"), [("board", "18 November"), ("fix", "nothing to change"), ("hint", "on the screen")]
)
async def test_commands_about_a_game_are_about_the_daily_on_the_screen(alice: User, line: str, told: str) -> None:
    assert told in said(await alice.types(line, target=DAILY))


@pytest.mark.parametrize("line", ["answer 0H1B", "fix", "undo", "hint", "draw", "claim", "secret", "rematch", "board"])
async def test_a_command_that_a_daily_lacks_is_refused_and_names_the_game_that_goes_on(alice: User, line: str) -> None:
    await alice.types("play")
    refused = await alice.types(line, target=DAILY)
    assert refused.refused
    lacked = f"The daily is on the screen, and `{line.partition(' ')[0]}` does not work in it."
    assert said(refused) == f"{lacked} Game #k1 goes on: `board #k1` shows it."


@pytest.mark.parametrize(
    ("line", "options"),
    [("play 4x10 tries:8", {"rules": "4x10", "tries": "8", "who": "me"}), ("host 3x10", {"who": "me"})],
)
async def test_beside_a_shared_game_one_is_offered_alone_with_the_options_of_play(
    alice: User, line: str, options: dict[str, str]
) -> None:
    await alice.types("play")
    note = present((await alice.types(line)).note)
    assert [button.options for button in note.buttons if button.command == "play"] == [options]


async def test_feedback_for_a_game_that_waits_for_none_is_not_for_the_coach(alice: User) -> None:
    asked = await alice.types("suggest 3x10 012 0H1B")
    hosted = id_of(await alice.types("host 3x10 keep:head"))
    assert (await alice.invokes(Invocation(BY_NAME["answer"], {"feedback": "0H0B"}, hosted))).refused
    assert panel((await alice.types("suggest")).note) == panel(asked.note)


async def test_a_stale_button_for_corrections_shows_the_conversation(alice: User) -> None:
    asked = await alice.types("suggest 3x10 012 0H1B")
    assert panel((await alice.invokes(Invocation(BY_NAME["fix"], step=3))).note) == panel(asked.note)


async def test_the_daily_on_the_screen_is_verified_and_given_up(alice: User) -> None:
    await alice.types("play")
    assert said(await alice.types("board verify:yes", target=DAILY)).startswith("*Verify*")
    await alice.types("giveup confirm:yes", target=DAILY)
    assert said(await alice.types("daily")).startswith("*Not solved.*")


async def test_an_answer_beside_a_daily_is_for_the_coach_while_no_game_runs(alice: User) -> None:
    await alice.types("suggest 3x10 012 0H1B")
    reply = await alice.types("answer 0H0B", target=DAILY)
    assert [row.split()[2] for row in panel(reply.note)[1:]] == ["0H1B", "0H0B"]


async def test_feedback_for_the_coach_is_typed_also_beside_a_daily_and_a_game(alice: User) -> None:
    await alice.types("play")
    reply = await alice.types("0H1B", (await alice.types("suggest 012 0H1B rules:3x10")).note, DAILY)
    assert [row.split()[2] for row in panel(reply.note)[1:]] == ["0H1B", "0H1B"]


async def test_the_board_reminds_a_player_of_their_own_secret_where_nothing_is_kept(alice: User) -> None:
    await alice.tells(await alice.types("versus easy"), "9876")
    assert (await alice.types("board")).note is None
    alice.reveals_own_secret = True
    assert said(await alice.types("board")) == "Your secret is `9876`."
    await alice.types("giveup yes")
    assert said(await alice.types("board")) == ""


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

    def units(access: Access = Access.CHANGE, room: RoomKey | None = None) -> AbstractAsyncContextManager[UnitOfWork]:  # noqa: ARG001  # as in `broken`
        raise error

    await Dispatcher(services_over(units, observer=observer)).dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play")
    assert observer.commands == [("play", "console", "failed")]


async def test_people_whom_the_operator_has_excluded_can_only_see_to_their_data(
    alice: User, dispatcher: Dispatcher, services: Services
) -> None:
    key = alice.person().player
    await services.admission.decide(
        AdmissionListEntryKey(key.platform, AdmissionSubjectKind.PERSON, key.user), AdmissionListKind.BLOCK
    )
    for alice.words in (ENGLISH, JAPANESE):
        for line in ("play", "help", "0123"):
            assert (
                said(await alice.types(line))
                == text(View((Paragraph(refusal_text(NotServed(), alice.words)),))).strip()
            )
    alice.words = ENGLISH
    assert "excluded" not in said(await alice.types("privacy"))
    assert (await User(dispatcher, Person("Bob")).types("play")).board is not None


async def test_in_read_only_mode_games_can_only_be_looked_at(services: Services, alice: User) -> None:
    await services.admission.set_read_only(read_only=True)
    for line in ("play", "0123", "hint", "daily", "settings mentions:off", "suggest", "privacy delete"):
        assert "maintenance" in await alice.refusal_of(line)
    for line in ("help", "stats", "settings", "privacy", "leaderboard", "rules"):
        assert "maintenance" not in said(await alice.types(line))


async def test_commands_have_the_cooldown_of_the_platform_but_privacy_is_never_refused(
    services: Services, alice: User
) -> None:
    services.admission.pace = PaceLimits(cooldown=3600)
    for _ in range(5):
        assert not (await alice.types("help")).refused
    assert (await alice.types("help")).refused
    assert not (await alice.types("privacy")).failed
    await services.admission.set_cooldown(0)
    assert (await services.admission.stored_rules()).cooldown == 0


async def test_commands_are_counted_for_all_processes_but_guesses_are_not(
    services: Services, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = AsyncMock(return_value=0)
    monkeypatch.setattr(admission, "count_request", counted)
    services.admission.pace = PaceLimits(cooldown=1)
    for _ in range(2):
        await alice.types("guess 0123")
    counted.assert_not_awaited()
    await alice.types("help")
    counted.assert_awaited()


@pytest.mark.parametrize("text", ["0123", "0 1 2 3", "0,1,2,3", "０１２３", "0-1_2/3", "7", "0;1.2"])
def test_digits_and_separators_are_an_attempt_at_a_code(text: str) -> None:
    assert is_code_attempt(text)


@pytest.mark.parametrize("text", ["", " , ", "0123?", "0H2B", "no 1", "abcd", "🔴🟡"])
def test_anything_else_may_be_chat(text: str) -> None:
    assert not is_code_attempt(text)


@pytest.mark.parametrize(
    "text",
    [
        "versus 7391",
        "/hitblow versus 7391",
        "VERSUS ７３９１",
        "ｖｅｒｓｕｓ 7391",
        "versus hard 7391",
        "versus secret:7391",
        "versus rules:7391",
        "versus rules:4x10 7391",
        "versus dcba",
        "versus easy dcba",
        "versus level:hrad secret:dcba",
        'versus rules:"4x10 7391"',
        "versus easy trys:7391",
        "host 7391",
        "host dcba",
        "host ７３９１",
        "host 7-3-9-1",
        "host 🔴🟡🟢🔵",
        "host rules:7391",
        "host tries:7391",
        "host keep:7391",
        "host numeron 7391",
        "host 4x10 7 3 9 1",
        "host 4x10 head trys:7391",
        "duel @bob 7391",
        "duel UBOB 3x10 739",
        "duel UBOB 7391 hidden:yes",
        "duel UBOB trys:7391",
        "host ｄｃｂａ",
        "secret 7391",
        "versus items:7391",
        "duel UBOB tries:739",
        'duel opponent:"@bob 7391"',
        "host dcba trys:x",
        "host trys:739",
        "host tries:739",
        "host x4",
    ],
)
def test_a_secret_is_recognised_wherever_it_stands(text: str) -> None:
    assert command_with_secret(text) == unicodedata.normalize("NFKC", text.removeprefix("/hitblow ")).split()[0].lower()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "versus",
        "versus ",
        "versus easy",
        "versus hrad",
        "versus easy rules:4x99",
        "versus secret:head",
        "versus secret:BOT level:expertt",
        "versus rules:mastermind",
        "guess 7391",
        "7391",
        "play 4x10 tries:7",
        "host",
        "host numeron",
        "versus impossible",
        "host numeronn",
        "host mastermind 8 keep:head",
        "host 4x",
        "host 4x99",
        "host 4X99",
        "host tries:99",
        "host head",
        "host trys:8",
        "secret head",
        "duel UBOB1234",
        "duel UBOB1234 3x10 8 hidden:yes",
        "duel UBOB tries:73",
        "versus trys:zz",
        "host trys:73",
        "host 4x100",
        "host zebra trys:x",
    ],
)
def test_a_mistyped_option_is_not_taken_for_a_secret(text: str) -> None:
    assert command_with_secret(text) is None


@pytest.mark.parametrize("option", ["rules", "tries", "keep"])
def test_a_secret_is_recognised_in_any_option_of_a_form(option: str) -> None:
    assert has_secret_in_options(Invocation(BY_NAME["host"], {option: "7391"}))
    assert has_secret_in_options(Invocation(BY_NAME["host"], {option: "7 3 9 1"}))


def test_usual_options_of_a_form_tell_no_secret() -> None:
    options = {"rules": "numeron", "tries": "12", "keep": "head"}
    assert not has_secret_in_options(Invocation(BY_NAME["host"], options))
    assert not has_secret_in_options(Invocation(BY_NAME["host"]))
