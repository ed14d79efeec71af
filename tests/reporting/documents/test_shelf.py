"""The documents that commands write of packages of every sort, a line for each thing in them."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders.goldens import Golden, once
from builders.packages.shelf import shelf
from builders.program.headless import run

__all__ = ["shelf"]

CALLS = {
    "check": [
        *("wrecked", "hollow"),
        "refused.yaml good.xpkg gone.yaml",
        "sources --examples",
        "damaged",
        "two-bases",
        "labels-alone",
        "tides",
    ],
    "show": [
        *("wrecked", "hollow", "vast"),
        *(
            "store.yaml",
            "damaged",
            "stops.yaml",
            "two-bases",
            "gone.yaml",
            "platforms --platform all",
            "catalog.yaml",
        ),
        *("tides", "demo", "broken.yaml --no-check"),
    ],
    "why": [
        *("wrecked", "hollow"),
        "two-bases",
        "labels-alone",
        "damaged",
        "gone.yaml",
        "good --base 0",
        "good.xpkg tides",
    ],
    "diff": ["store.yaml other.yaml", "good.xpkg good", "good broken.yaml", "store.yaml gone.yaml"],
    "explain": [
        *("twice.yaml", "store.yaml bucket.spec", "store.yaml bucket.spec.region", "store.yaml bucket.spec.labels"),
        *("store.yaml --search region", "store.yaml --search zzz", "sources bucket.spec.region", "broken.yaml"),
        *("store.yaml bukket", "store.yaml xstore.spec.size", "store.yaml bucket --version v1alpha1 --recursive"),
    ],
    "examples": ["sources", "tides", "store.yaml", "gone.yaml"],
    "rbac": [*("full", "vast"), "tides", "good.xpkg", "gone.yaml"],
    "ls": ["two-bases --view flattened", "damaged", "tides", "gone.yaml"],
    "rules": ["XPKG401", "CHG101"],
    "images": [*("vast",), "tides", "good.xpkg", "catalog.yaml"],
    "upgrades": ["catalog.yaml --from 1.0.0", "store.yaml"],
}
DIGITS = re.compile(r"([0-9a-f]{7})[0-9a-f]{57}")


def rows(value: Any, at: str = "") -> Iterator[str]:
    """A line for each value that is short, with its place; what is longer is divided."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) < 400 or not isinstance(value, dict | list):
        short = DIGITS.sub(r"\1…", text)
        yield f"{at}: {short[:800]}\n"
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield from rows(one, f"{at}.{key}" if at else str(key))


@pytest.mark.parametrize("command", CALLS)
def test_a_document_is_what_was_agreed(
    command: str, shelf: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shelf)
    texts = []
    for words in CALLS[command]:
        done = run(command, *shlex.split(words), "--format", "json", XPKGTUI_NO_CACHE="1")
        texts.append(f"$ {command} {words}\n{''.join(rows(json.loads(done.stdout)))}ended with {done.exit_code}\n")
    golden(f"json_of_{command}", once("\n".join(texts)))
