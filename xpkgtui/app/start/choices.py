"""What can be opened: packages in this folder, recent ones with verdict and age, demos, references in the cache."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol

from xpkgtui import visible
from xpkgtui.settings.state import Recent
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_SIGNS = {"accepted": "✓", "refused": "✗", "": "◌"}
_DIGEST = 19
"""Characters of a digest that are shown: `sha256:` and twelve more."""


class NearbyPackage(Protocol):
    """A package of this folder, as far as it is known without opening it."""

    @property
    def path(self) -> str:
        """The path from the current folder."""

    @property
    def kind(self) -> str:
        """The kind and name of the package, or the form of the source."""

    @property
    def size(self) -> int | None:
        """Bytes of a file, or of all files in a folder."""

    @property
    def modified(self) -> float:
        """The time of the last change, in seconds since 1970."""


class Tagged(Protocol):
    """A repository with the tags that were listed of it."""

    @property
    def repository(self) -> str:
        """The repository's full name, registry included."""

    @property
    def tags(self) -> Sequence[str]:
        """The tags, the newest first."""

    @property
    def newest(self) -> str:
        """The newest release; empty where there is none."""

    @property
    def count(self) -> int:
        """The number of all tags that were listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What the program knows of packages, without a request."""

    recents: Sequence[Recent] = ()
    """The sources that were opened before, the newest first."""
    found: Sequence[NearbyPackage] = ()
    references: Sequence[str] = ()
    """References that were resolved before, so that their digest is in the cache."""
    repositories: Sequence[Tagged] = ()
    """The repository whose tags were listed last comes first."""
    folder: str = ""
    now: float = 0.0
    marked: str = ""
    """The source that is the old one of the next comparison."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A source that can be opened."""

    source: str
    group: str
    sign: str = ""
    note: str = ""
    """What it is: a kind, or a digest."""
    size: str = ""
    when: str = ""


def choices(offered: Offered) -> tuple[Choice, ...]:
    """The packages of this folder, then recent ones, then the demos."""
    return (*_found(offered), *_recent(offered), *_DEMOS)


DEMOS = {
    "demo": "a Crossplane provider with 3 warnings; needs no network",
    "demo:refused": "the wrong layer is annotated: why it does not install",
    "demo:disputed": "two package.yaml: which tool reads which",
    "demo:bundle": "an OLM bundle that OLM v1 refuses",
    "demo:catalog": "an OLM catalog with a graph of upgrades",
    "demo:stack": "a package of Crossplane 0.12",
    "demo:plain": "a plain bundle of RukPak",
    "demo:rukpak": "objects of RukPak",
}
"""What each built-in package is, by the name that opens it."""
_DEMOS = tuple(Choice(source=source, group="Demo", note=note) for source, note in DEMOS.items())


def _found(offered: Offered) -> Iterator[Choice]:
    for each in offered.found:
        yield Choice(
            source=each.path,
            group="Packages in this folder",
            note=each.kind,
            size="" if each.size is None else visible.size(each.size),
            when=moment(each.modified, offered.now),
        )


def _recent(offered: Offered) -> Iterator[Choice]:
    for each in offered.recents:
        if each.source not in DEMOS:
            yield Choice(
                source=each.source,
                group="Recent",
                sign=_SIGNS.get(each.verdict, "!"),
                note=f"@{each.digest[:_DIGEST]}" if each.digest not in each.source else "",
                when=moment(each.at, offered.now),
            )


_MINUTE, _HOUR = 60, 3600


def moment(at: float, now: float) -> str:
    """`2 minutes ago`, `today, 09:12`, `yesterday`, `12 August`, `May 2024`; empty where it is not known."""
    if at <= 0:
        return ""
    passed = now - at
    if 0 <= passed < _MINUTE:
        return "just now"
    if 0 <= passed < _HOUR:
        minutes = int(passed // _MINUTE)
        return f"{plural(minutes, 'minute')} ago"
    try:
        then, today = _local(at), _local(now).date()
    except (OverflowError, ValueError, OSError):
        return ""
    if then.date() == today:
        return f"today, {then:%H:%M}"
    if then.date() == today - timedelta(days=1):
        return "yesterday"
    return f"{then.day} {then:%B}" if then.year == today.year else f"{then:%B %Y}"


def _local(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone()
