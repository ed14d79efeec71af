"""What commands say of places, kinds, forms and lists that are there, and of those that are not."""

import shlex
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.packages.shelf import shelf
from builders.program.headless import run

__all__ = ["shelf"]
CALLS = (
    *(
        f"cat wrecked {path}"
        for path in ("d", "d/x", "e/y", "e", "f", "gone", "hard", "package.yaml", "empty", "pipe")
    ),
    *(
        f"cat {one}"
        for one in ("platforms gone", "several:a gone", "hollow x", "sources package", "store.yaml --object x")
    ),
    *("explain store.yaml bucket", "explain twice.yaml bucket", "explain twice.yaml bukket", "explain hollow"),
    *("explain broken.yaml --search a", "explain tides berth.spec", "explain empty.yaml --format sample"),
    *("upgrades hollow", "upgrades catalog.yaml --package a", "upgrades catalog.yaml --package x --format json"),
    *(
        "examples hollow",
        "examples wrecked",
        "rbac hollow",
        "rbac tides --member good.xpkg",
        "rbac tides --member gone",
    ),
    *("images hollow", "deps hollow", "deps sources", "referrers hollow", "ls hollow", "ls several:a --platform all"),
    *("check sources good.xpkg", "check tides catalog.yaml --format concise", "diff hollow good", "diff good hollow"),
)


def test_every_call_is_answered_as_was_agreed(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden, tmp_path: Path
) -> None:
    monkeypatch.chdir(shelf)
    texts = []
    for words in CALLS:
        done = run(*shlex.split(words), XPKGTUI_NO_CACHE="1", XDG_CONFIG_HOME=str(tmp_path))
        rows = (done.stdout + done.stderr).replace(str(shelf), "FOLDER").splitlines(keepends=True)
        texts.append(f"$ {words}\n{''.join(rows[:12])}ended with {done.exit_code}\n")
    golden("reading", once("\n".join(texts)))
