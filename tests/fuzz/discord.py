"""Commands, components and forms with random content, sent to the bot by the loopback Discord."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot.persistence.database import Database
from bot.platforms.discord.client import HitblowClient
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from tests.fakes.discord import Channel, LoopbackDiscord, User, running
from tests.fakes.discord.interactions import Interaction, InteractionType
from tests.fakes.discord.slash_commands import OptionValue
from tests.fakes.discord.validation import BOOLEAN, CHANNEL, INTEGER, USER
from tests.fakes.loopback import Json
from tests.fuzz.findings import Findings
from tests.fuzz.texts import AnyCode, Texts, now
from tests.platforms.discord.harness import Harness
from tests.support.canaries import ANNS, BOBS
from tests.support.storage import migrated

BUTTON, SELECT = 2, 3
_PREFIXES = ("hb:", "hb:", "hb:", "hb-select:", "", "xx:")


class DiscordFuzzer:
    """Eve and Max, who send anything to the channel where Ann and Bob play, and to the bot alone."""

    def __init__(self, harness: Harness, findings: Findings, chance: random.Random) -> None:
        self._harness = harness
        self._findings = findings
        self._chance = chance
        guild = harness.guild
        self._people = (guild.member("Eve"), guild.member("Max"))
        self._texts = Texts(chance, (ANNS, BOBS), ())

    async def prepare(self) -> None:
        """Start the duel whose secrets nobody may learn."""
        harness = self._harness
        form = (await harness.ann.slash(harness.channel, "hitblow duel", opponent=harness.bob)).modal
        await harness.ann.submit(form, entered=ANNS)
        form = (await harness.bob.slash_from_old_list(harness.channel, "hitblow secret")).modal
        await harness.bob.submit(form, entered=BOBS)
        await harness.discord.idle()
        self._texts.games += ["k1", "k0", "zzzzz"]

    async def send(self) -> None:
        """Send one interaction, wait for everything it brings about, and look at it."""
        person = self._chance.choice(self._people)
        channel = self._chance.choice((self._harness.channel, person.dm))
        prepare = self._chance.choices((self._command, self._component, self._form, self._typing), (4, 3, 3, 1))[0]
        interaction = prepare(person, channel)
        self._findings.sending(f"Discord {interaction.type.name.lower()}s", interaction.data)
        self._harness.discord.state.deliver(interaction)
        await self._harness.discord.idle()
        self._look(interaction)

    def _command(self, person: User, channel: Channel) -> Interaction:
        command = self._chance.choice(self._commands())
        optional = [option for option in command.get("options", ()) if not option.get("required")]
        left_out = self._chance.sample(optional, self._chance.randrange(len(optional) + 1))
        chosen = [option for option in command.get("options", ()) if option not in left_out]
        values = {option["name"]: self._value(option) for option in chosen}
        return person.prepare_slash(channel, f"hitblow {command['name']}", **values)

    def _commands(self) -> list[Json]:
        (hitblow,) = (each for each in self._harness.discord.commands if each["name"] == "hitblow")
        subcommands: list[Json] = hitblow["options"]
        return subcommands

    def _value(self, option: Json) -> OptionValue:
        """Something that Discord's client lets people give."""
        if choices := option.get("choices"):
            value: str = self._chance.choice(choices)["value"]
            return value
        if option["type"] == INTEGER:
            return self._chance.randint(option.get("min_value", -(2**53)), option.get("max_value", 2**53))
        if option["type"] == BOOLEAN:
            return self._chance.random() < 0.5
        if option["type"] == USER:
            return self._chance.choice((*self._people, self._harness.ann, self._harness.discord.bot))
        if option["type"] == CHANNEL:
            return self._harness.channel
        lowest, highest = option.get("min_length", 0), option.get("max_length", 6000)
        return self._texts.value()[:highest].ljust(lowest, "0")

    def _component(self, person: User, channel: Channel) -> Interaction:
        kind = self._chance.choice((BUTTON, SELECT))
        data: Json = {"component_type": kind, "custom_id": self._custom_id(), "id": 1}
        if kind == SELECT:
            data["values"] = [self._texts.button() for _ in range(self._chance.randrange(3))]
        return self._about_message(InteractionType.COMPONENT, person, channel, data)

    def _form(self, person: User, channel: Channel) -> Interaction:
        names = ("entered", "language", "rules", "channels", self._texts.value())
        fields = [
            {"type": 18, "id": number, "component": {"type": 4, "custom_id": name, "value": self._texts.value()}}
            for number, name in enumerate(self._chance.sample(names, self._chance.randrange(4)))
        ]
        data: Json = {"custom_id": self._custom_id(), "components": fields}
        return self._about_message(InteractionType.MODAL_SUBMIT, person, channel, data)

    def _typing(self, person: User, channel: Channel) -> Interaction:
        """What is being typed into an option that is completed."""
        completed = [
            (command["name"], option["name"])
            for command in self._commands()
            for option in command.get("options", ())
            if option.get("autocomplete")
        ]
        command, option = self._chance.choice(completed)
        typed: dict[str, OptionValue] = {option: self._texts.value()}
        return person._command(channel, f"hitblow {command}", typed, focused=option)

    def _custom_id(self) -> str:
        return (self._chance.choice(_PREFIXES) + self._texts.button())[:100]

    def _about_message(self, kind: InteractionType, person: User, channel: Channel, data: Json) -> Interaction:
        board = next((message for message in channel.messages), None)
        return self._harness.discord.state.create_interaction(kind, person, channel, data, board)

    def _look(self, interaction: Interaction) -> None:
        exchanges = self._harness.discord.network.exchanges
        self._findings.check([call.body for call in exchanges])
        if interaction.callback is None:
            self._findings.add("no response", str(interaction.payload))
        for route, error in self._harness.discord.violations:
            self._findings.add("violation", f"{route}: {error}")
        exchanges.clear()


async def fuzz_discord(folder: Path, count: int, chance: random.Random, findings: Findings) -> None:
    """Send so many interactions to the bot."""
    database = Database(f"sqlite:///{migrated(folder / 'discord.db')}")
    with ThreadPoolExecutor(1) as thread:
        services = Services(database.unit, now, AnyCode(chance), ExecutorSolver(thread))
        async with LoopbackDiscord() as discord, running(HitblowClient(services, seconds_between=0.0), discord):
            guild = discord.guild("Ann's")
            harness = Harness(
                discord, services, guild, guild.channel("games"), guild.member("Ann"), guild.member("Bob")
            )
            fuzzer = DiscordFuzzer(harness, findings, chance)
            await fuzzer.prepare()
            for _ in range(count):
                await fuzzer.send()
    await database.close()
