"""`hitblow admin`: deciding who may use the bot. Only the shell can do it, never chat."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click

from bot.cli.database_file import require_database
from bot.cli.options import HELP, combined, database_option, help_texts, lang_option, terminal_words
from bot.cli.output import expected_errors, say
from bot.locales import Words
from bot.locales.safe import quote
from bot.model.operations import AdmissionKey, Decision, Subject

if TYPE_CHECKING:
    from bot.services.admission import Admission
    from bot.services.operations import Operations

Result = TypeVar("Result")

CHATS = ("discord", "slack")
PLATFORMS = (*CHATS, "console")
"""The keys of the platforms."""


def require_id(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """An id, which is not empty."""
    if not value.strip():
        raise click.MissingParameter(ctx=context, param=parameter)
    return value.strip()


_options = combined(database_option, lang_option)
_entry = combined(
    click.argument("platform", type=click.Choice(PLATFORMS)),
    click.argument("subject", type=click.Choice([subject.value for subject in Subject])),
    click.argument("id_", metavar="ID", callback=require_id),
    database_option,
    lang_option,
)


@click.group(**help_texts(HELP("Decide who may use the bot, and look after its games.")))
def admin() -> None:
    """Decide who may use the bot, and look after its games."""


@admin.command(
    "access", **help_texts(HELP("Show the allow list, the block list, the cooldown and whether read-only mode is on."))
)
@_options
def access(database_url: str | None, lang: str | None) -> None:
    """Show what has been decided."""
    words = terminal_words(lang)

    async def show(admission: "Admission") -> None:
        rules, entries = await admission.rules(), await admission.entries()
        for entry in entries:
            say(
                words(
                    "{decision}: {platform} {subject} {id_}",
                    decision=_decision(entry.decision, words),
                    platform=entry.key.platform,
                    subject=subject_noun(entry.key.subject, words),
                    id_=quote(entry.key.id),
                )
            )
        if not entries:
            say(words("Every server and every person may use the bot."))
        say(_cooldown(rules.cooldown, words))
        say(_read_only(rules.read_only, words))

    _with_admission(database_url, words, show)


@admin.command(
    "allow", **help_texts(HELP("Put a server or person on the allow list. Then only those on it are served."))
)
@_entry
def allow(platform: str, subject: str, id_: str, database_url: str | None, lang: str | None) -> None:
    """Put a server or person on the allow list."""
    _decide(AdmissionKey(platform, Subject(subject), id_), Decision.ALLOW, database_url, terminal_words(lang))


@admin.command("block", **help_texts(HELP("Put a server or person on the block list.")))
@_entry
def block(platform: str, subject: str, id_: str, database_url: str | None, lang: str | None) -> None:
    """Put a server or person on the block list."""
    _decide(AdmissionKey(platform, Subject(subject), id_), Decision.BLOCK, database_url, terminal_words(lang))


@admin.command("remove", **help_texts(HELP("Take a server or person off the lists.")))
@_entry
def remove(platform: str, subject: str, id_: str, database_url: str | None, lang: str | None) -> None:
    """Take a server or person off the lists."""
    words, key = terminal_words(lang), AdmissionKey(platform, Subject(subject), id_)
    was_listed = _with_admission(database_url, words, lambda admission: admission.withdraw(key))
    noun = subject_noun(key.subject, words)
    if was_listed:
        message = words(
            "The {platform} {subject} {id_} was taken off the list.", platform=platform, subject=noun, id_=quote(id_)
        )
    else:
        message = words(
            "The {platform} {subject} {id_} was on no list.", platform=platform, subject=noun, id_=quote(id_)
        )
    say(message)


@admin.command(
    "cooldown", **help_texts(HELP("Set the SECONDS between a person's commands, after five at once; 0 for none."))
)
@click.argument("seconds", type=click.FloatRange(0, 3600))
@_options
def cooldown(seconds: float, database_url: str | None, lang: str | None) -> None:
    """Set the time between commands."""
    words = terminal_words(lang)
    _with_admission(database_url, words, lambda admission: admission.set_cooldown(seconds))
    say(_cooldown(seconds, words))


@admin.command(
    "read-only",
    **help_texts(HELP("Switch read-only mode on or off. While it is on, nothing can be played or changed.")),
)
@click.argument("state", type=click.Choice(("on", "off")))
@_options
def read_only(state: str, database_url: str | None, lang: str | None) -> None:
    """Switch read-only mode on or off."""
    words, is_on = terminal_words(lang), state == "on"
    _with_admission(database_url, words, lambda admission: admission.set_read_only(read_only=is_on))
    say(_read_only(is_on, words))


def _decide(key: AdmissionKey, decision: Decision, database_url: str | None, words: Words) -> None:
    _with_admission(database_url, words, lambda admission: admission.decide(key, decision))
    say(
        words(
            "The {platform} {subject} {id_} is on the {decision} list.",
            platform=key.platform,
            subject=subject_noun(key.subject, words),
            id_=quote(key.id),
            decision=_decision(decision, words),
        )
    )


def subject_noun(subject: Subject, words: Words) -> str:
    """What is on a list: a server or a person."""
    return words("server") if subject is Subject.SERVER else words("person")


def _decision(decision: Decision, words: Words) -> str:
    return words("allow") if decision is Decision.ALLOW else words("block")


def _cooldown(seconds: float, words: Words) -> str:
    return words("Cooldown: {seconds:g} seconds.", seconds=seconds) if seconds else words("There is no cooldown.")


def _read_only(is_on: bool, words: Words) -> str:  # noqa: FBT001  # the only question
    return words("Read-only mode is on.") if is_on else words("Read-only mode is off.")


def _with_admission(url: str | None, words: Words, act: Callable[["Admission"], Awaitable[Result]]) -> Result:
    """Run `act` with the operator's decisions."""
    return with_operator(url, words, lambda admission, _operations: act(admission))


def with_operator(
    url: str | None, words: Words, act: Callable[["Admission", "Operations"], Awaitable[Result]]
) -> Result:
    """Run `act` with the use cases of the operator."""
    import asyncio

    from bot.app import open_for_operator

    async def run() -> Result:
        async with open_for_operator(url) as (admission, operations):
            return await act(admission, operations)

    with expected_errors(words):
        require_database(url, words)
        return asyncio.run(run())
