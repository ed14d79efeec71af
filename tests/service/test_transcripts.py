"""The same requests get the same events in this process and from the two children, and either child may die."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from builders.inspection.inspections import answers, opened
from builders.oci.images import package, write_layout
from builders.packages.judgements import CRD

from xpkgtui.errors import FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import CaseReady, Event, PartFailed
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import FilesListed, TextReady
from xpkgtui.inspection.messages.requests import Judge, ListFiles, Open, Options, ReadFacts, ReadText, Text, View
from xpkgtui.rules.case import Case
from xpkgtui.service.client import Child, connect
from xpkgtui.service.local import LocalPort
from xpkgtui.service.port import Port
from xpkgtui.service.routing import Router
from xpkgtui.service.spawning import ChildRole, spawn

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n---\n"
LARGE = STREAM + "# a comment in a large package\n" * 40_000
pytestmark = pytest.mark.usefixtures("forked")


WHERE = ("local", "remote")


def connected(where: str) -> Port:
    """A port in this process, or one to children."""
    return LocalPort() if where == "local" else connect(spawn(ChildRole.SERVICE_AND_JUDGE))


@pytest_asyncio.fixture(params=WHERE, scope="module", loop_scope="module")
async def port(request: pytest.FixtureRequest) -> AsyncIterator[Port]:
    """What several tests open a source with, one after the other."""
    made = connected(request.param)
    yield made
    await made.close()


class Children:
    """A port over two children that a test may end."""

    def __init__(self) -> None:
        self.service = Child(ChildRole.SERVICE_AND_JUDGE, spawn(ChildRole.SERVICE_AND_JUDGE))
        self.judge = Child(ChildRole.JUDGE)
        self.port = Router(self.service, self.judge)


@pytest.fixture
async def remote() -> AsyncIterator[Children]:
    made = Children()
    yield made
    await made.port.close()


@pytest.mark.asyncio(loop_scope="module")
async def test_the_demo_opens_with_its_objects_and_its_verdict(port: Port) -> None:
    state = await opened(port, "demo")
    assert state.failure is None
    assert isinstance(state.verdict, Ready)
    assert state.meta is not None
    assert all(row.badge is not None for row in state.rows if row.role != "empty")


@pytest.mark.asyncio(loop_scope="module")
async def test_files_texts_and_facts_are_answered_after_opening(port: Port) -> None:
    await opened(port, "demo")
    files = await answers(port, ListFiles(view=View.BASE))
    assert [row.path for event in files if isinstance(event, FilesListed) for row in event.rows] == ["package.yaml"]
    texts = await answers(port, ReadText(text=Text.MANIFEST))
    assert [event.language for event in texts if isinstance(event, TextReady)] == ["json"]
    facts = await answers(port, ReadFacts(document=1))
    assert "Provider" in str(facts[0])


@pytest.mark.asyncio(loop_scope="module")
async def test_a_missing_file_is_a_failure_of_the_whole(port: Port, tmp_path: Path) -> None:
    state = await opened(port, tmp_path / "absent.xpkg")
    assert state.failure is not None
    assert state.failure.kind is FailureKind.NOT_FOUND


@pytest.mark.parametrize("where", WHERE)
async def test_asking_before_anything_is_open_is_answered(where: str) -> None:
    port = connected(where)
    events = await answers(port, ListFiles(view=View.BASE))
    await port.close()
    assert [type(event) for event in events] == [PartFailed]


@pytest.mark.asyncio(loop_scope="module")
async def test_another_source_replaces_the_first(port: Port, tmp_path: Path) -> None:
    await opened(port, "demo")
    state = await opened(port, write_layout(tmp_path / "layout", package(STREAM)))
    assert [row.name for row in state.rows] == ["acme"]


@pytest.mark.asyncio(loop_scope="module")
async def test_another_profile_judges_the_same_case_anew(port: Port) -> None:
    case = next(e.case for e in await answers(port, Open(source="demo")) if isinstance(e, CaseReady))
    events = await answers(port, Judge(case=replace(case, profile="spec")))
    assert getattr(events[0], "restart", False)
    assert getattr(events[-1], "profile", None) == "spec"


def _is_gone(pid: int | None) -> bool:
    assert pid is not None
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def _kill(pid: int | None, how: signal.Signals = signal.SIGKILL) -> None:
    assert pid is not None
    os.kill(pid, how)


async def test_a_killed_service_is_reported_and_the_next_request_starts_another(remote: Children) -> None:
    service = remote.service
    await opened(remote.port, "demo")
    pid = service.pid
    _kill(pid)
    await service.ended.wait()
    files = await answers(remote.port, ListFiles(view=View.BASE))
    assert service.pid != pid
    assert [row.path for event in files if isinstance(event, FilesListed) for row in event.rows] == ["package.yaml"]


async def test_a_service_killed_while_it_answers_fails_that_answer_only(remote: Children) -> None:
    events: list[Event] = []
    async for event in remote.port.ask(Open(source="demo")):
        if not events:
            _kill(remote.service.pid)
        events.append(event)
    failures = [event for event in events if isinstance(event, PartFailed)]
    assert [event.part for event in failures] in (["service"], [])
    state = await opened(remote.port, "demo")
    assert isinstance(state.verdict, Ready)


async def test_a_small_package_is_judged_by_the_service(remote: Children) -> None:
    state = await opened(remote.port, "demo")
    assert isinstance(state.case, Case)
    again = await answers(remote.port, Judge(case=replace(state.case, profile="spec")))
    assert type(again[-1]).__name__ == "VerdictReached"
    assert remote.judge.pid is None


async def test_a_service_that_hangs_over_a_document_fails_the_findings_and_judges_no_more(
    remote: Children, tmp_path: Path
) -> None:
    # Small, and judged for longer than a signal takes.
    source = write_layout(tmp_path / "layout", package(STREAM + "---\n".join([CRD] * 1_500)))
    events: list[Event] = []
    async for event in remote.port.ask(Open(source=str(source))):
        if isinstance(event, Judged) and event.restart:
            _kill(remote.service.pid, signal.SIGALRM)
        events.append(event)
    (failed,) = (event for event in events if isinstance(event, PartFailed))
    assert failed.part == "findings"
    assert "SIGALRM. It took too long over one document." in failed.failure.title
    files = await answers(remote.port, ListFiles(view=View.BASE))
    assert [row.path for event in files if isinstance(event, FilesListed) for row in event.rows] == ["package.yaml"]
    assert remote.judge.pid is None
    case = next(event.case for event in events if isinstance(event, CaseReady))
    again = await answers(remote.port, Judge(case=case))
    assert type(again[-1]).__name__ == "VerdictReached"
    assert remote.judge.pid is not None


async def test_what_is_sent_ahead_is_answered_when_it_is_asked_for() -> None:
    made = connect(spawn(ChildRole.SERVICE_AND_JUDGE), ahead=Open(source="demo", options=Options(price=-1)))
    state = await opened(made, "demo")
    assert isinstance(state.verdict, Ready)
    await made.close()


async def test_another_request_than_what_was_sent_ahead_has_its_own_answer(tmp_path: Path) -> None:
    made = connect(spawn(ChildRole.SERVICE_AND_JUDGE), ahead=Open(source="demo"))
    state = await opened(made, write_layout(tmp_path / "layout", package(STREAM)))
    assert [row.name for row in state.rows] == ["acme"]
    await made.close()


async def test_a_killed_judge_fails_the_findings_and_judges_again_when_asked(
    remote: Children, tmp_path: Path
) -> None:
    events: list[Event] = []
    case = None
    source = write_layout(tmp_path / "layout", package(LARGE))
    async for event in remote.port.ask(Open(source=str(source), options=Options())):
        events.append(event)
        if isinstance(event, CaseReady):
            case = event.case
            _kill(remote.judge.pid)
    failed = [event for event in events if isinstance(event, PartFailed)]
    if failed:
        assert failed[0].part == "findings"
        assert "SIGKILL" in failed[0].failure.title
    assert case is not None
    again = await answers(remote.port, Judge(case=case))
    assert type(again[-1]).__name__ == "VerdictReached"


async def test_closing_the_port_ends_both_children(tmp_path: Path) -> None:
    made = Children()
    await opened(made.port, write_layout(tmp_path / "layout", package(LARGE)))
    pids = [made.service.pid, made.judge.pid]
    await made.port.close()
    assert [await asyncio.to_thread(_is_gone, pid) for pid in pids] == [True, True]


def test_an_inspection_begins_with_everything_waiting() -> None:
    state = Inspection(source="x")
    assert state.rows == ()
    assert state.meta is None
