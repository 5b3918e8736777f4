"""All services together, as the adapters are given them."""

from dataclasses import dataclass

from bot.services.records import Records
from bot.services.referee import Referee


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that can be done."""

    referee: Referee
    records: Records
