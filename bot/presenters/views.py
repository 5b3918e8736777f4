"""The view model: what users see, before a platform renders it.

A view consists of blocks and the buttons below them. Its texts are plain: only backticks mean something, which is code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.locales.columns import width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from bot.model.rooms import MessageKey, RoomKey, TurnNoticePlacement
    from bot.presenters.images import Image
    from core.game.rules import Rules


class _Drawable(Struct, frozen=True, kw_only=True):
    is_drawn: bool = False
    """Whether the images of the view show the same, so that the block is left out where they are shown."""


class Heading(_Drawable, frozen=True):
    """A line that stands out: what a board is about, or how a game ended.

    Args:
        title: the part in bold.
        details: what follows it in normal text.
        game: the id of the game that it is about, for the terminal, where ids are typed; empty for none.
    """

    title: str
    details: tuple[str, ...] = ()
    game: str = ""

    @property
    def text(self) -> str:
        """The line without bold and without the id."""
        return self.title + self.text_after_title

    @property
    def text_after_title(self) -> str:
        """What follows the title. A dot parts them, unless the title is a sentence."""
        separator = " " if self.title.endswith((".", "\N{IDEOGRAPHIC FULL STOP}")) else " · "
        return separator + " · ".join(self.details) if self.details else ""

    @property
    def text_with_id(self) -> str:
        """The line without bold, for places where games are named by their ids."""
        return replace(self, details=(*self.details, f"#{self.game}")).text if self.game else self.text


class StatusLine(_Drawable, frozen=True):
    """Facts about a running game in one line, such as the tries that are left.

    Args:
        facts: the facts.
        reply_hint: what to reply to the message, for platforms on which replies are read; empty for nothing.
    """

    facts: tuple[str, ...]
    reply_hint: str = ""

    @property
    def text(self) -> str:
        """The line, which starts with a capital, for platforms on which replies are not read."""
        line = " · ".join(filter(None, self.facts))
        return line[:1].upper() + line[1:]

    @property
    def text_with_reply_hint(self) -> str:
        """The line, for platforms on which a reply to the message is a guess."""
        return replace(self, facts=(*self.facts, self.reply_hint)).text


class Paragraph(_Drawable, frozen=True):
    """A paragraph of text.

    Args:
        text: the paragraph.
        typed: the same for platforms without buttons, on which everything is typed; empty if it does not differ.
    """

    text: str
    typed: str = ""


class Table(Struct, frozen=True):
    """A table for platforms that have tables, which need not be as narrow as lines.

    Args:
        rows: all of the same length; the first one holds the column heads.
        right: numbers of columns, from 0, that are aligned on the right.
    """

    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Lines with aligned columns, in a monospaced font.

    Args:
        lines: from top to bottom.
        names: what follows each line in ordinary text, not cut; chats then show each as inline code. None for a block.
        table: the same, perhaps with more columns, as a table; None if the lines are not a table.
        whole: makes all lines, for places where length does not matter; None if `lines` are all.
    """

    lines: tuple[str, ...]
    table: Table | None = None
    whole: Callable[[], tuple[str, ...]] | None = field(default=None, compare=False, repr=False)
    names: tuple[str, ...] | None = None
    is_drawn: bool = False

    @property
    def text(self) -> str:
        """The lines with what follows each, for places where all is monospaced."""
        if self.names is None:
            return "\n".join(map(str.rstrip, self.lines))
        cells, rows = max(map(width, self.lines), default=0), zip(self.lines, self.names, strict=True)
        return "\n".join(f"{line}{' ' * (cells - width(line) + 1)}{name}".rstrip() for line, name in rows)


class Footnote(_Drawable, frozen=True):
    """A paragraph that few readers need, in small print.

    Args:
        text: the paragraph.
        once: whether it may be left out where it is still visible further up.
    """

    text: str
    once: bool = True


AT = "{at}"
"""Stands for the time in the text of a `TimeParagraph`."""


class TimeParagraph(_Drawable, frozen=True):
    """A paragraph with a time, which platforms show in the reader's time zone.

    Args:
        template: the text, with `AT` in the place of the time.
        at: the time.
        title: what stands before it in bold; empty for nothing.
        is_clock_time: whether chats show the date and time, not how long it takes until then.
    """

    template: str
    at: datetime
    title: str = ""
    is_clock_time: bool = False

    @property
    def parts(self) -> tuple[str, str]:
        """The text before and after the time."""
        before, _, after = self.template.partition(AT)
        return before, after

    @property
    def text(self) -> str:
        """The paragraph with the time in UTC."""
        return self.text_with(f"{self.at:%Y-%m-%d %H:%M} UTC")

    def text_with(self, time: str) -> str:
        """The paragraph with the time as a text."""
        return " · ".join(filter(None, (self.title, time.join(self.parts))))


class MessageLink(_Drawable, frozen=True):
    """A paragraph about a message or a room, with a link to it where the platform has links.

    Args:
        text: the paragraph.
        room: where the message is; None for no link.
        message: the message, None for the room itself.
    """

    text: str
    room: RoomKey | None = None
    message: MessageKey | None = None


Block: TypeAlias = Heading | StatusLine | Paragraph | Preformatted | Footnote | TimeParagraph | MessageLink


class Button(Struct, frozen=True):
    """A button that runs a command.

    Args:
        label: the text on the button.
        command: the name of the command.
        options: its options.
        prompts_for: the option that a form asks for first, None if the command runs at once.
        step: the number of turns in the consultation when the button was made, None outside consultations. A press
            after further turns has no effect.
        rules: of the guess that the form asks for, None if it asks for something else.
        opens_keypad: whether the guess is entered on a keypad instead of the form, where there are keypads.
        menu: the label of a menu; consecutive buttons with the same label are shown as one menu. Empty for an ordinary
            button. In the terminal, `command` with the number of the choice does the same.
        is_chosen: whether it is the choice of its menu that applies now.
        about: what a choice of a menu means, in a line below its label; empty for nothing.
        is_rare: whether few need it, so that it is not in sight: Discord shows the rare buttons privately behind one
            button More, which offers only what the person may do now, and Slack in an overflow menu. In the terminal
            they are commands. The only rare button of a view is in sight.
    """

    label: str
    command: str
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    prompts_for: str | None = None
    step: int | None = None
    rules: Rules | None = None
    opens_keypad: bool = False
    menu: str = ""
    is_chosen: bool = False
    about: str = ""
    is_rare: bool = False


def split_rare_buttons(buttons: Iterable[Button]) -> tuple[list[Button], list[Button]]:
    """The buttons that are in sight, and the rare ones behind More."""
    pressed = sorted(buttons, key=lambda button: button.is_rare)
    rare = [button for button in pressed if button.is_rare]
    return (pressed[: -len(rare)], rare) if len(rare) > 1 else (pressed, [])


class PrivateInputPrompt(Struct, frozen=True):
    """Asks for something that nobody else may see, such as a secret.

    What the user enters becomes the `private_input` of an invocation of `command` with `options`, in the game with the
    id `game` if it is about one.
    """

    text: str
    command: str
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    game: str | None = None


class Tone(Enum):
    """The colour in which platforms frame a board or a report. Its words say the same."""

    NEUTRAL = auto()
    WON = auto()
    LOST = auto()


class View(Struct, frozen=True):
    """Something to show.

    Args:
        blocks: from top to bottom.
        buttons: under the blocks.
        game: the id of the game that the view and its buttons are about, None if they are about none.
        revision: the revision of the game that a board shows; a newer state has a higher one.
        headline: what has happened last, for notifications; empty if the blocks start with it.
        mention: the platform's id of somebody whom the blocks mention and whom a new message notifies; None for nobody.
        place: where the mention is told, None without one.
        images: what platforms that show images add below the blocks, or show in the place of those that are drawn.
        tone: of a board, or of a report such as statistics; None for all other views.
        former: what the message that this one replaces becomes; None if it is deleted.
        asks: whether a typed `yes` presses the first button, although that confirms nothing.
        command: the command that shows the view again, which More runs for the rare buttons; `options` are its options.
    """

    blocks: tuple[Block, ...]
    buttons: tuple[Button, ...] = ()
    game: str | None = None
    revision: int = 0
    headline: str = ""
    mention: str | None = None
    place: TurnNoticePlacement | None = None
    images: tuple[Image, ...] = ()
    tone: Tone | None = None
    former: View | None = None
    asks: bool = False
    command: str = "board"
    options: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def without_drawn_text(self) -> View:
        """The view as it is beside its images."""
        return replace(self, blocks=tuple(block for block in self.blocks if not block.is_drawn))

    @property
    def first_panel_lines(self) -> tuple[str, ...]:
        """The lines of the first panel, which on a board are its turns; empty if there is none."""
        return next((block.lines for block in self.blocks if isinstance(block, Preformatted)), ())


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file. It may hold what is private, so it is left out of `repr`."""

    name: str
    text: str = field(repr=False)


class FieldKind(Enum):
    """How the value of a field is entered."""

    TEXT = auto()
    CHOICE = auto()
    CHANNEL = auto()
    CHANNELS = auto()
    PERSON = auto()


class FormField(Struct, frozen=True):
    """A field of a form.

    Args:
        option: the option of the command that it sets.
        label: at most 45 characters.
        kind: how it is entered.
        value: its value now: a text, one of the choices, or ids of channels with commas between them.
        choices: the values that can be chosen, with their labels, if the kind is `CHOICE`.
        hint: what can be entered, at most 100 characters; empty for nothing.
    """

    option: str
    label: str
    kind: FieldKind
    value: str = ""
    choices: Mapping[str, str] = msgspec.field(default_factory=dict)
    hint: str = ""


class Form(Struct, frozen=True):
    """A form that runs a command when it is submitted.

    Args:
        title: at most 24 characters.
        command: the name of the command.
        options: the options of the command that are not fields.
        fields: at most five, or four above a private one.
        private: what to enter into a field that nobody else may see, at most 100 characters; empty for no such field.
    """

    title: str
    command: str
    options: Mapping[str, str]
    fields: tuple[FormField, ...]
    private: str = ""


class Reply(Struct, frozen=True):
    """The reply to a command.

    Args:
        board: the public message of a game, to be posted or updated.
        note: what is shown in addition to the board, or instead of one.
        private: whether only the caller sees the note.
        failed: whether something broke.
        refused: whether it is a refusal, also one because the storage failed.
        prompt: what to ask the caller for first; if it is set, nothing else is.
        file: a text that only the caller gets, beside the note.
        form: to be opened instead of showing the note, where there are forms.
        note_repeats_board: whether the note only repeats part of the board, for callers who do not see it.
        repeated: whether the event was handled before, so that the public note may have been posted.
        tells_end: whether the board shows an end that others have to see, too, although edits notify nobody.
        board_asks_caller: whether what the board asks for, such as feedback, is asked of the caller.
        is_own: whether it shows a game that only the caller plays: a daily, or a game of theirs alone.
        if_unposted: what is shown privately if the public note cannot be posted; None for the note itself.
    """

    board: View | None = None
    note: View | None = None
    private: bool = True
    failed: bool = False
    refused: bool = False
    prompt: PrivateInputPrompt | None = None
    form: Form | None = None
    file: TextFile | None = None
    note_repeats_board: bool = False
    repeated: bool = False
    tells_end: bool = False
    board_asks_caller: bool = True
    is_own: bool = False
    if_unposted: View | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether the command has been carried out: it was not refused, and nothing broke."""
        return not (self.refused or self.failed)


def is_question(view: View) -> bool:
    """Whether a view asks the caller to confirm a command, or whether they meant one."""
    from bot.commands.catalogue import CONFIRM, YES  # noqa: PLC0415  # a terminal shows its prompt before it loads this

    return view.asks or any(button.options.get(CONFIRM) == YES for button in view.buttons)


def private_note(*paragraphs: str, refused: bool = False) -> Reply:
    """A private reply that consists of paragraphs."""
    return Reply(note=View(tuple(map(Paragraph, paragraphs))), refused=refused)
