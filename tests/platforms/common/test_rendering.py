"""The texts that buttons carry, and rendering images beside an event loop."""

import asyncio
from concurrent.futures.process import BrokenProcessPool

import pytest
from msgspec.structs import replace

from bot.commands.catalogue import ALL, BY_NAME, CHOOSE
from bot.commands.command import UnknownCommand, UnknownOption
from bot.commands.invocation import Invocation
from bot.locales import LANGUAGES
from bot.platforms.common.rendering import ButtonAction, ImageRenderer, RenderedImage, style_of
from bot.presenters.images import Image, render_png, svg_document
from bot.presenters.views import Button, PrivateInputPrompt
from bot.solving.executor import RestartingProcessPool
from core.game.rules import Rules
from tests.fakes.images import PNG, ImageExecutor
from tests.support.present import present


@pytest.mark.parametrize(
    ("press", "text"),
    [
        (ButtonAction("giveup", game="k3"), "giveup||k3||"),
        (ButtonAction("guess", prompts_for="code", game="k3"), "guess|code|k3||"),
        (ButtonAction("guess", prompts_for="code", example="012", opens_keypad=True), "guess|#code:012|||"),
        (ButtonAction("answer", {"feedback": "1 EAT | 2&3=4"}, step=7), "answer|||7|feedback=1+EAT+%7C+2%263%3D4"),
        (ButtonAction("rules", {"rules": "4x8-fruit"}, game="k3"), "rules||k3||rules=4x8-fruit"),
        (
            ButtonAction("versus", {"level": "hard", "secret": "bot"}, is_private=True),
            "versus|*|||level=hard&secret=bot",
        ),
    ],
)
def test_a_button_is_encoded_as_in_messages_that_were_sent_before(press: ButtonAction, text: str) -> None:
    assert press.encode() == text
    assert ButtonAction.decode(text) == press


def test_a_button_knows_the_game_whose_board_it_is_on_and_an_example() -> None:
    press = ButtonAction.decode(ButtonAction.of_button(Button("Give up", "giveup"), "k3").encode())
    assert press.invocation_with() == Invocation(BY_NAME["giveup"], game="k3")
    guess = Button("Guess", "guess", prompts_for="code", rules=Rules.parse("3x10"))
    assert ButtonAction.of_button(guess, "k3").encode() == "guess|code:012|k3||"


@pytest.mark.parametrize(("entered", "options"), [("Ann", {"player": "Ann"}), (None, {})])
def test_what_was_asked_for_becomes_the_option(entered: str | None, options: dict[str, str]) -> None:
    press = ButtonAction.of_button(Button("Somebody else", "stats", prompts_for="player"), "k3")
    assert press.invocation_with(entered) == Invocation(BY_NAME["stats"], options, game="k3")


def test_what_was_told_privately_is_no_option() -> None:
    press = ButtonAction.submitting_private_form(PrivateInputPrompt("Your secret?", "versus", {"level": "hard"}))
    assert press.invocation_with("0123") == Invocation(BY_NAME["versus"], {"level": "hard"}, private_input="0123")
    assert press.encode() == "versus|*|||level=hard"


@pytest.mark.parametrize("text", ["", "guess", "juggle||||", "guess|||", "0123"])
def test_text_that_is_not_from_a_button_is_refused(text: str) -> None:
    with pytest.raises(UnknownCommand):
        ButtonAction.decode(text)


def test_a_button_that_asks_for_an_option_of_the_past_is_refused() -> None:
    text = ButtonAction("guess", prompts_for="code").encode()
    with pytest.raises(UnknownOption):
        ButtonAction.decode(text.replace("code", "word"))


def test_a_field_is_labelled_with_its_option_or_an_example() -> None:
    press, words = ButtonAction("guess", prompts_for="code"), LANGUAGES["en"]
    assert press.field_label(words) == words(present(BY_NAME["guess"].option("code")).description)
    assert "0123" in replace(press, example="0123").field_label(words)
    assert ButtonAction("versus").field_label(words) == ""


@pytest.mark.parametrize(
    ("button", "style"),
    [
        (Button("Guess", "guess", prompts_for="code"), "primary"),
        (Button("Keypad", "guess", prompts_for="code", rules=Rules.parse("4x10"), opens_keypad=True), None),
        (Button("Guess", "guess", prompts_for="code", rules=Rules.parse("4x8-fruit"), opens_keypad=True), "primary"),
        (Button("Guess", "daily", {"rules": "4x10", "day": "2026-11-23"}, prompts_for="guess"), "primary"),
        (Button("Guess anyway", "daily", {"rules": "4x10", "day": "2026-11-23", "guess": "0123"}), "primary"),
        (Button("Guess anyway", "guess", {"code": "0123", "confirm": "yes"}), None),
        (Button("Play today's", "daily"), "primary"),
        (Button("Share here", "daily", {"rules": "4x10", "day": "2026-11-23", "action": "share"}), "primary"),
        (Button("Share here", "stats", {"show": "shared", "rules": "3x10"}), "primary"),
        (Button("All figures", "stats", {"show": "all", "rules": "3x10"}), None),
        (Button("Start", "play", {"start": "now"}), "primary"),
        (Button("Accept", "secret"), "primary"),
        (Button("2026-11-22", "daily", {"rules": "4x10", "day": "2026-11-22"}), None),
        (Button("Verify", "board", {"verify": "on"}), None),
        (Button("Give up", "giveup"), "danger"),
        (Button("Give up", "daily", {"rules": "4x10", "day": "2026-11-23", "action": "giveup"}), "danger"),
        (Button("Delete my data", "privacy", {"action": "delete"}), "danger"),
        (Button("Export", "privacy", {"action": "export"}), None),
    ],
)
def test_buttons_that_begin_or_end_something_stand_out(button: Button, style: str | None) -> None:
    assert style_of(button) == style


@pytest.mark.parametrize(
    ("button", "opens"),
    [
        (Button("Guess", "guess", prompts_for="code"), True),
        (Button("Guess anyway", "guess", {"code": "0123"}), False),
        (Button("Challenge", "duel", {"opponent": CHOOSE}), True),
        (Button("Rematch", "duel", {"opponent": "Bob"}), False),
        (Button("Games", "settings", {"group": "games"}), True),
        (Button("All", "settings", {"group": ALL}), False),
        (Button("Set up", "settings", {"summary": CHOOSE}), False),
        (Button("Games", "stats", {"show": "games"}), False),
    ],
)
def test_buttons_that_only_open_a_form_are_told_from_others(button: Button, *, opens: bool) -> None:
    assert ButtonAction.of_button(button).opens_form == opens


ONE, OTHER = Image("one", "one"), Image("other", "other")


async def test_a_image_is_rendered_once() -> None:
    executor = ImageExecutor()
    renderer = ImageRenderer(executor)
    first, again = await renderer.render([ONE, OTHER]), await renderer.render([ONE, OTHER])
    assert first == again == (RenderedImage(ONE, PNG), RenderedImage(OTHER, PNG))
    assert executor.drawn == ["one", "other"]


async def test_two_messages_at_the_same_time_wait_for_the_same_image() -> None:
    executor = ImageExecutor()
    renderer = ImageRenderer(executor)
    first, second = await asyncio.gather(renderer.render([ONE]), renderer.render([ONE]))
    assert first == second == (RenderedImage(ONE, PNG),)
    assert executor.drawn == ["one"]


async def test_the_oldest_images_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.common.rendering._CACHE_BYTES", len(PNG))
    executor = ImageExecutor()
    renderer = ImageRenderer(executor)
    for image in (ONE, OTHER, OTHER, ONE):
        await renderer.render([image])
    assert executor.drawn == ["one", "other", "one"]


async def test_an_image_larger_than_the_cache_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.common.rendering._CACHE_BYTES", len(PNG) - 1)
    assert await ImageRenderer(ImageExecutor()).render([ONE]) == ()


@pytest.mark.parametrize(
    "error", [ValueError("secret"), BrokenProcessPool("secret")], ids=lambda error: type(error).__name__
)
async def test_a_image_that_fails_is_left_out_and_logged(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    executor = ImageExecutor()
    executor.error = error
    assert await ImageRenderer(executor).render([ONE]) == ()
    assert caplog.messages == [f"an image could not be rendered: {type(error).__name__}"]


async def test_the_process_that_renders_is_started_before_the_first_image() -> None:
    executor = ImageExecutor()
    ImageRenderer(executor).start()
    assert len(executor.drawn) == 1


async def test_there_are_no_images_without_an_executor_or_after_its_end() -> None:
    without = ImageRenderer()
    without.start()
    assert await without.render([ONE]) == ()
    processes = RestartingProcessPool(1)
    processes.shutdown()
    assert await ImageRenderer(processes).render([ONE]) == ()


@pytest.mark.slow
async def test_a_image_is_rendered_by_another_process() -> None:
    image, processes = Image(svg_document(10, (), 10), "nothing"), RestartingProcessPool(1)
    try:
        (rendered,) = await ImageRenderer(processes, seconds=30).render([image])
    finally:
        processes.shutdown()
    assert rendered.png == render_png(image.svg, image.alternative)
