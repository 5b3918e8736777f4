"""Platforms that cannot be served, in English."""

from collections.abc import Sequence


class EnglishPlatforms:
    """Why a platform cannot be served; `platform` is its display name, such as `Discord`."""

    def settings_missing(self, platform: str, alternatives: Sequence[Sequence[str]]) -> str:
        """Environment variables have to be set: all those of any one alternative."""
        ways = ", or ".join(" and ".join(f"`{name}`" for name in names) for names in alternatives)
        return f"For {platform}, set {ways}, in the environment or in a file `.env`."

    def token_refused(self, platform: str, setting: str) -> str:
        """The platform rejects the token in the environment variable `setting`."""
        return f"{platform} does not accept the token in `{setting}`. Create a new one there and set it."

    def platform_unreachable(self, platform: str) -> str:
        """The platform does not respond."""
        return f"{platform} cannot be reached. Check the network and, if you need one, the proxy."

    def intents_refused(self, platform: str) -> str:
        """The platform refuses the gateway intents that the bot asks for."""
        return (
            f"{platform} refuses the gateway intents, although none of them is privileged. Upgrade hitblow, or check "
            "the bot's settings there."
        )
