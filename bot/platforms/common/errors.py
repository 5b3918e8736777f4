"""Why a platform cannot be served."""

from abc import abstractmethod
from dataclasses import dataclass

from typing_extensions import override

from bot.locales import Words
from bot.presenters import phrases


@dataclass(eq=False)
class PlatformError(Exception):
    """Base of the reasons why a platform cannot be served.

    Args:
        platform: its display name, such as `Discord`.
    """

    platform: str

    @abstractmethod
    def explain(self, words: Words) -> str:
        """The sentence for the operator: what is wrong and what to do."""


@dataclass(eq=False)
class NotInstalled(PlatformError):
    """The packages of the platform's extra are not installed."""

    @override
    def explain(self, words: Words) -> str:
        return words(
            "For {platform}, `pip install 'hitblow[{extra}]'`, or `pip install -e '.[{extra}]'` in a clone.",
            platform=self.platform,
            extra=self.platform.lower(),
        )


@dataclass(eq=False)
class SettingsMissing(PlatformError):
    """None of the combinations of settings that the platform can be served with is complete.

    Args:
        alternatives: names of environment variables; all of one alternative have to be set.
    """

    alternatives: tuple[tuple[str, ...], ...]

    @override
    def explain(self, words: Words) -> str:
        complete = (" + ".join(f"`{name}`" for name in names) for names in self.alternatives)
        return words("For {platform}, set {settings}.", platform=self.platform, settings=words.either(complete))


@dataclass(eq=False)
class TokenRefused(PlatformError):
    """The platform rejects a token.

    Args:
        setting: the environment variable that holds the token.
    """

    setting: str

    @override
    def explain(self, words: Words) -> str:
        return words(
            "{platform} refuses the token in `{setting}`.",
            platform=self.platform,
            setting=self.setting,
        )


@dataclass(eq=False)
class TokenKeyMissing(PlatformError):
    """There is no key to encrypt the tokens of installations with.

    Args:
        setting: the environment variable.
    """

    setting: str

    @override
    def explain(self, words: Words) -> str:
        return words(
            "Set `{setting}` of {platform} to a key from `hitblow slack key`.",
            platform=self.platform,
            setting=self.setting,
        )


@dataclass(eq=False)
class TokenKeyInvalid(PlatformError):
    """A setting holds something else than keys, or lacks the one that tokens were encrypted with.

    Args:
        setting: the environment variable.
        is_missing: whether a key is missing.
    """

    setting: str
    is_missing: bool = False

    @override
    def explain(self, words: Words) -> str:
        if self.is_missing:
            return words(
                "`{setting}` lacks a key of {platform} that was in use.",
                platform=self.platform,
                setting=self.setting,
            )
        return words(
            "Set `{setting}` of {platform} to a key from `hitblow slack key`.",
            platform=self.platform,
            setting=self.setting,
        )


@dataclass(eq=False)
class PortUnavailable(PlatformError):
    """The port cannot be listened on, because it is in use, needs privileges, or has a wrong address."""

    port: int

    @override
    def explain(self, words: Words) -> str:
        sentence = words(
            "{platform} cannot use port {port}.",
            port=self.port,
            platform=self.platform,
        )
        cause = self.__cause__.strerror if isinstance(self.__cause__, OSError) else None
        return words.joined([sentence, phrases.fault_cause(words, cause)]) if cause else sentence


@dataclass(eq=False)
class PlatformUnreachable(PlatformError):
    """The platform does not respond."""

    @override
    def explain(self, words: Words) -> str:
        return words("{platform} cannot be reached.", platform=self.platform)


@dataclass(eq=False)
class IntentsRefused(PlatformError):
    """Discord refuses the gateway intents that the bot asks for."""

    @override
    def explain(self, words: Words) -> str:
        return words(
            "{platform} refuses the intents: upgrade hitblow.",
            platform=self.platform,
        )


@dataclass(eq=False)
class InvalidShards(PlatformError):
    """A range of Discord's shards cannot be read, or there are no such shards.

    Args:
        text: what was read.
    """

    text: str

    @override
    def explain(self, words: Words) -> str:
        return words(
            "`{text}` is no range of shards of {platform}, such as `0-3/16`.",
            text=self.text,
            platform=self.platform,
        )


@dataclass(eq=False)
class ShardsLost(PlatformError):
    """Another process has taken over the shards of this one, which could not renew its claim in time.

    Args:
        shards: as they are written.
    """

    shards: str

    @override
    def explain(self, words: Words) -> str:
        return words(
            "Another process serves the shards `{shards}` of {platform}.",
            shards=self.shards,
            platform=self.platform,
        )
