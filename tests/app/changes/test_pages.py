"""The changes between two packages, row by row and page by page, as they were agreed."""

from dataclasses import replace
from pathlib import Path

from builders.goldens import Golden, once
from builders.packages.case_facts import case_about
from builders.screens.pages import agreed, drawn_band, drawn_page, drawn_pane
from builders.screens.upgrades import new_package, old_package

from xpkgtui.app.changes import bands, detail
from xpkgtui.app.changes.list import pane
from xpkgtui.app.state.changes import (
    ChangeSelection,
    ChangeText,
    ComparedPackages,
    FindingsCheck,
    chosen_row,
)
from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.comparing import BothRead, ChangesFound, Compare, ReadBoth
from xpkgtui.reporting.contents.differences import Differences
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.changes.change import compare_findings
from xpkgtui.rules.finding import Finding, Place, Severity
from xpkgtui.service.judges.judge import JudgeAnswerer
from xpkgtui.service.local import LocalEndpoint

LOST = Failure(kind=FailureKind.NETWORK, title="b.example is away.", tried=("asked it", "again"), hint="Look.")


def case(path: Path, text: str) -> Case:
    path.write_text(text)
    return case_about(path.name, stream=StreamFile(path=str(path), size=len(text), sha256="aa"), has_manifest=False)


async def compared(folder: Path) -> tuple[ComparedPackages, ChangeText]:
    """Two packages as the judge compares them, and the text of the first change."""
    old, new = case(folder / "old.yaml", old_package()), case(folder / "new.yaml", new_package())
    judge = LocalEndpoint(JudgeAnswerer())
    found = [event async for event in judge.ask(Compare(old=old, new=new)) if isinstance(event, ChangesFound)]
    differences = Differences(
        old=Inspection(source="old.yaml"),
        new=Inspection(source="new.yaml", case=new),
        changes=tuple(one for event in found for one in event.changes),
        objects=tuple(one for event in found for one in event.objects),
        equal=found[-1].equal,
        total=found[-1].total,
    )
    both = ComparedPackages(old="old.yaml", new="new.yaml", found=differences)
    first = both.order[0]
    left, right = first.change.old or Place(), first.change.new or Place()
    numbers = {"old_document": left.document, "new_document": right.document}
    request = ReadBoth(old=old, new=new, **numbers, old_line=left.line, new_line=right.line)
    texts = [one async for one in judge.ask(request) if isinstance(one, BothRead)]
    rows = tuple(row for text in texts for row in text.rows)
    return both, ChangeText(number=first.number, rows=rows, focus=texts[0].focus)


async def test_objects_and_findings_of_both_look_as_they_were_agreed(tmp_path: Path, golden: Golden) -> None:
    both, _ = await compared(tmp_path)
    old, new = (
        [Finding(rule=rule, severity=severity, message=f"{rule} is odd", place=Place(document=1, line=4))]
        for rule, severity in (("XPKG401", Severity.ERROR), ("XPKG402", Severity.INFO))
    )
    checks = (
        FindingsCheck(),
        FindingsCheck(problem="a.example is away"),
        *(FindingsCheck(found=compare_findings(*each)) for each in ((old, new), (old, old), ([], new), (new, []))),
    )
    parts = [drawn_page(detail.page(both, ChangeSelection(tab=TabId.FINDINGS), None, check)) for check in checks]
    objects = ChangeSelection(tab=TabId.OBJECTS)
    parts += [drawn_page(detail.page(one, objects)) for one in (both, replace(both, doing="Comparing"))]
    many = replace(both, found=replace(both.found, changes=9 * tuple(both.found.changes)))
    parts += [drawn_pane(pane(many, one), 90) for one in (ChangeSelection(), ChangeSelection(risks_only=True))]
    golden("pages_changes_whole", once(agreed(*parts)))


def test_where_nothing_is_compared_the_reason_stands(golden: Golden) -> None:
    sides = Differences(old=Inspection(source="a"), new=Inspection(source="b"), equal=3)
    several = (
        ComparedPackages(old="a", new="b", found=sides),
        ComparedPackages(old="a", new="b", found=sides, doing="Comparing"),
        ComparedPackages(old="a", new="b", found=replace(sides, failure=LOST), failed="b"),
        ComparedPackages(old="a", new="b", found=replace(sides, uncompared="a limit was reached")),
    )
    parts = []
    for one in several:
        assert chosen_row(one, ChangeSelection()) == ""
        parts += [drawn_band(bands.headline(one)), bands.counts(one, 116), bands.question(one)]
        parts += [drawn_pane(pane(one, ChangeSelection(filter=word))) for word in ("", "x")]
        parts.append(drawn_page(detail.page(one, ChangeSelection())))
    golden("pages_changes_none", once(agreed(*parts)))
