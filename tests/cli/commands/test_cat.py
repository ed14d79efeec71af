"""`cat`: every byte as it is in a pipe; nothing dangerous on a terminal."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from builders.inspection import ports
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.inspection.messages.events import Event, StreamRead
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import Open, ReadText, Request, View
from xpkgtui.readers.reader import Reading, ReadStage

pytestmark = pytest.mark.usefixtures("forked")

TEXT = b"kind: A\n---\nkind: B\t\xff\x1b[31m\r\n"
ROWS = (
    ports.row(1, kind="A", name="a", end=8),
    ports.row(2, kind="B", name="b", start=12, end=len(TEXT), api_version="x.example/v1"),
    ports.row(3, kind="B", name="b", start=0, end=8),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "stream.yaml"
    path.write_bytes(TEXT)
    return path


def port_over(path: Path) -> ports.FakePort:
    def script(request: Request) -> tuple[Event, ...]:
        if isinstance(request, Open):
            return (ports.resolved(), ports.manifest(), ports.stream(str(path)), ports.objects(*ROWS))
        if isinstance(request, ReadText) and request.path == "there":
            return (TextReady(path=str(path), size=path.stat().st_size),)
        if isinstance(request, ReadText) and request.path == "broken":
            damage = "it ends early, after 3 bytes: unexpected end"
            return (TextReady(path=str(path), size=3, incomplete=damage),)
        return (ports.failed("not-found", "there is no such file", "text"),)

    return ports.FakePort(script)


def cat(port: ports.FakePort, *args: str) -> Result:
    return CliRunner().invoke(
        program, ["cat", "s", *args], obj=CommandContext(open_port=lambda: port, environment={})
    )


def test_default_is_the_package_yaml_that_was_taken(file: Path) -> None:
    assert cat(port_over(file)).stdout_bytes == TEXT


def test_file_is_printed_to_the_byte(file: Path) -> None:
    assert cat(port_over(file), "/there").stdout_bytes == TEXT


@pytest.mark.parametrize("wanted", ["A/a", "a/a"])
def test_object_is_cut_out_whatever_the_case_of_its_kind(file: Path, wanted: str) -> None:
    assert cat(port_over(file), "--object", wanted).stdout_bytes == b"kind: A\n"


def test_object_may_be_named_with_its_group(file: Path) -> None:
    assert cat(port_over(file), "--object", "B.x.example/b").stdout_bytes == TEXT[12:]


def test_objects_of_one_name_are_all_printed_and_counted(file: Path) -> None:
    result = cat(port_over(file), "--object", "B/b")
    assert (result.stdout_bytes, result.stderr) == (
        TEXT[12:] + b"---\nkind: A\n",
        "note: 2 documents of the package are called B/b\n",
    )


def test_object_that_is_not_there_names_the_nearest(file: Path) -> None:
    result = cat(port_over(file), "--object", "A/aa")
    assert (result.exit_code, "did you mean  A/a" in result.stderr) == (3, True)
    assert "there is no object A/aa" in result.stderr


def test_object_without_a_name_is_a_usage_error_that_says_so(file: Path) -> None:
    result = cat(port_over(file), "--object", "A")
    assert (result.exit_code, "--object 'A' is not valid" in result.stderr) == (2, True)


def test_file_that_is_not_there_is_code_3(file: Path) -> None:
    assert cat(port_over(file), "nowhere").exit_code == 3


def test_file_that_breaks_off_is_code_6(file: Path) -> None:
    result = cat(port_over(file), "broken")
    assert (result.exit_code, "ends early" in result.stderr, result.stdout_bytes) == (6, True, TEXT)


def test_layer_is_looked_at_alone(file: Path) -> None:
    port = port_over(file)
    cat(port, "there", "--layer", "0")
    request = port.asked[-1]
    assert isinstance(request, ReadText)
    assert (request.view, request.layer) == (View.LAYER, 0)


def test_package_that_is_not_taken_is_reported_in_crossplanes_words() -> None:
    stopped = Reading(
        reader="manager-2.4", stage=ReadStage.EXTRACT, message="cannot find package.yaml", annotated=True
    )
    port = ports.FakePort(ports.opening(ports.resolved(), ports.manifest(), StreamRead(reading=stopped, stream=None)))
    result = cat(port)
    assert (result.exit_code, "cannot find package.yaml" in result.stderr) == (3, True)


DRIVER = """
import sys
from pathlib import Path
sys.path.insert(0, "tests")
from builders.inspection import ports
from xpkgtui.cli.program import program
from xpkgtui.cli.context import CommandContext
events = (ports.resolved(), ports.manifest(), ports.stream(sys.argv[1]))
around = CommandContext(open_port=lambda: ports.FakePort(ports.opening(*events)), environment={})
program.main(["cat", "s"], "xpkgtui", obj=around)
"""


def on_a_terminal(path: Path) -> tuple[bytes, bytes]:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", DRIVER, str(path)]
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, cwd=Path(__file__).parents[3]) as child:
        os.close(theirs)
        shown = b""
        try:
            while data := os.read(ours, 65536):
                shown += data
        except OSError:  # Linux's way to say that the other side is closed
            pass
        assert child.stderr is not None
        said = child.stderr.read()
    os.close(ours)
    return shown, said


def test_terminal_gets_control_characters_made_visible(file: Path) -> None:
    shown, _ = on_a_terminal(file)
    assert shown.replace(b"\r\n", b"\n").decode() == "kind: A\n---\nkind: B\t\\xff␛[31m␍\n"


def test_terminal_gets_a_note_about_it(file: Path) -> None:
    assert b"are shown as text" in on_a_terminal(file)[1]


def test_harmless_text_needs_no_word(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("größe\n")
    shown, said = on_a_terminal(tmp_path / "plain")
    assert (shown, said) == ("größe\r\n".encode(), b"")


def test_reader_that_goes_away_ends_as_with_other_programs(tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(b"x" * (8 << 20))
    command = [sys.executable, "-c", DRIVER, str(large)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parents[3]
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(10)
        child.stdout.close()
        said = child.stderr.read()
    assert (child.returncode, said) == (141, b"")
