"""The port in this process: which texts stay, and the service that judges what is small."""

from pathlib import Path

from builders.inspection.inspections import opened
from builders.packages.folders import META, write_folder

from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import CaseReady
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.service.judges.judge import JudgeAnswerer
from xpkgtui.service.local import JudgingService, LocalEndpoint, LocalPort


async def test_the_texts_of_two_openings_stay(tmp_path: Path) -> None:
    port = LocalPort()
    try:
        paths = []
        for name in "abcd":
            state = await opened(port, write_folder(tmp_path / name, {"crossplane.yaml": META}))
            assert state.stream is not None
            paths.append(Path(state.stream.path))
        assert [path.exists() for path in paths] == [False, False, True, True]
    finally:
        await port.close()
    assert not any(path.exists() for path in paths)


async def test_a_service_that_judges_gives_the_verdict_with_the_case(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    service = JudgingService(Inspector(stdin=None), JudgeAnswerer())
    endpoint = LocalEndpoint(service)
    events = [type(event) async for event in endpoint.ask(Open(source=str(folder)))]
    endpoint.close()
    assert events.index(CaseReady) < events.index(VerdictReached)
    assert not list(tmp_path.glob("**/package.yaml"))
