"""What is said on Discord and Slack only, and why a platform cannot be served, in English."""

from collections.abc import Mapping, Sequence


class EnglishPlatforms:
    """Sentences that depend on a platform; `platform` is its display name, such as `Discord`."""

    HOME_BUTTONS: Mapping[str, str] = {"play": "Play", "daily": "Daily", "help": "Help", "privacy": "Privacy"}
    """Labels of the first steps on Slack's Home tab, by the command that a press runs."""

    # Boards

    def cannot_post(self, bot: str, *, has_game: bool) -> str:
        """On Slack, the bot cannot post the board in this conversation.

        Args:
            bot: the name of its user.
            has_game: whether the game runs all the same, because it was begun earlier.
        """
        outcome = "" if has_game else ", so no game was started"
        afterwards = (
            "then `/hitblow board` shows the game, which is also on my Home tab"
            if has_game
            else "then start the game again"
        )
        return (
            f"Slack doesn't let me post here{outcome}. In a channel, also a private one, add me with `/invite @{bot}`; "
            f"{afterwards}. In a conversation that I can't be added to, play in a direct message to me."
        )

    # Running the bot

    def settings_missing(self, platform: str, alternatives: Sequence[Sequence[str]]) -> str:
        """Environment variables have to be set: all those of any one alternative."""
        listed = ", or ".join(" and ".join(f"`{name}`" for name in names) for names in alternatives)
        return f"For {platform}, set {listed}, in the environment or in a file `.env`."

    def token_key_missing(self, platform: str, setting: str) -> str:
        """There is no key to encrypt the tokens of workspaces with."""
        key = f"set `{setting}` to a key that `hitblow slack key` prints"
        return f"The tokens of {platform} workspaces are stored encrypted: {key}."

    def token_key_invalid(self, platform: str, setting: str, *, is_missing: bool) -> str:
        """A key for tokens is not one that `hitblow slack key` printed, or the key of stored tokens is missing."""
        if is_missing:
            return f"Tokens of {platform} workspaces were encrypted with a key that `{setting}` does not have. Add it."
        return f"For {platform}, set `{setting}` to keys that `hitblow slack key` printed, separated by commas."

    def setting_invalid(self, variable: str, choices: Sequence[str], *, is_port: bool) -> str:
        """An environment variable has a value that it cannot have; it is a number if there are no `choices`."""
        if choices:
            return f"`{variable}` must be {' or '.join(f'`{choice}`' for choice in choices)}."
        if is_port:
            return f"`{variable}` must be a port number up to 65535, such as `3000`."
        return f"`{variable}` must be a whole number that is not too large."

    def setting_is_no_url(self, variable: str) -> str:
        """An environment variable does not hold the address of a platform's API or gateway."""
        begin = "`wss://` or `ws://`" if "GATEWAY" in variable else "`https://` or `http://`"
        return f"`{variable}` must be an address that begins with {begin}."
