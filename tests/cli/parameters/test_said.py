"""What the program says where parameters cannot be meant, or do not go together: whole sentences, hints and codes."""

import shlex
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.oci.images import index, package, write_layout
from builders.packages.judgements import PROVIDER
from builders.program.headless import helps, run

PACKAGE = "check x.yaml"
CALLS = [
    "check",
    "check - -",
    *(f"check {words}" for words in ("--from nowhere", "--from -", "--from list", "- --jobs 2", "--resume r.jsonl")),
    *(f"{PACKAGE} --jobs {count}" for count in ("0", "257", "x")),
    *(f"{PACKAGE} --jobs 2 --format {form}" for form in ("concise", "json")),
    f"{PACKAGE} --jobs 2 --format text=a --format text=b",
    f"{PACKAGE} --jobs 2 --format jsonl=a --format jsonl=b",
    f"{PACKAGE} --resume r --format sarif=a",
    f"{PACKAGE} --resume r --format jsonl=s",
    f"{PACKAGE} --resume ./r --format html=r",
    f"{PACKAGE} --resume r --format text=r",
    *(f"{PACKAGE} --format {form}" for form in ("html5", "sarif=", "text --format json", "text=a --format html=./a")),
    f"{PACKAGE} --format text=a -o b",
    *(f"{PACKAGE} -o {file}" for file in ("json", "gone/x")),
    "diff x.yaml x.yaml -o sarif",
    *(f"{PACKAGE} --profile {name}" for name in ("spek", "zzzzzz", "'a b'")),
    *(f"{PACKAGE} --select XPKG4 --crossplane {version}" for version in ("1.20", "2.0", "newest")),
    f"{PACKAGE} --select XPKG4 --crossplane 2.3 --profile crossplane-1",
    f"{PACKAGE} --select XPKG4 --crossplane 1.20 --profile crossplane",
    f"{PACKAGE} --select XPKG4 --profile crossplane-1",
    *(f"{PACKAGE} --select {rules}" for rules in ("XPKG4O1", "XPKG999", "nothing", "XPKG401,", "XPKG2,401,olm1")),
    *(f"{PACKAGE} --ignore {rules}" for rules in ("XPKG4 --select XPKG4", "rpk,xpkg", "723 --select 724")),
    *(f"diff x.yaml x.yaml --select {rules}" for rules in ("CHG999", "XPKG401", "CHG1,101", "chg")),
    *(f"{PACKAGE} --platform {name}" for name in ("linux", "a/b/c/d", "all --select XPKG4", "linux/arm64")),
    "deps x.yaml --platform all",
    "deps x.yaml --platform linux",
    "diff x.yaml x.yaml --platform linux/amd64 --platform linux/arm64 --platform linux/arm",
    "diff x.yaml x.yaml --platform linux",
    "ls layout --platform all",
    *(f"ls layout {words}" for words in ("--view base --layer 1", "--view flattened --layer 0", "--view upto")),
    *(f"ls layout --layer {number}" for number in ("0", "1", "2", "-1", "x")),
    *(f"ls layout --view {words}" for words in ("layer", "layer --layer 0", "upto --layer 1", "base", "hidden")),
    "ls x.yaml --layer 0",
    *(f"referrers layout {words}" for words in ("--key x.yaml", "--ignore-log", "--identity a", "--log-key x.yaml")),
    *(f"referrers layout --{name} x.yaml" for name in ("identity-regexp", "issuer", "issuer-regexp", "trusted-root")),
    *(f"referrers layout --verify {words}" for words in ("", "--identity a", "--issuer b", "--key gone")),
    "deps x.yaml --verify",
    "deps x.yaml --installed gone",
    "deps x.yaml --version 1.0.0",
    "deps x.yaml --package a --channel stable",
    *(f"{PACKAGE} --limit {words}" for words in ("blub=1", "blob", "blob=0")),
    *("rules XPKG612", f"{PACKAGE} --select XPKG4 --ignore xpkg612", "rules 4O1"),
    f"{PACKAGE} --offline --refresh",
    f"{PACKAGE} --fail-on always",
]
LIST = b"\n# a comment\nx.yaml\n" + b"y" * 4_097


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a stream, a layout of two platforms, and a list with a line that is too long."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.yaml").write_text(PROVIDER)
    (tmp_path / "list").write_bytes(LIST)
    platforms = ("linux/amd64", "linux/arm64")
    write_layout(tmp_path / "layout", index(*((package(PROVIDER, platform=one), one) for one in platforms)))
    return tmp_path


@pytest.mark.usefixtures("forked")
def test_every_call_is_answered_as_was_agreed(folder: Path, golden: Golden) -> None:
    texts = []
    for words in CALLS:
        done = run(*shlex.split(words), XPKGTUI_NO_CACHE="1")
        said = f"{done.stdout}{done.stderr}".replace(str(folder), "FOLDER")
        texts.append(f"$ {words}\n{said}ended with {done.exit_code}\n")
    golden("parameters", once("\n".join(texts)))


def test_every_parameter_says_what_it_means_as_was_agreed(golden: Golden) -> None:
    golden("help", helps())
