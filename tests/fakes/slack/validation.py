"""Limits of messages and views: those of slack_sdk's models, and those that the models do not know.

Sources: docs.slack.dev, reference of Block Kit, views and `chat.postMessage`. The limit of 13,200 characters over all
blocks is not documented but measured (slackapi/bolt-js issues 2509 and 2867); here it counts every string in the
blocks. One check is stricter than Slack: blocks without `text`, which leave notifications and screen readers empty.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from tests.fakes.loopback import Json
from tests.fakes.slack.blocks import elements
from tests.fakes.slack.errors import ApiError

MESSAGE_BLOCKS = 50
BLOCK_CHARACTERS = 13_200
TEXT_CHARACTERS = 4_000
TABLE_ROWS = 100
TABLE_COLUMNS = 20


def check_message(text: str, blocks: list[Json], *, takes_tables: bool = True) -> None:
    """Check that Slack accepts a message in a workspace that takes tables, or does not.

    Raises:
        ApiError: it does not; `why` has a sentence for each violation.
    """
    if not text.strip():
        raise ApiError("no_text", why=["a message needs text, also beside blocks"])
    if len(text) > TEXT_CHARACTERS:
        raise ApiError("msg_too_long", why=[f"{len(text)} characters of text, {TEXT_CHARACTERS} allowed"])
    violations = [*_blocks_violations(blocks), *_table_violations(blocks)]
    if not takes_tables and any(block.get("type") == "table" for block in blocks):
        violations.append("table: unsupported here")
    if len(blocks) > MESSAGE_BLOCKS:
        violations.append(f"{len(blocks)} blocks, {MESSAGE_BLOCKS} allowed")
    if violations:
        raise ApiError("invalid_blocks", why=violations)
    if (size := _characters(blocks)) > BLOCK_CHARACTERS:
        raise ApiError("msg_blocks_too_long", why=[f"{size} characters over all blocks, {BLOCK_CHARACTERS} allowed"])


def check_view(view: Json) -> None:
    """Check that Slack accepts a view.

    Raises:
        ApiError: `invalid_arguments`; `why` has a sentence for each violation.
    """
    violations = [*_blocks_violations(view.get("blocks", [])), *_view_violations(view)]
    violations += ["a table in a view" for block in view.get("blocks", []) if block.get("type") == "table"]
    if violations:
        raise ApiError("invalid_arguments", why=violations)


def _table_violations(blocks: list[Json]) -> Iterator[str]:
    """A message has one table at most, with rows of the same length whose cells have text."""
    tables = [block for block in blocks if block.get("type") == "table"]
    if len(tables) > 1:
        yield "only one table is allowed"
    for table in tables:
        rows = table.get("rows") or [[]]
        if len(rows) > TABLE_ROWS or len({len(row) for row in rows}) > 1 or not 1 <= len(rows[0]) <= TABLE_COLUMNS:
            yield "table: 1 to 100 rows of 1 to 20 cells, all of the same length"
        if any(cell.get("type") == "raw_text" and not cell.get("text") for row in rows for cell in row):
            yield "table: a cell without text"


def _view_violations(view: Json) -> Iterator[str]:
    if view.get("type") not in {"modal", "home"}:
        yield f"a view is a modal or a home, not {view.get('type')!r}"
        return
    if unknown := set(view) - set(View.attributes):
        yield f"unknown in a view: {sorted(unknown)}"
    try:
        View(**view).to_dict()
    except SlackObjectFormationError as wrong:
        yield str(wrong)
    if view["type"] == "modal":
        yield from _modal_violations(view)


def _modal_violations(view: Json) -> Iterator[str]:
    if not view.get("title"):
        yield "a modal needs a title"
    if any(block.get("type") == "input" for block in view.get("blocks", [])) and not view.get("submit"):
        yield "a modal with input needs submit"


def _blocks_violations(blocks: list[Json]) -> Iterator[str]:
    for block in blocks:
        yield from (f"{block.get('type')}: {violation}" for violation in _block_violations(json.dumps(block)))
    yield from (f"block_id {again!r} twice" for again in _duplicates(block.get("block_id") for block in blocks))


@cache
def _block_violations(body: str) -> tuple[str, ...]:
    """The violations of a block, as JSON; the same buttons are sent hundreds of times."""
    return tuple(_find_block_violations(json.loads(body)))


def _find_block_violations(block: Json) -> Iterator[str]:
    try:
        parsed = Block.parse(block)
        kept = parsed.to_dict() if parsed else None
    except (SlackObjectFormationError, TypeError) as wrong:
        yield str(wrong)
        return
    if kept is None:
        yield "unknown block"
        return
    yield from (f"unknown or empty {path}" for path in _dropped(block, kept))
    action_ids = (element.body.get("action_id") for element in elements([block]))
    yield from (f"action_id {again!r} twice" for again in _duplicates(action_ids))


def _dropped(given: Any, kept: Any, path: str = "") -> Iterator[str]:
    """Yield the paths in `given` that slack_sdk's model of it does not have."""
    if isinstance(given, dict) and isinstance(kept, dict):
        for key, value in given.items():
            here = f"{path}.{key}".lstrip(".")
            if key not in kept:
                yield here
            else:
                yield from _dropped(value, kept[key], here)
    elif isinstance(given, list) and isinstance(kept, list):
        for number, (one, other) in enumerate(zip(given, kept, strict=False)):
            yield from _dropped(one, other, f"{path}[{number}]")


def _duplicates(ids: Iterable[object]) -> list[object]:
    return [one for one, count in Counter(ids).items() if one is not None and count > 1]


def _characters(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_characters, value.values()))
    if isinstance(value, list):
        return sum(map(_characters, value))
    return len(value) if isinstance(value, str) else 0
