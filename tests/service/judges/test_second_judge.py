"""With a second judge everything that is said is the same, whatever becomes of that judge."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest
from builders.packages.case_facts import case_about
from builders.packages.judgements import CRD, PROVIDER

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.judging import AccountsGiven, GiveAccounts, Judged, VerdictReached
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Judge, Request
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.service.client import Child
from xpkgtui.service.judges.judge import JudgeAnswerer
from xpkgtui.service.judges.second_judge import SecondJudge
from xpkgtui.service.local import LocalEndpoint
from xpkgtui.service.port import Endpoint
from xpkgtui.service.spawning import ChildRole

FAULTY = CRD.replace("storage: true", "storage: false").replace("served: true", "served: 'no'")
UNKNOWN = "apiVersion: nop.example.org/v1\nkind: Thong\nmetadata: {name: a, colour: red}\n"
STREAM = "---\n".join(
    [PROVIDER, *(FAULTY.replace("things", f"things{n}") for n in range(40)), UNKNOWN, PROVIDER, "a: [\n"]
)


@pytest.fixture
def case(tmp_path: Path) -> Case:
    path = tmp_path / "stream.yaml"
    path.write_text(STREAM)
    return case_about("x", stream=StreamFile(path=str(path), size=len(STREAM), sha256="aa"))


def second(start: Callable[[], Endpoint]) -> SecondJudge:
    return SecondJudge(start, least=0)


async def judged(case: Case, helper: SecondJudge | None = None) -> list[object]:
    """Findings in their order, the last badge of each document, and the verdict."""
    judge = LocalEndpoint(JudgeAnswerer(second=helper))
    events = [event async for event in judge.ask(Judge(case=case))]
    judge.close()
    said = [event for event in events if isinstance(event, Judged)]
    verdicts = [event for event in events if isinstance(event, VerdictReached)]
    assert len(verdicts) == 1
    return [
        [finding for event in said for finding in event.findings],
        {number: badge for event in said for number, badge in event.badges},
        verdicts,
    ]


class Ready:
    """A judge that has all accounts at once, or only some, and says when it was asked."""

    judges = False

    def ensure_started(self) -> bool:
        return False

    def __init__(self, accounts: tuple[object, ...] = (), ending: Event | None = None) -> None:
        self.asked: list[Request] = []
        self._accounts = accounts
        self._ending = ending

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self.asked.append(request)
        for one in self._accounts:
            yield AccountsGiven(accounts=(one,))  # type: ignore[arg-type]
        if self._ending is not None:
            yield self._ending
        await asyncio.sleep(0)

    def close(self) -> None:
        """Holds nothing."""


async def accounts(case: Case) -> tuple[object, ...]:
    judge = LocalEndpoint(JudgeAnswerer())
    events = [event async for event in judge.ask(GiveAccounts(case=case))]
    return tuple(one for event in events if isinstance(event, AccountsGiven) for one in event.accounts)


async def test_accounts_come_from_the_end_and_leave_packages_and_unknown_kinds_out(case: Case) -> None:
    numbers = [one.number for one in await accounts(case)]  # type: ignore[attr-defined]
    assert numbers == [44, *range(41, 1, -1)]


@pytest.mark.parametrize("count", [0, 1, 20, 41])
async def test_what_is_said_is_the_same(case: Case, count: int) -> None:
    helper = Ready((await accounts(case))[:count])
    assert await judged(case, second(lambda: helper)) == await judged(case)
    assert helper.asked == [GiveAccounts(case=case)]


async def test_a_judge_in_another_process_helps(case: Case) -> None:
    assert await judged(case, second(lambda: Child(ChildRole.JUDGE))) == await judged(case)


async def test_a_judge_that_dies_is_not_missed(case: Case) -> None:
    failed = PartFailed(part=PartName.FINDINGS, failure=Failure(kind=FailureKind.BUG, title="It ended."))
    assert await judged(case, second(lambda: Ready(ending=failed))) == await judged(case)


async def test_a_small_stream_has_one_judge(case: Case) -> None:
    helper = Ready()
    await judged(case, SecondJudge(lambda: helper, least=len(STREAM) + 1))
    assert not helper.asked
