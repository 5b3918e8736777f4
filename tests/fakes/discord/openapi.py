"""Validates request bodies with Discord's own OpenAPI document.

`openapi.json` is the part of the document (MIT, github.com/discord/discord-api-spec) that the fake needs. After a new
route, and for a newer document, make it again with `python -m tests.fakes.specifications`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import jsonschema_rs
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

    from tests.fakes.loopback import Json

DOCUMENT = Path(__file__).parent / "openapi.json"
_SHORT = 300
_URI = "urn:discord"

_UNDOCUMENTED = {
    "ApplicationCommandUpdateRequest": ["nsfw"],
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ["tts"],
    "IncomingWebhookUpdateRequestPartial": ["tts"],
    "MessageEditRequestPartial": ["tts"],
    "RichEmbed": ["flags"],
}
"""Properties that discord.py sends and the document omits."""


@cache
def load_contract() -> Contract:
    """Return the contract, which is read once."""
    return Contract(json.loads(DOCUMENT.read_text("utf-8")))


class Contract:
    """What Discord documents that it accepts; properties it does not document are refused too."""

    def __init__(self, document: Json) -> None:
        _close(document["components"]["schemas"])
        document["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]  # as discord.py sends them
        self._paths: Json = document["paths"]
        resource = DRAFT202012.create_resource(document)
        self._registry: Registry[Any] = Registry().with_resource(_URI, resource)
        self._fast_registry = jsonschema_rs.Registry([(_URI, document)], draft=jsonschema_rs.Draft202012)
        self._validators: dict[tuple[str, str], _Validator | None] = {}
        self._problems: dict[tuple[str, str, str], str | None] = {}
        """What `problem` has answered: the commands of the bot are the same at each of its starts."""

    def knows(self, method: str, template: str) -> bool:
        """Return whether Discord documents this route."""
        return method.lower() in self._paths.get(template, {})

    def problem(self, method: str, template: str, body: object) -> str | None:
        """Return what is wrong with `body` as a request to the route, or None."""
        key = (method.lower(), template, json.dumps(body))
        if key not in self._problems:
            self._problems[key] = self._find_problem(*key[:2], body)
        return self._problems[key]

    def _find_problem(self, method: str, template: str, body: object) -> str | None:
        validator = self._validator(method, template)
        if validator is None:
            return None if body is None else "a body where none is expected"
        return validator.problem(body)

    def _validator(self, method: str, template: str) -> _Validator | None:
        key = (method, template)
        if key not in self._validators:
            self._validators[key] = self._make_validator(method, template)
        return self._validators[key]

    def _make_validator(self, method: str, template: str) -> _Validator | None:
        if "requestBody" not in self._paths[template][method]:
            return None
        steps = ["paths", template.replace("~", "~0").replace("/", "~1"), method]
        pointer = "/".join([*steps, "requestBody", "content", "application~1json", "schema"])
        schema = {"$ref": f"{_URI}#/{quote(pointer)}"}
        return _Validator(
            jsonschema_rs.Draft202012Validator(schema, registry=self._fast_registry),
            Draft202012Validator(schema, registry=self._registry),
        )


@dataclass(frozen=True)
class _Validator:
    """Two validators with the same schema: one takes a hundredth of the time, the other explains what is wrong."""

    fast: jsonschema_rs.Draft202012Validator
    explaining: Draft202012Validator

    def problem(self, body: object) -> str | None:
        if self.fast.is_valid(body):
            return None
        errors = [_most_specific(error) for error in self.explaining.iter_errors(body)]
        return "; ".join(f"{error.json_path}: {_shorten(error.message)}" for error in errors)


def _most_specific(error: ValidationError) -> ValidationError:
    """Return the error inside the alternative that was meant, which the `type` property shows where there is one."""
    alternatives: dict[object, list[ValidationError]] = defaultdict(list)
    for inner in error.context or ():
        alternatives[inner.relative_schema_path[0]].append(inner)
    if not alternatives:
        return error
    meant = [inner for inner in alternatives.values() if not any(map(_is_of_another_type, inner))]
    return _most_specific(min(meant or alternatives.values(), key=len)[0])


def _is_of_another_type(error: ValidationError) -> bool:
    another = error.validator == "enum" and list(error.relative_path) == ["type"]
    return another or (error.validator == "type" and error.validator_value == "null")


def _shorten(message: str) -> str:
    return message if len(message) <= _SHORT else f"{message[: _SHORT // 2]}...{message[-_SHORT // 2 :]}"


def _close(schemas: Json) -> None:
    for name, schema in schemas.items():
        if "properties" in schema and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
            schema["properties"].update(dict.fromkeys(_UNDOCUMENTED.get(name, ()), True))
