"""What commands write of packages of every sort, whole, with its colors."""

import re
import shlex
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.packages.shelf import shelf
from builders.program.headless import run

__all__ = ["shelf"]

CALLS = {
    "check": [
        *("wrecked", "hollow"),
        *("refused.yaml good.xpkg gone.yaml", "broken.yaml", "stops.yaml --verbose", "sources --examples", "damaged"),
        *("two-bases --verbose", "arm64-alone --platform all", "refused.yaml --select XPKG5", "labels-alone"),
        "refused.yaml good.xpkg gone.yaml broken.yaml damaged sources --format concise",
        *("refused.yaml --select XPKG5 --format concise", "demo:disputed", "a-decoy-above", "tides --verbose"),
    ],
    "show": [
        *("wrecked", "hollow", "several:a", "full", "vast"),
        *("store.yaml --objects", "sources", "broken.yaml", "stops.yaml", "damaged", "two-bases", "gone.yaml"),
        *("platforms --platform all", "good.xpkg --no-check", "catalog.yaml", "demo:catalog", "tides", "demo:plain"),
        *("demo:stack", "demo:rukpak", "demo --objects", "empty.yaml", "arm64-alone"),
    ],
    "why": [
        *("wrecked", "hollow"),
        *("two-bases", "labels-alone", "a-decoy-above", "arm64-alone", "good", "damaged", "tides", "gone.yaml"),
        *(
            "good --base 0",
            "good.xpkg store.yaml",
            "catalog.yaml --format markdown",
            "good gone.yaml --format markdown",
        ),
        *("two-bases --format markdown", "broken.yaml", "demo:plain"),
    ],
    "diff": [
        *("store.yaml other.yaml", "other.yaml store.yaml --verbose", "good.xpkg good", "store.yaml gone.yaml"),
        *("store.yaml tides", "store.yaml other.yaml --format markdown --level stored", "good broken.yaml"),
        *("store.yaml other.yaml --level strict", "demo:catalog catalog.yaml"),
    ],
    "explain": [
        *("store.yaml", "twice.yaml bucket", "twice.yaml bucket.s3.example.org", "store.yaml bucket.spec"),
        *(f"store.yaml bucket.spec.{name}" for name in ("policy", "region", "count", "tags", "labels", "either")),
        *("store.yaml bucket.spec.anything", "store.yaml bucket.spec.tags.key", "store.yaml bucket --recursive"),
        *("store.yaml bucket --version v1alpha1", "store.yaml bucket --version v9", "store.yaml bukket"),
        *("store.yaml bucket.spec.regoin", "store.yaml bucket.spec.region.x", "store.yaml --search region"),
        *("store.yaml --search zzz", "broken.yaml", "empty.yaml", "store.yaml store", "store.yaml xstore.spec"),
        *("sources bucket.spec.region", "store.yaml bucket --format sample", "store.yaml bucket.metadata"),
    ],
    "examples": [
        "sources",
        "sources --verbose",
        "fine",
        "store.yaml",
        "tides",
        "good.xpkg",
        "fine sources/examples/b.yaml",
    ],
    "rbac": [
        *("full", "full --verbose", "vast"),
        "tides",
        "good.xpkg --verbose",
        "store.yaml",
        "demo:plain",
        "demo:stack",
        "gone.yaml",
        "catalog.yaml",
    ],
    "ls": ["two-bases --view flattened", "sources", "good.xpkg", "tides"],
    "rules": ["XPKG401", "FBC01", "CHG101 XPKG402", "--search webhook"],
    "images": [*("vast",), "tides", "good.xpkg", "catalog.yaml"],
    "upgrades": ["catalog.yaml", "catalog.yaml --from 1.0.0", "store.yaml"],
}


@pytest.mark.parametrize("command", CALLS)
def test_a_command_writes_what_was_agreed(
    command: str, shelf: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shelf)
    texts = []
    for words in CALLS[command]:
        done = run(command, *shlex.split(words), FORCE_COLOR="1", XPKGTUI_NO_CACHE="1")
        said = re.sub(r"\x1b\[([0-9;]*)m", r"⟨\1⟩", done.stdout + done.stderr).replace("⟨0⟩", "⟩")
        texts.append(f"$ {command} {words}\n{said}ended with {done.exit_code}\n")
    golden(f"shelf_{command}", once("\n".join(texts)))
