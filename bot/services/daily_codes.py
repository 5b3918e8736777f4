"""The codes of dailies and the keys that prove them. Both are hidden values until they may be shown."""

from datetime import date

from bot.model.daily import DailyChain
from bot.persistence.unit_of_work import UnitOfWork
from core.game.codes import Code
from core.game.daily import daily_code, earlier_link
from core.game.hidden import HiddenCode, HiddenText
from core.game.rules import Rules


async def key_of(unit: UnitOfWork, chain: DailyChain, day: date) -> HiddenText:
    """The key of a day."""
    number = chain.number(day)
    stored, link = await unit.daily_chains.next_link(chain, number)
    return HiddenText(earlier_link(link, stored - number))


async def code_of(unit: UnitOfWork, chain: DailyChain, day: date, rules: Rules) -> Code:
    """The code of a day under these rules."""
    return HiddenCode(daily_code(await key_of(unit, chain, day), day.isoformat(), rules))
