"""OAuth: installing the app in many workspaces, with slack_sdk's stores over our database. Tokens are encrypted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncCallableAuthorize
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store import Bot
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from typing_extensions import override

from bot.platforms.common.errors import TokenKeyInvalid, TokenKeyLost
from bot.platforms.common.intake import DeduplicatingIntake
from bot.platforms.common.platform import Runtime
from bot.platforms.slack.incoming import PLATFORM_KEY
from bot.platforms.slack.settings import OPTIONAL_SCOPES, PLATFORM_NAME, SCOPES, SlackSettings, secret_value
from bot.settings import Secret

log = logging.getLogger(__name__)

_ENCRYPTED = "fernet:"
"""What an encrypted text starts with; no token of Slack does."""

_COLUMNS = ("bot_token", "bot_refresh_token", "user_token", "user_refresh_token", "incoming_webhook_url")
"""What gives access to a workspace."""

INSTALL_PATH, REDIRECT_PATH = "/slack/install", "/slack/oauth_redirect"
_STATE_SECONDS = 600
CLEANING_SECONDS = 600.0
"""How often the states of installations that were started and never finished are deleted."""


class Installations:
    """The installations and their tokens.

    Raises:
        PlatformError: the keys for tokens are missing or invalid.
    """

    def __init__(self, settings: SlackSettings, runtime: Runtime, intake: DeduplicatingIntake) -> None:
        variable = settings.variable("token_keys")
        if settings.token_keys is None:
            raise TokenKeyInvalid(PLATFORM_NAME, variable)
        cipher = TokenCipher(settings.token_keys, variable)
        self._settings = settings
        self._engine = engine = runtime.engine()
        self._scrub_deleted, self._bot_workspaces = runtime.scrub_deleted, runtime.services.bot_workspaces
        self._intake = intake
        self._store = EncryptedInstallationStore(settings.client_id or "", engine, cipher)
        self._states = AsyncSQLAlchemyOAuthStateStore(_STATE_SECONDS, engine, table_name="slack_oauth_states")

    def oauth_settings(self) -> AsyncOAuthSettings:
        """Bolt's settings for the install pages."""
        settings = AsyncOAuthSettings(
            client_id=self._settings.client_id,
            client_secret=secret_value(self._settings.client_secret),
            scopes=[*SCOPES, *OPTIONAL_SCOPES],
            installation_store=self._store,
            state_store=self._states,
            install_path=INSTALL_PATH,
            redirect_uri_path=REDIRECT_PATH,
            install_page_rendering_enabled=False,
        )
        settings.authorize = AsyncCallableAuthorize(logger=log, func=_authorize_by(self._find_bot))
        return settings

    async def reencrypt_tokens(self) -> None:
        """Encrypt tokens with the newest key, and scrub what was deleted just before the process was killed.

        Raises:
            TokenKeyLost: the key of a token is missing.
        """
        if renewed := await self._store.reencrypt_tokens():
            log.info("encrypted the tokens in %d rows with the newest key", renewed)
        await self._scrub_deleted()

    async def run_cleanup(self) -> None:
        """Delete installations that were started and never finished, until cancelled."""
        while True:
            try:
                await self._delete_expired_states()
            except Exception as error:  # noqa: BLE001  # the database may be away for a while
                log.warning("the states of installations could not be deleted: %s", type(error).__name__)
            await asyncio.sleep(CLEANING_SECONDS)

    async def bot_token(self, workspace: str) -> str | None:
        """The bot's token in a workspace (`TEAM` or `ENTERPRISE:TEAM`), None if it is not installed there."""
        enterprise, _, team = workspace.rpartition(":")
        bot = await self._find_bot(enterprise or None, team)
        return str(bot.bot_token) if bot is not None else None

    async def _find_bot(self, enterprise: str | None, team: str | None) -> Bot | None:
        """The bot of a workspace, installed in it or in its whole organisation."""
        for is_enterprise in (False, True) if enterprise else (False,):
            bot = await self._store.async_find_bot(
                enterprise_id=enterprise, team_id=team, is_enterprise_install=is_enterprise
            )
            if bot is not None:
                return bot
        return None

    async def workspaces(self) -> set[str]:
        """The workspaces in which the app is installed; of an organisation with all its workspaces, its id and `:`."""
        bots = self._store.bots
        places = bots.select().with_only_columns(bots.c.enterprise_id, bots.c.team_id).distinct()
        async with self._engine.begin() as connection:
            rows = (await connection.execute(places)).all()
        return {_key(row.enterprise_id, row.team_id) for row in rows}

    def register(self, app: AsyncApp) -> None:
        """Listen to events that end an installation."""
        app.event("tokens_revoked")(self._revoked)
        app.event("app_uninstalled")(self._ended)

    async def _delete_expired_states(self) -> None:
        """Delete the states of installations that were started and never finished."""
        states = self._states.oauth_states
        old = states.delete().where(states.c.expire_at < datetime.now(UTC).replace(tzinfo=None))
        async with self._engine.begin() as connection:
            await connection.execute(old)

    async def _revoked(self, body: dict[str, Any]) -> None:
        """Handle revoked tokens; only those of bots end an installation."""
        if (body["event"].get("tokens") or {}).get("bot"):
            await self._ended(body)

    async def _ended(self, body: dict[str, Any]) -> None:
        self._intake.start_task(self._delete_installation(body))

    async def _delete_installation(self, body: dict[str, Any]) -> None:
        """Delete an installation, unless the app was installed again since: these events can be late.

        Games stay for `KEPT_AFTER_REMOVAL`, so a workspace that installs the app again finds them. The removal is
        recorded first, because the event does nothing once the installation is gone.
        """
        enterprise, team = body.get("enterprise_id"), body.get("team_id")
        found = await self._store.async_find_bot(enterprise_id=enterprise, team_id=team, is_enterprise_install=not team)
        if found is None or body.get("event_time", 0) < _seconds(found.installed_at):
            return
        await self._bot_workspaces.record_left(PLATFORM_KEY, _key(enterprise, team))
        await self._store.async_delete_all(enterprise_id=enterprise, team_id=team)
        await self._scrub_deleted()


def _key(enterprise: str | None, team: str | None) -> str:
    """The key of a workspace, or of an organisation without one."""
    return f"{enterprise}:{team or ''}" if enterprise else str(team)


def _authorize_by(
    find_bot: Callable[[str | None, str | None], Awaitable[Bot | None]],
) -> Callable[[str | None, str | None], Awaitable[Any]]:
    """Authorize payloads as the installed bot, None if there is none. Slack is not asked, because it may be down."""

    async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult | None:
        bot = await find_bot(enterprise_id, team_id)
        if bot is None:
            return None
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_user_id=bot.bot_user_id,
            bot_id=bot.bot_id,
            bot_token=bot.bot_token,
        )

    return authorize


def _seconds(moment: Any) -> float:  # noqa: ANN401  # slack_sdk keeps a float, and gives back what the database has
    """A time of the store in whole seconds, as events have them; naive times are in UTC."""
    if isinstance(moment, datetime):
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return float(int(moment))


def new_token_key() -> str:
    """A new key: 32 random bytes in URL-safe base64."""
    return Fernet.generate_key().decode()


class TokenCipher:
    """Encrypts with the first key, and decrypts with every key.

    Args:
        keys: separated by commas, the newest first.
        setting: the environment variable that holds them, for errors.

    Raises:
        TokenKeyInvalid: one of them is not a key, or there is none.
    """

    def __init__(self, keys: Secret, setting: str) -> None:
        try:
            self._keys = [Fernet(key.strip()) for key in keys.value.split(",")]
        except ValueError:
            raise TokenKeyInvalid(PLATFORM_NAME, setting) from None  # the cause may quote the key
        self._cipher = MultiFernet(self._keys)
        self._setting = setting

    def encrypt(self, text: str) -> str:
        """Encrypt a text."""
        return _ENCRYPTED + self._cipher.encrypt(text.encode()).decode()

    def decrypt(self, text: str) -> str:
        """Decrypt a text; one that is not encrypted stays as it is.

        Raises:
            TokenKeyLost: it was encrypted with another key.
        """
        if not text.startswith(_ENCRYPTED):
            return text
        try:
            return self._cipher.decrypt(text.removeprefix(_ENCRYPTED)).decode()
        except InvalidToken:
            raise TokenKeyLost(PLATFORM_NAME, self._setting) from None

    def is_current(self, text: str) -> bool:
        """Whether a text is encrypted with the first key."""
        try:
            self._keys[0].decrypt(text.removeprefix(_ENCRYPTED))
        except InvalidToken:
            return False
        return True


class EncryptedText(sa.TypeDecorator[str]):
    """A column whose texts are encrypted in the database. Texts that were stored in plain text are read too."""

    impl = sa.Text
    cache_ok = False  # two with other keys are not alike

    def __init__(self, cipher: TokenCipher) -> None:
        super().__init__()
        self._cipher = cipher

    @override
    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        return value and self._cipher.encrypt(value)

    @override
    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> str | None:
        return value and self._cipher.decrypt(value)


class EncryptedInstallationStore(AsyncSQLAlchemyInstallationStore):
    """slack_sdk's store, with encrypted tokens in the database.

    Args:
        client_id: the app's.
        engine: SQLAlchemy's asynchronous engine.
        cipher: encrypts and decrypts.
    """

    def __init__(self, client_id: str, engine: Any, cipher: TokenCipher) -> None:  # noqa: ANN401  # slack_sdk leaves its engine without a type
        super().__init__(client_id, engine)
        self._cipher = cipher
        for table in (self.bots, self.installations):
            for column in _secret_columns(table):
                column.type = EncryptedText(cipher)

    async def reencrypt_tokens(self) -> int:
        """Encrypt tokens stored in plain text or with an older key with the newest one; returns the number of rows.

        Raises:
            TokenKeyLost: the key of a token is missing.
        """
        return sum([await self._renew(table) for table in (self.bots, self.installations)])

    async def _renew(self, table: sa.Table) -> int:
        changed = 0
        stored = sa.select(
            table.c.id, *(sa.type_coerce(column, sa.Text).label(column.name) for column in _secret_columns(table))
        )
        async with self.engine.begin() as connection:
            for row in (await connection.execute(stored)).mappings().all():
                texts = {name: text for name, text in row.items() if name != "id" and text}
                old = {
                    name: self._cipher.decrypt(text)
                    for name, text in texts.items()
                    if not self._cipher.is_current(text)
                }
                if old:
                    await connection.execute(table.update().where(table.c.id == row["id"]).values(old))
                    changed += 1
        return changed


def _secret_columns(table: sa.Table) -> list[sa.Column[Any]]:
    return [column for column in table.columns if column.name in _COLUMNS]
