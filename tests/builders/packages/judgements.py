"""Cases and judgements in a line.

judged = judge_stream(PROVIDER + "---\\n" + CRD)          # a bare stream
judged = judge_image(package(PROVIDER))                    # an image, read by Crossplane's own way of reading
judged = judge_image(built, index=Index.parse(...), profile="spec")
judged.rules, judged.errors, judged.said("XPKG609"), judged.verdict, judged.badges
"""

import io
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from builders.oci.images import BuiltImage, BuiltIndex
from builders.packages.case_facts import case_about, with_facts

from xpkgtui.documents.stream import Stream, split
from xpkgtui.filesystem.changeset import read_changeset
from xpkgtui.filesystem.layer_facts import LayerFacts, facts_of
from xpkgtui.formats.known import ASSUMED_IMAGES as IMAGES
from xpkgtui.formats.xpkg.reader.readers import reader
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.limits import Limits
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.finding import Badge, Finding, Severity, Verdict
from xpkgtui.rules.judging import engine
from xpkgtui.rules.judging.engine import Ruling
from xpkgtui.rules.ruleset import Ruleset
from xpkgtui.rules.verdict import conclude_all

PROVIDER = """\
apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: provider-nop
  annotations:
    meta.crossplane.io/maintainer: somebody
    meta.crossplane.io/source: https://example.org/provider-nop
    meta.crossplane.io/license: Apache-2.0
    meta.crossplane.io/description: It does nothing.
    meta.crossplane.io/readme: Read on.
spec:
  crossplane:
    version: ">=v1.14.0"
"""
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.nop.example.org
spec:
  group: nop.example.org
  names: {kind: Thing, plural: things}
  scope: Cluster
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """All findings, badges and the verdict of an engine."""

    findings: tuple[Finding, ...]
    verdict: Verdict
    badges: dict[int, Badge]
    rulings: tuple[Ruling, ...]
    built: BuiltImage | BuiltIndex | bytes | None = None
    """What the program can open for it; None where its case holds what no package does."""

    @property
    def rules(self) -> set[str]:
        """IDs of the rules that spoke."""
        return {one.rule for one in self.findings}

    @property
    def errors(self) -> set[str]:
        """IDs of the rules that found errors."""
        return {one.rule for one in self.findings if one.severity is Severity.ERROR}

    def of(self, rule: str) -> list[Finding]:
        """What a rule has found."""
        return [one for one in self.findings if one.rule == rule]

    def said(self, rule: str) -> str:
        """The only finding's message."""
        (one,) = self.of(rule)
        return one.message


def judge_case(case: Case, data: bytes | None, ruleset: Ruleset[Any, Any, Any] = RULESET) -> Judgement:
    """The whole judgement of a case."""
    stream = None if data is None else _split(data, case.options.limits)
    judgement = engine.Judgement(case, data, ruleset, stream=stream)
    rulings = tuple(judgement.rulings())
    findings = tuple(one for ruling in rulings for one in ruling.findings)
    badges = {number: badge for ruling in rulings for number, badge in ruling.badges}
    verdict = conclude_all(case, judgement.findings, ruleset)
    return Judgement(findings=findings, verdict=verdict, badges=badges, rulings=rulings)


@lru_cache(maxsize=256)
def _split(data: bytes, limits: Limits) -> Stream:
    """The documents of a stream as most programs cut it: many are judged for several profiles and versions."""
    return split(data, limits=limits)


DOCKER_ARCHIVE: Final[dict[str, Any]] = {"is_remote": False, "is_archive": True, "has_manifest": False}
"""The fields of the case of a Docker archive."""


def judge_stream(
    text: str | bytes, profile: str = "crossplane", ruleset: Ruleset[Any, Any, Any] = RULESET, **more: Any
) -> Judgement:
    """A bare package.yaml; `more` changes the case."""
    data = text.encode() if isinstance(text, str) else text
    case = case_about(
        "package.yaml",
        has_manifest=False,
        profile=profile,
        reading=Reading(reader="stream", size=len(data)),
        stream=StreamFile(path="", size=len(data), sha256=""),
    )
    return replace(judge_case(with_facts(case, **more), data, ruleset), built=data)


def case_of(
    built: BuiltImage, profile: str = "crossplane", *, derive: bool = False, whole: bool = False, **more: Any
) -> tuple[Case, bytes | None]:
    """The case of an image as the inspector would make it, and the bytes that the reader of the profile takes.

    With `whole`, the layers that Crossplane does not read were read too.
    """
    image, sink = built.parsed(derive=derive), io.BytesIO()
    name = SUMMARY.reader_of(profile, more.get("crossplane", case_about("").crossplane))
    reading = reader(name).read(image, built.open_layer, sink)
    data = sink.getvalue() if reading.has_bytes else None
    case = case_about(
        "example.org/some/package:v1",
        is_remote=True,
        profile=profile,
        image=image,
        layers=tuple(
            _facts(built, index, is_read=whole or index in reading.layers_read) for index in range(len(built.layers))
        ),
        reading=reading,
        stream=None if data is None else StreamFile(path="", size=len(data), sha256=""),
    )
    return with_facts(case, **more), data


def judge_image(built: BuiltImage, profile: str = "crossplane", **more: Any) -> Judgement:
    """An image, read as the reader of the profile reads it; `more` changes the case."""
    return replace(judge_case(*case_of(built, profile, **more)), built=None if more else built)


def _facts(built: BuiltImage, index: int, *, is_read: bool) -> LayerFacts:
    if not is_read:
        return LayerFacts(index=index)
    return facts_of(index, read_changeset(io.BytesIO(built.layers[index].blob)), IMAGES.marks.landmarks)
