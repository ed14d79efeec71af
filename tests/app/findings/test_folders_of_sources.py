"""A folder of sources on the screen: every place is a file and a line of it."""

from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.packages.folders import META, composition, write_folder

from xpkgtui.app.drawing.page import NumberedStep
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.findings import verdict as verdict_page
from xpkgtui.app.objects import detail as object_detail
from xpkgtui.app.state.keys.jumps import show_document
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection


@pytest.fixture
async def acme(tmp_path: Path) -> Inspection:
    """A document in the middle of a file that is not an object."""
    text = f"# one\n{composition('one')}---\n\n- no object\n---\n{composition('two')}"
    files: dict[str, str | bytes] = {"crossplane.yaml": META, "apis/all.yaml": text, "examples/x.yaml": "[\n"}
    return await inspect_source(write_folder(tmp_path / "acme", files))


def of_document(state: Inspection, document: int) -> Selection:
    return show_document(state, Selection(tabs={Subject.OBJECT: TabId.YAML}), document)


def test_the_text_is_numbered_as_in_its_file(acme: Inspection) -> None:
    page = object_detail.page(acme, of_document(acme, 4), Replies())
    assert page.text is not None
    assert page.text.first_line == 10
    assert page.note == "apis/all.yaml · line 10 · 4 of 4"


def test_the_separator_before_everything_is_in_no_file_and_not_shown(acme: Inspection) -> None:
    page = object_detail.page(acme, of_document(acme, 1), Replies())
    assert page.text is not None
    assert (page.text.first_line, page.text.start) == (1, len("---\n"))


def test_findings_stand_under_the_lines_of_their_file(acme: Inspection) -> None:
    (note,) = object_detail.page(acme, of_document(acme, 4), Replies()).line_findings
    assert (note.rule, note.line) == ("XPKG716", 10)


def test_findings_name_their_file(acme: Inspection) -> None:
    words = {finding.rule: finding_list.place_words(finding) for finding in acme.findings}
    assert words["XPKG716"] == "apis/all.yaml:10"
    assert words["XPKG411"] == "the package"


def test_why_tells_what_a_build_does_with_the_folder(acme: Inspection) -> None:
    steps = [line for line in verdict_page.page(acme, Selection(), Replies()).body if isinstance(line, NumberedStep)]
    assert "Separates examples/" in steps[4].lead.plain
    assert "once it has linted the package" in steps[4].text.plain
    assert "Parses the documents" in steps[5].lead.plain
