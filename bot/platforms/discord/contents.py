"""The contents of messages: text with components, or the layout of a report with its pictures."""

import io
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.locales import Words
from bot.platforms.common.pictures import PictureRenderer, RenderedPicture
from bot.platforms.discord.components import components
from bot.platforms.discord.layouts import report_layout
from bot.platforms.discord.rendering import content
from bot.presenters.views import View


@dataclass(frozen=True, slots=True)
class MessageContent:
    """The content of a Discord message.

    Args:
        text: the text of the message or, if the components are a layout, the text within it.
        components: the buttons, or a layout with everything.
        pictures: the files that a layout shows.
        lacks_pictures: whether some pictures were not rendered in time.
        mention: the id of the user whom a new message notifies, None for nobody.
    """

    text: str
    components: ui.View | ui.LayoutView
    pictures: Sequence[RenderedPicture] = ()
    lacks_pictures: bool = False
    mention: str | None = None

    def to_send(self) -> dict[str, Any]:
        """The arguments of a new message, with files that can be read once."""
        notified = {} if self.mention is None else {"allowed_mentions": _mentioning(self.mention)}
        if isinstance(self.components, ui.View):
            return {"content": self.text, "view": self.components, "suppress_embeds": True, **notified}
        return {"view": self.components, **({"files": self._files()} if self.pictures else {}), **notified}

    def to_edit(self, *, is_layout: bool = False) -> dict[str, Any]:
        """The arguments of an edit, with files that can be read once.

        Args:
            is_layout: whether the message is a layout. Discord does not let it become a plain message again.
        """
        view = self.components
        if isinstance(view, ui.View) and not is_layout:
            return {"content": self.text, "view": view}
        if isinstance(view, ui.View):
            view = _as_layout(self.text, view)
        return {"content": None, "view": view, "attachments": self._files()}

    def _files(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(each.png), each.picture.file_name) for each in self.pictures]


def _mentioning(user: str) -> discord.AllowedMentions:
    """Permission to notify one user."""
    users = [discord.Object(int(user))] if user.isdecimal() else []
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def _as_layout(text: str, view: ui.View) -> ui.LayoutView:
    """A text and its buttons as a layout."""
    made = ui.LayoutView(timeout=None)
    made.add_item(ui.TextDisplay(text or "-"))
    rows: dict[int | None, list[ui.Item[Any]]] = {}
    for item in view.children:
        rows.setdefault(item.row, []).append(copy(item))  # messages share the view, and an item has one parent
    for row in rows.values():
        made.add_item(ui.ActionRow(*row))
    made.stop()
    return made


@dataclass(frozen=True, slots=True)
class ContentRenderer:
    """Renders views as contents.

    Args:
        words: the language of texts that belong to components.
        pictures: renders pictures.
    """

    words: Words
    pictures: PictureRenderer

    def __call__(self, view: View, pictures: Sequence[RenderedPicture] = ()) -> MessageContent:
        """A view with these of its pictures."""
        if view.tone is None:
            return MessageContent(content(view), components(view, self.words), mention=view.mention)
        return MessageContent(content(view), report_layout(view, self.words, pictures), pictures, mention=view.mention)

    async def illustrated(self, view: View, *, may_attach: bool = True) -> MessageContent:
        """A view with the pictures that could be rendered; without pictures if files may not be attached."""
        if not may_attach:
            return self(view)
        illustrated = self(view, await self.pictures.render(view.pictures))
        return replace(illustrated, lacks_pictures=len(illustrated.pictures) < len(view.pictures))

    async def fully_illustrated(self, view: View) -> MessageContent:
        """A view with its pictures, which are waited for longer, because nobody waits for this content."""
        return self(view, await self.pictures.render(view.pictures, patiently=True))
