"""Known kinds that are similar to an unknown one."""

from functools import cache

from xpkgtui.formats.xpkg.objects import shapes
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind
from xpkgtui.patterns import late

_MOST = 500
"""Unknown kinds of one package for which similar ones are looked for; each takes about a millisecond."""
_LONGEST = 320
"""Characters of a kind and its version for which similar ones are looked for."""
_UNUSUAL = late(r", (?:WatchEvent|\w+Options|\w+List)\Z")
"""Kinds that Kubernetes registers everywhere and packages never use."""


class NearKinds:
    """The similar kinds of one package's unknown kinds, each looked for once and for a limited number of kinds."""

    def __init__(self) -> None:
        self._found: dict[GroupVersionKind, tuple[str, ...]] = {}
        self.asked = 0
        """How often it was asked: what it says depends on the kinds that it was asked for before."""

    def of(self, named: GroupVersionKind) -> tuple[str, ...]:
        """Similar known kinds, as `apiVersion, Kind`; none beyond the limits."""
        self.asked += 1
        if named in self._found:
            return self._found[named]
        if len(self._found) >= _MOST or len(named.api_version) + len(named.kind) > _LONGEST:
            return ()
        found = self._found[named] = _near(named)
        return found


def _near(named: GroupVersionKind) -> tuple[str, ...]:
    from difflib import get_close_matches

    known, ordinary = _known()
    same_kind = [entry for entry in known if entry.endswith(f", {named.kind}")]
    return tuple(same_kind[:3]) or tuple(
        get_close_matches(f"{named.api_version}, {named.kind}", ordinary, n=2, cutoff=0.8)
    )


@cache
def _known() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All known kinds, and those that packages use."""
    known = tuple(dict.fromkeys(entry for part in shapes.PARTS for entry in shapes.known_kinds(part)))
    return known, tuple(entry for entry in known if not _UNUSUAL.search(entry))
