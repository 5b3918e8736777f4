"""How entries of the log are written, and what is left out."""

import json
import logging
from io import StringIO

import pytest

from bot.observability.logs import LogFormat, configure_handler

LOG = logging.getLogger("bot.somewhere")


def written(form: LogFormat, *records: logging.LogRecord) -> str:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    configure_handler(handler, form)
    for record in records:
        handler.handle(record)
    return stream.getvalue()


def record(
    name: str = "bot.somewhere", level: int = logging.INFO, error: Exception | None = None, **fields: object
) -> logging.LogRecord:
    exc_info = (type(error), error, error.__traceback__) if error else None
    return LOG.makeRecord(name, level, "file.py", 1, "%d boards", (3,), exc_info, extra=fields)


def test_a_line_of_text_ends_with_the_fields_that_an_entry_has() -> None:
    line = written("text", record(reference="1f2e3d4c", command="guess", platform=None))
    assert line.endswith(" INFO bot.somewhere 3 boards reference=1f2e3d4c command=guess\n")


def test_an_entry_in_json_is_one_object_per_line() -> None:
    lines = written("json", record(), record(level=logging.ERROR, reference="1f2e3d4c")).splitlines()
    first, second = map(json.loads, lines)
    assert first.pop("time").endswith("Z")
    assert first == {"event": "3 boards", "level": "info", "logger": "bot.somewhere"}
    assert (second["level"], second["reference"]) == ("error", "1f2e3d4c")


def test_a_traceback_is_part_of_the_object() -> None:
    entry = json.loads(written("json", record(error=ZeroDivisionError())))
    assert entry["exception"].splitlines()[-1] == "ZeroDivisionError"


@pytest.mark.parametrize("form", ["text", "json"])
def test_fields_of_others_are_left_out(form: LogFormat) -> None:
    assert "xoxb" not in written(form, record("slack_sdk", token="xoxb-1"))  # no real one


@pytest.mark.parametrize("name", ["discord.gateway", "slack_sdk.web", "sqlalchemy.engine.Engine", "aiosqlite", "root"])
def test_libraries_log_nothing_below_info(name: str) -> None:
    assert written("text", record(name, logging.DEBUG)) == ""
    assert written("text", record(name, logging.INFO)) != ""


def test_the_program_itself_logs_at_debug() -> None:
    assert "3 boards" in written("text", record(level=logging.DEBUG))
