"""By which way of Slack's something reached whom."""

from dataclasses import dataclass

from tests.fakes.slack import Call, User
from tests.platforms.slack.harness import Harness


@dataclass
class Routes:
    """What has been sent since this was made, as sentences such as "post in #games" or "form"."""

    harness: Harness

    def __post_init__(self) -> None:
        self._calls = len(self.harness.slack.network.exchanges)
        self._private = {person.name: len(person.ephemeral) for person in self._people}
        self._revised = {id(each): each.edits for person in self._people for each in person.ephemeral}
        self._public = self._posted

    async def used(self, at_least: int = 0) -> list[str]:
        """All ways used, in alphabetical order, once there are so many and nothing more happens."""
        await self.harness.slack.until(lambda: len(self._so_far()) >= at_least)
        await self.harness.slack.idle()
        return self._so_far()

    def _so_far(self) -> list[str]:
        named = [self._name(call) for call in self.harness.slack.network.exchanges[self._calls :]]
        found = [name for name in named if name]
        for person in self._people:
            others = found.count(f"ephemeral to {person.name}") + found.count(f"ephemeral to {person.name} in a thread")
            new = len(person.ephemeral) - self._private[person.name] - others
            found += [f"response URL to {person.name}"] * new
            changed = sum(each.edits > self._revised.get(id(each), 0) for each in person.ephemeral)
            found += [f"replaced for {person.name}"] * changed
        posts = [name for name in found if name.startswith(("post", "direct")) and not name.endswith("(refused)")]
        public = self._posted - self._public - len(posts)
        return sorted([*found, *["response URL to all"] * public])

    @property
    def _people(self) -> list[User]:
        return self.harness.team.users

    @property
    def _posted(self) -> int:
        """Messages of the bot's that more than one person can see, or that are in its own conversations."""
        bot = self.harness.team.bot_user_id
        return sum(message.user_id == bot for channel in self.harness.team.channels for message in channel.posted)

    def _name(self, call: Call) -> str:
        names = {channel.id: f"#{channel.name}" for channel in self.harness.team.channels}
        names |= {person.id: person.name for person in self._people}
        where = names.get(str(call.args.get("channel")), "")
        thread = " in a thread" if call.args.get("thread_ts") else ""
        refused = "" if call.answer and call.answer["ok"] else " (refused)"
        sentences = {
            "chat.postMessage": f"{'post in' if where.startswith('#') else 'direct message to'} {where}{thread}",
            "chat.postEphemeral": f"ephemeral to {names.get(str(call.args.get('user')))}{thread}",
            "chat.update": f"update in {where}",
            "views.open": "form",
            "views.publish": f"Home of {names.get(str(call.args.get('user_id')))}",
        }
        return sentences[call.method] + refused if call.method in sentences else ""
