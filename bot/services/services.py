"""All services together, as the adapters are given them."""

from dataclasses import dataclass

from bot.services.analysis import Analysis
from bot.services.coach import Coach
from bot.services.opponent import Opponent
from bot.services.posts import Posts
from bot.services.records import Records
from bot.services.referee import Referee


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that can be done."""

    referee: Referee
    opponent: Opponent
    coach: Coach
    analysis: Analysis
    posts: Posts
    records: Records
