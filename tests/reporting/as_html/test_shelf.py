"""The pages about packages of every sort, a line for each element."""

import re
import shlex
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.packages.shelf import shelf
from builders.program.headless import run

from xpkgtui import __version__

__all__ = ["shelf"]
CALLS = (
    "check refused.yaml gone.yaml damaged sources two-bases platforms good.xpkg broken.yaml --format html",
    "check tides --format html",
    "report store.yaml",
    "report two-bases labels-alone gone.yaml",
    "report catalog.yaml",
)


def test_a_page_is_what_was_agreed(shelf: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shelf)
    texts = []
    for words in CALLS:
        done = run(*shlex.split(words), XPKGTUI_NO_CACHE="1")
        page = re.sub(r"(?s)<style>.*?</style>", "<style>", done.stdout).replace(f" {__version__}", " VERSION")
        texts.append(f"$ {words}\n{page}{done.stderr}ended with {done.exit_code}\n")
    golden("shelf_pages", once(re.sub(r"([0-9a-f]{7})[0-9a-f]{57}", r"\1…", "\n".join(texts))))
