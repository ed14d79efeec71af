"""What commands make of the events of a reply, as far as it came."""

import io
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.inspection import ports
from builders.packages.case_facts import case_about

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.exit_codes import InternalError, Stopped
from xpkgtui.cli.reading import port_client
from xpkgtui.errors import Failure, FailureKind, NotFound
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.inspection.messages.comparing import ChangesFound, Compare, ComparisonEnded
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.listing import TagLook, TagsListed, TagsLooked
from xpkgtui.inspection.messages.replies import FactsRead, TextReady
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    LayerScope,
    ListTags,
    LookAtTags,
    Options,
    ReadFacts,
    ReadText,
    Request,
    Text,
)
from xpkgtui.reporting.contents.differences import Differences
from xpkgtui.reporting.contents.repository_tags import RepositoryTags
from xpkgtui.rules.case import Profiles

FAILURE = Failure(kind=FailureKind.NETWORK, title="away", tried=("asked a.example",))
LOST, BUG = PartFailed(part=None, failure=FAILURE), ports.failed("bug", "KeyError")
PACKAGE = ports.inspection(*ports.package())
OPERATOR = replace(PACKAGE, format=REGISTRY_V1.summary)
TAGS = RepositoryTags(repository="a.example/b")
LISTED = TagsListed(repository="a.example/b", names=("v1", "v2"))
LOOKED = TagsLooked(looks=(TagLook(name="v1", digest="sha256:0"),))
BOTH = Differences(old=replace(PACKAGE, case=case_about("old")), new=replace(PACKAGE, case=case_about("new")))
Work = Callable[[ports.FakePort], Awaitable[Any]]


async def made(work: Work, *events: Event) -> tuple[Any, list[Request]]:
    port = ports.FakePort(lambda _: events)
    return await work(port), port.asked


async def listed(port: ports.FakePort) -> RepositoryTags:
    return await port_client.list_tags(port, TAGS, Options())


async def looked(port: ports.FakePort) -> RepositoryTags:
    return await port_client.look_at_tags(port, TAGS, ("v1",), Options())


async def compared(port: ports.FakePort) -> Differences:
    return await port_client.compare(port, BOTH)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((), TAGS),
        ((ports.cost(), LISTED), TAGS.with_list(LISTED)),
        ((LISTED, LOST, LISTED), replace(TAGS.with_list(LISTED), failure=FAILURE)),
    ],
)
async def test_tags_are_listed_until_one_part_fails(events: tuple[Event, ...], found: RepositoryTags) -> None:
    asked = ListTags(repository="a.example/b", options=Options())
    tags, said = await made(listed, *events)
    assert (repr(tags), said) == (repr(found), [asked])


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((), TAGS),
        ((ports.cost(), LOOKED), TAGS.with_looks(LOOKED)),
        ((LOST, LOOKED), replace(TAGS, failure=FAILURE).with_looks(LOOKED)),
    ],
)
async def test_tags_are_looked_at_as_far_as_the_registry_answers(
    events: tuple[Event, ...], found: RepositoryTags
) -> None:
    asked = LookAtTags(repository="a.example/b", tags=("v1",), options=Options())
    tags, said = await made(looked, *events)
    assert (repr(tags), said) == (repr(found), [asked])


@pytest.mark.parametrize(
    ("events", "counts"),
    [
        ((), (0, 0, "the comparison did not end")),
        ((ChangesFound(equal=3, total=2), ports.cost(), ComparisonEnded()), (3, 2, "")),
        ((ChangesFound(equal=3, total=2), ChangesFound(equal=4, total=1)), (4, 1, "the comparison did not end")),
        ((ComparisonEnded(unread="too large"),), (0, 0, "too large")),
    ],
)
async def test_a_comparison_says_whether_it_ended(events: tuple[Event, ...], counts: tuple[int, int, str]) -> None:
    found, asked = await made(compared, *events)
    assert (found.equal, found.total, found.unread) == counts
    assert [(one.old.source.name, one.new.source.name) for one in asked if isinstance(one, Compare)] == [
        ("old", "new")
    ]


@pytest.mark.parametrize("work", [listed, looked, compared])
async def test_a_bug_ends_the_command(work: Work) -> None:
    with pytest.raises(InternalError) as raised:
        await made(work, BUG)
    assert str(raised.value) == "KeyError; asked a.example"


async def test_a_comparison_that_fails_stops_the_command() -> None:
    with pytest.raises(Stopped) as raised:
        await made(compared, LOST)
    assert raised.value.failure() == FAILURE


READ = ReadText(text=Text.DEFINITIONS, document=1)


async def read(port: ports.FakePort) -> str:
    return await port_client.read_text(port, READ)


async def test_a_text_is_that_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("é\n".encode() + b"\xed\xb3\xbf")
    ready = TextReady(path=str(tmp_path / "text"), size=6)
    assert await made(read, ports.cost(), ready, LOST) == ("é\n\udcff", [READ])


@pytest.mark.parametrize(("events", "error"), [((LOST,), Stopped), ((BUG,), InternalError), ((), NotFound)])
async def test_a_text_that_cannot_be_read_stops_the_command(
    events: tuple[Event, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await made(read, ports.cost(), *events)


META = json.dumps({"kind": "Provider", "metadata": {"name": "a"}})


@pytest.mark.parametrize(
    ("text", "size", "before", "is_known"),
    [
        (META, 9, (), True),
        (META, 64 << 20, (ports.cost(),), True),
        (META, (64 << 20) + 1, (), False),
        (META, 9, (LOST,), False),
        ("{", 9, (), False),
        ("[" * 100_000, 9, (), False),
        (None, 9, (), False),
    ],
)
async def test_facts_are_those_of_text_that_can_be_read(
    tmp_path: Path, text: str | None, size: int, before: tuple[Event, ...], is_known: bool
) -> None:
    path = tmp_path / "text"
    if text is not None:
        path.write_text(text)
    ready = TextReady(path=str(path), size=size)
    found, asked = await made(lambda port: port_client.meta_facts(port, PACKAGE), *before, ready)
    assert (found is not None) == is_known
    assert asked == [ReadText(text=Text.DOCUMENT_JSON, document=1)]
    assert await made(lambda port: port_client.meta_facts(port, ports.inspection()), ready) == (None, [])


FACTS = FactsRead(facts=(("name", "a"),))


@pytest.mark.parametrize(
    ("state", "events", "found"),
    [
        (OPERATOR, (ports.cost(), FACTS), (("name", "a"),)),
        (OPERATOR, (), ()),
        (PACKAGE, (FACTS,), ()),
        (replace(ports.inspection(), format=REGISTRY_V1.summary), (FACTS,), ()),
    ],
)
async def test_a_summary_has_the_facts_of_formats_that_tell_some(
    state: Any, events: tuple[Event, ...], found: object
) -> None:
    options = Options(profile="p", crossplane="2.0")
    summary, asked = await made(lambda port: port_client.summarize(port, state, options), *events)
    assert (summary.inspection, summary.profile, summary.crossplane) == (state, "p", "2.0")
    assert (summary.facts, summary.overview) == (found, None)
    assert (ReadFacts(document=1) in asked) == (state is OPERATOR)


async def test_readers_are_compared_where_something_is_open() -> None:
    failed = replace(PACKAGE, failure=FAILURE)
    asked = CompareReaders(reach=LayerScope.ALL)
    assert await made(lambda port: port_client.compare_readers(port, failed, LayerScope.ALL)) == (failed, [])
    assert await made(lambda port: port_client.compare_readers(port, PACKAGE, LayerScope.ALL)) == (PACKAGE, [asked])


def test_what_is_asked_about_a_source_is_asked_once_it_is_open() -> None:
    async def name(_: object, state: Any) -> str:
        return f"{state.source} {len(state.rows)}"

    port = ports.FakePort(ports.opening(*ports.package()))
    context = CommandContext(open_port=lambda: port)
    assert port_client.ask_about(context, "a", Options(), name) == "a 2"
    assert port.closed


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("source", "stdin", "said"),
    [
        ("-", Keyboard(), "note: reading a package from the terminal; ctrl+d ends it\n"),
        ("-", io.StringIO(), ""),
        ("a", Keyboard(), ""),
    ],
)
async def test_a_package_that_is_typed_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], source: str, stdin: io.StringIO, said: str
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    await port_client.inspect(ports.FakePort(ports.opening()), source, Options())
    assert capsys.readouterr().err == said


def test_a_profile_that_the_format_lacks_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for lacking in ("", "olm"):
        port_client.say_profile(replace(PACKAGE, case=replace(case_about("a"), profiles=Profiles(lacking=lacking))))
    assert capsys.readouterr().err == "note: pkg.xpkg: xpkg has no profile olm; crossplane is used instead\n"
