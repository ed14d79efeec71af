"""Headless commands run in this process, held to what is promised of every one of them.

answer = headless("check", path, "--profile", "build")     # through the program, its own port and the JSON document
answer.code, answer.document, answer.result, answer.said, answer.printed
ended = run("ls", path)                                    # any command, as it is
ended.exit_code, ended.stdout, ended.stderr
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from builders.goldens import once
from click.testing import CliRunner, Result

from xpkgtui.cli.calls import COMMANDS
from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.reporting.documents.schemas import schema_of

DOCUMENTED = frozenset({0, 1, 2, 3, 4, 5, 6})
"""Exit codes that a command may end with on its own; 70 is a bug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a command ended, and what it said on both streams."""

    code: int
    document: dict[str, Any]
    said: str
    printed: str

    @property
    def result(self) -> dict[str, Any]:
        """Of `check` the only source's result; of `show` the document."""
        if "results" not in self.document:
            return self.document
        (only,) = self.document["results"]
        found: dict[str, Any] = only
        return found


def headless(
    command: str,
    source: str | Path,
    *options: str,
    stdin: bytes | None = None,
    environment: Mapping[str, str] | None = None,
) -> Answer:
    """The answer of `show` or `check`: no traceback, an exit code that is written down, a document of its schema."""
    around = CommandContext(environment={"XPKGTUI_NO_CACHE": "1", **(environment or {})})
    arguments = [command, "--format", "json", *options, str(source)]
    ended = CliRunner().invoke(program, arguments, obj=around, input=stdin, prog_name="xpkgtui")
    assert "Traceback" not in ended.stderr, f"{source}: {ended.stderr}"
    assert ended.exit_code in DOCUMENTED, f"{source}: {ended.exit_code} {ended.stderr}"
    document = of_schema(command, ended.stdout, source)
    _require_whole(arguments, ended)
    return Answer(code=ended.exit_code, document=document, said=ended.stderr, printed=ended.stdout)


def documents(command: str, *arguments: str) -> list[dict[str, Any]]:
    """The results of `why` or `check` for several sources at once."""
    ended = run(command, "--format", "json", *arguments, XPKGTUI_NO_CACHE="1")
    results: list[dict[str, Any]] = of_schema(command, ended.stdout)["results"]
    return results


def of_schema(command: str, text: str, source: object = "") -> dict[str, Any]:
    """The document that a command writes, which is of its schema."""
    document: dict[str, Any] = json.loads(text)
    if problem := jsonschema.exceptions.best_match(_schema(command).iter_errors(document)):
        raise AssertionError(f"{source} {problem.json_path}: {problem.message[:300]}")
    return document


def run(*arguments: str, **environment: str) -> Result:
    """How a command ends that is given nothing on its standard input."""
    around = CommandContext(environment={**os.environ, **environment})
    ended = CliRunner().invoke(program, arguments, obj=around, input=b"", prog_name="xpkgtui")
    assert "Traceback" not in ended.stderr, f"{arguments}: {ended.stderr}"
    _require_whole(arguments, ended)
    return ended


def objects(answer: Answer, role: str) -> list[str]:
    """Objects of a `show` in their order, of one role (`meta`, `object`, `broken`): apiVersion, kind and name."""
    rows = [row for row in answer.document["objects"] if row["role"] == role]
    return [f"{row['apiVersion']} {row['kind']} {row['name']}" for row in rows]


def doubts(document: Any) -> list[str]:
    """What a document says is not read or not known at any depth, though it was asked for."""
    if isinstance(document, list):
        return [said for part in document for said in doubts(part)]
    if not isinstance(document, dict) or "$schema" in document:
        return []
    asked = {"met", "verdict", "outcome"} if document.get("resolved", True) else set()
    without = {one for name, ones in _DOES_NOT_APPLY.items() if name in document for one in ones}
    said = [f"unread: {document['unread']}"] if document.get("unread") else []
    said += [f"{name} is not known" for name in asked - without if document.get(name, "") is None]
    inner = [part for name, part in document.items() if asked or name != "edges"]
    return [*said, *(one for part in inner for one in doubts(part))]


_DOES_NOT_APPLY = {"serves": ("outcome",), "reader": ("verdict",)}
"""Of a dependency that is met, and of a reader that finds no object: `unread` says where it is not known."""


def _require_whole(arguments: Sequence[str], ended: Result) -> None:
    """No command ends with 0 when any part of its answer is unknown, but where it was not asked for."""
    if ended.exit_code == 0 and not {"--no-check", "never", "--fail-on=never"} & {*arguments}:
        with suppress(ValueError):  # which is no JSON
            assert not doubts(json.loads(ended.stdout)), arguments


@cache
def _schema(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema_of(name))


def helps() -> str:
    """The help of every command, each line where it first stands."""
    names = ("", "browse", *COMMANDS, *(f"cache {one}" for one in ("info", "prune", "clear")))
    names += tuple(f"config {one}" for one in ("show", "path", "validate"))
    said = "\n".join(f"$ {name}\n{run(*name.split(), '--help').stdout}" for name in names)
    # A command that was first asked for by itself has no -h; click keeps that.
    return once("\n".join(row for row in said.splitlines() if "Show this message and exit." not in row))
