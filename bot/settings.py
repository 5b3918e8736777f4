"""The settings that concern every platform. A platform's own settings are in its package."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Environment variables named `HITBLOW_...`, or the same lines in a file `.env`. Every setting is optional."""

    model_config = SettingsConfigDict(env_prefix="HITBLOW_", env_file=".env", extra="ignore", env_ignore_empty=True)

    database_url: str | None = None
    """The database: `sqlite:///FILE`, just `FILE`, or `postgresql://...`; a SQLite file of the user's by default."""

    lang: str | None = None
    """The language of public replies, `en` or `ja`; in the terminal, of everything.

    By default it is the language of the terminal, of the Discord server, or of the Slack workspace's first player.
    """
