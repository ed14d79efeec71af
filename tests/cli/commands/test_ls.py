"""`ls`: which list is asked for, and how batches become one."""

import json

from builders.cases import each_row
from builders.inspection import ports
from builders.program.headless import run
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.events import Event, StreamRead
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, Open, Request, View
from xpkgtui.inspection.rows.files import FileRow, Gap, GapKind
from xpkgtui.readers.reader import Reading

FILES = ("a/b", "a/c", "package.yaml")


def row(path: str) -> FileRow:
    return FileRow(path=path, type=EntryType.FILE, size=1, mode=0o644, layer=1)


def script(request: Request) -> tuple[Event, ...]:
    if isinstance(request, Open):
        return (ports.resolved(), ports.manifest(), ports.stream())
    assert isinstance(request, ListFiles)
    within = [path for path in FILES if path.startswith(request.folder and request.folder + "/")]
    if not request.recursive:
        within = [path for path in within if "/" not in path[len(request.folder) + 1 :]]
    return tuple(
        FilesListed(
            view=request.view,
            folder=request.folder,
            first=first,
            rows=(row(path),),
            total=len(within),
            gaps=(Gap(layer=1, kind=GapKind.BROKEN, reason="bad", after=2),) if path == "package.yaml" else (),
        )
        for first, path in enumerate(within)
    )


def ls(*args: str, port: ports.FakePort | None = None) -> Result:
    asked = port or ports.FakePort(script)
    return CliRunner().invoke(
        program, ["ls", "s", *args], obj=CommandContext(open_port=lambda: asked, environment={})
    )


def paths(result: Result) -> list[str]:
    return [entry["path"] for entry in json.loads(result.stdout)["entries"]]


def request_of(*args: str) -> ListFiles:
    port = ports.FakePort(script)
    ls(*args, port=port)
    request = port.asked[-1]
    assert isinstance(request, ListFiles)
    return request


def test_batches_become_one_list() -> None:
    assert paths(ls("--format", "json")) == list(FILES)


def test_folder_is_listed_with_all_below() -> None:
    assert paths(ls("/a/", "--format", "json")) == ["a/b", "a/c"]


def test_file_is_listed_by_itself() -> None:
    assert paths(ls("package.yaml", "--format", "json")) == ["package.yaml"]


def test_path_that_is_not_there_is_code_3_in_json_too() -> None:
    result = ls("nowhere", "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)["error"]["kind"]) == (3, "not-found")


def test_list_that_is_not_whole_is_code_6_and_printed_all_the_same() -> None:
    result = ls("--format", "json")
    assert (result.exit_code, len(paths(result)), json.loads(result.stdout)["error"]["title"]) == (
        6,
        3,
        "layer 1 ends early, after 2 entries: bad",
    )


def test_whole_list_is_fine() -> None:
    assert ls("a").exit_code == 0


def test_default_is_the_annotated_layer() -> None:
    assert request_of().view is View.BASE


def test_default_is_flattened_where_no_layer_is_annotated() -> None:
    flattened = StreamRead(reading=Reading(reader="manager-2.4"), stream=None)
    port = ports.FakePort(
        lambda request: (ports.resolved(), ports.manifest(), flattened) if isinstance(request, Open) else ()
    )
    ls(port=port)
    assert [request.view for request in port.asked if isinstance(request, ListFiles)] == [View.FLATTENED]


@each_row(
    ("args", "view", "layer"),
    [
        (("--layer", "0"), View.LAYER, 0),
        (("--view", "upto", "--layer", "1"), View.UPTO, 1),
        (("--view", "flattened"), View.FLATTENED, None),
    ],
)
def test_view_and_layer_are_asked_for(args: tuple[str, ...], view: View, layer: int | None) -> None:
    request = request_of(*args)
    assert (request.view, request.layer, request.recursive) == (view, layer, True)


def test_listing_does_not_wait_for_the_rules() -> None:
    port = ports.FakePort(lambda request: ports.package() if isinstance(request, Open) else script(request))
    assert ls("a", port=port).exit_code == 0


def test_hidden_files_are_listed_with_what_hides_them() -> None:
    assert run("ls", "--hidden", "demo").stdout == (
        "mode   size  held by  path\n-0644    61  layer 0  tmp/build.log  (removed by layer 1)\n"
    )
    (entry,) = json.loads(run("ls", "--hidden", "--format", "json", "demo").stdout)["entries"]
    assert (entry["layer"], entry["hidden_by"], entry["change"]) == (0, 1, "removed")
    assert run("ls", "--hidden", "--layer", "1", "demo").exit_code == 2
