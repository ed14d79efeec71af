"""What a judgement says in one slice."""

from xpkgtui.rules.finding import Badge, Finding
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The findings and badges of one slice."""

    findings: tuple[Finding, ...] = ()
    badges: tuple[tuple[int, Badge], ...] = ()
    """(number of a document, its badge); a later badge of the same document replaces an earlier one."""
    done: int = 0
    total: int = 0
    """The number of documents; `done` of them are judged."""


class Pending:
    """Findings and badges since the last ruling."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.badges: list[tuple[int, Badge]] = []

    def ruling(self, done: int, total: int) -> Ruling:
        """These as a ruling."""
        return Ruling(findings=tuple(self.findings), badges=tuple(self.badges), done=done, total=total)
