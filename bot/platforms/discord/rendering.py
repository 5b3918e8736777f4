"""Views as messages of Discord: text, containers, rows of buttons and selects."""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, TypeAlias

import discord
from discord import ComponentType, ui
from msgspec import Struct, field
from msgspec.structs import replace
from typing_extensions import override

from bot.commands.catalogue import MORE
from bot.commands.command import ON
from bot.locales import Words
from bot.locales.safe import CHANNEL_START, PERSON_START, show_channels, show_people
from bot.model.rooms import MessageKey, RoomKey
from bot.platforms.common.rendering import ButtonAction, ImageRenderer, RenderedImage, cached_by_buttons, style_of
from bot.platforms.discord.commands import PublishedCommand, code_markup
from bot.platforms.discord.interactions import BUTTON_PREFIX, Interaction
from bot.presenters.views import (
    Block,
    Button,
    Footnote,
    Heading,
    MessageLink,
    Preformatted,
    TimeParagraph,
    Tone,
    View,
    split_rare_buttons,
)

Json: TypeAlias = dict[str, Any]

MAX_CONTENT, MAX_LAYOUT = 2000, 4000
"""The most characters of a plain message, and of a layout."""

_ACCENTS = {Tone.NEUTRAL: 0x0072B2, Tone.WON: 0x2E7D32, Tone.LOST: 0xB34700}
"""The colours of frames, beside words that say the same."""


class Layout(ui.LayoutView):
    """A text and images in a frame, above rows of buttons, ready to be sent.

    Items of discord.py would triple the time to render a board, of which only the text changes from edit to edit.

    Args:
        text: at most `MAX_LAYOUT` characters.
        tone: the colour of the frame.
        rows: as Discord takes them.
        images: in a gallery below the text.
    """

    def __init__(self, text: str, tone: Tone, rows: Iterable[Json], images: Sequence[RenderedImage] = ()) -> None:
        super().__init__(timeout=None)
        is_text_shown = text or not images
        inside: list[Json] = [{"type": ComponentType.text_display.value, "content": text or "-"}] * bool(is_text_shown)
        if images:
            items = [
                {"media": {"url": f"attachment://{each.image.file_name}"}, "description": each.image.alternative}
                for each in images
            ]
            inside.append({"type": ComponentType.media_gallery.value, "items": items})
        frame = {"type": ComponentType.container.value, "accent_color": _ACCENTS[tone], "components": inside}
        self._ready = [frame, *rows]
        self.stop()  # otherwise the client keeps every view; `encoded_action` works without

    @override
    def to_components(self) -> list[Json]:
        return self._ready

    @override
    def has_components_v2(self) -> bool:
        return True


Row: TypeAlias = Sequence[Button]

MAX_ROWS = 5
MAX_IN_ROW = 5
MAX_OPTIONS = 25
MAX_LABEL = 80
MAX_ABOUT = 100


def encoded_action(interaction: Interaction) -> str:
    """The encoded action of the button that was pressed, or of the choice in a select.

    discord.py knows only the components that its own process has sent, so the payload is read here.
    """
    data: Any = interaction.data or {}
    chosen: Sequence[str] = data.get("values", ())
    return chosen[0] if chosen else str(data.get("custom_id", "")).removeprefix(BUTTON_PREFIX)


def components(view: View, words: Words) -> ui.View:
    """The components of a plain message, with selects where there are too many buttons."""
    made = ui.View(timeout=None)
    for number, row in enumerate(component_rows(view, words)):
        for item in row:
            item.row = number
            made.add_item(item)
    made.stop()  # otherwise the client keeps every view; `encoded_action` works without
    return made


@cached_by_buttons
def _rows_of(view: View, words: Words) -> list[Json]:
    """The rows of buttons of a layout, ready to be sent. Messages share them."""
    return [ui.ActionRow(*row).to_component_dict() for row in component_rows(view, words)]


def component_rows(view: View, words: Words) -> list[list[ui.Button[Any] | ui.Select[Any]]]:
    """The buttons of a view in rows; a menu, or a row of more than `MAX_IN_ROW`, is a select."""
    return [
        [_select(row, number, view.game)]
        if len(row) > MAX_IN_ROW or row[0].menu
        else [_button(button, view.game) for button in row]
        for number, row in enumerate(_rows([*_shown(view, words)]))
    ]


def _shown(view: View, words: Words) -> Iterator[Button]:
    """The buttons in sight, and one for those that are not."""
    shown, rare = split_rare_buttons(view.buttons)
    yield from _with_keypads(shown, words, is_board=view.tone is not None)
    if rare:
        yield Button(words.in_context("rare buttons", "More"), view.command, {**view.options, MORE: ON})


def _with_keypads(buttons: Iterable[Button], words: Words, *, is_board: bool) -> Iterator[Button]:
    """The buttons, on a board with one for the keypad after each that asks for a guess.

    For pictures the pad replaces the form.
    """
    for button in buttons:
        if button.rules is None:
            yield button
        elif button.rules.alphabet.pictorial:
            yield replace(button, opens_keypad=True)
        else:
            yield button
            if is_board:
                yield replace(button, label=words("Keypad"), opens_keypad=True)


def _button(button: Button, game: str | None) -> ui.Button[Any]:
    action = ButtonAction.of_button(button, game).encode()
    style = discord.ButtonStyle[style_of(button) or "secondary"]
    label, custom_id = button.label[:MAX_LABEL], f"{BUTTON_PREFIX}{action}"
    return ui.Button(label=label, style=style, custom_id=custom_id)


def _select(row: Row, number: int, game: str | None) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=each.label,
            value=ButtonAction.of_button(each, game).encode(),
            description=each.about[:MAX_ABOUT] or None,
            default=each.is_chosen,
        )
        for each in row
    ]
    text = row[0].menu or f"{row[0].label} … {row[-1].label}"
    return ui.Select(custom_id=f"hb-select:{number}", placeholder=text, options=options)


def _rows(buttons: Sequence[Button]) -> list[Row]:
    """Rows of up to five buttons; feedback buttons get rows of their own, and each menu is a row.

    If that makes too many rows, long groups become rows of up to 25, which are shown as selects.
    """
    groups = [list(group) for _, group in groupby(buttons, key=lambda each: ("feedback" in each.options, each.menu))]
    rows = [row for group in groups for row in _chunks(group, MAX_OPTIONS if group[0].menu else MAX_IN_ROW)]
    if len(rows) <= MAX_ROWS:
        return rows
    lengths = (MAX_OPTIONS if group[0].menu or len(group) > 2 * MAX_IN_ROW else MAX_IN_ROW for group in groups)
    return [row for group, length in zip(groups, lengths, strict=True) for row in _chunks(group, length)]


def _chunks(buttons: Iterable[Button], length: int) -> Iterator[Row]:
    row = list(buttons)
    for start in range(0, len(row), length):
        yield row[start : start + length]


class MessageContent(Struct, frozen=True):
    """The content of a Discord message.

    Args:
        text: the text of the message or, if the components are a layout, the text within it.
        components: the buttons, or a layout with everything.
        images: the files that a layout shows, or that a plain message has. An edit without any leaves those that a
            plain message has.
        lacks_images: whether some images were not rendered in time.
        mention: the id of the user whom a new message notifies, None for nobody.
        notice: the buttons of a new message that is sent as plain text, although `components` are a layout: Discord
            shows nothing of a layout in notifications on phones. The next edit makes it the layout. None to send that.
    """

    text: str
    components: ui.View | ui.LayoutView
    images: Sequence[RenderedImage] = ()
    lacks_images: bool = False
    mention: str | None = None
    notice: ui.View | None = None

    def send_arguments(self) -> dict[str, Any]:
        """The arguments of a new message, with files that can be read once."""
        plain = self.components if isinstance(self.components, ui.View) else self.notice
        if plain is not None:
            files = {"files": self._files()} if self.images else {}
            return {"content": self.text, "view": plain, "suppress_embeds": True, **files, **self._notified}
        return {"view": self.components, **({"files": self._files()} if self.images else {}), **self._notified}

    def edit_arguments(self, *, is_layout: bool = False) -> dict[str, Any]:
        """The arguments of an edit, with files that can be read once.

        Args:
            is_layout: whether the message is a layout. Discord does not let it become a plain message again.
        """
        view = self.components
        if isinstance(view, ui.View) and not is_layout:
            files = {"attachments": self._files()} if self.images else {}
            return {"content": self.text, "view": view, **files, **self._notified}
        if isinstance(view, ui.View):
            view = Layout(self.text, Tone.NEUTRAL, view.to_components())
        return {"content": None, "view": view, "attachments": self._files() if self.images else []}

    @property
    def _notified(self) -> dict[str, Any]:
        """Permission to notify one user."""
        if self.mention is None:
            return {}
        users = [discord.Object(int(self.mention))] if self.mention.isdecimal() else []
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
        return {"allowed_mentions": allowed}

    def _files(self) -> list[discord.File]:
        return [
            discord.File(io.BytesIO(each.png), each.image.file_name, description=each.image.alternative)
            for each in self.images
        ]


class ContentRenderer(Struct, frozen=True):
    """Renders views as contents.

    Args:
        words: the language of texts that belong to components.
        images: renders images.
        command: the slash command, for mentions in texts.
    """

    words: Words
    images: ImageRenderer
    command: PublishedCommand = field(default_factory=PublishedCommand)

    def __call__(self, view: View, images: Sequence[RenderedImage] = ()) -> MessageContent:
        """A view with these of its images."""
        if view.tone is None:
            text = content_text(view, command_id=self.command.id)
            return MessageContent(text, components(view, self.words), images, mention=view.mention)
        is_drawn = bool(images) and len(images) == len(view.images)
        text = content_text(view.without_drawn_text if is_drawn else view, MAX_LAYOUT, self.command.id)
        framed = Layout(text, view.tone, _rows_of(view, self.words), images)
        is_notice = view.mention is not None and not images and len(text) <= MAX_CONTENT
        notice = components(view, self.words) if is_notice else None
        return MessageContent(text, framed, images, mention=view.mention, notice=notice)

    async def render_with_images(
        self, view: View, *, may_attach: bool = True, patiently: bool = False
    ) -> MessageContent:
        """A view with the images that could be rendered; without images if files may not be attached.

        Images of a content that nobody waits for are waited for `patiently`.
        """
        if not may_attach:
            return self(view)
        illustrated = self(view, await self.images.render(view.images, patiently=patiently))
        return replace(illustrated, lacks_images=len(illustrated.images) < len(view.images))


_CODE = re.compile(r"(`[^`\n]*`)")
_ESCAPES = (
    (re.compile("`"), "'"),
    (re.compile(r"([\\*_~|<>\[\]])"), r"\\\1"),
    (re.compile(r"^(\s*)(#|-|\d+\.)(?=\s|#|$)", re.MULTILINE), r"\1\\\2"),
    (re.compile(r"(?<=@)|(?<=:/)(?=/)|(?<=[A-Za-z]\.)(?=[A-Za-z])"), "\u200b"),
)
"""What is replaced in text that is no code. A zero-width space, which is invisible, breaks up mentions and links."""

_REMEMBERED_TEXTS = 500
"""Most titles, facts and sentences of a board are also on other boards."""


def content_text(view: View, most: int = MAX_CONTENT, command_id: str | None = None) -> str:
    """The blocks as one text of at most `most` characters; early lines of long panels are left out."""
    block_text = partial(_block, command_id=command_id)
    blocks = list(view.blocks)
    while len(text := "\n".join(filter(None, map(block_text, blocks)))) > most:
        place = max(range(len(blocks)), key=lambda each: _lines(blocks[each]))
        if _lines(blocks[place]) <= _FEWEST_LINES:
            return text[: most - 1] + "…"
        blocks[place] = _shortened(blocks[place])
    return text


@lru_cache(_REMEMBERED_TEXTS)
def _heading(heading: Heading, command_id: str | None) -> str:
    """Render a heading, without the id of its game: most boards have one of a few, so they are cached."""
    return f"**{escape_markup(heading.title, command_id)}**{escape_markup(heading.text_after_title, command_id)}"


@lru_cache(_REMEMBERED_TEXTS)
def escape_markup(text: str, command_id: str | None = None) -> str:
    """A paragraph in which only our backticks are markup for Discord; commands between them become mentions."""
    parts = _CODE.split(text)  # those at odd places are code
    for pattern, replacement in _ESCAPES:
        parts[::2] = [pattern.sub(replacement, part) for part in parts[::2]]
    parts[1::2] = (code_markup(part[1:-1], command_id) for part in parts[1::2])
    escaped = "".join(parts)
    if PERSON_START in escaped:
        escaped = show_people(escaped, lambda user, name: f"<@{user}>" if user.isdecimal() else name)
    if CHANNEL_START not in escaped:
        return escaped
    return show_channels(escaped, lambda channel: f"<#{channel}>" if channel.isdecimal() else channel)


def _block(block: Block, command_id: str | None = None) -> str:
    shown = partial(escape_markup, command_id=command_id)
    if isinstance(block, Preformatted):
        rows = zip(block.lines, block.names or (), strict=True)
        texts = (f"{line and f'`{line}`'} {name and shown(name)}".strip() for line, name in rows)
        return _panel(block) if block.names is None else "\n".join(texts)
    if isinstance(block, Footnote):
        return "\n".join(f"-# {line}" for line in shown(block.text).splitlines())
    if isinstance(block, Heading):
        return _heading(replace(block, game=""), command_id)
    if isinstance(block, TimeParagraph):
        time = f"<t:{int(block.at.timestamp())}:{'f' if block.is_clock_time else 'R'}>"
        bold = block.title and f"**{shown(block.title)}**"
        return " · ".join(filter(None, (bold, time.join(map(shown, block.parts)))))
    if isinstance(block, MessageLink) and block.room is not None:
        return f"{shown(block.text)} {message_url(block.room, block.message)}"
    return shown(block.text)


def _panel(block: Preformatted) -> str:
    return "\n".join(("```", "\n".join(block.lines).replace("```", "'''"), "```"))


def message_url(room: RoomKey, message: MessageKey | None) -> str:
    """The address of a message, or of a room."""
    guild = room.workspace if room.workspace.isdecimal() else "@me"
    place = room.channel if message is None else f"{message.channel}/{message.message}"
    return f"https://discord.com/channels/{guild}/{place}"


_FEWEST_LINES = 4
_ELLIPSIS = "…"


def _lines(block: Block) -> int:
    return len(block.lines) if isinstance(block, Preformatted) else 0


def _shortened(block: Block) -> Block:
    """A panel without its earliest line below the title, with a mark in its place."""
    if not isinstance(block, Preformatted):
        return block
    first = 3 if block.lines[1] == _ELLIPSIS else 2
    names = None if block.names is None else (block.names[0], "", *block.names[first:])
    return Preformatted((block.lines[0], _ELLIPSIS, *block.lines[first:]), names=names)
