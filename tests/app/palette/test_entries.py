"""The lines of the palette: objects and rules, with the words beside them."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.inspection import ports
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.commands.command import Scope
from xpkgtui.app.commands.program import NOTHING_OPEN, PROGRAM, copying
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.styled_text import BADGES, SEVERITIES
from xpkgtui.app.palette.entries import PaletteEntry, RuleTitle, entries, folded, leads, match
from xpkgtui.app.screens.help import pane
from xpkgtui.app.state.lists.file_views import list_request
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Badge, Finding, Place, Severity

RULES = (
    RuleTitle(id="OLM001", title="of bundles", format="registry+v1"),
    RuleTitle(id="XPKG001", title="of packages", format="xpkg"),
    RuleTitle(id="XPKG002", title="of packages too", format="xpkg"),
)


def row(name: str | None = "n", plural: str | None = None, group: str | None = None) -> ObjectRow:
    return ObjectRow(
        document=3,
        line=1,
        start=0,
        end=1,
        first_line=1,
        kind="CustomResourceDefinition",
        api_version="a/v1",
        name=name,
        plural=plural,
        group=group,
        badge=Badge.WARNING,
    )


def offered(kind: str, *rows: ObjectRow, findings: tuple[Finding, ...] = ()) -> list[PaletteEntry]:
    """The lines of a kind."""
    state = fold_all(
        Inspection(source="s"),
        [Judged(findings=findings, restart=True), ObjectsListed(first=0, rows=rows, total=len(rows))],
    )
    found = entries(state, Selection(), Replies(), RULES, answers=lambda action: action == "quit")
    return [one for one in found if one.kind == kind]


def finding(rule: str, severity: Severity) -> Finding:
    return Finding(rule=rule, severity=severity, message="m", place=Place())


def test_an_object_has_its_plural_else_its_name_and_is_found_by_its_group() -> None:
    (plural,) = offered("CRD", row(plural="boats", group="a.io"))
    assert (plural.name, plural.detail, plural.document) == ("boats", "a.io", 3)
    assert (plural.sign, plural.line) == (BADGES[Badge.WARNING], "crd boats.a.io")
    assert [one.name for one in offered("CRD", row(), row(name=None))] == ["n", "(no name)"]


def test_the_name_begins_behind_the_kind() -> None:
    (found,) = offered("CRD", row(group=None))
    assert found.line == "crd n"
    assert found.line[found.begin :] == "n"


def test_a_name_and_a_group_are_cut_at_200_characters() -> None:
    (whole,) = offered("CRD", row(name="n" * 200, group="g" * 200))
    assert (whole.name, whole.detail) == ("n" * 200, "g" * 200)
    (cut,) = offered("CRD", row(name="n" * 201, group="g" * 201))
    assert len(cut.name) == len(cut.detail) == 200
    other = replace(row(), kind="K" * 17)
    (found,) = (one for one in offered("K" * 15 + "…", other))
    assert found.kind == "K" * 15 + "…"
    assert cut.name.endswith("…")


def test_rules_of_the_format_come_first_with_their_findings_and_the_worst_of_them() -> None:
    found = (
        finding("XPKG001", Severity.WARNING),
        finding("XPKG001", Severity.ERROR),
        finding("XPKG001", Severity.INFO),
    )
    assert [(one.name, one.detail, one.sign, one.is_foreign) for one in offered("rule", findings=found)] == [
        ("XPKG001  of packages", "3 here", SEVERITIES[Severity.ERROR], False),
        ("XPKG002  of packages too", "no findings", "", False),
        ("OLM001  of bundles", "for registry+v1", "", True),
    ]


def test_files_of_the_view_are_offered_with_their_size_as_far_as_they_were_listed() -> None:
    state = ports.inspection(*ports.package())
    request = list_request(state, Selection())
    assert request is not None
    row = FileRow(path="a", type=EntryType.FILE, size=2_000, mode=0o644, layer=1)
    listed = FilesListed(view=request.view, folder="", first=0, rows=(row,) * 2_001, total=2_001)
    for asked, count in ((request, 2_000), (replace(request, layer=7), 0), (None, 0)):
        replies = Replies().with_event(asked, listed) if asked else Replies()
        every = entries(state, Selection(), replies, RULES, answers=lambda _: False)
        assert [(one.name, one.detail, one.path) for one in every if one.kind == "file"] == [
            ("a", "2 kB", "a")
        ] * count


def test_commands_are_those_of_the_application_and_those_that_the_screen_answers() -> None:
    without = entries(Inspection(source="s"), None, Replies(), RULES, answers=lambda _: False)
    every = entries(Inspection(source="s"), None, Replies(), RULES, answers=lambda _: True)
    assert {one.kind for one in (*without, *every)} == {"command", "copy"}
    assert 0 < len(without) < len(every)
    assert {one.command.scope.name for one in without if one.command} == {"APP"}


SOUGHT = {
    "cover": {"files.view", "program.ls"},
    "hide": {"files.view", "problems", "program.ls"},
    "waste": {"files.view", "program.ls"},
    "upgrade": {"compare", "tags", "dependencies", "program.diff"},
    "mirror": {"program.images"},
    "air gap": {"program.images"},
    "rbac": {"program.rbac"},
    "permissions": {"program.rbac"},
    "report": {"verdict.findings", "program.report"},
    "page": {"picture", "program.report"},
    "save": {"picture", "copy.as", "program.save", "program.report"},
    "export": {"copy.as", "program.save", "program.report"},
    "signature": {"referrers", "program.referrers"},
    "provenance": {"referrers", "program.referrers"},
    "deleted": {"files.view", "program.ls"},
    "outdated": {"tags", "program.tags"},
    "update": {"tags", "program.diff"},
    "openapi": {"schema", "program.explain"},
    "disconnected": {"program.images"},
    "serviceaccount": {"program.rbac"},
    "graph": {"dependencies", "program.deps"},
    "sarif": {"program.check"},
    "refresh": {"refresh"},
    "fullscreen": {"full"},
    "arm64": {"pane.platforms"},
}


@each_row("word", SOUGHT)
def test_what_one_looks_for_is_found_by_the_palette_and_the_help(word: str) -> None:
    offered = entries(Inspection(source="s"), None, Replies(), (), answers=lambda _: True)
    found = {one.command.id for one in offered if one.command and match(word, one.line, one.begin, one.sought)}
    every = (*COMMANDS, *(copying(one, NOTHING_OPEN) for one in PROGRAM))
    helped = {row.value[0].id for row in pane((), Scope.LIST, word, commands=every).rows if row.selectable}
    assert SOUGHT[word] - found == set()
    assert SOUGHT[word] - helped == set()


def test_a_word_that_is_sought_counts_from_its_beginning_alone() -> None:
    assert match("mirr", "copy xpkgtui images", 5, "air gap mirror")
    assert match("irror", "copy xpkgtui images", 5, "air gap mirror") is None


def test_an_error_leads_to_rules_commands_and_pages_of_the_manual() -> None:
    (rule, *_) = leads("package.yaml: cannot get package stream: package.yaml not found in package")
    assert rule.rule.startswith("XPKG")
    deps = leads("cannot resolve package dependencies: missing dependencies: reg.io/a/b")[0]
    assert (deps.program and deps.program.name, deps.detail) == ("deps", "xpkgtui deps")
    assert leads("four words of nothing much at all") == ()


def test_of_the_commands_that_act_on_something_the_action_alone_is_asked_for() -> None:
    asked: list[str] = []

    def answers(action: str) -> bool:
        asked.append(action)
        return False

    found = entries(Inspection(source="s"), None, Replies(), RULES, answers=answers)
    assert len(asked) > len(found) > 0
    assert [one for one in asked if not one.isidentifier()] == []


def rank(typed: str, line: str) -> int:
    found = match(typed, folded(line))
    assert found is not None
    return found.rank


def test_better_matches_have_lower_ranks() -> None:
    lines = ("schema", "schemas", "the schema of it", "globalschemas", "switch the theme")
    ranks = [rank("schem" if number else "schema", line) for number, line in enumerate(lines)]
    assert ranks == sorted(set(ranks))


def test_every_word_must_be_found() -> None:
    assert match("light dark", "light or dark colors")
    assert match("light blue", "light or dark colors") is None


def test_scattered_letters_count_only_near_each_other() -> None:
    assert match("schem", "switch the theme")
    assert match("schem", "s" + " " * 40 + "chem") is None


def test_the_smallest_stretch_is_marked() -> None:
    found = match("ace", "a b c a.c.e")
    assert found is not None
    assert found.places == (6, 8, 10)


def test_the_name_counts_before_the_kind() -> None:
    found = match("crd", "crd crds", 4)
    assert found is not None
    assert found.places == (4, 5, 6)
    kind, inside = match("crd", "crd boats", 4), match("rd", "crd boats", 4)
    assert kind is not None
    assert inside is not None
    assert found.rank < kind.rank < inside.rank


@pytest.mark.parametrize("typed", ["", "  "])
def test_nothing_typed_matches_everything(typed: str) -> None:
    assert match(typed, "anything") is not None


@given(st.text(min_size=1), st.text())
def test_marked_letters_are_those_that_were_typed(typed: str, line: str) -> None:
    found = match(typed, folded(line))
    if found is not None:
        marked = {folded(line)[place] for place in found.places}
        assert marked == set("".join(folded(typed).split()))


@given(st.text())
def test_folding_keeps_every_letter_in_its_place(text: str) -> None:
    assert len(folded(text)) == len(text)
