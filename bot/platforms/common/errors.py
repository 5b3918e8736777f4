"""Why a platform cannot be served."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.locales import Words, translatable
from bot.presenters import phrases


@dataclass(eq=False)
class PlatformError(Exception):
    """Base of the reasons why a platform cannot be served.

    Args:
        platform: its display name, such as `Discord`.
    """

    sentence: ClassVar[str]
    """What is wrong and what to do, with the names of fields."""

    platform: str

    def explain(self, words: Words) -> str:
        """The sentence for the operator: what is wrong and what to do."""
        return words(self.sentence, **vars(self))


@dataclass(eq=False)
class ExtraNotInstalled(PlatformError):
    """The packages of an extra are not installed.

    Args:
        extra: its name.
    """

    sentence = translatable(
        "For {platform}, `pip install 'hitblow[{extra}]'`, or `pip install -e '.[{extra}]'` in a clone."
    )
    extra: str


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
        return words("For {platform}, set {settings}.", platform=self.platform, settings=words.alternatives(complete))


@dataclass(eq=False)
class TokenRefused(PlatformError):
    """The platform rejects a token.

    Args:
        setting: the environment variable that holds the token.
    """

    sentence = translatable("{platform} refuses the token in `{setting}`.")
    setting: str


@dataclass(eq=False)
class TokenKeyInvalid(PlatformError):
    """There is no key to encrypt the tokens of installations with, or it is none.

    Args:
        setting: the environment variable.
    """

    sentence = translatable("Set `{setting}` of {platform} to a key from `hitblow slack key`.")
    setting: str


@dataclass(eq=False)
class TokenKeyLost(PlatformError):
    """The key that a token was encrypted with is not among those of the setting.

    Args:
        setting: the environment variable.
    """

    sentence = translatable("`{setting}` lacks a key of {platform} that was in use.")
    setting: str


@dataclass(eq=False)
class PortUnavailable(PlatformError):
    """The port cannot be listened on, because it is in use, needs privileges, or has a wrong address."""

    sentence = translatable("{platform} cannot use port {port}.")
    port: int

    @override
    def explain(self, words: Words) -> str:
        cause = self.__cause__.strerror if isinstance(self.__cause__, OSError) else None
        causes = (phrases.quoted_fault_cause(words, cause),) if cause else ()
        return words.joined((super().explain(words), *causes))


@dataclass(eq=False)
class PlatformUnreachable(PlatformError):
    """The platform does not respond."""

    sentence = translatable("{platform} cannot be reached.")


@dataclass(eq=False)
class IntentsRefused(PlatformError):
    """Discord refuses the gateway intents that the bot asks for."""

    sentence = translatable("{platform} refuses the intents: upgrade hitblow.")


@dataclass(eq=False)
class ShardRangeInvalid(PlatformError):
    """A range of Discord's shards cannot be read, or there are no such shards.

    Args:
        text: what was read.
    """

    sentence = translatable("`{text}` is no range of shards of {platform}, such as `0-3/16`.")
    text: str


@dataclass(eq=False)
class ShardsLost(PlatformError):
    """Another process has taken over the shards of this one, which could not renew its claim in time.

    Args:
        shards: as they are written.
    """

    sentence = translatable("Another process serves the shards `{shards}` of {platform}.")
    shards: str
