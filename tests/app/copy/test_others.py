"""What can be copied of the screens beside a package, and how it is listed and told."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, once
from builders.inspection import ports
from builders.screens.buckets import BUCKETS
from builders.screens.dependencies import AWS_EKS, EKS, World
from builders.screens.pages import agreed, drawn_page, drawn_pane
from builders.screens.referrers import DECIDED, FOUND

from xpkgtui.app.copy import clipboard, dependencies, examples, headless, referrers, schemas
from xpkgtui.app.copy.list import pane, part_of, preview
from xpkgtui.app.copy.offer import Offer, Offers
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.schemas.loading import request_of
from xpkgtui.app.state.dependencies import ShownDependencies
from xpkgtui.app.state.examples import example_groups
from xpkgtui.app.state.referrers import referrer_groups
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import rows_of
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import defined_schemas
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.contents.example_list import ListedExamples
from xpkgtui.reporting.contents.needed_packages import NeededPackages
from xpkgtui.reporting.contents.referrer_list import ListedReferrers
from xpkgtui.rules.case import StreamFile

REMOTE = ports.inspection(ports.resolved(EKS, form="registry"), *ports.package()[1:], source=EKS)
LAYOUT = ports.inspection(ports.resolved("/a b/x:v1", form="oci-layout"), *ports.package()[1:], source="/a b/x:v1")


def told(offers: Offers) -> str:
    """The title, and each offer with the first lines of its text."""
    parts = [f"── {offers.title}"]
    for one in offers.items:
        text = one.text.split("\n")
        more = [f"… {len(text):,} lines"] if len(text) > 3 else []
        parts += [f"{one.key} {one.label}{' (command)' if one.is_command else ''}", *text[:3], *more]
    return "\n".join([*parts, ""])


def copied(state: Inspection, *, upgrades: bool) -> str:
    """What can be copied of dependencies, referrers and examples of a package."""
    tree = World(AWS_EKS).resolved()
    needed = ShownDependencies(found=NeededPackages(inspection=state, tree=tree), upgrades=upgrades)
    belonging = ListedReferrers(inspection=state, list=FOUND, decision=DECIDED)
    one = Example(file="a.yaml", line=3, kind="Boat", name="x", verdict=ExampleVerdict.REFUSED, message="it is odd")
    found = ListedExamples(inspection=state, list=ExampleList(examples=(one,), kinds=1))
    rows = [row for group in example_groups(found.list) for row in group.rows]
    parts = [told(dependencies.offers(needed, state, package)) for package in (None, tree.packages[1])]
    attached = [row for group in referrer_groups(belonging) for row in group.rows]
    parts += [told(referrers.offers(state, belonging, row)) for row in (attached[1], attached[-1], None)]
    parts += [told(examples.offers(state, found, row)) for row in (rows[0], None)]
    return "\n".join(parts)


def test_what_can_be_copied_is_what_was_agreed(golden: Golden) -> None:
    registry, layout = copied(REMOTE, upgrades=True), copied(LAYOUT, upgrades=False)
    golden("copied_registry", once(registry))
    golden("copied_layout", once(layout, beside=registry))


def test_what_can_be_copied_of_a_schema_is_what_was_agreed(golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "package.yaml").write_text("kind: CustomResourceDefinition\nspec: {}\n")
    stream = StreamFile(path=str(tmp_path / "package.yaml"), size=40, sha256="aa")
    row = ObjectRow(
        document=1, line=1, start=0, end=40, first_line=1, kind="CustomResourceDefinition", name="buckets"
    )
    selection, definitions = SchemaSelection(document=1).with_all(unfold=True), defined_schemas([BUCKETS])
    paths = ("spec.forProvider.region", "spec.deletionPolicy")
    fields = [one.field for one in rows_of(definitions, selection) if one.key in paths]
    parts: list[str] = []
    for state in (replace(REMOTE, stream=stream), replace(LAYOUT, stream=None)):
        several = (*(schemas.offers(state, row, definitions, selection, one) for one in (None, *fields)),)
        nothing = schemas.offers(state, replace(row, name=None), defined_schemas([]), selection, None)
        parts += map(told, (*several, nothing))
    ready = replace(REMOTE, stream=stream, objects=Ready((row,)), outlines=(row,))
    chosen = Selection(list_id=ListId.OBJECTS, rows={ListId.OBJECTS: "document:1"})
    made = tmp_path / "made"
    made.write_text(json.dumps([BUCKETS]))
    answer = TextReady(path=str(made), size=made.stat().st_size, language="json")
    tab = schemas.offers_of_tab(ready, chosen, Replies().with_event(request_of(1), answer))
    assert tab is not None
    parts.append(told(tab))
    assert schemas.offers_of_tab(ready, chosen, Replies()) is None
    golden("copied_schemas", once("\n".join(parts).replace(str(tmp_path), "")))


PART = TextRange(path="/x", start=0, end=1_500, language="yaml")
REQUEST = ReadText(text=Text.FILE, path="a")
OFFERS = Offers(
    title="it",
    items=(
        Offer(key="a", label="text", text="one\n  two"),
        Offer(key="b", label="raw", text="\x1b[2J", controls=2),
        Offer(key="c", label="file", part=PART),
        Offer(key="d", label="later", request=REQUEST),
        Offer(key="e", label="large", refusal="too large; the command below prints it."),
        Offer(key="f", label="command", text="xpkgtui show x", is_command=True),
        Offer(key="g", label="command", text="xpkgtui why x", is_command=True),
    ),
)


def test_offers_are_listed_and_shown_in_full(golden: Golden) -> None:
    parts = [drawn_pane(pane(OFFERS)), drawn_pane(pane(Offers(title="nothing", items=())))]
    parts += [drawn_page(preview(one, Replies())) for one in OFFERS.items]
    golden("copied_list", agreed(*parts))


def test_a_text_that_was_asked_for_is_shown_once_it_is_there() -> None:
    ready = TextReady(path="/at", size=30, language="json")
    replies = Replies().with_event(REQUEST, ready)
    assert part_of(OFFERS.items[3], replies) == TextRange(path="/at", start=0, end=30, language="json")
    assert part_of(OFFERS.items[0], replies) is None
    shown = preview(OFFERS.items[3], replies)
    assert (shown.text, shown.note) == (TextRange(path="/at", start=0, end=30, language="json"), "30 B")


def page(tmp_path: Path, **facts: Any) -> Page:
    path = tmp_path / "t"
    path.write_bytes(b"a: \xff\n")
    return Page(copied="copied", text=TextRange(path=str(path), start=0, end=5), **facts)


@each_row(
    ("facts", "selection", "value"),
    [
        ({}, Selection(in_detail=True), ("the text", "a: \\xff\n")),
        ({"text": None}, Selection(in_detail=True), ("the text", "copied")),
        ({"subject": Subject.LAYER}, Selection(), ("the digest", "copied")),
        ({"subject": Subject.PLATFORM}, Selection(), ("the digest", "copied")),
        ({"subject": Subject.FILE}, Selection(), ("the path", "copied")),
        ({"subject": Subject.OBJECT}, Selection(), ("the name", "copied")),
        ({"subject": Subject.GROUP}, Selection(), ("the group name", "copied")),
        ({"subject": Subject.VERDICT}, Selection(), ("the finding", "copied")),
        ({"text": None, "tab": TabId.SCHEMA}, Selection(in_detail=True), ("the path", "copied")),
        ({"tab": TabId.FINDINGS, "findings": 1}, Selection(), ("the finding", "copied")),
        ({"tab": TabId.FINDINGS, "findings": 2}, Selection(), ("the findings", "copied")),
    ],
)
def test_the_natural_value_of_what_is_looked_at(
    facts: dict[str, Any], selection: Selection, value: tuple[str, str], tmp_path: Path
) -> None:
    findings = (ports.finding(),) * facts.get("findings", 0)
    shown = replace(page(tmp_path), **facts | {"findings": findings})
    assert clipboard.value(Inspection(source="x"), shown, selection) == value


@each_row(
    ("kind", "word"),
    [
        ("CustomResourceDefinition", "crd"),
        ("CompositeResourceDefinition", "xrd"),
        ("ClusterServiceVersion", "csv"),
        ("ConfigMap", "configmap"),
    ],
)
def test_an_object_is_a_place_by_the_short_name_of_its_kind(kind: str, word: str) -> None:
    row = ports.row(2, kind=kind, name="a")
    assert [one.text for one in headless.document(REMOTE, row)][-1] == f"xpkgtui {EKS} --at {word}/a"


def test_a_source_that_was_not_opened_is_copied_as_its_report(tmp_path: Path) -> None:
    lost = Inspection(source="x", failure=Failure(kind=FailureKind.NETWORK, title="a.example is away"))
    what, text = clipboard.value(lost, page(tmp_path), Selection(in_detail=True))
    assert (what, "a.example is away" in text) == ("the report", True)


@each_row(
    ("text", "controls", "said"),
    [
        ("a", 0, "Copied it, 1 character: a"),
        ("ab\n", 0, "Copied it, 3 characters: ab␊"),
        ("x" * 70, 1, f"Copied it, 70 characters, 1 control character among them: {'x' * 59}…"),
    ],
)
def test_what_was_copied_is_said(text: str, controls: int, said: str) -> None:
    assert clipboard.receipt("it", text, controls) == said
    assert clipboard.sendable("a\udcff") == "a\\xed\\xb3\\xbf"
    assert clipboard.sendable("é") == "é"
