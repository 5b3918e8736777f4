"""The tokens of installations, encrypted in the database."""

import copy
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore
from typing_extensions import override

from bot.platforms.common.errors import TokenKeyInvalid
from bot.platforms.slack.settings import PLATFORM_NAME
from bot.settings import Secret

Tokens = TypeVar("Tokens", Bot, Installation)

_ENCRYPTED = "fernet:"
"""What an encrypted text begins with; no token of Slack does."""

_COLUMNS = ("bot_token", "bot_refresh_token", "user_token", "user_refresh_token", "incoming_webhook_url")
"""What gives access to a workspace."""


def new_key() -> str:
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

    def encrypt(self, text: str | None) -> str | None:
        """Encrypt a text; one that is encrypted, and None, stay as they are."""
        if text is None or text.startswith(_ENCRYPTED):
            return text
        return _ENCRYPTED + self._cipher.encrypt(text.encode()).decode()

    def decrypt(self, text: str | None) -> str | None:
        """Decrypt a text; one that is not encrypted, and None, stay as they are.

        Raises:
            TokenKeyInvalid: it was encrypted with another key.
        """
        if text is None or not text.startswith(_ENCRYPTED):
            return text
        try:
            return self._cipher.decrypt(text.removeprefix(_ENCRYPTED)).decode()
        except InvalidToken:
            raise TokenKeyInvalid(PLATFORM_NAME, self._setting, is_missing=True) from None

    def renew(self, text: str | None) -> str | None:
        """A text as the first key encrypts it; the same text if that key has encrypted it.

        Raises:
            TokenKeyInvalid: it was encrypted with another key.
        """
        return text if self._is_current(text) else self.encrypt(self.decrypt(text))

    def _is_current(self, text: str | None) -> bool:
        if text is None or not text.startswith(_ENCRYPTED):
            return text is None
        try:
            self._keys[0].decrypt(text.removeprefix(_ENCRYPTED))
        except InvalidToken:
            return False
        return True


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

    @override
    async def async_save(self, installation: Installation) -> None:
        await super().async_save(self._encrypted(installation))

    @override
    async def async_save_bot(self, bot: Bot) -> None:  # `async_save` calls it with encrypted tokens
        await super().async_save_bot(self._encrypted(bot))

    @override
    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        found = await super().async_find_bot(
            enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_enterprise_install
        )
        return self._decrypted(found) if found else None

    @override
    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        found = await super().async_find_installation(
            enterprise_id=enterprise_id, team_id=team_id, user_id=user_id, is_enterprise_install=is_enterprise_install
        )
        return self._decrypted(found) if found else None

    async def renew_tokens(self) -> int:
        """Encrypt with the newest key whatever is stored in plain text or with an older key; in how many rows.

        Raises:
            TokenKeyInvalid: the key of a token is missing.
        """
        return sum([await self._renew(table) for table in (self.bots, self.installations)])

    async def _renew(self, table: Any) -> int:  # noqa: ANN401  # SQLAlchemy's table
        changed = 0
        async with self.engine.begin() as connection:
            for row in (await connection.execute(table.select())).mappings().all():
                values = {column: self._cipher.renew(row[column]) for column in _columns_of(row)}
                if values != {column: row[column] for column in values}:
                    await connection.execute(table.update().where(table.c.id == row["id"]).values(values))
                    changed += 1
        return changed

    def _encrypted(self, tokens: Tokens) -> Tokens:
        return _changed(tokens, self._cipher.encrypt)

    def _decrypted(self, tokens: Tokens) -> Tokens:
        return _changed(tokens, self._cipher.decrypt)


def _columns_of(names: Any) -> Sequence[str]:  # noqa: ANN401  # a row, or the attributes of an object
    return [name for name in _COLUMNS if name in names]


def _changed(tokens: Tokens, change: Callable[[str | None], str | None]) -> Tokens:
    changed = copy.copy(tokens)
    for name in _columns_of(vars(tokens)):
        setattr(changed, name, change(getattr(tokens, name)))
    return changed
