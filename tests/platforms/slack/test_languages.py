"""Private replies are in the reader's language, public ones in the workspace's: the one of its first user."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from tests.fakes.slack import Channel, Message, User
from tests.platforms.slack.harness import Harness, now
from tests.support.daily import code_of
from tests.support.sentences import is_japanese

pytestmark = pytest.mark.slow


@dataclass
class Scene:
    """A workspace in one language and a reader in another."""

    harness: Harness
    reader: User
    public_is_japanese: bool

    def assert_public(self, *shown: object) -> None:
        """In the workspace's language."""
        assert [is_japanese(each) for each in shown] == [self.public_is_japanese] * len(shown)

    def assert_private(self, *shown: object) -> None:
        """In the reader's language."""
        assert [is_japanese(each) for each in shown] == [not self.public_is_japanese] * len(shown)

    async def start(self, text: str = "play", channel: Channel | None = None) -> Message:
        """The reader's game."""
        return await self.harness.start_game(text, self.reader, channel)

    async def choose(self, language: str) -> None:
        """Choose a language at the reader's Home, which then shows it."""
        home = await self.harness.home(self.reader)
        before = str(home)
        await self.reader.choose(home, "language", language)
        await self.harness.slack.until(lambda: str(self.reader.home) != before)

    async def told(self, text: str) -> Message:
        """What the reader is told in private."""
        before = len(self.reader.ephemeral)
        await self.reader.command(self.harness.games, "/hitblow", text)
        return (await self.harness.slack.until(lambda: self.reader.ephemeral[before:]))[0]


@pytest.fixture(params=["en-US", "ja-JP"])
async def scene(request: pytest.FixtureRequest, harness: Harness) -> AsyncIterator[Scene]:
    locale = str(request.param)
    async with harness.bot():
        harness.bob.locale = locale
        await harness.private_reply("help", harness.bob)  # the first to use the bot here
        reader = harness.team.user("Chie", locale="en-US" if locale == "ja-JP" else "ja-JP")
        yield Scene(harness, reader, locale == "ja-JP")


async def test_a_board_is_in_the_workspace_s_language_whoever_moves(scene: Scene) -> None:
    board = await scene.start()
    scene.assert_public(board)
    await scene.harness.shown_after(scene.reader.reply(board, "0456"), board, "0456 ")
    scene.assert_public(board)
    await scene.harness.guess(board, "7089", scene.harness.bob, shows="7089 ")
    scene.assert_public(board)
    await scene.harness.shown_after(scene.reader.command(scene.harness.games, "/hitblow", "giveup yes"), board, "3102")
    scene.assert_public(board)


@pytest.mark.parametrize(
    "typed", ["", "rules", "stats", "check 0123", "suggest", "hint", "guess 0012", "play", "review", "fix 1", "paly"]
)
async def test_what_only_the_reader_sees_is_in_the_reader_s_language(scene: Scene, typed: str) -> None:
    board = await scene.start()
    scene.assert_private(await scene.told(typed))
    await scene.harness.slack.idle()
    scene.assert_public(board)


async def test_a_refusal_below_a_board_is_in_the_reader_s_language(scene: Scene) -> None:
    await scene.reader.reply(await scene.start(), "0012")
    scene.assert_private(await scene.harness.wait_for_private(scene.reader, "0012"))


async def test_forms_and_what_is_wrong_in_them_are_in_the_reader_s_language(scene: Scene) -> None:
    view = await scene.harness.opened_by(
        scene.reader.command(scene.harness.games, "/hitblow", "versus easy"), scene.reader
    )
    scene.assert_private(view)
    await scene.reader.submit(view, entered="0012")
    assert view.errors
    scene.assert_private(*view.errors.values())


async def test_a_leaderboard_is_in_the_workspace_s_language(scene: Scene) -> None:
    scene.assert_public(await scene.start("leaderboard"))


async def test_home_is_in_the_reader_s_language(scene: Scene) -> None:
    await scene.start()
    home = await scene.harness.home(scene.reader)
    sentences = [block["text"]["text"] for block in home.blocks if block["type"] == "header"]
    assert len(sentences) == 4
    scene.assert_private(*sentences)


async def test_a_language_chosen_at_home_is_spoken_to_its_chooser_alone_until_it_is_taken_back(scene: Scene) -> None:
    harness, chosen = scene.harness, "ja" if scene.public_is_japanese else "en"
    other = harness.team.user("Dai", locale=scene.reader.locale)
    board = await scene.start()
    await scene.choose(chosen)
    scene.assert_public(await scene.told("help"))
    scene.assert_private(await harness.private_reply("help", other))
    await scene.choose("-")
    scene.assert_private(await scene.told("help"))
    await harness.shown_after(scene.reader.reply(board, "0456"), board, "0456 ")
    scene.assert_public(board)


async def test_a_shared_daily_and_a_challenge_are_in_the_workspace_s_language(scene: Scene) -> None:
    harness = scene.harness
    await scene.reader.command(harness.games, "/hitblow", f"daily {code_of(now().date())}")
    shared = (
        await harness.until_after(
            scene.reader.command(harness.games, "/hitblow", "daily share"), lambda: harness.games.messages
        )
    )[0]
    scene.assert_public(shared, await harness.start_duel("hitblow3", scene.reader, "527"))
