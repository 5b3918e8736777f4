"""Keeping rows and parameters out of errors and logs, because they include secrets and tokens."""

import logging
from typing import Any

from typing_extensions import override

_LOGGERS = ("aiosqlite", "sqlalchemy.engine.Engine")
"""At DEBUG, the first logs statements with their parameters, the second every row of a result."""


class _RowFilter(logging.Filter):
    """Drops entries below INFO, even if the logger is set to DEBUG."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.INFO


def keep_rows_out_of_logs() -> None:
    """Keep the libraries from logging rows and parameters."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, _RowFilter) for one in logger.filters):
            logger.addFilter(_RowFilter())


def hide_row(context: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    """Remove the detail of a PostgreSQL error, which quotes the row. A listener for SQLAlchemy's `handle_error`."""
    driver_error = context.original_exception.__cause__
    if getattr(driver_error, "detail", None):
        driver_error.detail = None
