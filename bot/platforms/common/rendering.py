"""What every renderer needs: the text that a button carries, and images as files."""

import asyncio
import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Self, TypeAlias, TypeVar
from urllib.parse import parse_qsl, urlencode

import msgspec
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.catalogue import ALL, BY_NAME, CHOOSE
from bot.commands.command import UnknownCommand, UnknownOption
from bot.commands.invocation import PAGES, Invocation, replace_invalid_characters
from bot.locales import Words
from bot.presenters.images import Image, render_png, svg_document
from bot.presenters.views import Button, Form, PrivateInputPrompt, View
from core.game.codes import example_code

_SEPARATOR = "|"
_PRIVATE = "*"
_EXAMPLE = ":"
_KEYPAD = "#"
_FIELDS = 5

_REMEMBERED_ACTIONS = 250
_REMEMBERED_BOARDS = 100

About = TypeVar("About", bound=Hashable)
Made = TypeVar("Made")


def cached_by_buttons(make: Callable[[View, About], Made]) -> Callable[[View, About], Made]:
    """Cache what a function makes of the buttons and the game of a view. Callers must not change the result.

    Successive boards usually have the same tuple of buttons, which is the key of the cache.
    """
    remembered: LRUCache[tuple[int, str | None, About], tuple[Sequence[Button], Made]] = LRUCache(_REMEMBERED_BOARDS)

    def made_of(view: View, about: About) -> Made:
        key = id(view.buttons), view.game, about
        kept = remembered.get(key)
        if kept is None:  # the cache keeps the buttons, so no others can have their id
            kept = remembered[key] = view.buttons, make(view, about)
        return kept[1]

    return made_of


def opens_form(command: str, options: Mapping[str, str]) -> bool:
    """Whether a command with these options only opens a form with several fields."""
    asks_whom = command == "duel" and options.get("opponent", CHOOSE) == CHOOSE
    return asks_whom or options.get("group") not in {None, ALL}  # only settings have groups


Style: TypeAlias = Literal["primary", "danger"]
"""A style of buttons, by its name on Discord and Slack."""

_STYLES: Mapping[tuple[str, str], Style] = {
    ("guess", ""): "primary",
    ("play", ""): "primary",
    ("rematch", ""): "primary",
    ("secret", ""): "primary",
    ("daily", ""): "primary",
    ("daily", "guess"): "primary",
    ("daily", "share"): "primary",
    ("stats", "shared"): "primary",
    ("giveup", ""): "danger",
    ("daily", "giveup"): "danger",
    ("privacy", "delete"): "danger",
}
"""The styles of buttons that stand out, by command and what it is asked to do."""


def style_of(button: Button) -> Style | None:
    """The style of a button, None for one that does not stand out."""
    if button.opens_keypad and button.rules is not None and not button.rules.alphabet.pictorial:
        return None  # it stands beside the button that opens the form
    options = button.options
    if button.command == "guess" and "code" in options:
        return None  # what is to be guessed or used is on the button
    is_guess = "guess" in {button.prompts_for, *options}
    asked = options.get("action") or options.get("show") or ("guess" if is_guess else "day" if "day" in options else "")
    return _STYLES.get((button.command, asked))


class ButtonAction(Struct, frozen=True):
    """The command that a button, or the form it opens, runs.

    Args:
        command: name of the command.
        options: its options.
        prompts_for: the option that a form asks for first, None for none.
        game: id of the game whose board the button is on, None for none.
        step: the step of the conversation the button belongs to, None for none.
        is_private: whether the form asks for something private, such as a secret, that is no option.
        example: an example of what to enter into the form, in ASCII letters and digits; empty for the usual one.
        opens_keypad: whether a keypad opens instead of the form.
    """

    command: str
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    prompts_for: str | None = None
    game: str | None = None
    step: int | None = None
    is_private: bool = False
    example: str = ""
    opens_keypad: bool = False

    @classmethod
    def of_button(cls, button: Button, game: str | None = None) -> Self:
        """The action of a button, on the board of `game` if it is on one."""
        return cls(
            button.command,
            button.options,
            button.prompts_for,
            game,
            button.step,
            example=example_code(button.rules) if button.rules is not None else "",
            opens_keypad=button.opens_keypad,
        )

    @classmethod
    def submitting_private_form(cls, prompt: PrivateInputPrompt) -> Self:
        """The action of the form that asks for something private."""
        return cls(prompt.command, prompt.options, game=prompt.game, is_private=True)

    @classmethod
    def submitting_form(cls, form: Form) -> Self:
        """The action of a form with several fields."""
        return cls(form.command, form.options, is_private=bool(form.private))

    @staticmethod
    @lru_cache(_REMEMBERED_ACTIONS)
    def decode(text: str) -> "ButtonAction":
        """Read what `encode` wrote. Results are cached, because the buttons of a board are pressed repeatedly.

        Raises:
            UnknownCommand: the text was not written by `encode`, or names a command that no longer exists.
            UnknownOption: it names an option that the command no longer has.
        """
        fields = replace_invalid_characters(text).split(_SEPARATOR)
        if len(fields) != _FIELDS or fields[0] not in BY_NAME:
            raise UnknownCommand(fields[0], None)
        command, prompt, game, step, options = fields
        prompts_for, _, example = prompt.removeprefix(_KEYPAD).partition(_EXAMPLE)
        is_private = prompts_for == _PRIVATE
        if prompts_for and not is_private and BY_NAME[command].option(prompts_for) is None:
            raise UnknownOption(command, prompts_for)
        return ButtonAction(
            command,
            dict(parse_qsl(options)),
            prompts_for if prompts_for and not is_private else None,
            game or None,
            int(step) if step.isdecimal() else None,
            is_private,
            example,
            prompt.startswith(_KEYPAD),
        )

    @property
    def opens_form(self) -> bool:
        """Whether the command only opens a form or a keypad."""
        return self.prompts_for is not None or opens_form(self.command, self.options)

    def with_fields(self, fields: Mapping[str, str]) -> Self:
        """The action of a form with what was entered, by option."""
        return replace(self, options={**self.options, **fields})

    def encode(self) -> str:
        """One line of ASCII, under 100 characters for every button there is."""
        prompt = _PRIVATE if self.is_private else self.prompts_for or ""
        if self.opens_keypad:
            prompt = _KEYPAD + prompt
        if self.example:
            prompt += _EXAMPLE + self.example
        step = "" if self.step is None else str(self.step)
        options = urlencode(self.options) if self.options else ""
        return _SEPARATOR.join((self.command, prompt, self.game or "", step, options))

    def field_label(self, words: Words) -> str:
        """What the form asks for: the meaning of the option or, if there is an example, what to type."""
        if self.example:
            return words("Your guess, such as {example}", example=self.example)
        option = BY_NAME[self.command].option(self.prompts_for)
        return words(option.description) if option else ""

    def invocation_to_show_page_of_form(self) -> Invocation:
        """The invocation that shows what a form or a note belongs to: the daily, the board of a game, or a page."""
        if self.command == "daily":
            about = {name: value for name, value in self.options.items() if name != "action"}
            return Invocation(BY_NAME["daily"], about)
        if self.command in PAGES:
            return Invocation(BY_NAME[self.command])
        return Invocation(BY_NAME["board"], game=self.game, step=self.step)

    def invocation_with(self, entered: str | None = None) -> Invocation:
        """The invocation to dispatch; `entered` is what was typed into the form.

        Raises:
            CommandError: the command does not take these options.
        """
        prompted = {self.prompts_for: entered} if self.prompts_for and entered is not None else {}
        private_input = entered if self.is_private else None
        return Invocation(BY_NAME[self.command], {**self.options, **prompted}, self.game, self.step, private_input)


log = logging.getLogger(__name__)

_SECONDS = 1.5
"""How long a message waits for its images."""

_LATE_SECONDS = 5.0
"""Seconds to wait for images whose message was sent without them, or that nobody waits for."""

_CACHE_BYTES = 2_000_000
_MAX_RUNNING = 8
"""The largest number of images being rendered. Further messages are sent without images."""


_NOTHING = Image(svg_document(1, (), 1), "")


@dataclass(frozen=True, slots=True)
class RenderedImage:
    """An image as a PNG file."""

    image: Image
    png: bytes = field(repr=False)


class ImageRenderer:
    """Renders images in an executor and remembers the last ones.

    Args:
        executor: runs tasks in other processes; None for no images.
        seconds: how long to wait for the images of a message.
    """

    def __init__(self, executor: Executor | None = None, seconds: float = _SECONDS) -> None:
        self._executor = executor
        self._seconds = seconds
        self._rendered: LRUCache[Image, bytes] = LRUCache(_CACHE_BYTES, len)
        self._running: dict[Image, asyncio.Future[bytes]] = {}

    def start(self) -> None:
        """Start the process that renders, so that the first image does not wait for it."""
        if self._executor is not None:
            self._executor.submit(render_png, _NOTHING.svg, _NOTHING.alternative)

    async def render(self, images: Sequence[Image], *, patiently: bool = False) -> tuple[RenderedImage, ...]:
        """The images that were rendered in time; `patiently` waits longer."""
        if self._executor is None:
            return ()
        futures = [self._start(image, self._executor) for image in images if image not in self._rendered]
        running = [future for future in futures if future is not None]
        if running:
            _, late = await asyncio.wait(running, timeout=_LATE_SECONDS if patiently else self._seconds)
            if late:
                log.warning("images that took too long: %d", len(late))
        found = ((image, self._rendered.get(image)) for image in images)
        return tuple(RenderedImage(image, png) for image, png in found if png is not None)

    def _start(self, image: Image, executor: Executor) -> asyncio.Future[bytes] | None:
        """Start rendering an image; returns None if too many are being rendered."""
        if image in self._running:
            return self._running[image]
        if len(self._running) >= _MAX_RUNNING:
            log.warning("an image was left out because %d are waiting", len(self._running))
            return None
        try:
            future = asyncio.get_running_loop().run_in_executor(executor, render_png, image.svg, image.alternative)
        except RuntimeError as error:  # the executor has been shut down or is broken
            log.warning("an image could not be rendered: %s", type(error).__name__)
            return None
        self._running[image] = future
        future.add_done_callback(lambda done: self._finish(image, done))
        return future

    def _finish(self, image: Image, done: asyncio.Future[bytes]) -> None:
        del self._running[image]
        if done.cancelled():
            return
        if (error := done.exception()) is not None:
            log.warning("an image could not be rendered: %s", type(error).__name__)
        elif len(done.result()) <= _CACHE_BYTES:
            self._rendered[image] = done.result()
