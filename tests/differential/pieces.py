"""Pieces of `crossplane resource validate` 2.5: what its loader makes of each, and of definitions among them."""

import re
from collections.abc import Iterator
from random import Random

from builders.packages.case_facts import case_about
from builders.packages.judgements import CRD
from differential.oracle import Oracle
from differential.random_documents import random_meta, random_object
from differential.subject import Subject
from differential.yaml_writing import written
from formats.xpkg.rules.vectors.streams import COMPOSITION, XRD

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.xpkg.verdicts.stream import judge_by_editions

_MISSING = re.compile(r"(Object '\w+' is missing in )'.*'\Z", re.DOTALL)
_BESIDES = ("crds: ", "cannot prepare extensions: ")
_CONVERSION = "failed to convert unstructured to Composition: "
_CAPITALS = re.compile(r"^[- ]*\"?[A-Z]\w*\"?:", re.MULTILINE)
_LONGEST = 1000
_TRAPS = (
    *("a: b\n", "kind: X\n", "- a\n", "text\n", "5\n", "a: [\n", "apiVersion: a/b/c\nkind: X\n", "{}\n", "~\n"),
    *(
        "apiVersion: v1\nkind: 5\n",
        "KIND: X\n",
        "kind: ~\n",
        "kind: ''\n",
        "# note\n",
        "...\n",
        "\n",
        "\ufeff# note\n",
    ),
    *(
        "kind: X\na: .nan\n",
        "kind: List\nitems: 5\n",
        "kind: List\nitems: [{a: b}]\n",
        "%YAML 1.1\n",
        "true\n",
        "1.5\n",
    ),
    *(CRD.replace("scope: Cluster", f"scope: {value}") for value in ("5", "yes", "[]", "{}", "~", "1.50", "1e30")),
    *(CRD.replace("served: true", f"served: {value}") for value in ("5", "'true'", "[]", "~")),
    *(CRD.replace("io/v1\n", f"io/{version}\n") for version in ("v1beta1", "v7", "v1beta1/x")),
    *(XRD.replace("group: example.org", f"group: {value}") for value in ("5", "no", "[]")),
    *(COMPOSITION.replace("name: things", f"generation: {value}") for value in ("1.5", "9223372036854775808", "x")),
    *(COMPOSITION.replace("{name: things}", value) for value in ("5", "99999999999999999999", "x", "[]")),
    *(COMPOSITION.replace("step: one", f"step: one, input: {value}") for value in ("5", "''", "[]", "{}", "~")),
    *(XRD.replace("names:", f"claimNames: {value}\n  names:") for value in ("{}", "{kind: C, plural: xthings}", "~")),
    *(XRD.replace("{openAPIV3Schema: {type: object}}", value) for value in ("{}", "~", "{openAPIV3Schema: 5}")),
    *(f"apiVersion: pkg.crossplane.io/v1\nkind: {kind}\n" for kind in ("Provider", "Function", "Configuration")),
    *(f"apiVersion: pkg.crossplane.io/v1\nkind: Provider\nspec: {value}\n" for value in ("5", "{}", "{package: 5}")),
    *(COMPOSITION.replace("mode: Pipeline", f"mode: {value}") for value in ("5", "no", "[]", "~")),
)


def _traps() -> Iterator[list[str]]:
    yield []
    for text in (CRD, XRD, COMPOSITION, *_TRAPS):
        yield [text]
        yield [CRD, text, CRD]


def _generated(chance: Random) -> list[str]:
    trees = [random_object(chance) for _ in range(chance.choice((1, 1, 2)))]
    if chance.random() < 0.1:
        trees.append(random_meta(chance))
    return [written(tree, chance).lstrip("\n") + "\n" for tree in trees]


def _theirs(oracle: Oracle, case: list[str]) -> str | None:
    told = oracle.ask("objects", crds="---\n".join(case), objects="")["answer"]
    message: str = told.get("error", "")
    for before in _BESIDES:
        message = message.removeprefix(before)
    return _MISSING.sub(r"\1'…'", message)[:_LONGEST] or None


def _ours(case: list[str]) -> str | None:
    data = "---\n".join(case).encode()
    pieces = [(chunk.start, chunk.end - chunk.start) for chunk in split(data).chunks]
    refusal = judge_by_editions(data, ["validate"], pieces=pieces, case=case_about(""), repeats=Repeats())[
        "validate"
    ].refusal
    return refusal.message[:_LONGEST] if refusal else None


def _excused(case: list[str], ours: str | None, theirs: str | None) -> str | None:
    texts = [str(one).removeprefix(_CONVERSION) for one in (ours, theirs)]
    if _CAPITALS.search("".join(case)):
        return "here Go takes keys in other capitals for fields"
    if texts != [ours, theirs]:
        return "the converter of a Composition looks at fields in the order of the Go type"
    return None


PIECES = Subject(
    name="pieces", traps=_traps, generated=_generated, theirs=_theirs, ours=_ours, excused=_excused, kept=60
)
