"""Tags that are listed and looked at, without a screen."""

from builders.inspection import ports
from builders.screens.quiet import QuietApp
from builders.screens.repositories import REPOSITORY, Repository

from xpkgtui.app.port.listing import ListingTags
from xpkgtui.app.state.outcomes import LookAt, ShowTags, StopTags
from xpkgtui.app.state.tags import ListedTags
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Options, Request
from xpkgtui.sources.access import Access

LOST = Failure(kind=FailureKind.NETWORK, title="xpkg.upbound.io is away.")
STOPPED = ["stop tags", "stop look"]
TAGS = tuple(f"v1.{number}.0" for number in range(12))


class Asked(ports.FakePort):
    """A repository whose registry was waited for."""

    def __init__(self, script: Repository | None = None) -> None:
        super().__init__(script or Repository(*TAGS))

    @property
    def looks(self) -> list[tuple[str, ...]]:
        """The tags of each request."""
        return [one.tags for one in self.asked if isinstance(one, LookAtTags)]


def listing(
    inspection: Inspection | None = None, script: Repository | None = None
) -> tuple[QuietApp, Asked, ListingTags]:
    app, port = QuietApp(inspection or Inspection(source="")), Asked(script)
    return app, port, ListingTags(port, app, app, show=lambda: app.did.append("show"))  # type: ignore[arg-type]


async def test_tags_of_a_source_are_listed_once_and_then_shown_again() -> None:
    app, port, tags = listing()
    tags.take(ShowTags(f"docker://{REPOSITORY}:v1.3.0"), Options(crossplane="2.4"))
    assert app.news() == ([], [*STOPPED, "show", "stop tags"])
    assert (app.listed.doing, app.listed.at) == (f"Listing the tags of {REPOSITORY}", "v1.3.0")
    await app.rest()
    assert port.asked == [ListTags(repository=f"docker://{REPOSITORY}:v1.3.0", options=Options(crossplane="2.4"))]
    assert (app.listed.doing, app.listed.found.failure, len(app.listed.found.names)) == ("", None, len(TAGS))
    assert (app.listed.found.crossplane, app.listed.unasked) == ("2.4", 16)
    app.did.clear()
    tags.take(ShowTags(f"{REPOSITORY}:v1.4.0"), Options())
    assert (app.news(), app.listed.at, len(port.asked)) == (([], ["show"]), "v1.4.0", 1)
    tags.take(ShowTags(REPOSITORY, is_again=True), Options())
    assert (app.news(), app.listed.at) == (([], [*STOPPED, "stop tags"]), "v1.4.0")
    await app.rest()
    tags.take(ShowTags(REPOSITORY, is_again=True, refresh=True), Options())
    await app.rest()
    access = [one.options.access for one in port.asked if isinstance(one, ListTags)]
    assert [(one.ask_tags, one.refresh) for one in access] == [(False, False), (True, False), (True, True)]
    tags.take(ShowTags("other.example/a/b"), Options(access=Access(refresh=True)))
    await app.rest()
    assert port.asked[-1].options.access == Access(refresh=True)  # type: ignore[union-attr]


async def test_a_package_that_is_open_says_where_it_is_from() -> None:
    remote = ports.inspection(ports.resolved(f"{REPOSITORY}:v1.5.0", "registry"), source="short")
    app, _, tags = listing(remote)
    tags.take(ShowTags("short"), Options())
    await app.rest()
    assert (app.listed.source, app.listed.at) == (f"{REPOSITORY}:v1.5.0", "v1.5.0")
    app, _, tags = listing(ports.inspection(ports.resolved(), source="pkg.xpkg"))
    tags.take(ShowTags("pkg.xpkg"), Options())
    assert app.news() == (["Only a package from a registry has other versions to list. (3 s)"], [])
    tags.take(ShowTags("no reference:"), Options())
    assert app.listed.doing == "Listing the tags of no reference:"
    await app.rest()


async def test_what_goes_wrong_stands_in_the_place_of_the_list() -> None:
    script = Repository(*TAGS)
    script.refusals = {ListTags: LOST}
    app, _, tags = listing(script=script)
    tags.take(ShowTags(REPOSITORY), Options())
    await app.rest()
    assert (app.listed.found.failure, app.listed.doing) == (LOST, "")

    class Ends(Repository):
        def __call__(self, request: Request) -> tuple[Event, ...]:
            waited = Progressed(part=PartName.TAGS, what="", waited=4)
            return (waited, Progressed(part=PartName.TAGS, what=""))

    app, _, tags = listing(script=Ends(*TAGS))
    tags.take(ShowTags(REPOSITORY), Options())
    await app.rest()
    doing = f"Listing the tags of {REPOSITORY}"
    assert app.doing[-3:] == [doing, f"{doing}: no answer for 4 s", ""]
    assert app.listed.found.failure == Failure(kind=FailureKind.UNDECIDED, title="The list did not come to its end.")


async def test_tags_are_looked_at_eight_at_a_time_what_a_key_wants_first() -> None:
    app, port, tags = listing()
    app.listed = ListedTags(source=REPOSITORY)
    tags.take(LookAt(TAGS[:10], is_unasked=True), Options())
    assert (app.listed.asking, app.listed.unasked) == (frozenset(TAGS[:10]), 6)
    tags.take(LookAt((TAGS[1],)), Options())
    tags.take(LookAt((TAGS[11], TAGS[10])), Options())
    assert (app.listed.asking, app.listed.unasked) == (frozenset(TAGS), 6)
    assert app.news() == ([], ["stop look"])
    await app.rest()
    assert port.looks == [(TAGS[11], TAGS[10], *TAGS[:6]), TAGS[6:10]]
    assert port.asked[0] == LookAtTags(repository=REPOSITORY, tags=port.looks[0], options=Options())
    assert (app.listed.asking, set(app.listed.found.looks)) == (frozenset(), {*TAGS})
    tags.take(LookAt((TAGS[0],)), Options())
    tags.take(LookAt((TAGS[1],), is_unasked=True), Options())
    tags.take(StopTags(), Options())
    assert (app.listed.asking, app.listed.unasked) == (frozenset(), 0)
    await app.rest()
    assert len(port.looks) == 2


async def test_what_is_wrong_with_the_registry_holds_for_all_tags() -> None:
    script = Repository(*TAGS)
    script.refusals = {LookAtTags: LOST}
    app, port, tags = listing(script=script)
    app.listed = ListedTags(source=REPOSITORY)
    tags.take(LookAt(TAGS), Options())
    await app.rest()
    assert (len(port.looks), app.listed.asking, app.listed.unasked) == (1, frozenset(), 0)
    assert app.said == ["xpkg.upbound.io is away. (5 s)"]
