"""What is said of the versions of a set's packages, the same for people and for JSON."""

from dataclasses import replace

from xpkgtui.errors import Failure
from xpkgtui.formats.sets.outdated import CROSSPLANE, OutdatedMember, OutdatedSet, OutdatedState
from xpkgtui.reporting.answer import CommandAnswer
from xpkgtui.values import dataclass
from xpkgtui.visible import few, plural

_FEW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class OutdatedPackages:
    """The versions of a set's packages, and from what they are known."""

    sources: tuple[str, ...]
    whole: OutdatedSet = OutdatedSet()
    failure: Failure | None = None
    """Why nothing is known."""
    installed: str = ""
    """The file or the cluster that says what is installed."""
    fails_where_newer: bool = False
    """Whether the exit code is 1 where a newer version is allowed."""

    def with_members(self, members: tuple[OutdatedMember, ...]) -> "OutdatedPackages":
        """What is known, with other packages in its place."""
        return replace(self, whole=replace(self.whole, members=members))

    @property
    def summary(self) -> dict[str, int]:
        """The counts of JSON's summary."""
        members = self.whole.members
        states = [one.state for one in members]
        return {
            "packages": len(members),
            "current": states.count(OutdatedState.CURRENT),
            "newer": sum(one.behind is not None for one in members),
            "held": states.count(OutdatedState.HELD),
            "unknown": states.count(OutdatedState.UNKNOWN),
        }

    @property
    def answer(self) -> CommandAnswer:
        """How far the versions are known, and whether that is a failure."""
        can_move = any(one.allowed not in ("", one.has.version) and is_behind(one) for one in self.whole.members)
        return CommandAnswer(
            source=", ".join(self.sources) or "the cluster",
            failure=self.failure,
            beyond=self.whole.unread,
            advice=self.whole.advice,
            is_refused=self.fails_where_newer and can_move,
        )

    @property
    def sentence(self) -> str:
        """`5 of 6 packages have a newer version; 2 of them are held back`"""
        if self.failure is not None:
            return self.failure.title.rstrip(".")
        count = self.summary
        is_cut = bool(self.whole.unread)
        if not count["packages"]:
            return "no package was read" if is_cut else "there is no package"
        known = [one for one in self.whole.members if one.state is not OutdatedState.UNKNOWN]
        parts = []
        if count["newer"]:
            some = f"{count['newer']} of {plural(count['packages'], 'package')}"
            parts.append(f"{some} {'has' if count['newer'] == 1 else 'have'} a newer version")
        elif len(known) == count["packages"]:
            parts.append(f"every package{' that was read' if is_cut else ''} is at its newest version")
        if held := count["held"]:
            whom = "it is" if count["newer"] == held == 1 else f"{held} of them {'is' if held == 1 else 'are'}"
            parts.append(f"{whom} held back")
        above = [one.name for one in known if one.state is OutdatedState.ABOVE]
        if above:
            parts.append(f"{few(above, _FEW)} {'is' if len(above) == 1 else 'are'} above what is allowed")
        if unknown := [one.shown for one in self.whole.members if one.state is OutdatedState.UNKNOWN]:
            parts.append(f"{few(unknown, _FEW)} could not be looked up")
        return "; ".join(parts)


def is_behind(one: OutdatedMember) -> bool:
    """Whether the version that is allowed is newer than the one that it has."""
    return one.state in (OutdatedState.NEWER, OutdatedState.HELD)


def held_by(one: OutdatedMember, crossplane: str) -> str:
    """Who holds the newest version back, what it is above, or why nothing is known."""
    if one.state is OutdatedState.UNKNOWN:
        return f"not known: {one.why}"
    asking = ", ".join(
        f"{CROSSPLANE} {crossplane}, it wants {each.constraint}"
        if each.package == CROSSPLANE
        else f"{each.package} asks for {each.constraint}"
        for each in one.held_by
    )
    return f"above what is allowed: {asking}" if one.state is OutdatedState.ABOVE else asking
