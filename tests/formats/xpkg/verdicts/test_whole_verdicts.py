"""What every reader says of streams, with the versions that say something else: `goldens/verdicts.txt`."""

from collections.abc import Iterator
from dataclasses import replace

from builders.goldens import Golden, by_outcome, lines_of
from builders.packages.judgements import CRD, PROVIDER
from formats.xpkg.rules.vectors.streams import VECTORS, changed, stream
from formats.xpkg.verdicts.test_stream import FUNCTION, judge_stream

from xpkgtui.formats.judging.stream_verdict import StreamVerdict
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.limits import Limits

NAMES = tuple(row.name for row in READERS)
FUNCTIONS = {
    f"function of {version}": stream(FUNCTION.format(version), CRD) for version in ("v1", "v1beta1", "v1alpha1")
}
IMAGES = (
    "kind: Provider\nspec: {controller: {image: 5}}",
    "kind: Configuration\nspec: 5",
    "kind: Function\nspec: {image: a}",
    "kind: Configuration\nspec: {image: a}",
    "kind: 5",
)
COMPOSITION = "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nspec: "
MORE = {
    **FUNCTIONS,
    **{f"image {number}": f"apiVersion: meta.pkg.crossplane.io/v1\n{text}\n" for number, text in enumerate(IMAGES)},
    "number": "5\n",
    "list": "- a\n",
    "text": "a\n",
    "two slashes": "apiVersion: a/b/c\nkind: D\n",
    "large number": changed(CRD, "served: true", "served: 99999999999999999999"),
    "composition with an input": f"{COMPOSITION}{{mode: Pipeline, compositeTypeRef: {{apiVersion: a/b, kind: C}}, "
    "pipeline: [{step: a, functionRef: {name: b}, input: 5}]}\n",
    "composition of text": f"{COMPOSITION}text\n",
    "composition of lists": f"{COMPOSITION}{{resources: {{a: b}}}}\n",
    **{
        f"definition with {field}": changed(CRD, "  scope: Cluster\n", f"  scope: Cluster\n  {field}\n")
        for field in (
            "names: []",
            "versions: {a: b}",
            "versions: [5]",
            "preserveUnknownFields: text",
            "conversion: {strategy: 5}",
            "conversion: {webhook: {clientConfig: {caBundle: 5}}}",
            "conversion: {webhook: {clientConfig: {service: {port: text}}}}",
            "conversion: {webhook: {clientConfig: {service: {port: 1.5}}}}",
        )
    },
    "definition at no time": changed(CRD, "  name: things", "  creationTimestamp: never\n  name: things"),
    "definition at a number": changed(CRD, "  name: things", "  creationTimestamp: 5\n  name: things"),
}


def all_lines() -> Iterator[str]:
    written: set[str] = set()
    texts = {**VECTORS, **MORE}
    for name, text in texts.items():
        data = changed(text, ">=v1.14.0", ">=v1.0.0").encode() if ">=v1.14.0" in text else text.encode()
        found = judge_stream(data, NAMES, pieces=pieces_of(data))
        lines = list(by_outcome((reader, as_text(verdict)) for reader, verdict in found.items()))
        if new := [line for line in lines if line not in written]:
            written.update(new)
            yield from (f"# {name}", *new)


def as_text(verdict: StreamVerdict) -> str:
    return " ".join("; ".join(lines_of(replace(verdict, reader=""))).split())


def pieces_of(data: bytes) -> list[tuple[int, int]]:
    """The documents, as `resource validate` cuts them: all but the one that it drops."""
    found, at = [], 0
    for part in data.split(b"---\n"):
        found += [(at, len(part))] if part.strip() else []
        at += len(part) + 4
    return found


def test_verdicts_are_what_was_agreed(golden: Golden) -> None:
    golden("verdicts", "\n".join(all_lines()) + "\n")


def test_limits_leave_verdicts_open(golden: Golden) -> None:
    data = stream(PROVIDER, CRD, CRD).encode()
    lines = []
    for name, limits in {"document": Limits(document=300), "documents": Limits(documents=2)}.items():
        for reader, verdict in judge_stream(data, NAMES, pieces=pieces_of(data), limits=limits).items():
            lines.append(f"{name}, {reader}: {as_text(verdict)}")
    golden("verdicts_within_limits", "\n".join(lines) + "\n")
