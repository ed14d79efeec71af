"""One verdict for each version of Crossplane: what the matrix of readers says and what a check says are the same."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest
from builders.corpus import content, packages
from builders.gate import few
from builders.packages.case_facts import case_about
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from differential.streams import generated
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.newer_kinds import OPERATIONS
from formats.xpkg.rules.vectors.objects import OBJECTS, configuration
from formats.xpkg.rules.vectors.streams import DEFINITIONS, VECTORS, changed, stream

from xpkgtui.formats.judging.stream_verdict import Refusal, StreamVerdict
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.tools.crossplane_versions import target_of, targets_of
from xpkgtui.formats.xpkg.tools.eras import ERAS
from xpkgtui.readers.reader import Reading, ReadStage
from xpkgtui.rules.case import StreamFile
from xpkgtui.rules.finding import Acceptance
from xpkgtui.rules.wording import is_older

READERS = tuple(way.name for way in ERAS)
VERSIONS = tuple(target.version for reader in READERS for target in targets_of(reader))
FEW = ("1.4", "1.9", "1.13", "1.20", "2.0", "2.1", "2.2", "2.4")
"""One of each way of parsing, linting or installing."""
RULES = (
    "self.?a.orValue('a') == 'a'",
    "sets.contains([self.a], ['a'])",
    "isIP(self.a)",
    "[self.a].all(i, v, v == 'a')",
    "isSemver(self.a)",
    "[self.a].sort() == ['a']",
    "isThere(self.a)",
)
"""Rules that releases of Kubernetes learned to compile, one after the other, and one that none compiles."""

_APPROVED = "  annotations: {api-approved.kubernetes.io: 'https://github.com/kubernetes/kubernetes/pull/1'}\n"


def ruled(rule: str) -> str:
    """A provider with a definition that has a rule."""
    words = f'properties: {{a: {{type: string, maxLength: 9}}}}, x-kubernetes-validations: [{{rule: "{rule}"}}]'
    field = f"{{type: object, {words}}}"
    return stream(PROVIDER, changed(CRD, "{type: object, x-kubernetes-preserve-unknown-fields: true}", field))


TABLES: Mapping[str, Mapping[str, str]] = {
    "streams": VECTORS,
    "meta objects": META,
    "objects": OBJECTS,
    "compositions": COMPOSITIONS,
    "rules": {rule: ruled(rule) for rule in RULES},
    "newer kinds": {name: configuration(text) for name, text in OPERATIONS.items()},
    "definitions": {name: stream(PROVIDER, text) for name, text in DEFINITIONS.items()},
}
"""Streams that trip each rule are compared end to end."""
TEXTS = {text: f"{title}: {name}" for title, table in TABLES.items() for name, text in table.items()}
"""The name of each text; several tables hold the same."""


def at(verdict: StreamVerdict, version: str) -> tuple[Acceptance | None, Refusal | None]:
    """What the row says of one of its versions."""
    for one in verdict.older:
        if not is_older(version, one.first) and not is_older(one.last, version):
            return one.acceptance, one.refusal
    return verdict.acceptance, verdict.refusal


def differences(data: bytes, versions: tuple[str, ...]) -> Iterator[str]:
    """The versions of which matrix and check say another verdict, or quote another message."""
    file = StreamFile(path="", size=len(data), sha256="")
    case = case_about("package.yaml", has_manifest=False, reading=Reading(reader="stream"), stream=file)
    rows = XPKG.judge_stream(data, [*READERS, "spec"], case=case, stop=lambda: False)
    for version in versions:
        acceptance, refusal = at(rows[target_of("crossplane", version).way.name], version)
        checked = judge_stream(data, crossplane=version).verdict
        if acceptance is not checked.acceptance:
            yield f"{version}: {acceptance} ({refusal}) and {checked.acceptance} ({checked.reason})"
        elif refusal is not None and refusal.stage is not ReadStage.CONSTRAINT and checked.culprit is not None:
            says = checked.culprit.says
            if says not in {None, refusal.message}:
                yield f"{version}: {refusal.message} and {says}"
    checked = judge_stream(data, "spec").verdict
    if rows["spec"].acceptance is not checked.acceptance:
        yield f"spec: {rows['spec'].acceptance} and {checked.acceptance} ({checked.reason})"


@pytest.mark.parametrize("title", TABLES)
def test_matrix_and_check_say_the_same_of_streams(title: str) -> None:
    named = {name: text for text, name in TEXTS.items() if name.startswith(f"{title}: ")}
    asked = few(named, max(2, len(named) // 6))
    # Each text has two of the ways: each way has more than sixty texts.
    found = {
        name: list(differences(text.encode(), FEW[number % 4 :: 4]))
        for number, (name, text) in enumerate(named.items())
        if name in asked
    }
    assert {name: one for name, one in found.items() if one} == {}


def test_every_version_has_one_verdict() -> None:
    texts = Random(1).sample(sorted(text for text in TEXTS if len(text) < 10_000), 6)
    found = {TEXTS[text]: list(differences(text.encode(), VERSIONS)) for text in texts}
    assert {name: one for name, one in found.items() if one} == {}


def test_a_definition_of_a_provider_is_refused_as_what_each_version_makes_of_it() -> None:
    lacking = DEFINITIONS["no scope"]
    protected = changed(changed(CRD, "nop.example.org", "nop.k8s.io"), "metadata:\n", f"metadata:\n{_APPROVED}")
    for text in (lacking, lacking.replace("Thing", "ProviderConfig"), protected):
        told = stream(PROVIDER, text).encode()
        assert list(differences(told, ("1.20", "2.0", "2.1", "2.4"))) == []
        says = {judge_stream(told, crossplane=one).verdict.acceptance for one in ("1.20", "2.4")}
        assert len(says) == (2 if text == protected else 1)


def test_rules_are_compiled_for_each_version() -> None:
    before = "{rule: '!oldSelf.hasValue() || self == oldSelf.value()', optionalOldSelf: true}"
    field = f"{{type: object, properties: {{a: {{type: string, x-kubernetes-validations: [{before}]}}}}}}"
    text = stream(
        changed(PROVIDER, "v1.14.0", "v1.0.0"),
        changed(CRD, "{type: object, x-kubernetes-preserve-unknown-fields: true}", field),
    )
    versions = ("1.10", "1.11", "1.14", "1.15", "1.20", "2.4")
    assert list(differences(text.encode(), versions)) == []
    refusing = [one for one in versions if judge_stream(text.encode(), crossplane=one).of("XPKG708")]
    # Kubernetes before 1.25 drops rules, and 1.29 is the first to know what may be missing.
    assert refusing == ["1.11", "1.14"]
    rows = XPKG.judge_stream(text.encode(), READERS, case=case_about("package.yaml"), stop=lambda: False)
    older = [(one.first, one.last) for name in ("manager-1.7", "manager-1.13") for one in rows[name].older]
    assert older == [("1.7", "1.10"), ("1.13", "1.14")]


def test_a_rule_that_no_kubernetes_compiles_is_refused_alike() -> None:
    text = ruled("isThere(self.a)")
    rows = XPKG.judge_stream(text.encode(), READERS, case=case_about("package.yaml"), stop=lambda: False)
    assert rows["manager-2.0"].older == ()
    assert "so says" not in str(judge_stream(text.encode(), crossplane="2.0").verdict.reason)


def test_documents_that_only_older_versions_see_are_installed_as_these_see_them() -> None:
    depends = "spec:\n  dependsOn:\n  - provider: a.example/b/c\n    version: sha256:" + "0" * 64
    text = f"{PROVIDER.partition('spec:')[0]}{depends}\n---: not a separator\n"
    assert list(differences(text.encode(), VERSIONS)) == []
    culprit = judge_stream(text.encode(), crossplane="1.6").verdict.culprit
    assert culprit is not None
    assert culprit.rule == "XPKG904"


@pytest.mark.parametrize("seed", few(range(6), 2))
def test_matrix_and_check_say_the_same_of_random_streams(seed: int) -> None:
    chance = Random(seed)
    for _ in range(12):
        text = "".join(generated(chance))
        versions = tuple(chance.sample(FEW, 2))
        assert (text, list(differences(text.encode("utf-8", "surrogateescape"), versions))) == (text, [])


@pytest.mark.corpus
def test_matrix_and_check_say_the_same_of_real_packages(corpus: Path) -> None:
    small = {name: path for name, path in packages(corpus).items() if path.stat().st_size < 25_000}
    small = {name: small[name] for name in few(small, 6)}
    streams = {name: content(path) for name, path in small.items() if ".yaml" in name}
    found = {name: list(differences(data, ("1.20", "2.1", "2.4"))) for name, data in streams.items()}
    assert len(found) > len(small) // 2
    assert {name: one for name, one in found.items() if one} == {}
