"""Words about rows and kinds: every fact has its words, and a format gives the names in them."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from builders.inspection import ports

from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.formats.registry_v1.summary import SUMMARY as BUNDLE
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.inspection.rows.files import Gap, GapKind, gaps_sentence
from xpkgtui.inspection.rows.layers import Damage, DamageKind, LayerRow, LayerUse, Unread, UnreadReason
from xpkgtui.inspection.rows.objects import ListStop, ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.oci.descriptor import Platform
from xpkgtui.reporting.words import (
    SHORT_KINDS,
    facts_of,
    is_named_by_file,
    kind_and_name,
    layer_sentence,
    list_sentence,
    platform_sentence,
    refusing_words,
    short_kind,
    stop_sentence,
    stream_sentence,
    unread_sentence,
    without_folder,
    without_host,
)
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.likeness import ComparedStream, Likeness
from xpkgtui.rules.wording import Wording
from xpkgtui.sources.installed import ClusterCondition, ClusterObject, ClusterState

LAYER = LayerRow(index=0, digest="sha256:a", diff_id=None, media_type="x", size=1, role=LayerRole.RUNTIME)
ENTRY = PlatformRow(digest="sha256:a", media_type="x", size=1, platform=None, role=PlatformRole.IMAGE)
OTHER = Wording(program="opm", reader="opm 1.73", stream_file="catalog.yaml")


@pytest.mark.parametrize(
    ("severity", "others", "said"),
    [
        (Severity.ERROR, ("sdk", "olmv1"), "by operator-sdk 1.42, OLM v1 too"),
        (Severity.WARNING, ("olmv1",), "by OLM v1"),
        (Severity.ERROR, (), ""),
    ],
)
def test_a_tool_that_refuses_beside_the_one_that_is_judged_for_refuses_too(
    severity: Severity, others: tuple[str, ...], said: str
) -> None:
    finding = replace(ports.finding(severity=severity), refused_by=others)
    assert refusing_words(finding, replace(ports.inspection(), format=BUNDLE)) == said


@each_row(
    ("changes", "sentence"),
    [
        ({"use": LayerUse.SUPPLIES}, "supplies package.yaml"),
        ({"use": LayerUse.EXPECTED}, "to supply package.yaml"),
        ({"use": LayerUse.LACKS}, "should supply package.yaml"),
        ({"use": LayerUse.LACKS, "files": 0}, "should supply package.yaml; holds no files"),
        ({"use": LayerUse.LACKS, "files": 1, "first_file": "a"}, "should supply package.yaml; holds a"),
        ({"use": LayerUse.LACKS, "files": 2, "first_file": "a"}, "should supply package.yaml; holds a and 1 more"),
        ({"use": LayerUse.SECOND, "annotation": "base"}, "also annotated base; Crossplane reads the first"),
        ({"use": LayerUse.STATEMENT, "statement": "https://a/{b}"}, "states https://a/{b}"),
        ({"use": LayerUse.IGNORED}, "runtime, not read by Crossplane"),
        ({"use": LayerUse.IGNORED, "role": LayerRole.EXAMPLES}, "examples, not read by Crossplane"),
        (
            {"use": LayerUse.IGNORED, "role": LayerRole.SCHEMA, "annotation": "schema.python"},
            "schemas for python, not read by Crossplane",
        ),
        ({"use": LayerUse.IGNORED, "role": LayerRole.OTHER, "annotation": "Base"}, "Base, not read by Crossplane"),
        ({"use": LayerUse.FLATTENED}, "read by Crossplane while it flattens"),
        ({"use": LayerUse.NEXT}, "not fetched yet; Crossplane reads it next"),
        ({"use": LayerUse.PASSED}, "read by Crossplane, supplies no package.yaml"),
        ({"use": LayerUse.REMOVED, "removed_by": 3}, "its package.yaml is removed by layer 3"),
        ({"use": LayerUse.UNREACHED}, "below; Crossplane does not reach it"),
        ({"use": LayerUse.UNREAD}, "not read"),
        ({"damage": Damage(kind=DamageKind.UNAVAILABLE, reason="gone")}, "not shown: gone"),
        ({"damage": Damage(kind=DamageKind.NO_TAR, reason="short")}, "not a tar archive"),
        ({"damage": Damage(kind=DamageKind.UNDECODABLE, reason="no gzip")}, "does not decompress: no gzip"),
        ({"damage": Damage(kind=DamageKind.LIMIT, reason="too large")}, "not read to its end: too large"),
        (
            {"damage": Damage(kind=DamageKind.BROKEN, reason="bad tar", after=3), "use": LayerUse.SUPPLIES},
            "ends early, after 3 entries: bad tar",
        ),
    ],
)
def test_layer_says_what_it_is_for_or_what_is_wrong_with_it(changes: dict[str, object], sentence: str) -> None:
    assert layer_sentence(replace(LAYER, **changes), WORDING) == sentence  # type: ignore[arg-type]


@each_row(
    ("changes", "sentence"),
    [
        ({"use": PlatformUse.DEFAULT}, "Crossplane reads this one: its default"),
        ({"use": PlatformUse.UNSPECIFIED}, "Crossplane reads this one: a missing platform counts as linux/amd64"),
        ({"use": PlatformUse.ONLY}, "Crossplane reads this one: it is the only one"),
        ({"use": PlatformUse.SECOND}, "also matches; Crossplane reads the first"),
        ({"use": PlatformUse.PROVENANCE}, "how an image was built"),
        ({"use": PlatformUse.PROVENANCE, "about": "linux/arm64"}, "how linux/arm64 was built"),
        ({"use": PlatformUse.EXTENSION}, "extras for a marketplace, not read by Crossplane"),
        ({"use": PlatformUse.EMPTY}, "an empty platform matches nothing"),
        ({"use": PlatformUse.IGNORED}, "not read by Crossplane"),
        ({"is_broken": True}, "cannot be read"),
        ({"is_broken": True, "chosen": True}, "cannot be read; Crossplane reads this one"),
        ({"use": PlatformUse.IGNORED, "unlisted": 1200}, "1,200 more entries are in the index but not shown"),
    ],
)
def test_entry_says_why_it_is_read_or_not(changes: dict[str, object], sentence: str) -> None:
    assert platform_sentence(replace(ENTRY, **changes), WORDING) == sentence  # type: ignore[arg-type]


def test_every_use_has_words_that_were_agreed(golden: Golden) -> None:
    layers = [
        f"{use}: {layer_sentence(replace(LAYER, use=use, removed_by=3), WORDING, short=True)}\n" for use in LayerUse
    ]
    entries = [f"{use}: {platform_sentence(replace(ENTRY, use=use), WORDING)}\n" for use in PlatformUse]
    golden("row_words", "".join([*layers, *entries]))


def test_another_format_is_named_by_its_own_words() -> None:
    assert layer_sentence(replace(LAYER, use=LayerUse.PASSED), OTHER) == "read by opm, supplies no catalog.yaml"
    assert platform_sentence(replace(ENTRY, use=PlatformUse.IGNORED), OTHER) == "not read by opm"


@each_row(
    ("gap", "sentence"),
    [
        (
            Gap(layer=1, kind=GapKind.NO_FILES, reason="application/json"),
            "layer 1 holds no files: it is application/json",
        ),
        (Gap(layer=1, kind=GapKind.UNREAD), "layer 1 is not shown: it was not read"),
        (Gap(layer=1, kind=GapKind.UNREAD, reason="gone"), "layer 1 is not shown: gone"),
        (Gap(layer=1, kind=GapKind.BROKEN, reason="bad", after=3), "layer 1 ends early, after 3 entries: bad"),
    ],
)
def test_list_says_what_is_missing_in_it(gap: Gap, sentence: str) -> None:
    assert gaps_sentence((gap,)) == sentence
    assert gaps_sentence((gap, gap)) == f"{sentence}; {sentence}"


def test_list_that_was_cut_says_so_first() -> None:
    cut = "the first 2,000 of 3,500 that match; type more to see fewer"
    assert list_sentence(2000, 3500, ()) == cut
    assert list_sentence(2000, 3500, (Gap(layer=0, kind=GapKind.UNREAD),)).startswith(f"{cut}; layer 0")
    assert list_sentence(20, None, ()) == ""


def compared(place: str, likeness: Likeness, size: int = 0) -> PlatformRow:
    name = {"0": "linux/amd64", "1": "linux/arm64", "2": "linux/s390x"}[place]
    stream = ComparedStream(number=int(place), likeness=likeness, reference=0, size=size)
    return replace(ENTRY, place=place, platform=Platform.named(name), stream=stream)


@each_row(
    ("likeness", "of_it", "of_the_first"),
    [
        (Likeness.SAME, "the same as for linux/amd64", "the same as for linux/arm64"),
        (Likeness.DIFFERENT, "differs from that for linux/amd64", "differs from that for linux/arm64"),
        (Likeness.LACKING, "there is none, unlike for linux/amd64", "there is none for linux/arm64"),
        (
            Likeness.UNREAD,
            "not compared with that for linux/amd64: 1.3 MB to read",
            "not compared with that for linux/arm64: 1.3 MB to read",
        ),
    ],
)
def test_platforms_say_how_their_packages_compare(likeness: Likeness, of_it: str, of_the_first: str) -> None:
    first = replace(ENTRY, place="0", platform=Platform.named("linux/amd64"))
    rows = (first, compared("1", likeness, 1_300_000))
    assert [stream_sentence(row, rows) for row in rows] == [of_the_first, of_it]


def test_the_platform_that_is_read_says_how_each_other_compares() -> None:
    first = replace(ENTRY, place="0", platform=Platform.named("linux/amd64"))
    rows = (first, compared("1", Likeness.SAME), compared("2", Likeness.DIFFERENT))
    assert stream_sentence(first, rows) == "the same as for linux/arm64; differs from that for linux/s390x"
    assert stream_sentence(first, (first,)) == ""


def test_four_platforms_are_named_and_the_others_counted() -> None:
    first = replace(ENTRY, place="0", platform=Platform.named("linux/amd64"))
    others = [replace(compared("1", Likeness.SAME), platform=Platform.named(f"linux/{one}")) for one in "abcdef"]
    for count, more in ((4, ""), (6, " and 2 more")):
        found = stream_sentence(first, (first, *others[:count]))
        assert found == f"the same as for linux/a, linux/b, linux/c, linux/d{more}"


def test_entries_of_one_platform_are_told_apart_by_their_numbers() -> None:
    first = replace(ENTRY, place="0", platform=Platform.named("linux/arm64"))
    rows = (first, compared("1", Likeness.SAME))
    assert [stream_sentence(row, rows) for row in rows] == [
        "the same as for manifest 1",
        "the same as for manifest 0",
    ]


def said(condition: ClusterCondition) -> str:
    found = facts_of(ClusterState(objects=(ClusterObject(kind="Provider", name="nop", conditions=(condition,)),)))
    return dict(found)["condition"]


@each_row("type", ["Healthy", "Installed", "Available", "Succeeded", "Ready", "Verified"])
def test_condition_that_is_good_news_has_a_sign(type: str) -> None:
    assert said(ClusterCondition(type=type, status="True")) == f"✓ {type} is True"
    assert said(ClusterCondition(type=type, status="False")) == f"✗ {type} is False"


def test_condition_says_why() -> None:
    assert said(ClusterCondition(type="Healthy", status="True", reason="Fine")) == "✓ Healthy is True  Fine"
    assert said(ClusterCondition(type="Healthy", status="Unknown")) == "! Healthy is Unknown"


def test_condition_of_unknown_meaning_has_no_sign() -> None:
    assert said(ClusterCondition(type="Deprecated", status="False", message="a\tb")) == "Deprecated is False\na b"


def test_context_is_in_the_heading() -> None:
    state = ClusterState(context="prod", objects=(ClusterObject(kind="InstallPlan", name="x", namespace="sea"),))
    (_, title), (_, name) = facts_of(state)
    assert title == "In the cluster  context prod"
    assert name == "InstallPlan x in sea"


@each_row(
    ("reason", "sentence"),
    [
        (UnreadReason.IGNORED, "Crossplane does not read it"),
        (UnreadReason.PRICE, "too large to fetch without asking"),
        (UnreadReason.PLATFORM, "package.yaml of linux/arm64 was not compared"),
        (UnreadReason.PROGRAM, "the program of linux/arm64 was not read"),
        (UnreadReason.FAILED, "package.yaml of linux/arm64 was not compared: no answer"),
    ],
)
def test_layer_says_why_it_was_not_read(reason: UnreadReason, sentence: str) -> None:
    layer = Unread(digest="", size=1, layer=0, reason=reason, failure="no answer", platform="linux/arm64")
    assert unread_sentence(layer, WORDING) == sentence


def test_several_layers_are_not_read_for_one_reason() -> None:
    layer = Unread(digest="", size=1, layer=0, reason=UnreadReason.IGNORED)
    assert unread_sentence(layer, WORDING, is_one=False) == "Crossplane does not read them"


def test_a_failure_of_another_platform_is_said_to_be_its_own() -> None:
    failed = Unread(digest="", size=1, layer=0, reason=UnreadReason.FAILED, failure="no answer")
    here = unread_sentence(failed, WORDING)
    assert "no answer" in here
    there = unread_sentence(replace(failed, platform="linux/arm64"), WORDING)
    assert there == f"package.yaml of linux/arm64 was not compared: {here}"


@pytest.mark.parametrize(("file", "where"), [(None, "line 16"), ("a/b.yaml", "a/b.yaml:16")])
def test_a_list_that_stops_says_where(file: str | None, where: str) -> None:
    stop = ListStop(line=16, file=file, says="invalid")
    assert stop_sentence(stop) == f"the document before {where} and all after it: invalid"


CRD = ObjectRow(
    document=1, line=1, start=0, end=1, first_line=1, api_version="v1", kind="CustomResourceDefinition", name="a"
)
FILE = replace(CRD, api_version=None, kind="notes.txt", file="docs/notes.txt", name=None)


@each_row(
    ("row", "kind", "name"),
    [
        (CRD, "CRD", "a"),
        (replace(CRD, kind="Widget"), "Widget", "a"),
        (replace(CRD, kind=None, name=None), "?", ""),
        (replace(CRD, api_version=None, kind="olm.bundle"), "bundle", "a"),
        (replace(CRD, kind="olm.bundle"), "olm.bundle", "a"),
        (FILE, "file", "docs/notes.txt"),
        (replace(FILE, api_version="v1"), "notes.txt", ""),
        (replace(FILE, kind="other.txt"), "other.txt", ""),
        (replace(FILE, file=None), "notes.txt", ""),
    ],
)
def test_a_document_has_a_short_kind_and_a_name(row: ObjectRow, kind: str, name: str) -> None:
    assert kind_and_name(row) == (kind, name)
    assert is_named_by_file(row) is (kind == "file")
    assert kind == "file" or short_kind(row) == kind


def test_the_short_form_of_a_kind_is_made_of_its_capitals() -> None:
    capitals = {kind: "".join(filter(str.isupper, kind)) for kind in SHORT_KINDS}
    assert capitals | {"CompositeResourceDefinition": "XRD"} == SHORT_KINDS
    assert {row.kind: short_kind(row) for row in (replace(CRD, kind=kind) for kind in SHORT_KINDS)} == SHORT_KINDS
    assert {"ClusterServiceVersion", "CustomResourceDefinition"} <= SHORT_KINDS.keys()


def test_the_host_of_a_reference_is_left_out() -> None:
    text = "xpkg.io/org/name:v9 was not found"
    assert without_host(text, "xpkg.io/org/name:v9#linux/arm64") == "org/name:v9 was not found"


@each_row(
    ("text", "source", "short"),
    [
        ("/a/b.xpkg holds nothing", "/a/b.xpkg#linux/arm64", ("b.xpkg holds nothing",)),
        ("xpkg.io/a/b was not found", "xpkg.io/a/b", ("a/b was not found",)),
        ("it holds nothing", "/a/b.xpkg", ()),
        ("'A/b' is not a registry reference: 'A' is not allowed", "A/b", ()),
    ],
)
def test_a_text_is_shorter_without_the_folder_or_says_nothing(text: str, source: str, short: tuple[str, ...]) -> None:
    assert without_folder(text, source) == short


@each_row("source", ["./folder/name.xpkg", "/tmp/name.xpkg", "-"])
def test_a_path_has_no_host(source: str) -> None:
    assert without_host(source, source) == source
