"""A loopback Discord, strict as the real one, to test the adapter and the unmodified discord.py against.

async with LoopbackDiscord() as discord:
    guild = discord.guild("Ann's", locale="ja")
    channel = guild.channel("games")
    ann = guild.member("Ann")
    ...  # start the bot with discord.api_url, discord.gateway_url and discord.token
    answer = await ann.slash(channel, "hitblow play", rules="4x10")
    form = (await ann.press(answer.message, "Guess")).modal
    await ann.submit(form, code="0123")
    assert str(channel.messages[-1]) == ...
"""

from tests.fakes.discord.answers import Answer, Modal, NoAnswer, NotOffered
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.client import hurried, pointed_at, running
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.loopback import LoopbackDiscord
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Person

__all__ = [
    "Answer",
    "Channel",
    "Guild",
    "LoopbackDiscord",
    "Message",
    "Modal",
    "NoAnswer",
    "NotOffered",
    "Person",
    "hurried",
    "pointed_at",
    "running",
]
