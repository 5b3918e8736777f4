"""Commands that change nothing, and so work in read-only mode."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.commands.command import PrivacyAction
from bot.commands.invocation import Invocation


def only_reads(invocation: Invocation) -> bool:
    """Whether a command changes no game, record or setting, with the options that were given."""
    reads = _READS.get(invocation.command.name)
    return reads is not None and reads(invocation.options)


def _always(_options: Mapping[str, str]) -> bool:
    return True


def _shows_settings(options: Mapping[str, str]) -> bool:
    return options.keys() <= {"scope", "group"}


def _shows_own_data(options: Mapping[str, str]) -> bool:
    return options.get("action", PrivacyAction.SHOW) in {PrivacyAction.SHOW, PrivacyAction.EXPORT}


_READS: Mapping[str, Callable[[Mapping[str, str]], bool]] = MappingProxyType(
    {
        **dict.fromkeys(("board", "check", "review", "stats", "leaderboard", "rules", "help"), _always),
        "settings": _shows_settings,
        "privacy": _shows_own_data,
    }
)

FOR_EVERYBODY = frozenset({"privacy"})
"""Commands that people whom the operator has blocked can still use: their data is theirs."""
