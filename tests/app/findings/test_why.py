"""The picture of an accepted package."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.inspection import ports
from builders.screens import stories
from builders.screens.pages import agreed, drawn_page

from xpkgtui.app.drawing.page import Code, Page
from xpkgtui.app.findings import why
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.rules.finding import Acceptance, Finding, OtherVerdict, Severity, Verdict


def drawn(state: Inspection) -> list[str]:
    return [line.text.plain for line in why.picture(state, "Crossplane 2.4") if isinstance(line, Code)]


@pytest.fixture
def accepted(tmp_path: Path) -> Inspection:
    return fold_all(Inspection(source=""), stories.accepted(tmp_path).opening)


def test_an_arrow_leads_from_the_file_to_its_reader(accepted: Inspection) -> None:
    (arrow,) = [line for line in drawn(accepted) if "▶" in line]
    assert "package.yaml ──" in arrow
    assert "layer 2 only" in arrow


def test_layers_stand_in_their_order_and_plain_neighbors_share_a_box(accepted: Inspection) -> None:
    text = "\n".join(drawn(accepted))
    assert text.index("3 upbound") < text.index("2 base") < text.index("0 – 1  2 layers")


def test_boxes_are_closed_and_every_line_fits_a_narrow_screen(accepted: Inspection) -> None:
    lines = drawn(accepted)
    text = "\n".join(lines)
    assert text.count("╭") == text.count("╮") == text.count("╰") == text.count("╯")
    assert text.count("┏") == text.count("┛") == 1
    assert max(map(len, lines)) <= 55


def test_names_of_a_package_are_made_visible_and_cut(accepted: Inspection) -> None:
    assert isinstance(accepted.manifest, Ready)
    rows = tuple(
        replace(row, annotation="\x1b[31m" + "x" * 100) if row.index == 3 else row for row in accepted.layers
    )
    hostile = replace(accepted, manifest=Ready(replace(accepted.manifest.value, layers=rows)))
    text = "\n".join(drawn(hostile))
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 55


@pytest.mark.parametrize("supplier", [0, 1, 2, 3])
def test_the_arrow_meets_its_box_wherever_the_supplier_lies(accepted: Inspection, supplier: int) -> None:
    assert accepted.reading is not None
    lines = drawn(replace(accepted, reading=replace(accepted.reading, layer=supplier)))
    (arrow,) = [number for number, line in enumerate(lines) if "▶" in line]
    assert "package.yaml" in lines[arrow]
    assert "Crossplane 2.4" in lines[arrow - 1]


def test_what_has_no_image_has_no_picture(tmp_path: Path) -> None:
    assert why.picture(Inspection(source="x"), "Crossplane 2.4") == ()


def test_the_way_to_the_image_is_one_line(accepted: Inspection) -> None:
    assert why.path(accepted).plain == " v1.21.0 ─▶ index ─▶ linux/amd64 ─▶ manifest, 4 layers"


def test_the_meta_object_is_named_before_what_there_is_most_of(accepted: Inspection) -> None:
    assert "│ Provider, 24 CRDs  │" in "\n".join(drawn(accepted))


@pytest.mark.parametrize(
    ("files", "annotation", "lines"),
    [
        (1, "upbound", ["┃ 2 upbound", "┃ its only file "]),
        (None, "upbound", ["┃ its only file "]),
        (2, "a" * 12, ["┃ 2 aaaaaaaaaaaa ", "┃ and 1 other file "]),
        (1_235, "b" * 13, ["┃ 2 bbbbbbbbbbb… ", "┃ and 1,234 other files "]),
        (1, None, ["┃ 2 – "]),
    ],
)
def test_the_box_of_the_supplier_says_what_is_beside_the_file(
    accepted: Inspection, files: int | None, annotation: str | None, lines: list[str]
) -> None:
    assert isinstance(accepted.manifest, Ready)
    assert accepted.reading is not None
    supplier = accepted.reading.layer
    rows = tuple(
        replace(row, files=files, annotation=annotation) if row.index == supplier else row for row in accepted.layers
    )
    text = "\n".join(drawn(replace(accepted, manifest=Ready(replace(accepted.manifest.value, layers=rows)))))
    assert [one for one in lines if one not in text] == []


WHOLE = ports.inspection(*ports.package())
FAILED = Failed(Failure(kind=FailureKind.NETWORK, title="a.example is away."))
SAID = Finding(rule="XPKG401", severity=Severity.ERROR, message="no", says="cannot read it")
OTHERS = tuple(
    OtherVerdict(profile=profile, acceptance=acceptance, reason="as it is", rule=rule)
    for profile, acceptance, rule in (
        ("crossplane", None, ""),
        ("crossplane", Acceptance.ACCEPTED, ""),
        ("crossplane", Acceptance.REFUSED, "XPKG1"),
    )
)


def judged(**facts: object) -> Inspection:
    """A package with such a verdict."""
    verdict = Verdict(acceptance=None, reason="it is open")
    return replace(WHOLE, verdict=Ready(replace(verdict, **facts)))  # type: ignore[arg-type]


def test_what_is_said_around_the_steps_looks_as_it_was_agreed(golden: Golden) -> None:
    assert WHOLE.reading is not None
    foreign = replace(WHOLE.format, also=("a chart: helm unpacks it",), reasons=())
    opened = Inspection(source="x", format=replace(foreign, reasons=("its name", "its bytes")))
    states = (
        replace(opened, verdict=FAILED, format=foreign),
        replace(
            opened, verdict=judged(others=OTHERS).verdict, reading=replace(WHOLE.reading, message="what it printed")
        ),
    )
    parts = [drawn_page(Page(key="", body=tuple(why.body(state)))) for state in states]
    golden("pages_why", agreed(*parts))


def test_what_is_copied_is_the_finding_to_blame_or_the_verdict_with_its_steps() -> None:
    blamed = why.plain(judged(culprit=SAID))
    assert "XPKG401" in blamed
    assert why.plain(judged()).startswith("Crossplane 2.4: it is open\n1. ")
    assert why.plain(replace(WHOLE, verdict=FAILED)) == ""
