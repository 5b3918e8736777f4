"""Completing options while they are typed."""

from bot.commands.command import Kind, Option
from bot.locales import Words, words_for
from bot.model.errors import StorageError
from bot.platforms.discord.interactions import Interaction, caller_of
from bot.presenters.completion import complete
from bot.presenters.rules import game_name
from bot.services.coach.analysis import Analysis

_MAX_GAMES = 10


class Autocompleter:
    """Completes every option. Only the ids of games have to be looked up."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    async def complete(self, interaction: Interaction, option: Option, typed: str) -> list[tuple[str, str]]:
        """What the option could become: pairs of the text shown and the value sent."""
        words = words_for(interaction.locale.value)
        if option.kind is Kind.GAME:
            return await self._games(interaction, typed, words)
        return complete(option, typed, getattr(interaction.namespace, "rules", None), words)

    async def _games(self, interaction: Interaction, typed: str, words: Words) -> list[tuple[str, str]]:
        prefix = typed.strip().lstrip("#").lower()
        try:
            views = await self._analysis.reviewable(caller_of(interaction), _MAX_GAMES)
        except StorageError:
            return []  # the command itself reports it
        named = ((f"#{view.id} {game_name(view.game.rules, words)}, {view.game.rules}", view.id) for view in views)
        return [offer for offer in named if prefix in offer[1]]
