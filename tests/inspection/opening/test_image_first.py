"""What can be said of an image before its package is read: it is said first, and the judgement says it again."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.inspections import answers
from builders.oci.images import package, write_layout
from builders.oci.layers import file, layer
from builders.packages.case_facts import with_facts
from builders.packages.judgements import PROVIDER, case_of, judge_case
from formats.xpkg.rules.vectors import images as vectors

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats import known
from xpkgtui.inspection.messages.events import StreamRead
from xpkgtui.inspection.messages.judging import ImageJudged, Judged
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.rules.case import Case
from xpkgtui.rules.judging import engine
from xpkgtui.service.local import LocalPort


async def test_findings_about_the_image_come_before_its_package(tmp_path: Path) -> None:
    source = write_layout(tmp_path / "x", package(PROVIDER, layer(file("package.yaml", PROVIDER), base=True)))
    port = LocalPort()
    events = await answers(port, Open(source=str(source), options=Options(image_first=True)))
    await port.close()
    kinds = [type(event) for event in events]
    (early,) = [event for event in events if isinstance(event, ImageJudged)]
    assert kinds.index(ImageJudged) < kinds.index(StreamRead)
    assert "XPKG204" in {one.rule for one in early.findings}
    final = {one for event in events if isinstance(event, Judged) for one in event.findings}
    assert set(early.findings) <= final


@each_row("rule", sorted(vectors.IMAGES))
def test_nothing_is_said_early_that_is_not_said_in_the_end(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []

    def remembering(case: Case, data: bytes | None) -> object:
        found = judge_case(case, data)
        judged.append((case, found))
        return found

    monkeypatch.setattr(vectors, "judge_case", remembering)
    vectors.IMAGES[rule][0]()
    for case, found in judged:
        layers = case.image.layers if case.image else ()
        nothing = tuple(LayerFacts(index=one.index) for one in layers)
        early = with_facts(
            case, reading=None, stream=None, hidden=(), flattened=None, compared=(), children=(), layers=nothing
        )
        ruleset = known.format_of(case.format).ruleset()
        said = {(one.rule, one.message) for one in engine.Judgement(early, None, ruleset).image()}
        assert said <= {(one.rule, one.message) for one in found.findings}


def test_a_case_without_a_reading_can_be_judged() -> None:
    case, _ = case_of(package(PROVIDER))
    ruleset = known.format_of(case.format).ruleset()
    engine.Judgement(replace(case, reading=None, stream=None), None, ruleset).image()
