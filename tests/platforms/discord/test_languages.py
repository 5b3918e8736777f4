"""Private replies are in the reader's language, public ones in the server's; names are those of the server."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.locales import words_for
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.presenters import phrases
from tests.fakes.clock import NOON
from tests.fakes.discord import InteractionResponse, Message, User
from tests.platforms.discord.harness import Harness, running_harness
from tests.platforms.discord.test_modes import challenge
from tests.support.daily import code_of
from tests.support.sentences import is_japanese, solved


@dataclass
class Scene:
    """A server in one language and a reader in another; Bob speaks the server's."""

    harness: Harness
    reader: User
    public_is_japanese: bool

    def assert_public(self, *shown: object) -> None:
        """In the server's language."""
        assert [is_japanese(each) for each in shown] == [self.public_is_japanese] * len(shown)

    def assert_private(self, *shown: object) -> None:
        """In the reader's language."""
        assert [is_japanese(each) for each in shown] == [not self.public_is_japanese] * len(shown)

    async def start(self) -> Message:
        """The reader's game."""
        return (await self.reader.slash(self.harness.channel, "hitblow play")).message

    async def press_guess(self, person: User, board: Message) -> InteractionResponse:
        """Press the button, whatever it is called in the server's language."""
        return await person.press(
            board, phrases.button_label(words_for("ja" if self.public_is_japanese else "en"), "guess")
        )


@pytest.fixture(params=["en-US", pytest.param("ja", marks=pytest.mark.slow)])
async def scene(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Scene]:
    server = str(request.param)
    async with running_harness(tmp_path, locale=server) as harness:
        harness.bob.locale = server
        reader = harness.guild.member("Chie", locale="en-US" if server == "ja" else "ja")
        yield Scene(harness, reader, server == "ja")


async def test_a_board_is_in_the_server_s_language_whoever_moves(scene: Scene) -> None:
    board = await scene.start()
    scene.assert_public(board)
    await scene.harness.settled(scene.reader.slash(scene.harness.channel, "hitblow guess", code="0456"))
    scene.assert_public(board)
    await scene.harness.bob.submit((await scene.press_guess(scene.harness.bob, board)).modal, entered="0789")
    scene.assert_public(board)
    await scene.harness.settled(scene.reader.slash(scene.harness.channel, "hitblow giveup"))
    scene.assert_public(board, *scene.harness.channel.messages)


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("help", {}),
        ("rules", {}),
        ("stats", {}),
        ("check", {"guess": "0123"}),
        ("suggest", {}),
        ("hint", {}),
        ("guess", {"code": "0012"}),
        ("play", {}),
        ("play", {"rules": "none"}),
        ("review", {}),
    ],
    ids=str,
)
async def test_what_only_the_reader_sees_is_in_the_reader_s_language(
    scene: Scene, line: str, options: dict[str, str]
) -> None:
    await scene.start()
    reply = await scene.harness.settled(scene.reader.slash(scene.harness.channel, f"hitblow {line}", **options))  # type: ignore[arg-type]
    assert reply.message.ephemeral
    scene.assert_private(*scene.reader.ephemeral)
    scene.assert_public(*scene.harness.channel.messages)


async def test_forms_are_in_the_reader_s_language(scene: Scene) -> None:
    scene.assert_private((await scene.press_guess(scene.reader, await scene.start())).modal)
    scene.assert_private((await scene.reader.slash(scene.harness.channel, "hitblow versus", level="easy")).modal)


async def test_a_leaderboard_is_in_the_server_s_language(scene: Scene) -> None:
    scene.assert_public((await scene.reader.slash(scene.harness.channel, "hitblow leaderboard")).message)


async def test_in_a_race_the_board_is_in_the_server_s_language_and_one_s_own_in_the_reader_s(scene: Scene) -> None:
    await scene.reader.slash(scene.harness.channel, "hitblow play", who="race")
    await scene.harness.settled(scene.reader.slash(scene.harness.channel, "hitblow guess", code="0456"))
    scene.assert_public(*scene.harness.channel.messages)
    scene.assert_private(*scene.reader.ephemeral)
    assert len(scene.reader.ephemeral) == 2


async def test_a_thread_is_in_the_server_s_language_and_the_way_to_it_in_the_reader_s(scene: Scene) -> None:
    reply = await scene.harness.settled(scene.reader.slash(scene.harness.channel, "hitblow play", thread=True))
    (thread,) = scene.harness.channel.threads
    scene.assert_public(*thread.messages)
    scene.assert_private(reply.message)


async def test_in_direct_messages_everything_is_in_the_reader_s_language(scene: Scene) -> None:
    scene.assert_private((await scene.reader.slash(scene.reader.dm, "hitblow play")).message)
    scene.assert_private((await scene.reader.slash(scene.reader.dm, "hitblow leaderboard")).message)
    scene.assert_private((await scene.reader.slash(scene.reader.dm, "hitblow guess", code="0012")).message)


async def test_a_language_that_was_chosen_is_spoken_in_private_and_only_to_the_one_who_chose(scene: Scene) -> None:
    harness, server = scene.harness, str(scene.harness.guild.id)
    chooser = harness.guild.member("Dai", locale=harness.guild.locale)
    caller = Caller(
        RoomKey("discord", server, str(harness.channel.id)),
        PlayerKey("discord", "", str(chooser.id)),
        "Dai",
        "chosen",
    )
    await harness.services.languages.choose(caller, "en" if scene.public_is_japanese else "ja")
    scene.assert_public((await chooser.slash(harness.channel, "hitblow play")).message)
    scene.assert_private((await chooser.slash(harness.channel, "hitblow help")).message)
    scene.assert_public((await harness.bob.slash(harness.channel, "hitblow help")).message)


async def test_a_shared_daily_and_a_challenge_are_in_the_server_s_language(scene: Scene) -> None:
    harness, today = scene.harness, code_of(NOON.date())
    await scene.reader.slash(harness.channel, "hitblow daily", guess=today)
    await scene.reader.slash(harness.channel, "hitblow daily", action="share")
    await challenge(harness, scene.reader)
    await harness.discord.idle()
    assert len(harness.channel.messages) == 2
    scene.assert_public(*harness.channel.messages)


async def test_each_server_shows_the_nickname_that_somebody_has_there(harness: Harness) -> None:
    other, zoe = harness.discord.guild("Other"), harness.discord.user("Zoe", installs=True)
    harness.guild.join(zoe, nickname="Zozo")
    other.join(zoe, nickname="Boss")
    here = (await zoe.slash(harness.channel, "hitblow play")).message
    await harness.guess(here, "0456", zoe)
    await zoe.slash(other.channel("games"), "hitblow stats")
    await harness.guess(here, "3102", harness.bob)
    assert "Zozo" in str(here)
    assert solved("Bob") in str(here)
    assert "Boss" not in str(here)
    assert "Boss" not in str((await harness.bob.slash(harness.channel, "hitblow board")).message)


async def test_a_language_chosen_in_direct_messages_is_that_of_replies_in_servers(harness: Harness) -> None:
    await harness.ann.slash(harness.ann.dm, "hitblow settings", language="ja")
    await harness.ann.slash(harness.channel, "hitblow stats")
    assert is_japanese(str(harness.ann.ephemeral[-1]))
