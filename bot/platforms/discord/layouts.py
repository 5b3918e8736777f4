"""Reports as layouts (Components V2): text and pictures in a frame, with the buttons below.

Discord allows 40 components and 4,000 characters of text. A layout has no content and no embeds beside it.
"""

from collections.abc import Sequence

import discord
from discord import ui

from bot.locales import Words
from bot.platforms.common.pictures import RenderedPicture
from bot.platforms.discord.components import component_rows
from bot.platforms.discord.rendering import content
from bot.presenters.views import Tone, View

_MAX_TEXT = 4000
_ACCENTS = {
    Tone.NEUTRAL: discord.Colour(0x0072B2),
    Tone.WON: discord.Colour(0x2E7D32),
    Tone.LOST: discord.Colour(0xB34700),
}
"""The colours of frames, beside words that say the same; blue and orange are those of the pictures."""


def report_layout(view: View, words: Words, pictures: Sequence[RenderedPicture]) -> ui.LayoutView:
    """The layout of a view, with selects where there are too many buttons."""
    frame: ui.Container[ui.LayoutView] = ui.Container(
        ui.TextDisplay(content(view, _MAX_TEXT) or "-"), accent_colour=_ACCENTS.get(view.tone or Tone.NEUTRAL)
    )
    if pictures:
        frame.add_item(ui.MediaGallery(*map(_gallery_item, pictures)))
    made = ui.LayoutView(timeout=None)
    made.add_item(frame)
    for row in component_rows(view, words):
        made.add_item(ui.ActionRow(*row))
    made.stop()  # otherwise the client keeps every view; `action_text` works without
    return made


def _gallery_item(rendered: RenderedPicture) -> discord.MediaGalleryItem:
    picture = rendered.picture
    return discord.MediaGalleryItem(f"attachment://{picture.file_name}", description=picture.alternative)
