"""The log of a server or a terminal: one line per entry, for people or as JSON.

Fields that are passed as `extra` are part of an entry if they are in `FIELDS`. Entries of libraries below INFO are
dropped, however their loggers are set: they hold what is sent and received, tokens and secrets included.
"""

import logging
from typing import Literal

from typing_extensions import override

LogFormat = Literal["text", "json"]

FIELDS = ("reference", "command", "platform")
"""What an entry can hold beside its message; `reference` is what the user was shown for an unexpected error."""

_TEXT = "%(asctime)s %(levelname)s %(name)s %(message)s"
_OWN = ("bot", "core")


def start_logging(handler: logging.Handler, level: str = "WARNING", form: LogFormat = "text") -> None:
    """Log through a handler, unless the process logs already.

    Args:
        handler: writes entries.
        level: the lowest level of the program's own entries. Libraries log from WARNING on or, with `DEBUG`, from INFO.
        form: `text` or `json`.
    """
    configure_handler(handler, form)
    logging.basicConfig(handlers=[handler], level=logging.INFO if level == "DEBUG" else logging.WARNING)
    for name in _OWN:
        logging.getLogger(name).setLevel(level)


def configure_handler(handler: logging.Handler, form: LogFormat) -> None:
    """Let a handler write entries as text or JSON, without the payloads that libraries log."""
    handler.setFormatter(TextFormatter(_TEXT) if form == "text" else json_formatter())
    handler.addFilter(LibraryDebugFilter())


class LibraryDebugFilter(logging.Filter):
    """Drops what libraries log below INFO."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.INFO or record.name.partition(".")[0] in _OWN


class TextFormatter(logging.Formatter):
    """Appends the fields of an entry to its message."""

    @override
    def formatMessage(self, record: logging.LogRecord) -> str:
        fields = (f" {name}={value}" for name in FIELDS if (value := getattr(record, name, None)) is not None)
        return super().formatMessage(record) + "".join(fields)


def json_formatter() -> logging.Formatter:
    """One JSON object per entry: `time`, `level`, `logger`, `event`, the fields, and the traceback as `exception`."""
    import structlog  # noqa: PLC0415  # takes a tenth of the start-up time, and text does not need it

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=FIELDS),
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            structlog.processors.format_exc_info,
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
