"""What the judge says of a case, and two judges of one stream to each other."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.rules.finding import Badge, Finding, Verdict
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.judging.documents import Account
    from xpkgtui.rules.manual_page import ManualPage

LATE_TYPES = {
    "Account": "xpkgtui.rules.judging.documents",
    "Case": "xpkgtui.rules.case",
    "ManualPage": "xpkgtui.rules.manual_page",
}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageJudged:
    """What rules say of the image before its package is read; all of it is found again by the judgement."""

    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A part of the judgement; `done` of `total` documents."""

    findings: tuple[Finding, ...] = ()
    badges: tuple[tuple[int, Badge], ...] = ()
    done: int = 0
    total: int = 0
    rate: float = 0
    """Documents a second since the judgement began; 0 while that is too short ago."""
    restart: bool = False
    """Whether what was found before is void (another profile, another try)."""
    anew: frozenset[str] = frozenset()
    """Rules whose earlier findings are void, and only these: more of the image was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Previewed:
    """What can be said of one document before its turn; counted nowhere, and void once it is judged."""

    document: int
    badge: Badge
    profile: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictReached:
    """The judgement is whole."""

    profile: str
    crossplane: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveAccounts:
    """Judge the documents of a case from the last to the first, and give accounts, until it is cancelled."""

    lane: ClassVar[Lane] = Lane.JUDGE
    case: "Case"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountsGiven:
    """Accounts of some documents."""

    accounts: "tuple[Account, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadManual:
    """Give the manual pages of rules, which the judge has loaded and a screen has not."""

    lane: ClassVar[Lane] = Lane.MANUAL
    format: str
    """The name of the format whose rules they are."""
    rules: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualRead:
    """The pages of those rules that there are."""

    pages: "tuple[ManualPage, ...]"
