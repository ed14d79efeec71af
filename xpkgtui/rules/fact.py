"""A fact about versions of a tool: since when something is so. It stands once, in the table of the tool."""

from xpkgtui.rules.wording import is_older
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionFact:
    """One row of the table of a tool."""

    says: str
    """What is so, in one sentence."""
    since: str = ""
    """The first version of which it is true; empty if it is true of all older ones."""
    until: str = ""
    """The first version of which it is no longer true; empty if it is true of all newer ones."""
    source: str
    """Where it was measured or read."""

    def holds(self, version: str) -> bool:
        """Whether it is true of a version, by its minor release; what is no version is newer than any."""
        return not is_older(version, self.since or "0") and (not self.until or is_older(version, self.until))
