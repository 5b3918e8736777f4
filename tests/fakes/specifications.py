"""Reduces what Discord and Slack publish about their APIs to what the tests need.

`python -m tests.fakes.specifications FOLDER` reads both files from a folder and writes them beside the fakes:

- `discord-openapi.json` of github.com/discord/discord-api-spec (MIT): the bodies of requests that the fake answers;
- `slack-manifest.schema.json`, Slack's schema of app manifests: the parts that the bot's manifest has.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.locales import LANGUAGES
from bot.platforms.slack.settings import manifest
from tests.fakes.discord.openapi import DOCUMENT
from tests.fakes.discord.rest import ROUTES

MANIFEST = Path(__file__).parent / "slack" / "manifest.schema.json"
_PROSE = {"description", "title", "example", "examples"}


def reduced_openapi(document: dict[str, Any]) -> dict[str, Any]:
    """The routes of the fake with the schemas of their bodies; the document's other parts are left out."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        operation = document["paths"][route.template][route.method.lower()]
        paths.setdefault(route.template, {})[route.method.lower()] = _body(operation)
    return {"paths": paths, "components": {"schemas": _reached(paths, document["components"]["schemas"])}}


def _body(operation: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    kept = {kind: schema for kind, schema in content.items() if kind == "application/json"}
    return {"requestBody": {"content": _without_prose(kept)}} if content else {}


def reduced_manifest(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of the manifest's parts."""
    parts = {name: schema["properties"][name] for name in manifest(LANGUAGES["en"])}
    head = {"type": "object", "required": schema["required"], "additionalProperties": False, "properties": parts}
    return {**head, "definitions": _reached(parts, schema["definitions"])}


def _reached(start: object, definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions that `start` refers to, also through others, in the order of the document."""
    found: set[str] = set()
    waiting = set(_references(start))
    while waiting:
        found |= waiting
        waiting = {name for known in waiting for name in _references(definitions[known])} - found
    return {name: _without_prose(definitions[name]) for name in definitions if name in found}


def _references(node: object) -> Iterator[str]:
    match node:
        case {"$ref": str(target)}:
            yield target.rsplit("/", 1)[-1]
        case dict():
            yield from (name for value in node.values() for name in _references(value))
        case list():
            yield from (name for value in node for name in _references(value))


def _without_prose(node: Any, *, is_table: bool = False) -> Any:
    """A schema without its explanations; `properties` is a table whose names may be the same words."""
    match node:
        case dict():
            kept = {name: value for name, value in node.items() if is_table or name not in _PROSE}
            return {name: _without_prose(value, is_table=name == "properties") for name, value in kept.items()}
        case list():
            return [_without_prose(value) for value in node]
    return node


def main() -> None:
    folder = Path(sys.argv[1])
    for file, name, reduced in (
        (DOCUMENT, "discord-openapi.json", reduced_openapi),
        (MANIFEST, "slack-manifest.schema.json", reduced_manifest),
    ):
        document = json.loads((folder / name).read_text("utf-8"))
        file.write_text(json.dumps(reduced(document), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
