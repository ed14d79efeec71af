"""Where a path is that a view does not have."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection import ports
from builders.oci.images import image, index, write_layout
from builders.oci.layers import file, layer, whiteout
from builders.program import headless

from xpkgtui.cli.reading.whereabouts import with_whereabouts
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: p\n---\n"
HIDDEN = layer(file("bin/tool", "x"), file("etc/one", "1"), file("etc/two", "2"))


@pytest.fixture
def layout(tmp_path: Path) -> str:
    base = layer(file("package.yaml", STREAM), base=True)
    amd = image(HIDDEN, layer(whiteout("etc/one"), whiteout("etc/four")), layer(file("etc/four")), base)
    arm = image(layer(file("only/arm", "x")), base, platform="linux/arm64")
    return str(write_layout(tmp_path / "layout", index((amd, "linux/amd64"), (arm, "linux/arm64"))))


def said(command: str, *arguments: str) -> str:
    done = headless.run(command, *arguments, "--no-cache")
    assert done.exit_code == 3
    return done.stderr


@pytest.mark.parametrize("command", ["cat", "ls"])
@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("etc/two", "Layer 0 has it; add --layer 0."),
        ("etc/one", "Layer 0 has it, and layer 1 removes it; add --layer 0."),
        ("etc/four", "Layer 2 has it; add --layer 2."),
        ("only/arm", "linux/arm64 has it; add --platform linux/arm64 --layer 0."),
        ("tool", "did you mean  bin/tool (layer 0)"),
        ("bin/tol", "did you mean  bin/tool (layer 0)"),
        ("nothing/like/it", "List the files: xpkgtui ls /"),
    ],
)
def test_a_path_that_is_not_there_is_looked_for(layout: str, command: str, path: str, words: str) -> None:
    assert words in said(command, layout, path)


async def test_other_platforms_of_a_registry_are_not_asked() -> None:
    port = ports.FakePort(lambda _: ())
    state = ports.inspection(ports.resolved(form="registry"), *ports.package()[1:])
    second = replace(state.entries[0], selected=False)
    several = replace(state, platforms=Ready((*state.entries, second)))
    found = await with_whereabouts(port, several, "a", Failure(kind=FailureKind.NOT_FOUND, title="no"))
    assert found.hint == "List the files: xpkgtui ls pkg.xpkg"
    assert {type(request) for request in port.asked} == {ListFiles}


async def test_in_a_folder_near_names_have_no_layer() -> None:
    rows = tuple(
        FileRow(path=path, type=EntryType.FILE, size=1, mode=0o644, layer=None) for path in ("apis/boat.yaml", "a")
    )
    listed = FilesListed(view=View.FLATTENED, folder="", first=0, rows=rows, total=2)
    port = ports.FakePort(lambda _: (listed,))
    state = ports.inspection(ports.resolved("folder", form="folder"), source="folder")
    found = await with_whereabouts(port, state, "apis/boot.yaml", Failure(kind=FailureKind.NOT_FOUND, title="no"))
    assert (found.hint, found.suggestions) == ("List the files: xpkgtui ls folder", ("apis/boat.yaml",))
    (request,) = port.asked
    assert request == ListFiles(view=View.FLATTENED, recursive=True, consent=True)
    said = replace(found, hint="look elsewhere")
    assert await with_whereabouts(port, state, "apis/boot.yaml", said) is said


def test_the_advice_works(layout: str) -> None:
    done = headless.run("cat", layout, "only/arm", "--platform", "linux/arm64", "--layer", "0", "--no-cache")
    assert done.stdout == "x"


def test_a_folder_of_another_layer_is_called_one(layout: str) -> None:
    assert "Layer 0 has a folder; `ls --layer 0` lists what is in it." in said("cat", layout, "bin")


def test_a_folder_of_this_layer_is_called_one(layout: str) -> None:
    assert "bin is a folder." in said("cat", layout, "bin", "--layer", "0")


def test_a_whiteout_that_removes_nothing_is_no_holder(layout: str) -> None:
    assert "Layer 0 has it, and layer 1 removes it" in said("cat", layout, "etc/one", "--view", "flattened")


def test_hostile_names_are_made_visible(tmp_path: Path) -> None:
    built = image(layer(file("a/\x1b[2Jtool", "x")), layer(file("package.yaml", STREAM), base=True))
    assert "\x1b" not in said("cat", str(write_layout(tmp_path / "layout", built)), "a/[2Jtool")
