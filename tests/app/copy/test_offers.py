"""What can be copied, and that commands stay what they are whatever a package is called."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.inspection.ports import of_form
from builders.packages.case_facts import case_about
from builders.pilots import Make
from builders.screens import hostile, images, stories, streams
from builders.screens.images import AWS, ROOT
from builders.screens.port import Story

from xpkgtui import visible
from xpkgtui.app.copy.offer import Offers
from xpkgtui.app.copy.offers import offers
from xpkgtui.app.copy.source_names import form
from xpkgtui.app.screen_model import page_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import events, judging
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.sources.source import SourceForm

REPOSITORY = "xpkg.upbound.io/upbound/provider-aws-s3"
LAYER = "sha256:51ce8fd" + "0" * 57


def offered(
    story: Story,
    where: ListId,
    selection: Selection | None = None,
    *,
    file: FileRow | None = None,
    **resolved: object,
) -> dict[str, str]:
    """Labels and texts of what is offered."""
    return {offer.label: offer.text for offer in offers_of(story, where, selection, file=file, **resolved).items}


def offers_of(
    story: Story,
    where: ListId,
    selection: Selection | None = None,
    *,
    file: FileRow | None = None,
    **resolved: object,
) -> Offers:
    """What is offered."""
    state = fold_all(Inspection(source=AWS), story.opening)
    if resolved:
        source = str(resolved.pop("source", AWS))
        assert state.resolved
        state = replace(state, source=source, resolved=replace(state.resolved, **resolved))  # type: ignore[arg-type]
    chosen = replace(selection or Selection(), list_id=where)
    replies = Replies()
    if file:
        chosen = chosen.with_row(ListId.FILES, file.path)
        view = chosen.view or View.BASE
        request = ListFiles(view=view, layer=chosen.view_layer)
        listed = FilesListed(view=view, folder="", first=0, rows=(file,), total=1)
        replies = replies.with_request(request).with_event(request, listed)
    page = page_of(state, chosen, replies, busy=False)
    return offers(state, chosen, replies, page)


def a_file(path: str, **more: object) -> FileRow:
    return FileRow(path=path, type=EntryType.FILE, size=3, mode=0o644, layer=2, **more)  # type: ignore[arg-type]


def test_what_is_built_in_or_not_known_yet_has_no_form() -> None:
    state = ports.inspection(*ports.package(), source="demo")
    assert [form(one) for one in (state, Inspection(source="pkg.xpkg"))] == [None, None]
    assert form(replace(state, source="pkg.xpkg")) is SourceForm.DOCKER_ARCHIVE


@each_row("make", [stories.accepted, stories.warned, stories.refused, hostile.hostile, stories.missing])
def test_letters_are_never_used_twice_nor_taken_from_the_list(make: Make, tmp_path: Path) -> None:
    story = make(tmp_path)
    verdicts = [Selection(verdict=True), Selection(verdict=True).with_tab(Subject.VERDICT, TabId.FINDINGS)]
    found = [offers_of(story, list_id, file=a_file("a")) for list_id in ListId]
    for each in [*found, *(offers_of(story, ListId.OBJECTS, verdict) for verdict in verdicts)]:
        letters = [offer.key for offer in each.items]
        assert letters
        assert len(letters) == len(set(letters))
        assert not set(letters) & set("jkhlgGqY?")


def test_a_platform_offers_its_digest_and_what_names_the_image_for_good(tmp_path: Path) -> None:
    found = offered(stories.accepted(tmp_path), ListId.PLATFORMS)
    child = "sha256:6b1f0e2" + "0" * 57
    assert found["digest"] == child
    assert found["pinned reference"] == f"{REPOSITORY}@{ROOT}"
    assert found["pinned, with its tag"] == f"{AWS}@{ROOT}"
    assert found["tag reference"] == AWS
    assert found["crane"] == f"crane manifest {REPOSITORY}@{child}"
    assert found["oras"] == f"oras manifest fetch {REPOSITORY}@{child}"
    assert found["skopeo"] == f"skopeo inspect --raw docker://{REPOSITORY}@{child}"
    assert found["crossplane"] == f"crossplane xpkg extract {REPOSITORY}@{ROOT} -o package.yaml.gz"
    assert found["xpkgtui"] == f"xpkgtui show {AWS}"


def test_a_layer_is_unpacked_as_its_media_type_says(tmp_path: Path) -> None:
    found = offered(stories.accepted(tmp_path), ListId.LAYERS)
    assert found["crane"] == f"crane blob {REPOSITORY}@{LAYER} | tar -tzvf -"
    assert found["oras"] == f"oras blob fetch --output - {REPOSITORY}@{LAYER} | tar -tzvf -"
    assert found["xpkgtui"] == f"xpkgtui ls {AWS} --layer 2"


def test_a_file_of_a_layer_is_taken_out_of_its_blob(tmp_path: Path) -> None:
    found = offered(stories.accepted(tmp_path), ListId.FILES, file=a_file("package.yaml", taken=True))
    assert found["path"] == "package.yaml"
    assert found["crane"] == f"crane blob {REPOSITORY}@{LAYER} | tar -xzOf - package.yaml"
    assert found["xpkgtui"] == f"xpkgtui cat {AWS} package.yaml --view base"


def test_a_file_of_all_layers_is_taken_out_of_the_export(tmp_path: Path) -> None:
    flat = Selection(view=View.FLATTENED)
    found = offered(stories.accepted(tmp_path), ListId.FILES, flat, file=a_file("a b"))
    assert found["crane"] == f"crane export {REPOSITORY}@sha256:6b1f0e2{'0' * 57} - | tar -xOf - 'a b'"


def test_a_path_that_looks_like_an_option_stays_a_path(tmp_path: Path) -> None:
    found = offered(stories.accepted(tmp_path), ListId.FILES, file=a_file("--checkpoint-action=exec=sh"))
    assert found["crane"].endswith("tar -xzOf - -- --checkpoint-action=exec=sh")
    assert found["xpkgtui"].endswith(f"--view base -- {AWS} --checkpoint-action=exec=sh")


def test_an_object_offers_line_and_findings(tmp_path: Path) -> None:
    story = stories.warned(tmp_path)
    bad = next(event for event in story.opening if isinstance(event, judging.Judged) and event.findings).findings[0]
    found = offered(story, ListId.OBJECTS, Selection(rows={ListId.OBJECTS: f"document:{bad.place.document}"}))
    assert found["line reference"].startswith("package.yaml:")
    assert found["finding"].startswith("XPKG613 unknown field")


def test_the_line_of_a_source_file_is_given_with_its_path(tmp_path: Path) -> None:
    stream = streams.Stream(tmp_path / "package.yaml")
    stream.add("a: 1\n", api_version="a.example/v1", kind="Thing", name="one", file="sub/a.yaml")
    story = Story(tmp_path)
    story.opening = [*images.beginning(AWS), *stream.told()]
    found = offered(story, ListId.OBJECTS, source="work/acme", **of_form(SourceForm.FOLDER))
    assert found["line reference"] == "work/acme/sub/a.yaml:1"


def test_a_layout_with_a_colon_in_its_name_is_no_file_of_another_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blob = Path("host:x/blobs", *LAYER.split(":"))
    blob.parent.mkdir(parents=True)
    blob.touch()
    found = offered(stories.accepted(tmp_path), ListId.LAYERS, source="host:x", **of_form(SourceForm.OCI_LAYOUT))
    assert found["tar"] == f"tar -tvf ./{blob}"


def test_objects_of_one_name_are_told_apart_by_their_group(tmp_path: Path) -> None:
    story, stream = Story(tmp_path), streams.Stream(tmp_path / "package.yaml")
    stream.add("a: 1\n", api_version="a.example/v1", kind="Thing", name="one")
    stream.add("a: 2\n", api_version="b.example/v1", kind="Thing", name="one")
    story.opening = [*images.beginning(AWS), *stream.told()]
    found = offered(story, ListId.OBJECTS, Selection(rows={ListId.OBJECTS: "document:2"}))
    assert found["xpkgtui"] == f"xpkgtui cat {AWS} --object Thing.b.example/one"
    alone = streams.Stream(tmp_path / "alone.yaml")
    alone.add("a: 1\n", api_version="a.example/v1", kind="Thing", name="one")
    story.opening = [*images.beginning(AWS), *alone.told()]
    assert offered(story, ListId.OBJECTS)["xpkgtui"] == f"xpkgtui cat {AWS} --object Thing/one"


def test_findings_are_asked_for_without_a_profile_where_it_is_the_usual_one(tmp_path: Path) -> None:
    story = stories.warned(tmp_path)
    assert offered(story, ListId.OBJECTS, FINDINGS)["xpkgtui"].endswith(f"{AWS} --select XPKG613")
    judged = next(one for one in story.opening if isinstance(one, judging.VerdictReached))
    story.opening.append(replace(judged, profile="spec"))
    asked = offered(story, ListId.OBJECTS, FINDINGS)["xpkgtui"]
    assert asked.endswith(f"{AWS} --select XPKG613 --profile spec")


def test_an_archive_offers_no_digest_that_it_has_not(tmp_path: Path) -> None:
    path = tmp_path / "a b.xpkg"
    path.write_bytes(b"x")
    found = offered(
        stories.accepted(tmp_path),
        ListId.OBJECTS,
        source=str(path),
        **of_form(SourceForm.DOCKER_ARCHIVE),
        reference=str(path),
        digest=None,
    )
    assert not {"pinned reference", "tag reference", "image digest", "crane", "oras"} & set(found)
    assert found["source"] == str(path)
    assert found["crossplane"] == f"crossplane xpkg extract --from-xpkg '{path}' -o package.yaml.gz"


def test_a_gzipped_archive_is_nothing_for_the_crossplane_cli(tmp_path: Path) -> None:
    path = tmp_path / "p.xpkg"
    path.write_bytes(b"x")
    story = stories.accepted(tmp_path)
    gzipped = case_about(AWS, is_archive=True, has_manifest=False, is_compressed=True)
    story.opening = [*story.opening, events.CaseReady(case=gzipped)]
    found = offered(
        story,
        ListId.OBJECTS,
        source=str(path),
        **of_form(SourceForm.DOCKER_ARCHIVE),
        reference=str(path),
        digest=None,
    )
    assert "crossplane" not in found


def test_a_layout_offers_the_blob_that_lies_in_it(tmp_path: Path) -> None:
    blob = tmp_path / "lay" / "blobs" / "sha256" / LAYER.partition(":")[2]
    blob.parent.mkdir(parents=True)
    blob.write_bytes(b"x")
    found = offered(
        stories.accepted(tmp_path),
        ListId.LAYERS,
        source=f"oci:{tmp_path / 'lay'}:v1",
        **of_form(SourceForm.OCI_LAYOUT),
        reference=f"{tmp_path / 'lay'}:v1",
    )
    assert found["tar"] == f"tar -tvf {blob}"


@each_row("source", ["demo", "demo:bundle"])
@each_row("where", list(ListId))
def test_the_demo_offers_no_command_for_a_registry_that_is_not(where: ListId, source: str, tmp_path: Path) -> None:
    found = offered(stories.accepted(tmp_path), where, source=source, **of_form(SourceForm.OCI_LAYOUT))
    assert not {"crane", "oras", "skopeo", "crossplane", "pinned reference"} & set(found)


def test_what_came_through_a_pipe_offers_no_command_to_read_it_again(tmp_path: Path) -> None:
    found = offered(
        stories.accepted(tmp_path),
        ListId.OBJECTS,
        source="-",
        **of_form(SourceForm.STREAM),
        reference="-",
        digest=None,
    )
    assert "xpkgtui" not in found
    assert "source" not in found


def test_another_platform_is_named_by_its_digest(tmp_path: Path) -> None:
    story = stories.accepted(tmp_path)
    first = next(event for event in story.opening if isinstance(event, events.PlatformsListed))
    rows = tuple(replace(row, selected=number == 1) for number, row in enumerate(first.rows))
    story.opening = [replace(first, rows=rows) if event is first else event for event in story.opening]
    found = offered(story, ListId.OBJECTS)
    assert found["xpkgtui"].startswith(f"xpkgtui cat {REPOSITORY}@sha256:6b1f0e2")


def test_a_name_is_offered_as_it_looks_and_raw_with_what_it_hides(tmp_path: Path) -> None:
    found = offers_of(stories.accepted(tmp_path), ListId.FILES, file=a_file("a\x1b[201~\nrm -rf b"))
    shown = {offer.label: offer for offer in found.items}
    assert (shown["path"].text, shown["path"].controls) == ("a␛[201~␊rm -rf b", 0)
    assert (shown["path, raw"].text, shown["path, raw"].controls) == ("a\x1b[201~\nrm -rf b", 2)
    assert not [offer.label for offer in found.items if offer.controls == 0 and "\x1b" in offer.text]


def test_a_name_that_hides_nothing_is_not_offered_raw(tmp_path: Path) -> None:
    found = offered(stories.accepted(tmp_path), ListId.FILES, file=a_file("Größe.yaml"))
    assert found["path"] == "Größe.yaml"
    assert not [label for label in found if label.endswith("raw")]


def test_raw_values_stand_before_the_commands(tmp_path: Path) -> None:
    items = offers_of(stories.accepted(tmp_path), ListId.FILES, file=a_file("a\tb")).items
    commands = [offer.is_command for offer in items]
    assert commands == sorted(commands)


@each_row("where", list(ListId))
def test_nothing_that_is_not_raw_has_a_control_character(where: ListId, tmp_path: Path) -> None:
    for selection in (Selection(), Selection(verdict=True), Selection(rows={ListId.OBJECTS: "document:2"})):
        found = offers_of(hostile.hostile(tmp_path), where, selection, file=a_file(hostile.HOSTILE))
        safe = [offer.text for offer in found.items if not offer.controls]
        assert not [text for text in safe if visible.controls(text)]


def test_every_form_has_the_commands_that_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    algorithm, encoded = LAYER.split(":")
    for blob in (Path("there", "blobs", algorithm, encoded), Path("there", encoded)):
        blob.parent.mkdir(parents=True, exist_ok=True)
        blob.touch()
    Path("archive").touch()
    found = {form: commands_of_form(tmp_path, form) for form in SourceForm}
    assert found == {
        SourceForm.REGISTRY: {"crane", "oras", "skopeo", "crossplane", "xpkgtui", "open here"},
        SourceForm.DOCKER_ARCHIVE: {"skopeo", "crossplane", "xpkgtui", "open here"},
        SourceForm.OCI_ARCHIVE: {"skopeo", "xpkgtui", "open here"},
        SourceForm.OCI_LAYOUT: {"tar", "xpkgtui", "open here"},
        SourceForm.DIR: {"tar", "xpkgtui", "open here"},
        SourceForm.FOLDER: {"xpkgtui", "open here"},
        SourceForm.TAR: {"xpkgtui", "open here"},
        SourceForm.STREAM: {"xpkgtui", "open here"},
    }


@pytest.mark.parametrize(("form", "name"), [(SourceForm.TAR, "archive"), (SourceForm.DOCKER_ARCHIVE, "a:b")])
def test_skopeo_is_offered_for_no_other_archive(
    form: SourceForm, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).touch()
    assert "skopeo" not in commands_of_form(tmp_path, form, name)


def commands_of_form(folder: Path, form: SourceForm, name: str = "") -> set[str]:
    """Programs that are offered for the image and for a layer of a source of this form."""
    is_archive = form in (SourceForm.DOCKER_ARCHIVE, SourceForm.OCI_ARCHIVE)
    source = name or (AWS if form is SourceForm.REGISTRY else "archive" if is_archive else "there")
    story = stories.accepted(folder)
    case = events.CaseReady(case=case_about(source, is_archive=is_archive, has_manifest=True, is_compressed=False))
    first = next(event for event in story.opening if isinstance(event, events.PlatformsListed))
    digest = first.rows[0].digest
    story.opening = [*story.opening, case]
    found: set[str] = set()
    for where in (ListId.PLATFORMS, ListId.LAYERS):
        given: dict[str, Any] = {
            "source": source,
            "reference": source,
            "digest": ROOT if form is SourceForm.REGISTRY else digest,
        }
        items = offers_of(story, where, **of_form(form), **given).items
        found |= {offer.label for offer in items if offer.is_command}
    return found


def test_a_platform_is_described_as_an_index_holds_it(tmp_path: Path) -> None:
    found = json.loads(offered(stories.accepted(tmp_path), ListId.PLATFORMS)["descriptor as JSON"])
    assert found["platform"] == {"os": "linux", "architecture": "amd64"}


def test_a_layer_is_described_as_a_manifest_holds_it(tmp_path: Path) -> None:
    found = json.loads(offered(stories.accepted(tmp_path), ListId.LAYERS)["descriptor as JSON"])
    assert (found["mediaType"], found["digest"]) == ("application/vnd.oci.image.layer.v1.tar+gzip", LAYER)
    assert (found["size"], found["annotations"]) == (318_000, {"io.crossplane.xpkg": "base"})


DESCRIBED = "J descriptor as JSON"
NAMES = "p pinned reference|P pinned, with its tag|t tag reference"
FINDINGS = Selection(verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS})
FAULTY = Selection(rows={ListId.OBJECTS: "document:4"})
LETTERS = (
    (
        ListId.PLATFORMS,
        Selection(),
        "d digest|b reference by digest|n platform|J|*|c crane|o oras|s skopeo",
    ),
    (ListId.LAYERS, Selection(), "d digest|i diff ID|b reference by digest|J|*|c crane|o oras|e"),
    (ListId.OBJECTS, Selection(), "n name|v apiVersion/kind/name|y YAML|J JSON|L line reference|*|e crossplane|x x"),
    (ListId.OBJECTS, FAULTY, "n name|v apiVersion/kind/name|y YAML|J JSON|L line reference|f finding|*|e crossplane"),
    (ListId.OBJECTS, FINDINGS, "f finding|r rule|L line reference|n object|m repair|*|x xpkgtui|u manual|@"),
)


def test_every_offer_has_its_letter(tmp_path: Path) -> None:
    for where, selection, letters in LETTERS:
        found = offers_of(stories.warned(tmp_path), where, selection).items
        assert "|".join(f"{one.key} {one.label}" for one in found).startswith(
            letters.replace("|J|", f"|{DESCRIBED}|").replace("*", NAMES)
        )
