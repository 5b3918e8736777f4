"""Scenes on the loopback Discord and in a terminal, and their drawings."""

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from typing_extensions import override

from bot.locales import LANGUAGES, Words
from bot.platforms.common.rendering import ImageRenderer
from tests.fakes.clock import NOON
from tests.fakes.discord import Message, User
from tests.fakes.images import ImageExecutor
from tests.pictures.discord import DiscordScreen, Line
from tests.platforms.discord.harness import SECRET, Harness, running_harness
from tests.support.daily import code_of, wrong_for

LABELS = {
    "en": ("Drawn from the bot's messages", "Only you can see this"),
    "ja": ("ボットのメッセージから描いた図", "これらはあなただけに表示されています"),
}
HOURS = {"en": "in {} hours", "ja": "{}時間後"}
LOCALES = {"en": "en-US", "ja": "ja"}


class Pictures(ImageExecutor):
    """Keeps the drawing of each image, by its text alternative."""

    def __init__(self) -> None:
        super().__init__()
        self.drawings: dict[str, str] = {}

    @override
    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        svg, alternative = args
        self.drawings[alternative] = svg
        return super().submit(work, *args, **options)


@dataclass
class Scene:
    """A conversation on Discord, in which lines are shown."""

    harness: Harness
    words: Words
    lines: list[Line]

    async def shown(self, command: str, **options: Any) -> Message:
        """Ann uses a command, and what she sees is shown."""
        answer = await self.harness.settled(
            self.harness.ann.slash(self.harness.channel, f"hitblow {command}", **options)
        )
        self.lines.append(Line(answer.message, ("Ann", " ".join((f"/hitblow {command}", *options.values())))))
        return answer.message

    async def guess(self, board: Message, code: str, who: User) -> None:
        """Guess by the button and its form."""
        await self.harness.settled(who.submit((await who.press(board, self.words("Guess"))).modal, entered=code))


async def game(scene: Scene) -> None:
    """A board after two guesses of two people."""
    board = await scene.shown("play")
    for code, person in (("0456", scene.harness.ann), ("7103", scene.harness.bob)):
        await scene.guess(board, code, person)


async def daily(scene: Scene) -> None:
    """The card of a daily."""
    harness = scene.harness
    board = (await harness.ann.slash(harness.channel, "hitblow daily")).message
    code = code_of(NOON.date())
    wrong = wrong_for(code)
    for guess in (wrong[:3] + code[0], code[0] + wrong[0] + code[1] + wrong[1], code[:2] + wrong[0] + code[2], code):
        await scene.guess(board, guess, harness.ann)
    await harness.settled(harness.ann.press(board, scene.words("Share here")))
    scene.lines.append(Line(harness.channel.messages[-1]))


_WRONG = "0456", "7103", "3012", "1234", "5678", "0789"


async def leaderboard(scene: Scene) -> None:
    """A leaderboard after five games of each of three people."""
    harness = scene.harness
    for person, wrong in (
        (harness.ann, (1, 2, 2, 3, 4)),
        (harness.bob, (2, 3, 3, 3, 5)),
        (harness.guild.member("Chie"), (2, 4, 4, 5, 6)),
    ):
        for number in wrong:
            await person.slash(harness.channel, "hitblow play", who="me")
            for code in (*_WRONG[:number], SECRET):
                await person.slash(harness.channel, "hitblow guess", code=code)
    await scene.shown("leaderboard")


async def coach(scene: Scene) -> None:
    await scene.shown("suggest", history="012 0H1B, 134 2H0B", rules="3x10")


async def duel(scene: Scene) -> None:
    """A challenge of Ann, who has hidden her secret."""
    harness = scene.harness
    asked = await harness.ann.slash(harness.channel, "hitblow duel", opponent=harness.bob)
    field: str = asked.modal.data["components"][0]["component"]["custom_id"]
    entered: dict[str, Any] = {field: SECRET}
    answer = await harness.settled(harness.ann.submit(asked.modal, **entered))
    scene.lines.append(Line(answer.message, ("Ann", f"/hitblow duel @{harness.bob.name}")))


async def race(scene: Scene) -> None:
    board = await scene.shown("play", who="race")
    for code, person in (("0456", scene.harness.ann), ("7103", scene.harness.bob)):
        await scene.guess(board, code, person)


async def rules(scene: Scene) -> None:
    """The explanation of rules."""
    await scene.shown("rules", rules="mastermind")


async def settings(scene: Scene) -> None:
    """The settings of a person and a server."""
    await scene.shown("settings")


async def help_(scene: Scene) -> None:
    """The first screen of the help."""
    await scene.shown("help")


async def fair_play(scene: Scene) -> None:
    """Advice about a solo game that counts, which is a hint."""
    board = (await scene.harness.ann.slash(scene.harness.channel, "hitblow play", who="me")).message
    await scene.guess(board, "0456", scene.harness.ann)
    await scene.shown("suggest", history="0456 0H1B")


async def verify(scene: Scene) -> None:
    """The check that a secret was not changed, after a game."""
    board = (await scene.harness.ann.slash(scene.harness.channel, "hitblow play")).message
    await scene.guess(board, SECRET, scene.harness.ann)
    await scene.harness.settled(scene.harness.ann.press(board, scene.words("Verify")))
    scene.lines.append(Line(scene.harness.ann.ephemeral[-1]))


SCENES: Mapping[str, tuple[Callable[[Scene], Awaitable[None]], Mapping[str, str]]] = {
    "game": (game, {"en": "A game on Discord after two guesses", "ja": "Discordで2手推理したところ"}),
    "daily": (daily, {"en": "The card of the daily on Discord", "ja": "Discordの今日の問題のカード"}),
    "coach": (coach, {"en": "Advice of the coach on Discord", "ja": "Discordでのコーチの助言"}),
    "duel": (duel, {"en": "A challenge to a duel on Discord", "ja": "Discordでの対決の申し込み"}),
    "race": (race, {"en": "A race on Discord", "ja": "Discordでのレース"}),
    "rules": (rules, {"en": "The rules of Mastermind on Discord", "ja": "Discordでのマスターマインドのルール"}),
    "settings": (settings, {"en": "Settings on Discord", "ja": "Discordでの設定"}),
    "help": (help_, {"en": "The help on Discord", "ja": "Discordでのヘルプ"}),
    "fair-play": (fair_play, {"en": "Advice that counts as a hint", "ja": "ヒントになる相談"}),
    "verify": (verify, {"en": "Verifying a secret on Discord", "ja": "Discordでの答えの検証"}),
    "leaderboard": (leaderboard, {"en": "A leaderboard on Discord", "ja": "Discordでの順位表"}),
}
"""The scenes on Discord, by the names of their drawings, with their titles."""


def _from_noon(language: str, seconds: int) -> str:
    """A moment as seen at the beginning of a scene."""
    return HOURS[language].format(round((seconds - NOON.timestamp()) / 3600))


async def draw_scene(name: str, language: str, folder: Path) -> str:
    """Play a scene in a language, and draw it."""
    play, titles = SCENES[name]
    pictures = Pictures()
    async with running_harness(folder, LOCALES[language], images=ImageRenderer(pictures)) as harness:
        harness.ann.locale = harness.bob.locale = LOCALES[language]
        scene = Scene(harness, LANGUAGES[language], [])
        await play(scene)
        names = {person.id: person.name for person in (harness.ann, harness.bob)}
        screen = DiscordScreen(pictures.drawings, names, partial(_from_noon, language), LABELS[language])
        return screen.draw(scene.lines, titles[language])
