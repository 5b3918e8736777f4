"""What the platforms need to remember: each game's one message, chosen languages, which commands are published."""

from bot.services.context import open_context
from bot.services.model import Caller, GameView, Post
from bot.services.ports import Clock, UnitOfWorkFactory


class Posts:
    """The use cases of messages and languages. Every method raises `StorageError` when the storage fails."""

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def remember(self, game: str, post: Post) -> None:
        """The game's message is there now, in the place of the one before."""
        async with self._units() as unit:
            await unit.posts.save(game, post)
            await unit.commit()

    async def of(self, game: str) -> Post | None:
        """Where the game's message is, None if it has none."""
        async with self._units() as unit:
            return await unit.posts.get(game)

    async def game_at(self, post: Post) -> str | None:
        """The id of the game whose message that is, None if it is none's."""
        async with self._units() as unit:
            return await unit.posts.game_at(post)

    async def published(self, application: str) -> str | None:
        """The digest of the commands that an application has published last, None if it has none."""
        async with self._units() as unit:
            return await unit.published.get(application)

    async def publish(self, application: str, digest: str) -> None:
        """The application's commands are now those with this digest."""
        async with self._units() as unit:
            await unit.published.save(application, digest)
            await unit.commit()

    async def language(self, caller: Caller) -> str | None:
        """The language the caller has chosen, None for the platform's."""
        async with self._units() as unit:
            return (await open_context(unit, caller, self._clock())).player.language

    async def public_language(self, caller: Caller, first: str) -> str:
        """The language spoken in public in the caller's workspace; `first`, from now on, if none is known yet."""
        room = caller.room
        async with self._units() as unit:
            language = await unit.workspaces.language(room.platform, room.workspace, first)
            await unit.commit()
            return language

    async def choose_language(self, caller: Caller, language: str | None) -> None:
        """Speak that language to the caller from now on, None for the platform's."""
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            await unit.players.choose_language(context.player.id, language)
            await unit.commit()

    async def games(self, caller: Caller, most: int = 5) -> list[GameView]:
        """The caller's games that run, in whichever room of their workspace, newest first."""
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            return [await context.view(game) for game in await unit.games.of(context.player.id, most)]
