"""Commands, actions, forms and events with random content, signed and posted to the bot over HTTP."""

import json
import random
from pathlib import Path
from urllib.parse import urlencode

from tests.fakes.loopback import Json
from tests.fakes.slack import LoopbackSlack, Message, NotAcknowledged, SignedHttp, payloads
from tests.fakes.slack.blocks import Element
from tests.fakes.slack.socket_mode import FORM
from tests.fakes.slack.views import View
from tests.fuzz.findings import Findings
from tests.fuzz.texts import AnyCode, Texts
from tests.platforms.slack.harness import Harness, set_up
from tests.support.canaries import ANNS, BOBS

_JSON = "application/json"


class SlackFuzzer:
    """Eve, who sends anything from the channel where Ann and Bob play."""

    def __init__(self, harness: Harness, http: SignedHttp, findings: Findings, chance: random.Random) -> None:
        self._harness = harness
        self._http = http
        self._findings = findings
        self._chance = chance
        self._eve = harness.team.user("Eve")
        self._texts = Texts(chance, (ANNS, BOBS), ())

    async def prepare(self) -> None:
        """Start the duel whose secrets nobody may learn."""
        harness = self._harness
        await harness.start_duel(code=ANNS)
        await harness.bob.command(harness.games, "/hitblow", "secret")
        await harness.slack.until(lambda: harness.bob.views)
        await harness.bob.submit(harness.bob.view, entered=BOBS)
        self._texts.games += ["k1", "k0", "zzzzz"]

    async def send(self) -> None:
        """Post one payload, and look at what it brings about."""
        kinds = (self._command, self._action, self._submission, self._message, self._home)
        kind, payload = self._chance.choices(kinds, (4, 3, 3, 2, 1))[0]()
        content_type, body = self._encoded(kind, payload)
        self._findings.sending(f"Slack {kind}", body)
        try:
            self._findings.check((await self._http.post(body, {"Content-Type": content_type})).payload)
        except NotAcknowledged as refused:
            if refused.status is None or refused.status >= 500:
                self._findings.add("not acknowledged", str(refused))
        exchanges = self._harness.slack.network.exchanges
        self._findings.check([call.args for call in exchanges])
        exchanges.clear()

    def _command(self) -> tuple[str, Json]:
        name = self._chance.choices(("/hitblow", "/hitblow2", self._texts.noise()), (8, 1, 1))[0]
        return "commands", payloads.command(self._eve, self._harness.games, name, self._texts.line())

    def _action(self) -> tuple[str, Json]:
        kind, value = self._chance.choice(("press", "ask", self._texts.noise()[:255])), self._texts.button()[:2000]
        place = self._chance.choice((f"{self._harness.team.id}/{self._harness.games.id}", self._texts.value()[:255]))
        body: Json = {"type": "button", "action_id": f"{kind}:0", "value": value}
        element = Element({"type": "actions", "block_id": place}, body)
        return "actions", payloads.action(self._eve, self._harness.games.messages[0], element, {})

    def _submission(self) -> tuple[str, Json]:
        place = self._chance.choice((f"{self._harness.team.id}/{self._harness.games.id}", self._texts.value()))
        blocks = [
            {"type": "input", "block_id": name, "element": {"type": "plain_text_input", "action_id": name}}
            for name in ("entered", "rules")
        ]
        metadata = self._chance.choice((f"{place} {self._texts.button()}", self._texts.value()))[:3000]
        body: Json = {"type": "modal", "callback_id": "form", "private_metadata": metadata, "blocks": blocks}
        number = self._harness.slack.ids.next("V")
        view = View(number, self._eve, body, f"{number}.hash", number)
        chosen = self._chance.sample(("entered", "rules", "language", self._texts.noise()), self._chance.randrange(3))
        view.values = {name: {name: {"type": "plain_text_input", "value": self._texts.value()}} for name in chosen}
        return "submissions", payloads.submission(self._eve, view)

    def _message(self) -> tuple[str, Json]:
        channel = self._chance.choice((self._harness.games, self._harness.team.dm(self._eve)))
        thread = self._chance.choice((None, self._harness.games.messages[0].ts))
        message = Message(
            channel, self._harness.slack.clock.timestamp(), self._eve.id, self._texts.line(), thread_ts=thread
        )
        return "messages", payloads.message_event(message)

    def _home(self) -> tuple[str, Json]:
        return "home", payloads.home_opened(self._eve, self._harness.team.dm(self._eve))

    def _encoded(self, kind: str, payload: Json) -> tuple[str, str]:
        if kind == "commands":
            return FORM, urlencode({name: str(value).encode("utf-8", "replace") for name, value in payload.items()})
        if kind in {"actions", "submissions"}:
            return FORM, urlencode({"payload": json.dumps(payload)})
        return _JSON, json.dumps(payload)


async def fuzz_slack(folder: Path, count: int, chance: random.Random, findings: Findings) -> None:
    """Post so many payloads to the bot."""
    async with LoopbackSlack() as slack:
        harness = set_up(slack, "http", folder / "slack.db")
        harness.random_source = AnyCode(chance)
        async with harness.bot() as bot:
            http = slack.use_http(f"http://127.0.0.1:{bot.port}/slack/events")
            fuzzer = SlackFuzzer(harness, http, findings, chance)
            await fuzzer.prepare()
            for _ in range(count):
                await fuzzer.send()
            await slack.idle()
