"""The documents that commands write of packages of every sort, a line for each thing in them."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders.goldens import Golden, once
from builders.packages.shelf import shelf
from builders.program.headless import run
from reporting.documents.test_documents import closed

from xpkgtui.reporting.documents.schemas import schema_of

__all__ = ["shelf"]

CALLS = {
    "check": ["hollow", "refused.yaml good.xpkg gone.yaml", "damaged", "tides", "platforms --platform linux/arm64"],
    "show": [
        *("two-bases", "gone.yaml", "platforms --platform all", "catalog.yaml"),
        *("vast", "demo", "stops.yaml", "broken.yaml --no-check"),
    ],
    "why": ["gone.yaml", "good --base 0", "good.xpkg tides", "two-bases"],
    "diff": ["demo demo:disputed", "store.yaml other.yaml", "good broken.yaml", "store.yaml gone.yaml"],
    "explain": [
        *("demo providerconfigusage", "twice.yaml", "broken.yaml", "store.yaml bukket", "store.yaml --search region"),
        *("sources bucket.spec.region", "store.yaml bucket --version v1alpha1 --recursive"),
    ],
    "examples": ["demo", "sources", "tides", "gone.yaml"],
    "rbac": ["demo:plain", "full", "vast", "tides", "gone.yaml"],
    "ls": ["two-bases --hidden", "two-bases --view flattened", "damaged", "platforms --platform all", "gone.yaml"],
    "rules": ["XPKG401", "CHG101"],
    "images": ["demo:bundle", "vast", "good.xpkg", "gone.yaml"],
    "upgrades": ["demo:catalog", "catalog.yaml --from 1.0.0", "store.yaml"],
    "deps": ["demo", "gone.yaml"],
    "referrers": ["demo", "gone.yaml"],
}
"""A full document of each, some that fill what it does not, and the empty one of a source that is not there."""
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


def unfilled(schema: Any, values: list[Any], at: str = "") -> Iterator[str]:
    """The fields of a schema that none of the documents fills."""
    values = [one for one in values if one not in (None, [], {})]
    if not values:
        yield at
        return
    if "items" in schema:
        yield from unfilled(schema["items"], [each for one in values for each in one], f"{at}[]")
    if "additionalProperties" in schema:
        yield from unfilled(schema["additionalProperties"], [each for one in values for each in one.values()], at)
    for name, field in schema.get("properties", {}).items():
        yield from unfilled(field, [one.get(name) for one in values], f"{at}.{name}".lstrip("."))


@pytest.mark.parametrize("command", CALLS)
def test_a_document_is_what_was_agreed(
    command: str, shelf: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shelf)
    texts, found = [], []
    for words in CALLS[command]:
        done = run(command, *shlex.split(words), "--format", "json", XPKGTUI_NO_CACHE="1")
        document = json.loads(done.stdout)
        found += document if isinstance(document, list) else [document]
        texts.append(f"$ {command} {words}\n{''.join(rows(document))}ended with {done.exit_code}\n")
    for document in found:
        jsonschema.Draft202012Validator(closed(schema_of(command))).validate(document)
    texts.append(f"filled by none of them: {', '.join(unfilled(schema_of(command), found))}\n")
    golden(f"json_of_{command}", once("\n".join(texts)))
