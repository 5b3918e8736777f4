"""A Slack on 127.0.0.1 for the unmodified slack-bolt and slack-sdk to talk to, and people to use it.

async with LoopbackSlack() as slack:
    team = slack.workspace("acme")
    games, ann = team.channel("games"), team.user("Ann", locale="ja-JP")
    slack.use_socket_mode()                      # or slack.send_to("http://127.0.0.1:3000/slack/events")
    ...                                          # start the app with slack.api_url and team.bot_token
    await ann.command(games, "/hitblow", "play rules:4x10")
    board = (await slack.until(lambda: games.messages))[0]
    await ann.click(board, "Guess")
    await slack.until(lambda: ann.views)
    await ann.submit(ann.view, code="0123")
    assert str(board) == "..."
"""

from tests.fakes.slack.basics import CannotDo, NotAcknowledged
from tests.fakes.slack.blocks import Element
from tests.fakes.slack.installing import Page, install
from tests.fakes.slack.loopback import LoopbackSlack
from tests.fakes.slack.people import Person
from tests.fakes.slack.places import Channel, Enterprise, Workspace
from tests.fakes.slack.signed_http import SignedHttp
from tests.fakes.slack.socket_mode import SocketMode
from tests.fakes.slack.surfaces import Message, View

__all__ = [
    "CannotDo",
    "Channel",
    "Element",
    "Enterprise",
    "LoopbackSlack",
    "Message",
    "NotAcknowledged",
    "Page",
    "Person",
    "SignedHttp",
    "SocketMode",
    "View",
    "Workspace",
    "install",
]
