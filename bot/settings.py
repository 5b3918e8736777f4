"""The settings that concern every platform, and the base of those of one. A platform's own are in its package."""

from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.setting_errors import SettingInvalid

Port: TypeAlias = Annotated[int, Field(ge=0, le=65_535)]
"""The number of a port; 0 for any free one."""


class EnvironmentSettings(BaseSettings):
    """Environment variables, or the same lines in a file `.env`. A subclass sets `env_prefix` in its `model_config`.

    Raises:
        SettingInvalid: a value is not of the field's type.
    """

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    def __init__(self, **values: Any) -> None:  # noqa: ANN401  # those of the fields
        try:
            super().__init__(**values)
        except ValidationError as error:
            field = str(error.errors(include_input=False)[0]["loc"][0])
            annotation = type(self).model_fields[field].annotation
            choices = get_args(annotation) if get_origin(annotation) is Literal else ()
            raise SettingInvalid(self.variable(field), choices) from None  # pydantic's error has the values

    @classmethod
    def variable(cls, field: str) -> str:
        """The environment variable of a field."""
        return f"{cls.model_config['env_prefix']}{field}".upper()


class Settings(EnvironmentSettings):
    """The environment variables `HITBLOW_...` that concern every platform. Every setting is optional."""

    model_config = SettingsConfigDict(env_prefix="HITBLOW_")

    database_url: str | None = None
    """The database: `sqlite:///FILE`, just `FILE`, or `postgresql://...`; a SQLite file of the user's by default."""

    lang: str | None = None
    """The language of public replies, `en` or `ja`; in the terminal, of everything.

    By default it is the language of the terminal, of the Discord server, or of the Slack workspace's first player.
    """

    health_port: Port | None = None
    """The port of health checks and metrics; none by default."""

    health_host: str = "127.0.0.1"
    """The address that health checks and metrics are served at: by default, only to this machine."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much servers log."""

    log_format: Literal["text", "json"] = "text"
    """How servers log: lines for people, or one JSON object per line."""
