"""What people read."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.oci.images import image, write_layout
from builders.oci.layers import file, gzip, layer_of, tar
from builders.program.headless import run

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.overview import DependencyFacts, MetaFacts
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import UnreadListed
from xpkgtui.inspection.messages.parts import Failed
from xpkgtui.inspection.rows.files import Cover, FileChange, FileRow, Whiteout
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.inspection.rows.objects import ListStop
from xpkgtui.reporting.as_text.check import Report, check
from xpkgtui.reporting.as_text.failure import failure
from xpkgtui.reporting.as_text.ls import ls
from xpkgtui.reporting.as_text.show import show
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.summary import Summary
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.rules.wording import Wording

PLAIN = Paint()
STREAM = "---\napiVersion: v1\nkind: Note\n"
WORDING = Wording(program="Scribe", reader="Scribe 1.0", stream_file="notes.yaml")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]")


def checked(form: str = "docker-archive", source: str = "pkg.xpkg", **place: Any) -> str:
    events = (ports.resolved(source, form), *ports.judged(ports.finding(**place), acceptance=Acceptance.REFUSED))
    return text_of(ports.inspection(*events, source=source))


def text_of(*inspections: Inspection, is_verbose: bool = False) -> str:
    report = Report(profile="crossplane", crossplane="2.4", paint=PLAIN, is_verbose=is_verbose)
    return check(((one, {}) for one in inspections), report)


def summary(meta: MetaFacts | None = None) -> Summary:
    state = ports.inspection(*ports.package(ports.finding(message="x"), acceptance=Acceptance.REFUSED))
    return Summary(inspection=state, profile="crossplane", crossplane="2.4", meta=meta)


def test_finding_is_a_block_with_sign_rule_and_fix() -> None:
    assert checked().startswith("pkg.xpkg\n✗ XPKG401  is wrong\n  fix      mend it\n\n✗ Crossplane 2.4 refuses it")


def test_line_is_given_as_editors_jump_to_it() -> None:
    assert "  package.yaml:12:3  layer 1  document 2  spec.names\n" in checked(
        path="package.yaml", line=12, column=3, layer=1, document=2, field="spec.names"
    )


@each_row(("width", "edge"), [(60, 60), (120, 120), (200, 120)])
def test_a_place_stands_at_the_right_edge(width: int, edge: int) -> None:
    found = ports.finding(path="package.yaml", line=12)
    report = Report(profile="crossplane", crossplane="2.4", paint=Paint(width=width), is_verbose=False)
    row = check(
        [(ports.inspection(ports.resolved("a", "docker-archive"), *ports.judged(found)), {})], report
    ).splitlines()[1]
    assert row == f"{'✗ XPKG401  is wrong':{edge - 15}}package.yaml:12"


def test_line_of_a_stream_is_one_of_its_own_file() -> None:
    assert "  some/crossplane.yaml:4\n" in checked(form="stream", source="some/crossplane.yaml", line=4)


def test_line_of_a_source_folder_is_one_of_the_file_in_it(tmp_path: Path) -> None:
    (tmp_path / "crossplane.yaml").touch()
    shown = checked(form="folder", source=str(tmp_path), file="crossplane.yaml", line=4, column=1)
    assert f"  {tmp_path}/crossplane.yaml:4:1\n" in shown


def test_source_that_cannot_be_read_is_reported_in_its_place() -> None:
    state = ports.inspection(ports.failed("network", "no answer"))
    assert text_of(state) == "pkg.xpkg\n✗ network: no answer\n"


def test_what_was_not_read_is_reported_with_its_size() -> None:
    text = text_of(ports.inspection(*ports.package()))
    assert "1 layer not read (21 kB): Crossplane does not read it; --all-layers reads it\n" in text


@pytest.mark.parametrize(
    ("reason", "failure", "said"),
    [
        (
            UnreadReason.PLATFORM,
            "",
            "package.yaml of linux/arm64 was not compared (2.0 MB); --all-layers compares it",
        ),
        (UnreadReason.FAILED, "no answer", "package.yaml of linux/arm64 was not compared: no answer (2.0 MB)"),
    ],
)
def test_platform_that_was_not_compared_is_told_with_its_price(reason: UnreadReason, failure: str, said: str) -> None:
    items = tuple(
        Unread(digest="sha256:a", size=1_000_000, layer=n, reason=reason, failure=failure, platform="linux/arm64")
        for n in range(2)
    )
    state = ports.inspection(*ports.package(), UnreadListed(items=items))
    assert text_of(state).endswith(f"\n  {said}\n")


def test_nothing_of_a_package_reaches_the_terminal_raw() -> None:
    hostile = "\x1b]0;x\x07\u202e\r\n\x9b\udcff"
    found = ports.finding(message=hostile, path=hostile, file=hostile, field=hostile)
    events = (ports.resolved(hostile), ports.platforms(), ports.manifest(), *ports.judged(found))
    state = ports.inspection(*events, source=hostile)
    texts = [
        text_of(state),
        show(Summary(inspection=state, profile="crossplane", crossplane="2.4"), PLAIN),
        failure("xpkgtui", Failure(kind=FailureKind.USAGE, title=hostile, tried=(hostile,), hint=hostile), hostile),
        ls([FileRow(path=hostile, type=EntryType.FILE, size=0, mode=0, layer=0, linkname=hostile)], WORDING),
    ]
    assert [text for text in texts if CONTROL.search(text)] == []


def test_summary_reads_from_identity_to_cost() -> None:
    meta = MetaFacts(
        dependencies=(DependencyFacts(kind="Provider", package="a/b", version=">=v1"),), crossplane=">=v1.14"
    )
    assert show(summary(meta), PLAIN) == (
        "pkg.xpkg  Provider provider-x  linux/amd64\n"
        f"{ports.DIGEST}\n"
        "✗ Crossplane 2.4 refuses it: package.yaml from layer 1 (annotated base)\n"
        "\n"
        "Platforms\n"
        "  linux/amd64  333 kB  2f2f2f2f2f2f  Crossplane reads this one\n"
        "  attestation       –  0e0e0e0e0e0e\n"
        "\n"
        "Layers\n"
        "  1  base  318 kB  supplies package.yaml\n"
        "  0  –      21 kB  runtime\n"
        "\n"
        "Package\n"
        "  kind          Provider  meta.pkg.crossplane.io/v1\n"
        "  name          provider-x\n"
        "  package.yaml  from layer 1, 12 B, 2 documents\n"
        f"  sha256        {'ab' * 32}\n"
        "  crossplane    >=v1.14\n"
        "  depends on    Provider  a/b  >=v1\n"
        "\n"
        "Objects\n"
        "  1  CustomResourceDefinition  apiextensions.k8s.io  ✗ 1 error\n"
        "\n"
        "Findings\n"
        "  1 error  (check reads more, and lists them)\n"
        "\n"
        "Read\n"
        "  318 kB of 339 kB\n"
    )


@pytest.mark.parametrize(("file", "where"), [(None, "line 1600"), ("apis/x\x1b.yaml", "apis/x\u241b.yaml:1600")])
def test_where_reading_stops_is_told_with_the_cause(file: str | None, where: str) -> None:
    known = summary()
    stop = ListStop(line=1600, file=file, says="invalid Yaml document separator: \x1b")
    told = show(replace(known, inspection=replace(known.inspection, objects_stop=stop)), PLAIN)
    cause = "invalid Yaml document separator: \u241b"
    assert f"\n  not read      the document before {where} and all after it: {cause}\n" in told


def test_more_bytes_than_the_image_has_stand_alone() -> None:
    told = summary()
    assert told.inspection.fetched is not None
    fetched = replace(told.inspection.fetched, needed=400_000)
    shown = show(replace(told, inspection=replace(told.inspection, fetched=fetched)), Paint())
    assert shown.endswith("Read\n  400 kB\n")


def test_color_is_only_added() -> None:
    colored = show(summary(), Paint(colors=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == show(summary(), PLAIN)


def test_a_hint_that_names_what_was_meant_is_not_said_twice() -> None:
    failed = Failure(kind=FailureKind.NOT_FOUND, title="no tag v2", hint="Did you mean v1?", suggestions=("v1",))
    assert failure("xpkgtui", failed) == "xpkgtui: no tag v2\n  hint   Did you mean v1?\n"


def test_choices_stand_on_lines_of_their_own() -> None:
    failed = Failure(kind=FailureKind.USAGE, title="holds 2 images", hint="Write a:TAG", suggestions=("a:b", "a:c"))
    assert failure("xpkgtui", failed) == (
        "xpkgtui: holds 2 images\n  choose a:b\n         a:c\n  hint   Write a:TAG\n"
    )


def test_infos_have_no_color_of_their_own() -> None:
    assert Paint(colors=True).severity(Severity.INFO, "i") == "i"


def test_check_leaves_out_what_stands_above_on_the_same_terminal() -> None:
    failed = Inspection(source="a", failure=Failure(kind=FailureKind.CORRUPT, title="a is damaged"))
    report = Report(profile="crossplane", crossplane="2.4", paint=Paint())
    assert "a is damaged" in check([(failed, {})], report)
    assert check([(failed, {})], replace(report, are_failures_said=True)) == ""


def test_failure_names_what_was_tried_in_order_and_what_to_do() -> None:
    failed = Failure(
        kind=FailureKind.NOT_FOUND, title="no answer", tried=("https", "http"), hint="try later", suggestions=("v1",)
    )
    assert failure("xpkgtui", failed, "a/b") == (
        "xpkgtui: a/b: no answer\n  tried  https\n         http\n  did you mean  v1\n  hint   try later\n"
    )


def test_files_stand_with_mode_size_and_layer() -> None:
    rows = [
        FileRow(path="bin", type=EntryType.DIRECTORY, size=0, mode=0o755, layer=0),
        FileRow(path="package.yaml", type=EntryType.FILE, size=1234, mode=0o644, layer=1, taken=True),
        FileRow(path="a", type=EntryType.SYMLINK, size=0, mode=0o777, layer=1, linkname="b"),
    ]
    assert ls(rows, WORDING) == (
        "d0755      0  layer 0  bin/\n"
        "-0644  1,234  layer 1  package.yaml  (Scribe reads this one)\n"
        "l0777      0  layer 1  a -> b\n"
    )


def test_the_damage_of_a_layer_is_shown_once(tmp_path: Path) -> None:
    cut = layer_of(gzip(tar(file("package.yaml", STREAM)))[:60], base=True)
    printed = run("show", "--no-cache", str(write_layout(tmp_path / "layout", image(cut))))
    (row,) = [row for row in printed.stdout.split("\n") if row.lstrip().startswith("0 ")]
    assert row.count("does not decompress") == 1


def test_undecided_says_that_not_everything_was_read() -> None:
    state = ports.inspection(*ports.judged(acceptance=None))
    printed = text_of(state)
    assert "undecided, because not everything was read: " in printed


def test_so_many_suggestions_and_choices_are_listed() -> None:
    failed = Failure(kind=FailureKind.NOT_FOUND, title="no tag", suggestions=tuple("abcdef"))
    assert failure("xpkgtui", failed).endswith("did you mean  a, b, c, d, e and 1 more\n")
    assert failure("xpkgtui", replace(failed, suggestions=tuple("abcde"))).endswith("did you mean  a, b, c, d, e\n")
    many = Failure(kind=FailureKind.USAGE, title="choose", suggestions=tuple(map(str, range(1_001))))
    assert failure("xpkgtui", many).endswith("  999\n         and 1 more\n")
    assert failure("xpkgtui", replace(many, suggestions=many.suggestions[1:])).endswith("  1000\n")


def test_a_mark_says_what_a_row_of_a_layer_does() -> None:
    below = Cover(layer=0, type=EntryType.DIRECTORY, size=0)
    plain = FileRow(path="a", type=EntryType.FILE, size=0, mode=0, layer=1)
    rows = [
        replace(plain, whiteout=Whiteout.FILE, covers=(below,)),
        replace(plain, whiteout=Whiteout.FILE),
        replace(plain, whiteout=Whiteout.OPAQUE),
        replace(plain, hidden_by=2),
        replace(plain, hidden_by=2, change=FileChange.REMOVED),
        replace(plain, decoy=True),
        replace(plain, change=FileChange.CHANGED),
        replace(plain, change=FileChange.ADDED),
    ]
    assert [row.partition("layer 1  a")[2].strip() for row in ls(rows, WORDING).splitlines()] == [
        "(whiteout: removes a directory of layer 0)",
        "(whiteout)",
        "(hides everything below)",
        "(covered by layer 2)",
        "(removed by layer 2)",
        "(not read)",
        "(changed)",
        "",
    ]


def test_a_row_begins_with_its_type() -> None:
    rows = [FileRow(path="a", type=one, size=0, mode=0o7, layer=1) for one in EntryType]
    types = {one: row[0] for one, row in zip(EntryType, ls(rows, WORDING).splitlines(), strict=True)}
    assert {one: types[one] for one in EntryType if types[one] != "-"} == {
        EntryType.DIRECTORY: "d",
        EntryType.SYMLINK: "l",
        EntryType.HARDLINK: "h",
        EntryType.DEVICE: "c",
        EntryType.FIFO: "p",
    }


def test_objects_that_cannot_be_listed_say_why() -> None:
    found = summary()
    failed = Failed(Failure(kind=FailureKind.CORRUPT, title="the stream is gone"))
    state = replace(found.inspection, objects=failed)
    assert "\n  the stream is gone\n" in show(replace(found, inspection=state), PLAIN)


def test_a_sentence_of_megabytes_is_a_screen_of_text() -> None:
    long = "x" * 4_000_000
    failed = Failure(kind=FailureKind.UNDECIDED, title=long, tried=(long,))
    rows = failure("xpkgtui", failed, "a.yaml").splitlines()
    assert [len(row) < 4_100 for row in rows] == [True, True]
    assert all("… (3,996,000 more characters; JSON has them)" in row for row in rows)
