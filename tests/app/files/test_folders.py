"""The files of a folder, which has no layers, and those of an image that a reader takes as a folder."""

from pathlib import Path

from builders.packages.bundles import ANNOTATIONS_FILE, CSV_FILE, SOUND, write
from builders.screens.opened import open_screen

from xpkgtui.sources.demos import demo_source

SIZES = [(80, 24), (120, 40), (200, 50)]


def _catalog(folder: Path) -> Path:
    (folder / "drafts").mkdir(parents=True)
    (folder / ".indexignore").write_text("drafts\n")
    (folder / "drafts" / "one.yaml").write_text("schema: olm.package\nname: draft\n")
    (folder / "tides.yaml").write_text("schema: olm.package\nname: tides\n")
    return folder


async def test_every_file_of_a_folder_is_listed_and_says_whether_it_is_read(tmp_path: Path) -> None:
    async with open_screen(write(tmp_path / "bundle")) as shown:
        for size in SIZES:
            await shown.anew("3", "O", size=size)
            listed = [row.key for row in shown.pane("files").rows]
            assert sorted(SOUND) == [name for name in sorted(listed) if "." in name]
            assert any("annotations.yaml" in line and " read" in line for line in shown.text.split("\n"))
            assert "layer None" not in shown.text


async def test_a_file_of_a_folder_is_shown_and_its_folder_above_it(tmp_path: Path) -> None:
    async with open_screen(write(tmp_path / "bundle"), size=(120, 40)) as shown:
        await shown.press("3", "t")
        assert "3 Files · those looked at" in shown.text
        assert shown.selection.view is None, "a folder has one view of its files"
        assert [row.key for row in shown.pane("files").rows] == ["manifests", "metadata"]
        await shown.press("j", "l", "j", "enter")
        assert "operators.operatorframework.io.bundle.package.v1" in shown.text
        assert "ClusterServiceVersion" not in shown.text.partition("Content")[2].partition("CSV")[0]
        await shown.press("[")
        assert "OLM reads this file" in shown.text
        assert "layer" not in "".join(line[62:] for line in shown.text.split("\n")[3:-1])


async def test_findings_stand_at_the_lines_of_their_file(tmp_path: Path) -> None:
    files = dict(SOUND) | {ANNOTATIONS_FILE: SOUND[ANNOTATIONS_FILE].replace("registry+v1", "helm")}
    async with open_screen(write(tmp_path / "bundle", files), size=(200, 50)) as shown:
        await shown.press("3", "/", *"annotations", "enter", "enter")
        await shown.settle()
        notes = shown.page.line_findings
        assert {note.rule for note in notes} >= {"OLM006"}
        assert max(note.line for note in notes) <= SOUND[ANNOTATIONS_FILE].count("\n")


async def test_a_file_that_is_ignored_says_by_what(tmp_path: Path) -> None:
    async with open_screen(_catalog(tmp_path / "catalog"), size=(120, 40)) as shown:
        await shown.press("3", "O", "/", *"one.yaml", "enter", "[")
        await shown.settle()
        assert "left out by drafts in .indexignore" in shown.text


async def test_a_folder_of_sources_has_the_folders_that_its_files_lie_in(tmp_path: Path) -> None:
    meta = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: tides}\n"
    (tmp_path / "apis" / "deep").mkdir(parents=True)
    (tmp_path / "crossplane.yaml").write_text(meta)
    (tmp_path / "apis" / "deep" / "role.yaml").write_text(SOUND["manifests/b-role.yaml"])
    async with open_screen(tmp_path, size=(120, 40)) as shown:
        await shown.press("3", "O")
        await shown.settle()
        keys = [row.key for row in shown.pane("files").rows]
        assert keys == ["apis", "apis/deep", "apis/deep/role.yaml", "crossplane.yaml"]
        await shown.press("G", "[")
        assert "a build puts it into package.yaml" in shown.text


async def test_a_file_of_an_image_is_shown_by_itself_not_with_all_that_is_read() -> None:
    async with open_screen(demo_source("bundle"), size=(120, 40)) as shown:
        await shown.press("3", "/", *"berth-viewer", "enter", "enter")
        await shown.settle()
        detail = "\n".join(line[62:] for line in shown.text.split("\n"))
        assert "kind: ClusterRole" in detail
        assert "ClusterServiceVersion" not in detail
        assert {note.rule for note in shown.page.line_findings} == set()
        await shown.anew("2", "G", "enter")
        assert "1 entry" in next(line for line in shown.text.split("\n") if "entr" in line)
        assert "1 file" not in shown.text


async def test_a_file_of_a_catalog_image_that_is_ignored_is_marked() -> None:
    async with open_screen(demo_source("catalog"), size=(120, 40)) as shown:
        await shown.press("3", "/", *"drafts/tide", "enter")
        await shown.settle()
        assert any("operator.yaml  !" in line for line in shown.text.split("\n"))
        await shown.press("[")
        assert "left out by" in shown.text


async def test_names_in_a_folder_have_the_room_that_layers_need_elsewhere(tmp_path: Path) -> None:
    name = "a-controller-manager-metrics_v1_service.yaml"
    files = dict(SOUND) | {f"manifests/{name}": SOUND["manifests/a-service.yaml"].replace("tides-metrics", "other")}
    async with open_screen(write(tmp_path / "bundle", files), size=(120, 40)) as shown:
        await shown.press("3", "O")
        await shown.settle()
        line = next(line for line in shown.text.split("\n") if "a-controller-manager" in line)
        assert name[:34] in line


def test_the_sound_bundle_has_the_files_that_are_looked_for() -> None:
    assert {CSV_FILE, ANNOTATIONS_FILE} < set(SOUND)


async def test_a_file_with_a_faulty_object_stays_when_only_problems_are_shown() -> None:
    async with open_screen(demo_source("plain"), size=(120, 40)) as shown:
        await shown.press("3", "O", "z")
        await shown.settle()
        rows = [row.key for row in shown.pane("files").rows]
        assert rows[0] == "manifests"
        assert "manifests/04_berths.yaml" in rows
