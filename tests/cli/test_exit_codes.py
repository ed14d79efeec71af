"""Exit codes, and what goes to which stream."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.oci.images import image, write_layout
from builders.oci.layers import BuiltLayer, file, layer, layer_of
from builders.packages.judgements import PROVIDER
from builders.program.headless import run
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.exit_codes import Stopped, code_of_answer, code_of_run
from xpkgtui.cli.program import program
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.replies import FilesSaved
from xpkgtui.inspection.messages.requests import LayerScope, Open, Options, Request
from xpkgtui.reporting.answer import CommandAnswer, lack
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.sources.source import SourceForm

ERROR = ports.finding()
WARNING = ports.finding("XPKG205", Severity.WARNING)
KINDS = {"usage": 2, "not-found": 3, "not-a-package": 3, "authentication": 4, "network": 5, "corrupt": 6, "bug": 70}


class Commands:
    """Runs the program; each source is a script of its name."""

    def __init__(self, folder: Path, **sources: tuple[Event, ...]) -> None:
        self.ports: list[ports.FakePort] = []
        self.others: tuple[Event, ...] = ()
        self._environment = {f"XDG_{name}_HOME": str(folder / name) for name in ("CONFIG", "CACHE", "STATE")}
        self._sources = sources

    def run(self, *args: str, **environment: str) -> Result:
        around = CommandContext(open_port=self._open, environment=self._environment | environment)
        return CliRunner().invoke(program, args, obj=around, prog_name="xpkgtui")

    @property
    def options(self) -> Options:
        (request, *_) = self.ports[-1].asked
        assert isinstance(request, Open)
        return request.options

    def _open(self) -> ports.FakePort:
        self.ports.append(ports.FakePort(self._answer))
        return self.ports[-1]

    def _answer(self, request: Request) -> tuple[Event, ...]:
        return self._sources[request.source] if isinstance(request, Open) else self.others


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(
        tmp_path,
        good=ports.package(),
        bad=ports.package(ERROR, acceptance=Acceptance.REFUSED),
        doubtful=ports.package(WARNING),
        **{kind: (ports.failed(kind),) for kind in KINDS},
    )


def test_accepted_package_is_fine(commands: Commands) -> None:
    assert commands.run("check", "good").exit_code == 0


def test_error_fails(commands: Commands) -> None:
    assert commands.run("check", "bad").exit_code == 1


def test_warning_does_not_fail_by_default(commands: Commands) -> None:
    assert commands.run("check", "doubtful").exit_code == 0


def test_warning_fails_where_it_is_asked_to(commands: Commands) -> None:
    assert commands.run("check", "--fail-on", "warning", "doubtful").exit_code == 1


def test_nothing_fails_where_nothing_shall(commands: Commands) -> None:
    assert commands.run("check", "--fail-on", "never", "bad").exit_code == 0


@pytest.mark.parametrize("command", ["check", "show", "ls", "cat"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_trouble_has_its_code(commands: Commands, command: str, kind: str) -> None:
    assert commands.run(command, kind).exit_code == KINDS[kind]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "bug"])
def test_error_is_reported_on_standard_error_with_the_next_step(commands: Commands, kind: str) -> None:
    result = commands.run("check", kind)
    assert result.stderr == (
        f"xpkgtui: {kind}: there is no such tag\n  tried  asked a.example\n  hint   look at its tags\n"
    )


def test_of_several_sources_the_worst_code_counts(commands: Commands) -> None:
    assert commands.run("check", "bad", "not-found", "corrupt", "good").exit_code == 6


def test_findings_count_where_every_source_could_be_read(commands: Commands) -> None:
    assert commands.run("check", "good", "bad").exit_code == 1


def test_bug_in_one_source_does_not_silence_the_others(commands: Commands) -> None:
    result = commands.run("check", "--format", "json", "bug", "good")
    assert (result.exit_code, [one["source"] for one in json.loads(result.stdout)["results"]]) == (70, ["good"])


def test_format_never_changes_the_code(commands: Commands) -> None:
    assert commands.run("check", "--format", "json", "bad", "corrupt").exit_code == 6


def test_all_sources_are_asked_of_one_port_which_is_closed(commands: Commands) -> None:
    commands.run("check", "good", "bad")
    assert [port.closed for port in commands.ports] == [True]


def test_nothing_more_is_asked_of_packages_on_disk_which_are_no_dependencies(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.xpkg", "b.xpkg")]
    for path in paths:
        path.touch()
    commands = Commands(tmp_path, **{str(path): ports.package() for path in paths})
    commands.run("check", *map(str, paths))
    assert [type(request) for request in commands.ports[0].asked] == [Open, Open]


def test_check_reads_the_other_manifests_and_asks_no_price(commands: Commands) -> None:
    commands.run("check", "good")
    assert (commands.options.children, commands.options.price) == (True, -1)


@pytest.mark.parametrize(
    ("flags", "reach"),
    [((), LayerScope.CHEAP), (("--all-layers",), LayerScope.ALL), (("--no-layers",), LayerScope.PATH)],
)
def test_check_reads_what_is_cheap_unless_told_otherwise(
    commands: Commands, flags: tuple[str, ...], reach: LayerScope
) -> None:
    commands.run("check", "good", *flags)
    assert commands.options.reach is reach


def test_all_layers_and_none_exclude_each_other(commands: Commands) -> None:
    assert commands.run("check", "good", "--all-layers", "--no-layers").exit_code == 2


def test_show_takes_the_path_of_crossplane(commands: Commands) -> None:
    commands.run("show", "good")
    assert commands.options.children is False


def test_flags_reach_the_port(commands: Commands) -> None:
    hosts = ("--plain-http", "a.example:5000", "--private-storage", "b.example")
    commands.run("check", "good", "--offline", *hosts, "--crossplane", "v2.1", "--no-cache")
    access, options = commands.options.access, commands.options
    assert (access.offline, options.crossplane, options.cache_dir) == (True, "2.1", None)
    assert (access.plain_http, access.private_storage) == (frozenset({"a.example:5000"}), frozenset({"b.example"}))


def test_environment_reaches_the_port(commands: Commands) -> None:
    commands.run("show", "good", XPKGTUI_OFFLINE="1")
    assert commands.options.access.offline


def test_output_goes_to_a_file(commands: Commands, tmp_path: Path) -> None:
    result = commands.run("check", "-o", str(tmp_path / "out"), "--format", "json", "good")
    assert (result.stdout, json.loads((tmp_path / "out").read_text())["schema"]) == ("", "xpkgtui.check/v1")


def test_a_file_that_cannot_be_written_has_a_code_of_its_own(commands: Commands, tmp_path: Path) -> None:
    assert commands.run("check", "-o", str(tmp_path), "good").exit_code == 74


def test_bare_source_without_a_terminal_is_its_summary(commands: Commands) -> None:
    assert commands.run("good").stdout == commands.run("show", "good").stdout


def test_refused_package_was_opened_all_the_same(commands: Commands) -> None:
    assert commands.run("bad").exit_code == 0


def test_bare_source_that_cannot_be_opened_has_the_code_of_its_error(commands: Commands) -> None:
    assert commands.run("authentication").exit_code == 4


def test_start_screen_needs_a_terminal(commands: Commands) -> None:
    result = commands.run()
    assert (result.exit_code, result.stdout, "hint" in result.stderr) == (2, "", True)


@pytest.mark.parametrize(
    "args",
    [
        ("check",),
        ("check", "--nope", "good"),
        ("check", "--format", "xml", "good"),
        ("check", "--fail-on", "info", "good"),
        ("check", "--crossplane", "new", "good"),
        ("check", "--profile", "nobody", "good"),
        ("check", "-", "-"),
        ("check", "--jobs", "257", "good"),
        ("cat", "good", "--object", "Provider"),
        ("cat", "good", "a", "--object", "Provider/x"),
        ("ls", "good", "--layer", "-1"),
        ("ls", "good", "--view", "upto"),
        ("ls", "good", "--view", "base", "--layer", "1"),
        ("cache", "fill"),
        ("--offline", "check", "good"),
        ("chekc", "good"),
        ("",),
    ],
)
def test_what_cannot_be_meant_is_code_2_and_one_line_with_a_hint(commands: Commands, args: tuple[str, ...]) -> None:
    result = commands.run(*args)
    first, second, *rest = result.stderr.splitlines()
    assert (result.exit_code, result.stdout, rest) == (2, "", [])
    assert first.startswith("xpkgtui")
    assert second.startswith("  hint ")


def test_misspelt_command_is_named(commands: Commands) -> None:
    assert "the command check" in commands.run("chekc", "good").stderr


def test_option_before_the_command_is_explained(commands: Commands) -> None:
    assert "the command check" in commands.run("--offline", "check", "good").stderr


def test_layer_that_is_not_there_is_not_found(commands: Commands) -> None:
    assert commands.run("ls", "good", "--layer", "9").exit_code == 3


def test_notes_go_to_standard_error(tmp_path: Path) -> None:
    note = events.Resolved(form=SourceForm.REGISTRY, reference="s:v1", digest=None, notes=("took v1\x1b",))
    result = Commands(tmp_path, s=(note, *ports.package()[1:])).run("check", "s")
    assert result.stderr == "note: took v1␛\n"


def test_interruption_is_code_130(tmp_path: Path) -> None:
    def interrupted() -> ports.FakePort:
        raise KeyboardInterrupt

    result = CliRunner().invoke(program, ["show", "s"], obj=CommandContext(open_port=interrupted, environment={}))
    assert result.exit_code == 130


def _broken() -> ports.FakePort:
    raise ZeroDivisionError("by \x1b nought")


def test_unexpected_exception_is_a_line_that_names_its_log_and_code_70(tmp_path: Path) -> None:
    around = CommandContext(open_port=_broken, environment={"XDG_STATE_HOME": str(tmp_path)})
    result = CliRunner().invoke(program, ["show", "s"], obj=around)
    (log,) = (tmp_path / "xpkgtui" / "log").iterdir()
    assert result.exit_code == 70
    assert "ZeroDivisionError: by ␛ nought" in result.stderr
    assert result.stderr.endswith(f"; please report it with {log}\n")
    assert result.stderr.count("\n") == 1
    assert "Traceback" in log.read_text()


def test_traceback_is_for_those_who_ask() -> None:
    around = CommandContext(open_port=_broken, environment={"XPKGTUI_DEBUG": "1"})
    *log, last = CliRunner().invoke(program, ["show", "s"], obj=around).stderr.splitlines()
    assert "Traceback (most recent call last):" in log
    assert last.startswith("program: this is a bug in xpkgtui, not in the package: ")


def test_bug_in_a_reply_is_code_70(commands: Commands) -> None:
    result = commands.run("show", "bug")
    assert (result.exit_code, result.stdout) == (70, "")
    assert "InternalError" not in result.stderr
    assert "; it happened in" not in result.stderr


def test_a_request_that_was_refused_ends_a_command_with_its_code(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    def run() -> int:
        raise Stopped(Failure(kind=FailureKind.NETWORK, title="it is gone"), "a.example/b")

    assert code_of_run(run, "xpkgtui", {}) == 5
    assert capfdbinary.readouterr().err == b"xpkgtui: a.example/b: it is gone\n"


def test_network_failing_half_way_is_not_silent(tmp_path: Path) -> None:
    half = (ports.resolved(), ports.platforms(), ports.manifest(), ports.failed("network", "gone", "objects"))
    commands = Commands(tmp_path, half=half)
    assert [commands.run(command, "half").exit_code for command in ("check", "show", "cat")] == [5, 5, 5]


def test_files_of_a_view_may_be_whole_where_the_package_is_not(tmp_path: Path) -> None:
    half = (ports.resolved(), ports.platforms(), ports.manifest(), ports.failed("network", "gone", "objects"))
    commands = Commands(tmp_path, half=half)
    commands.others = (FilesSaved(files=1, size=2),)
    words = ("save", "half", str(tmp_path / "out"))
    assert [commands.run(*words, *view).exit_code for view in ((), ("--view", "base"), ("--layer", "0"))] == [5, 0, 0]


def test_what_is_asked_of_an_open_package_and_refused_has_its_code(commands: Commands) -> None:
    commands.others = (ports.failed("network", "gone", "objects"),)
    calls = (("explain", "good"), ("explain", "good", "kind"), ("explain", "good", "--search", "x"), ("ls", "good"))
    assert [commands.run(*call).exit_code for call in calls] == [5] * len(calls)


@pytest.mark.parametrize(
    ("is_refused", "unread", "code", "said"),
    [
        (False, "", 0, ""),
        (True, "", 1, ""),
        (False, "one was not read", 3, "xpkgtui: x: incomplete: one was not read\n"),
        (True, "one was not read", 1, "xpkgtui: x: incomplete: one was not read\n"),
    ],
)
def test_a_certain_refusal_counts_before_what_could_not_be_read(
    is_refused: bool, unread: str, code: int, said: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    answer = CommandAnswer(source="x", beyond=lack("x", "some", unread), is_refused=is_refused)
    assert code_of_answer("xpkgtui", answer) == code
    assert capfdbinary.readouterr().err.decode() == said


LAYER = layer(file("package.yaml", PROVIDER.replace("Provider", "Configuration")), base=True)
FLAT = layer(file("package.yaml", PROVIDER.replace("Provider", "Configuration")))
YAML = layer_of(b"apiVersion: v1\n", media_type="application/yaml")
FOREIGN = layer(file("a"))


@each_row(
    ("layers", "urls", "codes", "words"),
    [
        (
            (LAYER, YAML),
            False,
            (0, 0, 0),
            "Layer 1 is not a tar archive, which all readers expect (application/yaml)",
        ),
        ((FLAT, YAML), False, (1, 0, 3), "Flattening stops in layer 1, before any package.yaml"),
        ((YAML, FLAT), False, (0, 0, 3), "Layer 0 is not a tar archive"),
        (
            (LAYER, FOREIGN),
            True,
            (0, 0, 0),
            "Layer 1 is a foreign layer, which is not here; it names https://x.test/a",
        ),
        ((FLAT, FOREIGN), True, (3, 3, 3), "Crossplane fetches it from there, xpkgtui does not"),
        ((LAYER, FOREIGN), False, (6, 0, 0), "Layer 1 is damaged: "),
    ],
)
def test_a_layer_that_is_no_tar_or_foreign_is_not_damaged(
    layers: tuple[BuiltLayer, ...], urls: bool, codes: tuple[int, ...], words: str, tmp_path: Path
) -> None:
    built = image(*layers)
    manifest = json.loads(built.manifest)
    if urls:
        manifest["layers"][1]["urls"] = ["https://x.test/a"]
    built = replace(built, manifest=json.dumps(manifest).encode())
    folder = write_layout(tmp_path / str(len([*tmp_path.iterdir()])), built)
    if layers[-1] is FOREIGN:
        (folder / "blobs" / FOREIGN.digest.replace(":", "/")).unlink()
    ended = [run(command, str(folder), XPKGTUI_NO_CACHE="1") for command in ("check", "show", "ls")]
    assert tuple(one.exit_code for one in ended) == codes
    assert words in ended[0].stdout


@each_row("command", ["plan", "outdated"])
def test_the_content_of_a_package_is_no_set(command: str, tmp_path: Path) -> None:
    file = tmp_path / "package.yaml"
    file.write_text(PROVIDER)
    for path in file, tmp_path:
        ended = run(command, str(path))
        assert (ended.exit_code, f"`xpkgtui check {file}` judges one package" in ended.stderr) == (2, True)
