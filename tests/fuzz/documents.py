"""Targets of streams: how they are split, what a document holds, and what rules say of packages and catalogs."""

import json
import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from builders.packages import bundles
from builders.packages.case_facts import case_about
from builders.packages.exampled import judged_examples
from builders.packages.objects import COMPOSITION, CRD, POLICY, WEBHOOKS, XRD
from builders.packages.upgrades import catalog_text
from builders.upstream.catalogs import READING
from differential.permissions.cases import traps
from differential.yaml_streams import STREAMS
from formats.examples.test_judging import GOOD, HEAD, PACKAGE
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.streams import VECTORS
from fuzz.mutating import as_json, as_lines
from fuzz.target import Target, real, require_safe

from xpkgtui.codec import Codec
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.head import names_of
from xpkgtui.documents.origins import Origins
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import is_bare, split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.errors import NotFound
from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.examples.example import Example, ExampleVerdict
from xpkgtui.formats.format import Format
from xpkgtui.formats.forms import AskedForm
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import PackageInstallation
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.role import Role
from xpkgtui.formats.used_images.needed_images import merged
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.objects.stream import row_of
from xpkgtui.limits import LIMITS
from xpkgtui.readers.reader import Reading
from xpkgtui.reporting.as_manifests import manifests
from xpkgtui.reporting.as_text.rbac import rbac as as_text
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.package_permissions import WORDS, FoundPermissions
from xpkgtui.reporting.documents.rbac import rbac as as_json_text
from xpkgtui.rules.case import StreamFile
from xpkgtui.rules.finding import Finding
from xpkgtui.rules.judging.documents import Ledger
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.verdict import conclude_all
from xpkgtui.visible import clip, line

_FINDINGS = Codec[tuple[Finding, ...]](tuple[Finding, ...])
_LEDGERS = Codec[Ledger](Ledger)
_DEEPEST = 200
"""Levels of a value that Python compares."""
_TOKENS = (
    "---\n ...\n apiVersion: kind: metadata:\n name: - ? &a *a <<: !! |\n >-\n %YAML \ufeff \x85 \u2028 # { [ .nan ~"
)


def _stream(data: bytes) -> None:
    found = split(data)
    end = line = 0
    for number, chunk in enumerate(found.chunks, 1):
        assert chunk.number == number, "documents are not counted from 1"
        assert end <= chunk.start < chunk.end <= len(data), "documents overlap"
        line = 1 + data.count(b"\n", 0, chunk.start)
        assert chunk.first_line == line, "another first line"
        assert line <= chunk.line <= line + data.count(b"\n", chunk.start, chunk.end), (
            "a line outside of its document"
        )
        end = chunk.end
        document = parse(data, chunk)
        names = (chunk.api_version, chunk.kind, chunk.name)
        if isinstance(document, PackageDocument) and not chunk.empty and any(names):
            parsed = tuple(name and clip(name, 320) for name in names_of(document.value))
            assert names == parsed, "the first lines name another object"
    if is_bare(data):
        bare = split(data, bare=True)
        assert [(one.start, one.end) for one in bare.chunks] == [(one.start, one.end) for one in found.chunks], "bare"


def _document(data: bytes) -> None:
    repeats = Repeats()
    for chunk in (one for one in split(data).chunks if not one.empty):
        plain, placed = parse(data, chunk), parse(data, chunk, positions=True)
        again = [parse(data, chunk, repeats=repeats) for _ in range(2)]
        lines = range(chunk.first_line, chunk.first_line + data.count(b"\n", chunk.start, chunk.end) + 1)
        for one in (plain, *again):
            assert type(one) is type(placed), "it depends on positions whether it can be read"
        if isinstance(placed, BrokenDocument):
            assert isinstance(plain, BrokenDocument)
            require_safe(placed.message)
            assert (plain.reason, plain.message) == (placed.reason, placed.message), "two messages"
            assert placed.position is None or placed.position.line in lines, "broken at no line of it"
            continue
        if placed.depth > _DEEPEST:
            continue
        for one in (plain, *again):
            assert isinstance(one, PackageDocument)
            assert one.value == placed.value, "two values"
        for path, value in _paths(placed.value, ()):
            assert value is None or type(value) in (dict, list, str, int, float, bool), "a value that JSON has not"
            assert not isinstance(value, float) or math.isfinite(value), "a number that JSON has not"
            position = placed.position(FieldPath(path))
            assert position is None or position.line in lines, "a field at no line of it"
        for oddity in placed.oddities:
            assert oddity.line is None or oddity.line in lines, "an oddity at no line of it"


def _paths(value: Any, path: tuple[str | int, ...], most: int = 200) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The first fields of a value; aliases may make it very large."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [(path, value)]
    while waiting and most:
        most -= 1
        path, value = waiting.pop()
        yield path, value
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        waiting.extend(((*path, key), one) for key, one in list(items)[:most])


def _judged(format: Format, data: bytes) -> None:
    """A stream under all rules of a format, then what is shown of its objects."""
    case = case_about(
        "stream.yaml",
        has_manifest=False,
        format=format.summary.name,
        profile=format.summary.profile_of(""),
        reading=Reading(reader="stream", size=len(data)),
        stream=StreamFile(path="", size=len(data), sha256=""),
    )
    judgement = Judgement(case, data, format.ruleset())
    findings = tuple(one for ruling in judgement.rulings() for one in ruling.findings)
    chunks, lines = split(data).chunks, data.count(b"\n") + 1
    for one in findings:
        assert f"{one.rule} failed: " not in one.message, one.message
        assert one.place.document is None or 1 <= one.place.document <= len(chunks), f"{one.rule} at no document"
        assert one.place.line is None or 1 <= one.place.line <= lines, f"{one.rule} at no line"
        require_safe(f"{one.message} {one.fix} {one.says}")
    conclude_all(case, judgement.findings, format.ruleset())
    assert _FINDINGS.decode(_FINDINGS.encode(findings)) == findings, "findings do not come back as they were"
    if judgement.ledger is not None:
        known = _LEDGERS.decode(_LEDGERS.encode(judgement.ledger))
        again = Judgement(case, data, format.ruleset(), known)
        assert tuple(one for ruling in again.rulings() for one in ruling.findings) == findings, (
            "a ledger says otherwise"
        )
    _shown(format, data)


def _shown(format: Format, data: bytes) -> None:
    effort = Effort.of_stream(len(data), LIMITS)
    chunks = {chunk.number: chunk for chunk in split(data).chunks}
    rows = [row_of(chunk, format.outline(data, chunk, None), format, Origins()) for chunk in chunks.values()]

    def value_of(row: Any) -> object:
        document = parse(data, chunks[row.document], effort=effort)
        return document.value if isinstance(document, PackageDocument) else None

    package = PackageObjects(heads=rows, read=value_of, text=lambda row: data[row.start : row.end])
    for row in rows[:20]:
        value = value_of(row)
        if value is not None:
            for label, said in format.facts(value, package):
                require_safe(label + said)
            if row.role is Role.META:
                format.overview(value, "2.4", package)
                format.meta_facts(value)
    needed = merged(format.used_images().of_package(package, "1.20"), "root")
    require_safe("".join(map(line, (*needed.remarks, needed.unread, *(one.reference for one in needed.images)))))
    for target in ("2.4", "1.20"):
        may = format.permissions().of_package(package, PackageInstallation(target=target))
        found = FoundPermissions(inspection=Inspection(source="s"), permissions=may)
        printed = as_text(found, Paint(width=80)) + as_json_text(found) + manifests(found.objects, WORDS)
        assert all(line(one) == one for one in printed.split("\n")), "permissions are not safe to print"
    if (forms := format.forms) is not None:
        for form in format.summary.forms:
            try:
                require_safe(forms.write(AskedForm(name=form.name, width=80), package))
            except NotFound as error:
                require_safe(error.title)
        list(forms.notes(package))


def _packages() -> Iterator[bytes]:
    yield from (text.encode() for text in (*META.values(), *VECTORS.values()))
    yield from (text.encode() for text in (CRD, XRD, COMPOSITION, POLICY, WEBHOOKS, bundles.CSV))
    yield from real("assembled/*.package.yaml", 1 << 14)


def _bundles() -> Iterator[bytes]:
    for case in traps():
        if "bundle" in case:
            documents = (case["bundle"]["csv"], *case["bundle"]["others"])
            yield "---\n".join((*(f"{json.dumps(one)}\n" for one in documents), bundles.CRD)).encode()
    yield f"{bundles.CSV}---\n{bundles.CRD}---\n{bundles.ROLE}".encode()


def _catalogs() -> Iterator[bytes]:
    yield catalog_text().encode()
    for case, _ in READING.values():
        yield "---\n".join(case["files"].values()).encode()
    yield from real("olm-fbc/**/*.yaml", 1 << 14)
    yield from real("olm-fbc/**/*.json", 1 << 14)


def _texts() -> Iterator[bytes]:
    yield from (text.encode() for text in STREAMS.values())
    yield from (CRD.encode(), (CRD + "---\n" + CRD).encode())


def _examples(data: bytes) -> None:
    _exampled(judged_examples(XPKG, PACKAGE, {"a.yaml": data}), data)


def _definitions(data: bytes) -> None:
    _exampled(judged_examples(XPKG, data, {"a.yaml": GOOD}), GOOD.encode())


def _bundled(data: bytes) -> None:
    csv = bundles.CSV.replace("alm-examples: '[{", "alm-examples: |\n      [{").replace("}}]'", "}}]")
    text = csv.replace(
        """[{"apiVersion": "tides.example.com/v1", "kind": "Berth", "metadata": {"name": "one"}}]""", "@"
    )
    written = data.decode("utf-8", "replace").replace("\n", "\n      ")
    judged_examples(REGISTRY_V1, f"{text.replace('@', written)}---\n{bundles.CRD}".encode(), {})


def _exampled(found: list[Example], data: bytes) -> None:
    for one in found:
        is_judged = one.verdict in (ExampleVerdict.ACCEPTED, ExampleVerdict.REFUSED)
        assert is_judged or one.reason, "no reason why it was not judged"
        assert one.verdict is not ExampleVerdict.ACCEPTED or not (one.errors or one.unknown), "accepted with errors"
        lines = (one.line, *(each.line for each in (*one.errors, *one.unknown) if each.line))
        assert all(1 <= number <= data.count(b"\n") + 1 for number in lines), "a line outside of the file"
        require_safe(one.message + one.reason + one.name)


DOCUMENTS = (
    Target(
        name="examples",
        check=_examples,
        seeds=lambda: (GOOD.encode(), HEAD.encode(), f"{GOOD}status: {{}}\n---\n- x\n".encode()),
        mutated=as_lines,
        tokens=f"{_TOKENS} spec: region: labels: rules: [{{port: null }}] metadata: name:",
    ),
    Target(
        name="definitions-of-examples",
        check=_definitions,
        seeds=lambda: (PACKAGE,),
        mutated=as_lines,
        tokens=f"{_TOKENS} type: object properties: items: additionalProperties: default: nullable: x-kubernetes-",
    ),
    Target(
        name="examples-in-json",
        check=_bundled,
        seeds=lambda: (b'[{"apiVersion": "tides.example.com/v1", "kind": "Berth", "metadata": {"name": "one"}}]',),
        tokens='[ { } ] , : "a" 1 -1e9 NaN null true \\u0000',
    ),
    Target(name="document", check=_document, seeds=_texts, mutated=as_lines, tokens=_TOKENS, largest=1024),
    Target(name="stream", check=_stream, seeds=_texts, mutated=as_lines, tokens=_TOKENS, largest=1024),
    Target(
        name="catalog",
        check=partial(_judged, CATALOG),
        seeds=_catalogs,
        mutated=lambda data, chance: (as_json if data[:1] == b"{" else as_lines)(data, chance),
        tokens="schema: olm.channel olm.bundle olm.package ---\n entries: replaces: skips: skipRange: properties:",
        largest=1 << 12,
    ),
    Target(
        name="bundle",
        check=partial(_judged, REGISTRY_V1),
        seeds=_bundles,
        mutated=as_lines,
        tokens=_TOKENS,
        largest=1 << 12,
    ),
    Target(
        name="package",
        check=partial(_judged, XPKG),
        seeds=_packages,
        mutated=as_lines,
        tokens=_TOKENS,
        largest=1 << 12,
    ),
)
