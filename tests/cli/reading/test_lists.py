"""Lists, forms and members of a package, as commands read them."""

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from builders.inspection import ports
from builders.inspection.inspections import opened, port
from builders.screens.referrers import FOUND

from xpkgtui.cli.exit_codes import Stopped
from xpkgtui.cli.reading.forms import installable_of, no_upgrades, read_form, upgrades_of
from xpkgtui.cli.reading.lists import (
    installed_member,
    read_dependencies,
    read_examples,
    read_images,
    read_permissions,
    read_referrers,
)
from xpkgtui.errors import Failure, FailureKind, Usage
from xpkgtui.formats.dependencies.needed import DependencyTree, NeededPackage
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.formats.forms import AskedForm
from xpkgtui.formats.permissions.granted import DefinitionName, Granter, PackagePermissions
from xpkgtui.formats.used_images.needed_images import ImageList, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.examples import ExamplesRead, ReadExamples
from xpkgtui.inspection.messages.images import ImagesRead, ReadImages
from xpkgtui.inspection.messages.permissions import PermissionsRead, ReadPermissions
from xpkgtui.inspection.messages.referrers import ReadReferrers, ReferrersRead
from xpkgtui.inspection.messages.requests import Options, Request
from xpkgtui.service.local import LocalPort

__all__ = ["port"]
STATE = ports.inspection(*ports.package())
LOST = ports.failed("network", "a.example is away", part="images")


class Replying:
    """A port that replies with these events to everything."""

    def __init__(self, *events: Event) -> None:
        self._events = events

    async def ask(self, _request: Request) -> AsyncGenerator[Event, None]:
        for event in self._events:
            yield event

    async def close(self) -> None:
        """Holds nothing."""


async def test_a_list_is_what_was_replied() -> None:
    tree = DependencyTree(packages=tuple(NeededPackage(package=str(number)) for number in range(30)))
    needed = await read_dependencies(Replying(DependenciesRead(whole=tree)), STATE, ReadDependencies())
    assert (needed.tree, needed.failure, needed.inspection) == (tree, None, STATE)
    image = NeededImage(reference="a", spelled="a", role=ImageRole.RUNTIME)
    listed = ImageList(images=(image,) * 101)
    assert (await read_images(Replying(ImagesRead(whole=listed)), STATE, ReadImages())).list == listed
    one = Example(file="a", line=1, verdict=ExampleVerdict.ACCEPTED)
    some = ExampleList(examples=(one,) * 21, kinds=1)
    assert (await read_examples(Replying(ExamplesRead(whole=some)), STATE, ReadExamples())).list == some
    found = await read_referrers(Replying(ReferrersRead(whole=FOUND)), STATE, ReadReferrers())
    assert found.list == FOUND
    may = PackagePermissions(remarks=("a",))
    granted = await read_permissions(
        Replying(PermissionsRead(whole=may)), STATE, ReadPermissions(), Granter.INSTALLER
    )
    assert (granted.permissions, granted.by) == (may, Granter.INSTALLER)


UNOPENED = replace(STATE, failure=Failure(kind=FailureKind.NETWORK, title="a.example is away"))


@pytest.mark.parametrize(
    ("state", "events"), [(STATE, (LOST,)), (UNOPENED, (DependenciesRead(whole=DependencyTree()),))]
)
async def test_what_fails_is_a_failure_and_no_list(state: Inspection, events: tuple[Event, ...]) -> None:
    away = Replying(*events)
    lists = (
        await read_dependencies(away, state, ReadDependencies()),
        await read_images(away, state, ReadImages()),
        await read_examples(away, state, ReadExamples()),
        await read_referrers(away, state, ReadReferrers()),
        await read_permissions(away, state, ReadPermissions(), None),
    )
    assert [one.failure and one.failure.title for one in lists] == ["a.example is away"] * 5


async def test_a_catalog_has_forms_and_others_have_none(port: LocalPort) -> None:
    catalog = await opened(port, "demo:catalog", Options(price=-1))
    assert no_upgrades(catalog) is None
    assert (await upgrades_of(port, catalog))[0]["package"]
    assert await installable_of(port, catalog)
    assert (await read_form(port, AskedForm(name="dot"))).startswith("digraph")
    with pytest.raises(Stopped):
        await read_form(port, AskedForm(name="dot", package="nothing"))
    plain = await opened(port, "demo:plain", Options(price=-1))
    failure = no_upgrades(plain)
    assert failure is not None
    assert failure.title == "demo:plain has no upgrade graph: it is not an OLM catalog"
    assert await upgrades_of(port, plain) is None
    assert await upgrades_of(port, ports.inspection(ports.resolved())) is None


async def test_a_member_from_a_registry_has_its_reference_and_only_what_has_kind_and_name() -> None:
    rows = (ports.row(1, kind="A", name="a", api_version="g.io/v1"), ports.row(2, kind="B", name=""))
    events = (ports.resolved("h/a:v1", form="registry"), ports.manifest(), ports.stream(), ports.objects(*rows))
    port = ports.FakePort(ports.opening(*events, *ports.judged()))
    member = await installed_member(port, "h/a:v1", Options())
    assert (member.source, member.reference) == ("h/a:v1", "h/a:v1")
    assert member.definitions == (DefinitionName(kind="A", group="g.io", name="a"),)


async def test_a_member_of_a_family_shares_what_it_defines(port: LocalPort) -> None:
    member = await installed_member(port, "demo", Options(price=-1))
    assert (member.source, member.reference) == ("demo", "")
    assert len(member.definitions) == 14
    assert member.definitions[1].group == "apiextensions.k8s.io"
    with pytest.raises(Usage, match="no family"):
        await installed_member(port, "demo:bundle", Options(price=-1))
    with pytest.raises(Stopped):
        await installed_member(port, "/nowhere/at/all.xpkg", Options(price=-1))
