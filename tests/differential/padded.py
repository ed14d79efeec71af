"""Packages that are padded until they are large answer as the small ones do, or say 3: there is no third outcome."""

import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.resources import as_file
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from builders.program.headless import run

from xpkgtui.documents.document import build, chunk_text
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.refusals import RefusalReason, Refused
from xpkgtui.sources.demo.built_in import examples

DEMOS = ("demo", "demo:refused", "demo:disputed")
_FOLDERS = ("bundle", "catalog", "plain", "stack")
"""Demos that are folders of files."""
COMMENT, _BLANKS, DESCRIPTION = 6 << 20, 1_200_000, 1 << 20
_LARGEST = 1 << 20
"""Bytes of a package that is padded: larger ones take too long, and are large by themselves."""
_OF_BYTES = frozenset(
    ("bytes", "column", "description", "digest", "end", "first_line", "largest", "layers", "line", "new", "old")
) | {"badge", "badges", "sha256", "size", "source", "start", "summary"}
"""Fields that say where something stands, how large it is, or what it is described by."""
_OF_SIZE = frozenset(("XPKG406", "XPKG407", "XPKG408", "XPKG723", "XPKG729", "STK017")) | {
    *("XPKG504", "XPKG505", "XPKG507")
}
"""Rules about the size of documents and objects, and about how their text is written."""
_MILD = ("words", "addition", "check")
"""Changes that a longer description makes by itself."""
_NUMBER = re.compile(r"\b[0-9a-f]{32,}\b|[0-9][0-9,.]*(?: ?[kKMG]i?B| B)?")
_PLACE = re.compile(r"(?:/\S*)?\bpackage-[abc](?:\.yaml)?\b")
_OF_SIZES = re.compile(
    r"^bytes|warnings?, |warnings?$|^no findings$|^# (?:warning|info)|in words only|^DESCRIPTION|^# of #$|^sha#"
)
"""Rows of text about sizes and descriptions."""
_FINDING = re.compile(r"✗ [A-Z]{3,4}#")
"""Rows of findings stand by their lines, and JSON has each."""
_COUNTED = re.compile(r"the largest is [^\n]*| [!·✗] # (?:error|warning|info)s?\b.*")
"""What a row says of sizes, and how many findings an object has: some are about sizes."""


@dataclass(frozen=True, kw_only=True)
class Padded:
    """A package, the same one padded, and how it was padded."""

    name: str
    way: str
    small: Path
    large: Path
    other: Path
    """Another package of its format, to compare both with."""
    command: str = ""
    """The only command that is asked; all where it is empty."""

    @cached_property
    def calls(self) -> tuple[tuple[str, ...], ...]:
        """The words of the commands; `{}` stands for the package, `{other}` for the other one."""
        if self.command:
            return tuple(one for one in replace(self, command="").calls if one[0] == self.command)
        both = ("check", "show", "why", "rbac", "images", "deps", "examples", "ls", "explain")
        found: list[tuple[str, ...]] = [(one, "{}", "--format", form) for one in both for form in ("json", "text")]
        kinds = json.loads(run("explain", str(self.small), "--format", "json").stdout).get("kinds") or []
        for one in kinds[:1]:
            name = f"{one['plural'] or one['kind']}.{one['group']}"
            found += [("explain", "{}", name, "--format", form) for form in ("json", "text")]
        pairs = (("{}", "{other}"), ("{other}", "{}"))
        found += [("diff", *pair, "--exit-code", "--format", form) for pair in pairs for form in ("json", "text")]
        return (*found, ("report", "{}", "-o", str(self.small.parent / "page.html")))

    def differences(self, form: str = "") -> Iterator[str]:
        """The calls, or those in one form, that answer otherwise, and do not say that not all is known."""
        for words in (one for one in self.calls if not form or form in one):
            small, large = (self._answer(words, one) for one in (self.small, self.large))
            if large[0] != 3 and large != small:
                yield f"{self.name} {self.way}: {' '.join(words)}: {_first(small, large)}"
        for pair in ((self.small, self.large), (self.large, self.small)) if self.command in ("", "diff") else ():
            ended = run("diff", "--no-cache", *map(str, pair), "--format", "json")
            verdict = json.loads(ended.stdout)["verdict"]
            if ended.exit_code != 3 and verdict == "breaks":
                yield f"{self.name} {self.way}: diff of both: {ended.exit_code} {verdict}"

    def _answer(self, words: tuple[str, ...], place: Path) -> tuple[int, Any]:
        given = [one.format(place, other=self.other) for one in words]
        ended = run(given[0], "--no-cache", *given[1:])
        assert ended.exit_code != 70, (words, ended.stderr)
        if words[0] == "report":
            found = (self.small.parent / "page.html").read_text("utf-8")
            return ended.exit_code, sorted(set(re.findall(r"\b[A-Z]{3,4}[0-9]{3}\b", found)) - _OF_SIZE)
        text = _PLACE.sub("SOURCE", ended.stdout)
        if "json" in words:
            if words[0] == "diff":
                found = json.loads(text)
                return ended.exit_code, [found["verdict"] == "breaks", _without_places(found["changes"])]
            return ended.exit_code, _without_places(json.loads(text))
        return ended.exit_code, list(_rows(text, words))


def _rows(text: str, words: tuple[str, ...]) -> Iterator[str]:
    """The rows of a text, without numbers and descriptions; of findings and changes without their lines."""
    rows = [_COUNTED.sub("", " ".join(_NUMBER.sub("#", row).split())) for row in text.splitlines()]
    if words[0] == "diff":
        rows = [row for row in rows[:1] if "needs work first" in row]
    if words[0] == "explain" and "FIELDS:" in rows:
        rows = [row.partition("<")[0] for row in rows[rows.index("FIELDS:") :] if "<" in row]
    if words[0] == "check":
        rows = [row for row in rows if row[:1] in "✓✗?" and not _FINDING.match(row)]
    yield from (row for row in rows if row and not _OF_SIZES.search(row))


def _first(small: tuple[int, Any], large: tuple[int, Any]) -> str:
    """The first place where two answers differ."""
    if small[0] != large[0]:
        return f"{small[0]} became {large[0]}"
    before, after = (json.dumps(one[1], sort_keys=True) for one in (small, large))
    at = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(before))
    return f"{before[max(0, at - 60) : at + 100]!r} became {after[max(0, at - 60) : at + 100]!r}"


def _without_places(value: Any) -> Any:
    """A document without what says where something stands, how large it is, or what it is described by."""
    if isinstance(value, list):
        kept = [one for one in value if not isinstance(one, dict) or one.get("rule") not in _OF_SIZE]
        left = [_without_places(one) for one in kept if not isinstance(one, dict) or one.get("severity") not in _MILD]
        # Findings stand by their lines, of which JSON has one.
        return sorted(left, key=json.dumps) if any(isinstance(one, dict) and "rule" in one for one in kept) else left
    if isinstance(value, dict):
        return {_NUMBER.sub("#", key): _without_places(one) for key, one in value.items() if key not in _OF_BYTES}
    return _COUNTED.sub("", _NUMBER.sub("#", value)) if isinstance(value, str) else value


def _values(data: bytes) -> list[Any]:
    """The documents as Go reads them; raises `Refused`."""
    stream = split(data)
    if stream.problem is not None:
        # Written anew, it would be gone.
        raise Refused(RefusalReason.SEPARATOR, stream.problem.message)
    chunks = [one for one in stream.chunks if not one.empty]
    return [build(*chunk_text(data[one.start : one.end])[:2]).tree.value for one in chunks]


def _of_json(values: list[Any], blanks: int = -1) -> bytes:
    texts = [json.dumps(one, ensure_ascii=False) for one in values]
    if blanks >= 0:
        texts[blanks] = texts[blanks][0] + " " * _BLANKS + texts[blanks][1:]
    return "".join(f"---\n{one}\n" for one in texts).encode("utf-8", "surrogatepass")


def in_flow(data: bytes, number: int) -> bytes:
    """All documents as JSON, one with blanks."""
    values = _values(data)
    return _of_json(values, number % len(values))


def described(data: bytes, number: int) -> bytes:
    """All documents as JSON, the definitions with a long description."""
    values = _values(data)
    for one in values:
        spec = one.get("spec") if isinstance(one, dict) else None
        versions = spec.get("versions") if isinstance(spec, dict) else None
        for version in versions if isinstance(versions, list) else ():
            schema = version.get("schema", {}).get("openAPIV3Schema") if isinstance(version, dict) else None
            if isinstance(schema, dict):
                schema["description"] = "words " * (DESCRIPTION // 6)
                break
    return _of_json(values)


def commented(data: bytes, number: int) -> bytes:
    """The documents as they are, one behind megabytes of comments."""
    chunks = [one for one in split(data).chunks if not one.empty]
    at = chunks[number % len(chunks)].start
    line = data.find(b"\n", at) + 1 if data.startswith(b"---", at) else at
    return data[:line] + (b"# " + b"x" * 77 + b"\n") * (COMMENT // 80) + data[line:]


WAYS: dict[str, Callable[[bytes, int], bytes]] = {"flow": in_flow, "described": described, "comments": commented}


def texts(corpus: Path | None) -> Iterator[tuple[str, bytes]]:
    """The streams of the demos, then those of the corpus, the smallest first."""
    for one in DEMOS:
        yield one, run("cat", "--no-cache", one).stdout_bytes
    found = (corpus / "assembled").rglob("*.package.yaml") if corpus else ()
    for path in sorted(found, key=lambda one: one.stat().st_size):
        if 0 < path.stat().st_size <= _LARGEST:
            yield path.name, path.read_bytes()


def folders(corpus: Path | None) -> Iterator[tuple[str, Path]]:
    """Demos, bundles and catalogs that are folders with files of YAML."""
    with as_file(examples()) as demos:
        yield from ((name, demos / name) for name in _FOLDERS)
    if corpus is not None:
        yield from ((one.name, one) for one in sorted((corpus / "olm-registry-v1").iterdir()) if one.is_dir())
        yield from ((one.name, one) for one in sorted((corpus / "olm-fbc").iterdir()) if one.is_dir())


def padded(where: Path, corpus: Path | None, random: Random) -> Iterator[Padded]:
    """Each package once, padded in one way that is chosen at random."""
    other = where / "package-c.yaml"
    other.write_bytes(run("cat", "--no-cache", "demo").stdout_bytes)
    streams = (partial(_of_text, where, name, data, other, random) for name, data in texts(corpus))
    files = (partial(_of_folder, where, name, folder, random) for name, folder in folders(corpus))
    for two in zip_longest(streams, files):
        for one in filter(None, two):
            yield from one()


def _of_text(where: Path, name: str, data: bytes, other: Path, random: Random) -> Iterator[Padded]:
    way, at = random.choice(sorted(WAYS)), random.randrange(1 << 20)
    small, large = where / "package-a.yaml", where / "package-b.yaml"
    try:
        end = b"---\n" if data.endswith(b"---\n") and way != "comments" else b""
        padded = WAYS[way](data, at) + end
        large.write_bytes(padded if data.startswith(b"---") else padded.removeprefix(b"---\n"))
    except (Refused, ZeroDivisionError):
        return
    small.write_bytes(data)
    yield Padded(name=name, way=way, small=small, large=large, other=other)


def _of_folder(where: Path, name: str, folder: Path, random: Random) -> Iterator[Padded]:
    way, at = random.choice(sorted(WAYS)), random.randrange(1 << 20)
    small, large, other = (where / f"package-{letter}" for letter in "abc")
    for one in (small, large, other):
        shutil.rmtree(one, ignore_errors=True)
        shutil.copytree(folder, one)
    files = [one for one in sorted(large.rglob("*")) if one.suffix in (".yaml", ".yml") and one.is_file()]
    if not files or sum(one.stat().st_size for one in files) > _LARGEST:
        return
    definitions = [one for one in files if b"CustomResourceDefinition" in one.read_bytes()[:4_000]]
    for one in definitions[:1]:
        (other / one.relative_to(large)).unlink()
    for number, one in enumerate(files):
        data = one.read_bytes()
        # What begins with JSON is JSON to the end for some tools.
        is_padded = number == at % len(files) if way == "comments" else b"\n---" not in data.lstrip(b"-")
        with suppress(Refused, ZeroDivisionError):
            one.write_bytes(WAYS[way](data, at).removeprefix(b"---\n") if is_padded else data)
    yield Padded(name=name, way=way, small=small, large=large, other=other)


def main(most: int, seed: int, minutes: float = 15) -> int:
    """Walks the demos and `most` packages of the corpus; prints what differs."""
    corpus = os.environ.get("XPKGTUI_CORPUS")
    ended, count, found = time.monotonic() + minutes * 60, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for one in padded(Path(folder), Path(corpus) if corpus else None, Random(seed)):
            if count == most or time.monotonic() > ended:
                break
            count += 1
            for difference in one.differences():
                found += 1
                print(difference, flush=True)
    print(f"padded: {count:,} packages, {found:,} answers differ")
    return int(bool(found))
