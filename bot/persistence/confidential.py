"""Keeping rows and parameters, which include secrets and tokens, out of errors and logs."""

import logging
from typing import Any

from typing_extensions import override

_LOGGERS = ("aiosqlite", "sqlalchemy.engine.Engine")
"""At DEBUG, the first logs statements with their parameters, the second every row of a result."""


class _RowFilter(logging.Filter):
    """Drops entries below INFO, whoever has set the logger to DEBUG."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.INFO


def keep_rows_out_of_logs() -> None:
    """Let no library log rows or parameters."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, _RowFilter) for one in logger.filters):
            logger.addFilter(_RowFilter())


def hide_row(context: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    """Remove the detail of a PostgreSQL error: it quotes the row."""
    driver_error = context.original_exception.__cause__
    if getattr(driver_error, "detail", None):
        driver_error.detail = None
