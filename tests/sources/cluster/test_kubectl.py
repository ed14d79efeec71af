"""`kubectl` as a process: what it is given, and answers that are huge, late, broken or hostile."""

import sys
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.errors import NotFound, Unauthorized, Unreachable, XpkgError
from xpkgtui.sources.cluster.kubectl import LARGEST, Kubectl, UnknownKind, objects


def kubectl(folder: Path, body: str, *, context: str = "", seconds: float = 20) -> Kubectl:
    """A kubectl that runs these lines of Python, with its arguments in `asked`."""
    program = folder / "kubectl"
    program.write_text(f"#!{sys.executable} -IS\nimport json, os, sys, time\nasked = sys.argv[1:]\n{body}\n")
    program.chmod(0o755)
    return Kubectl(context, {"PATH": str(folder)}, seconds=seconds)


def refusal(cluster: Kubectl) -> XpkgError:
    with pytest.raises(XpkgError) as caught:
        cluster.get("pods", "a")
    return caught.value


def test_it_is_given_a_list_of_arguments(tmp_path: Path) -> None:
    cluster = kubectl(tmp_path, "print(json.dumps({'asked': asked}))", context="-x; rm -rf $HOME")
    assert cluster.get("pods", "a")["asked"] == [
        "get",
        "pods",
        "a",
        "--context=-x; rm -rf $HOME",
        "--request-timeout=20s",
        "--output=json",
    ]


def test_it_reads_no_input(tmp_path: Path) -> None:
    assert kubectl(tmp_path, "print(json.dumps({'input': sys.stdin.read()}))").get("pods") == {"input": ""}


@each_row(
    ("body", "title"),
    [
        ("print('no JSON')", "it is not JSON"),
        ("print('[1]')", "the document is not an object"),
        ("print('{\"a\": NaN}')", "NaN is not a number"),
        ("print('{\"a\":' * 500)", "nested deeper"),
        ("os.write(1, b'\\xff\\xfe')", "it is not JSON"),
        ("pass", "it is not JSON"),
        (f"sys.stdout.write(' ' * {LARGEST + 1})", "more than the 16 MiB"),
        ("while True: os.write(1, b'[' * 65536)", "more than the 16 MiB"),
    ],
)
def test_an_answer_that_is_no_object_is_refused(body: str, title: str, tmp_path: Path) -> None:
    error = refusal(kubectl(tmp_path, body))
    assert isinstance(error, Unreachable)
    assert title in error.title
    assert error.tried == ("kubectl get pods a",)


def test_one_that_does_not_answer_is_given_up(tmp_path: Path) -> None:
    error = refusal(kubectl(tmp_path, "print('login at', file=sys.stderr, flush=True)\ntime.sleep(60)", seconds=0.5))
    assert isinstance(error, Unreachable)
    assert "no answer in 0.5 seconds" in error.title
    assert "login at" in error.tried


def test_what_it_started_and_left_is_not_waited_for(tmp_path: Path) -> None:
    body = "if os.fork() == 0: time.sleep(60)\nprint('{}', flush=True)\nos._exit(0)"
    assert kubectl(tmp_path, body).get("pods") == {}


def test_a_complaint_is_cut_and_made_visible(tmp_path: Path) -> None:
    error = refusal(kubectl(tmp_path, "sys.stderr.write('\\x1b[31m' + 'x' * 1000000 + '\\nlast')\nsys.exit(1)"))
    assert isinstance(error, Unreachable)
    assert "␛[31mxxx" in error.title
    assert len("".join((error.title, *error.tried))) < 1_000


@each_row(
    ("complaint", "kind", "hint"),
    [
        (
            'error: the server doesn\'t have a resource type "x"',
            UnknownKind,
            "See that its package manager is installed there, and that this is the right cluster.",
        ),
        (
            "Unable to connect to the server: getting credentials: exec: executable aws not found",
            Unauthorized,
            "Log in to the cluster, or ask for leave to get these objects: kubectl auth can-i get pods",
        ),
        ('Error from server (NotFound): pods "a" not found', NotFound, "kubectl get pods"),
        ('error: context "prod" does not exist', NotFound, "kubectl config get-contexts"),
    ],
)
def test_complaints_are_told_apart(complaint: str, kind: type[XpkgError], hint: str, tmp_path: Path) -> None:
    error = refusal(kubectl(tmp_path, f"sys.exit({complaint!r})"))
    assert (type(error), error.hint) == (kind, hint)


def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    (tmp_path / "kubectl").write_text("#!/nowhere/python\n")
    (tmp_path / "kubectl").chmod(0o755)
    assert "cannot be started" in refusal(Kubectl("", {"PATH": str(tmp_path)})).title


def test_a_program_of_the_working_folder_is_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kubectl(tmp_path, "print('{}')")
    monkeypatch.chdir(tmp_path)
    assert "not installed" in refusal(Kubectl("", {"PATH": "."})).title


def test_offline_nothing_is_asked(tmp_path: Path) -> None:
    cluster = Kubectl("", {"PATH": str(tmp_path)}, offline=True)
    assert "--offline" in refusal(cluster).title


def test_an_object_that_need_not_be_there_is_an_empty_list(tmp_path: Path) -> None:
    assert objects(kubectl(tmp_path, "pass").get("pods", "a", "--ignore-not-found")) == []


def test_its_error_is_said_and_not_its_log(tmp_path: Path) -> None:
    log = 'E1126 17:24:41.097172   15720 memcache.go:265] "Unhandled Error" err="connection refused"\n'
    error = refusal(kubectl(tmp_path, f"sys.stderr.write({log * 3!r} + 'The connection was refused')\nsys.exit(1)"))
    assert error.title == "kubectl cannot ask the cluster: The connection was refused"
