"""The settings that concern every platform, and the base of those of one. A platform's own are in its package."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

from bot.setting_errors import SettingInvalid, SettingsFileUnreadable, SettingUnprintable

Port: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
"""The number of a port; 0 for any free one."""

HttpUrl: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^https?://[^\s/]")]
WebSocketUrl: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^wss?://[^\s/]")]

_FILE = Path(".env")


class Secret:
    """A text that is not shown where the settings are, such as a token.

    Attributes:
        value: the text.
    """

    def __init__(self, value: str) -> None:
        self.value = value

    def __bool__(self) -> bool:
        return bool(self.value)


class EnvironmentSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Environment variables, or the same lines in a file `.env`. Every field has a default."""

    prefix: ClassVar[str]
    """The prefix of the names of the variables."""

    @classmethod
    def read(cls, **given: Any) -> Self:  # noqa: ANN401  # values of the fields
        """The settings of the environment, except for those that are given. An empty variable is none.

        Raises:
            SettingInvalid: a value is not of the field's type.
        """
        variables = _variables()
        texts = ((each, variables.get(cls.variable(each.name))) for each in fields(cls) if each.name not in given)
        found = {each.name: cls._converted(each, text) for each, text in texts if text is not None}
        return cls(**found, **given)

    @classmethod
    def variable(cls, field: str) -> str:
        """The environment variable of a field."""
        return f"{cls.prefix}{field}".upper()

    @classmethod
    def variables(cls) -> list[str]:
        """The environment variables of all fields."""
        return [cls.variable(each.name) for each in fields(cls)]

    @classmethod
    def _converted(cls, field: FieldInfo, text: str) -> object:
        if not text.isprintable():
            raise SettingUnprintable(cls.variable(field.name))
        try:
            return msgspec.convert(text, field.type, strict=False, dec_hook=lambda kind, value: kind(value))
        except msgspec.ValidationError:
            variable, choices = cls.variable(field.name), _choices(field.type)
            raise SettingInvalid(variable, choices) from None  # msgspec's error may have the value


def _variables() -> Mapping[str, str]:
    """The variables that are not empty, by their names in capitals, without blanks around the values."""
    every = (*lines_of_file().items(), *os.environ.items())
    return {name.upper(): value.strip() for name, value in every if value and value.strip()}


def lines_of_file() -> Mapping[str, str | None]:
    """The variables in the file `.env`; none if there is no such file.

    Raises:
        SettingsFileUnreadable: it is not a text that can be read.
    """
    if not _FILE.is_file():
        return {}
    from dotenv import dotenv_values  # noqa: PLC0415  # most servers have no such file

    try:
        return dotenv_values(_FILE)
    except (OSError, UnicodeDecodeError):
        raise SettingsFileUnreadable(str(_FILE)) from None  # the cause may quote a token


def _choices(annotation: Any) -> tuple[str, ...]:  # noqa: ANN401  # any type
    """The values of a type such as `Literal["a", "b"] | None`; empty for another type."""
    types = (annotation, *get_args(annotation))
    return next((get_args(one) for one in types if get_origin(one) is Literal), ())


class Settings(EnvironmentSettings, frozen=True, kw_only=True):
    """The environment variables `HITBLOW_...` that concern every platform. Every setting is optional."""

    prefix = "HITBLOW_"

    database_url: str | None = None
    """The database: `sqlite:///FILE`, just `FILE`, or `postgresql://...`; a SQLite file of the user's by default."""

    lang: Literal["en", "ja"] | None = None
    """The language of public replies, `en` or `ja`; in the terminal, of everything.

    By default it is the language of the terminal, of the Discord server, or of the Slack workspace's first player.
    """

    health_port: Port | None = None
    """The port of health checks and metrics; none by default."""

    health_host: str = "127.0.0.1"
    """The address that health checks and metrics are served at: by default, only to this machine."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """The lowest level that servers log."""

    log_format: Literal["text", "json"] = "text"
    """How servers log: lines for people, or one JSON object per line."""
