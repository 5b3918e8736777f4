"""What can be set from outside: environment variables named `HITBLOW_...`, or the same lines in a file `.env`."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings; everything has a default."""

    model_config = SettingsConfigDict(env_prefix="HITBLOW_", env_file=".env", extra="ignore", env_ignore_empty=True)

    database_url: str | None = None
    """Where games are kept; the per-user SQLite file unless said."""

    lang: str | None = None
    """`en` or `ja`; the terminal's own (`LANG`) unless said."""
