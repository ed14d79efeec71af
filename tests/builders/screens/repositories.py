"""A repository with many tags as a script, and its screen under a pilot's hands."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cached_property
from hashlib import sha256

from builders.pilots import Shown
from builders.screens.port import ScriptedPort

from xpkgtui.app.application import Application
from xpkgtui.app.messages import Requested
from xpkgtui.app.screens.tags import TagScreen
from xpkgtui.app.state.outcomes import ShowTags
from xpkgtui.app.state.tags import ListedTags, TagPane, TagSelection
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.listing import Gone, TagLook, TagsListed, TagsLooked
from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Open, Options, Request
from xpkgtui.reporting.contents.repository_tags import RepositoryTags
from xpkgtui.versions.tags import TagKind, in_order

REPOSITORY = "xpkg.upbound.io/upbound/provider-aws-s3"
NOON = 1_789_214_400.0
"""A noon of September 2026, which is on the same day everywhere but at the ends of the earth."""
_LATE = 4e9
"""A moment after any test: what was looked at then was looked at just now."""
_NEWEST = "2f0c77aa91b3".ljust(60, "0") + "e2b1"
TAGS = (
    *(f"v1.{minor}.{patch}" for minor in range(21) for patch in range(7 if minor < 18 else 2)),
    "v1.21.0",
    "v1.22.0-rc.1",
    "v1.22.0-rc.0",
    "v1.5.0-alpha",
    "main",
    "v1",
    f"sha256-{_NEWEST}.sig",
)
FEW = tuple(
    tag
    for tag in TAGS
    if tag.startswith(("v1.18.", "v1.19.", "v1.20.", "v1.21.", "v1.22.", "main", "sha")) or tag == "v1"
)
"""A few of them, which have room on one screen."""
_BUILT = {"v1.21.0": "2026-08-14", "v1": "2026-08-14", "v1.20.1": "2026-07-02", "v1.20.0": "2026-06-18"}
_SAME = {"v1": "v1.21.0", "main": "v1.22.0-rc.1"}


def look(name: str) -> TagLook:
    """What a tag of the repository is; `v1.19.1` has moved."""
    digits = _NEWEST if _SAME.get(name, name) == "v1.21.0" else sha256(_SAME.get(name, name).encode()).hexdigest()
    found = TagLook(
        name=name,
        digest=f"sha256:{digits}",
        size=21_800_000,
        created=f"{_BUILT[name]}T09:00:00Z" if name in _BUILT else "",
        platforms=("linux/amd64", "linux/arm64"),
        base=2,
        at=_LATE,
        fetched=3_000,
    )
    return replace(found, was=f"sha256:0c9be11{0:057x}", was_at=NOON) if name == "v1.19.1" else found


class Repository:
    """The script: the list, and what is looked at; `refusals` by the kind of request."""

    def __init__(self, *tags: str, gone: tuple[Gone, ...] = (), stale: str = "") -> None:
        self.tags = tags
        self.gone, self.stale = gone, stale
        self.refusals: Mapping[type[Request], Failure] = {}
        self.unknown: frozenset[str] = frozenset()

    def __call__(self, request: Request) -> Sequence[Event]:
        """The events that answer a request."""
        if refusal := self.refusals.get(type(request)):
            return (PartFailed(part=request.lane.part, failure=refusal),)
        if isinstance(request, ListTags):
            return self.listed
        if isinstance(request, LookAtTags):
            return [TagsLooked(looks=(self._look(name),)) for name in request.tags]
        if isinstance(request, Open):
            title = "xpkg.upbound.io cannot be reached: connection refused."
            return (PartFailed(part=None, failure=Failure(kind=FailureKind.NETWORK, title=title)),)
        return ()

    def _look(self, name: str) -> TagLook:
        return TagLook(name=name, problem=f"no tag {name}.", at=_LATE) if name in self.unknown else look(name)

    @cached_property
    def listed(self) -> Sequence[TagsListed]:
        """The events of the list."""
        tags = in_order(self.tags)
        kinds = [tag.kind for tag in tags]
        return [
            TagsListed(
                repository=REPOSITORY,
                names=tuple(tag.name for tag in tags),
                releases=kinds.count(TagKind.RELEASE),
                prereleases=kinds.count(TagKind.PRERELEASE),
                gone=self.gone,
                stale=self.stale,
                fetched=3_000,
            )
        ]


GONE = (Gone(name="v0.9.0", at=NOON, digest="sha256:" + "ab" * 32), Gone(name="v0.8.0", at=NOON))
UNREAD = TagLook(name="v1.18.1", problem="no tag v1.18.1.", at=_LATE)
STALE = replace(look("v1.18.0"), stale="cached 12 min ago; registry unreachable", base=None, fetched=0)


def found_tags(*names: str, gone: tuple[Gone, ...] = GONE) -> RepositoryTags:
    """What is known of some tags: of most also what they are."""
    found = RepositoryTags(repository="")
    for event in Repository(*names, gone=gone).listed:
        found = found.with_list(event)
    looks = tuple(look(name) for name in names if name.startswith(("v1.19", "v1.2", "v1", "main")))
    return found.with_looks(
        TagsLooked(looks=(*(one for one in looks if not one.name.startswith("v1.18")), UNREAD, STALE))
    )


FOUND = found_tags(*FEW)
LISTED = ListedTags(found=FOUND, source=REPOSITORY, at="v1.20.0", asking=frozenset({"v1.22.0-rc.0"}))


class Listed(Shown):
    """The screen of the tags under a pilot's hands."""

    @property
    def tags(self) -> TagScreen:
        """The screen."""
        assert isinstance(self.app.screen, TagScreen)
        return self.app.screen

    async def anew(self, *keys: str, size: tuple[int, int] | None = None) -> None:
        """Brings the list back to how it opens, at a size, and presses keys; what was asked stays known."""
        await self.cleared(TagScreen, size)
        self.tags.selection = TagSelection()
        self.tags.query_one(f"#{TagPane.LIST}").focus()
        await self.settle()
        await self.press(*keys)

    @property
    def cursor(self) -> str:
        """The tag under the cursor, as the row is drawn."""
        (row,) = (line for line in self.text.split("\n") if "▶" in line)
        return row.split("▶")[1].split()[0]


@asynccontextmanager
async def listed(
    *keys: str,
    size: tuple[int, int] = (100, 30),
    script: Repository | None = None,
    source: str = REPOSITORY,
    hold: frozenset[str] = frozenset(),
) -> AsyncIterator[Listed]:
    """The tags of a repository, over the start screen."""
    port = ScriptedPort(script or Repository(*TAGS), hold=hold)
    app = Application(port, source=None, options=Options())
    async with app.run_test(size=size) as pilot:
        shown = Listed(app, port, pilot)
        await shown.settle()
        app.post_message(Requested(ShowTags(source)))
        await shown.settle()
        await shown.press(*keys)
        yield shown
