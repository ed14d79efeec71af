"""What two judges of one stream say to each other."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.ledger import Account


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveAccounts:
    """Judge the documents of a case from the last to the first, and give accounts, until it is cancelled."""

    lane: ClassVar[Lane] = Lane.JUDGE
    case: "Case"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountsGiven:
    """Accounts of some documents."""

    accounts: "tuple[Account, ...]"
