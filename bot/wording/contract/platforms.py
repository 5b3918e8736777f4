"""What every language tells the operator of a platform that cannot be served."""

from collections.abc import Sequence
from typing import Protocol


class PlatformWords(Protocol):
    """Why a platform cannot be served; `platform` is its display name, such as `Discord`."""

    def settings_missing(self, platform: str, alternatives: Sequence[Sequence[str]]) -> str:
        """Environment variables have to be set: all those of any one alternative."""
        ...

    def token_refused(self, platform: str, setting: str) -> str:
        """The platform rejects the token in the environment variable `setting`."""
        ...

    def platform_unreachable(self, platform: str) -> str:
        """The platform does not respond."""
        ...

    def intents_refused(self, platform: str) -> str:
        """The platform refuses the gateway intents that the bot asks for."""
        ...
