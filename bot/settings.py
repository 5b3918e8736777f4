"""The settings that concern every platform. A platform's own settings are in its package."""

from typing import Annotated, Literal

from pydantic import Field
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

    health_port: Annotated[int, Field(ge=0, le=65_535)] | None = None
    """The port of health checks and metrics; none by default, 0 for any free one."""

    health_host: str = "127.0.0.1"
    """The address that health checks and metrics are served at: by default, only to this machine."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much servers log."""

    log_format: Literal["text", "json"] = "text"
    """How servers log: lines for people, or one JSON object per line."""
