"""What the loopback platforms share."""

from tests.fakes.loopback.activity import Activity

__all__ = ["Activity"]
