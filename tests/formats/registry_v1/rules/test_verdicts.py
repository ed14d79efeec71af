"""The verdicts of opm, operator-sdk and OLM v1, as they themselves gave them; their messages stand in findings."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from builders.cases import failing
from builders.gate import few
from builders.goldens import Golden
from builders.inspection.inspections import answers as asked
from builders.inspection.inspections import opened
from builders.oci.images import image, write_layout
from builders.oci.layers import layer
from builders.oracle import answers
from builders.packages import judged_folders
from builders.packages.bundles import LABELS, SOUND, members, write
from builders.packages.corpus_bundles import corpus_bundles
from builders.packages.faulty_bundles import faulty_bundles
from builders.packages.judged_folders import found_by
from builders.packages.pairs.bundles import asked_pairs
from differential.bundles import NO_ENTRY

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.requests import Judge
from xpkgtui.rules.finding import Finding, Severity
from xpkgtui.service.local import LocalPort

ASKED = {**faulty_bundles(), **asked_pairs()}
TOLD: Mapping[str, Any] = answers("bundles")
PROFILES = ("opm", "sdk", "hub", "olmv1")
_LEAD = re.compile(r"^Error: Field \S+, Value POINTER: ")


def judged(folder: Path) -> Mapping[str, Sequence[Finding]]:
    """The findings of a folder by profile."""
    found = judged_folders.judged_by(REGISTRY_V1, folder, PROFILES)["opm"].beside
    assert not [one.message for findings in found.values() for one in findings if "This is a bug" in one.fix]
    return {profile: _own(profile, findings) for profile, findings in found.items()}


def _own(profile: str, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Without what OLM v0 alone refuses, which is listed with what opm refuses, or the API server."""
    return tuple(one for one in findings if not one.by and not judged_folders.is_applied(profile, one))


async def judged_image(port: LocalPort, source: Path) -> Mapping[str, tuple[Finding, ...]]:
    """The findings of an image by profile."""
    state = await opened(port, source)
    assert state.case is not None
    found = {state.case.profile: state.findings}
    for profile in PROFILES:
        if profile not in found:
            request = Judge(case=replace(state.case, profile=profile))
            found[profile] = fold_all(state, await asked(port, request)).findings
        assert not [one.message for one in found[profile] if "This is a bug" in one.fix]
    return {profile: _own(profile, findings) for profile, findings in found.items()}


def refusals(case: str, profile: str) -> list[str]:
    """What a tool refuses, in its words."""
    told = TOLD[case]
    texts = {
        "opm": [*told["opm"]["format"], *told["opm"]["content"]],
        **{one: told[one].get("error", [told[one].get("fatal")]) for one in ("sdk", "hub")},
        "olmv1": told["olmv1"],
    }
    return [_LEAD.sub("", text).replace("FOLDER/", "") for text in texts[profile]]


def expect(case: str, found: Mapping[str, Iterable[Finding]]) -> None:
    """Each tool refuses what it refuses here, and says what findings hold."""
    resolved, required = TOLD[case]["resolves"], [one for one in found["olmv1"] if one.rule == "OLM025"]
    if resolved == NO_ENTRY:
        assert required == []
    else:
        assert resolved is None or resolved in ({one.says for one in required} or {""})
    for profile in PROFILES:
        told = refusals(case, profile)
        # The resolver of OLM v1 refuses dependencies, which its loader does not look at: it is asked by itself.
        errors = [one for one in found[profile] if one.severity is Severity.ERROR and one.rule != "OLM025"]
        assert bool(errors) is bool(told), (profile, [(one.rule, one.message) for one in errors], told)
        said = [one.says for one in errors if one.says]
        if "fatal" in TOLD[case].get(profile, {}) or any(one.rule == "OLM044" for one in errors):
            # The tool stops there; xpkgtui reports what else is wrong.
            assert any(one in text for one in said for text in told), (profile, said, told)
        else:
            assert [one for one in said if not any(_is_said(one, text) for text in told)] == [], (profile, told)


def _is_said(says: str, text: str) -> bool:
    """Whether a message begins with these words; operator-sdk puts those about the form of a bundle into one."""
    return text.startswith(says) or (text.startswith("error validating format in .: ") and says in text)


def group_of(case: str) -> str:
    """The cases that share a golden."""
    word = case.partition(" ")[0].partition("-")[0]
    return word[:-1].lower() if word.startswith("OLM") else word if word in ("crd", "csv", "hub") else "others"


@cache
def usual_lines() -> frozenset[str]:
    """What is found in every bundle."""
    with TemporaryDirectory() as folder:
        return frozenset(found_by(judged(write(Path(folder)))))


@pytest.mark.parametrize("group", sorted(set(map(group_of, ASKED))))
def test_tools_refuse_what_they_refuse(group: str, tmp_path: Path, golden: Golden) -> None:
    told, usual = list[str](), usual_lines()

    def check(case: str) -> None:
        found = judged(write(tmp_path / case, ASKED[case]))
        told.extend((case, *(f"  {line[:400]}" for line in found_by(found) if line not in usual)))
        expect(case, found)

    assert failing([case for case in sorted(ASKED) if group_of(case) == group], check) == {}
    golden(f"refused_{group}", "\n".join(told))


def facts(findings: Iterable[Finding]) -> Counter[tuple[object, ...]]:
    """What a finding says, whoever was asked."""
    return Counter((one.rule, one.severity, one.message, one.says, one.place) for one in findings)


@pytest.mark.parametrize("case", few(sorted(ASKED)[::13], 8))
def test_a_profile_finds_by_itself_what_it_finds_beside_others(case: str, tmp_path: Path) -> None:
    folder = write(tmp_path, ASKED[case])
    each = judged_folders.judged_alone(REGISTRY_V1, folder, PROFILES)
    for profile, beside in judged_folders.judged_by(REGISTRY_V1, folder, PROFILES).items():
        alone = each[profile]
        assert facts(alone.findings) == facts(beside.findings), profile
        assert facts(filter(None, [alone.verdict.culprit])) == facts(filter(None, [beside.verdict.culprit]))


def test_tools_refuse_what_they_refuse_of_the_corpus(corpus: Path) -> None:
    found = corpus_bundles(corpus)
    assert len(found) > 10
    for case, folder in few(found.items(), 4):
        expect(case, judged(folder))


def test_a_bundle_that_operatorhub_takes_has_no_findings(tmp_path: Path) -> None:
    found = judged(write(tmp_path, faulty_bundles()["hub-sound"]))
    assert not any(found.values())


@pytest.mark.parametrize(
    ("count", "level", "unit"),
    [(100_000, None, ""), (700_000, Severity.WARNING, "kB"), (900_000, Severity.ERROR, "MB")],
)
def test_a_large_bundle(count: int, level: Severity | None, unit: str, tmp_path: Path) -> None:
    noise = b64encode(Random(1).randbytes(count)).decode()
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: large}}\ndata: {{noise: {noise}}}\n"
    found = (judged(write(tmp_path, {**SOUND, "manifests/large.yaml": text})))["sdk"]
    told = [one for one in found if one.rule == "OLM016"]
    assert [one.severity for one in told] == ([] if level is None else [level])
    assert all(unit in one.message for one in told)


def test_a_file_whose_key_another_one_takes_in_the_config_map_is_lost(tmp_path: Path) -> None:
    role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: %s}\nrules: []\n"
    files = {f"manifests/a{sign}b.yaml": role % f"a{number}" for number, sign in enumerate("-:_")}
    files |= {"manifests/properties.yaml": role % "p", "metadata/properties.yaml": "properties: []\n"}
    found = judged(write(tmp_path, {**SOUND, **files}))
    lost = [one.message.partition(" ")[0] for one in found["opm"] if one.rule == "OLM016"]
    assert lost == ["manifests/a-b.yaml", "manifests/properties.yaml"]
    assert not any(one.rule == "OLM016" for one in found["sdk"])


@pytest.mark.parametrize(("label", "count"), [("stable,candidate", 0), ("stable", 1), ("", 1)])
async def test_labels_that_differ(label: str, count: int, port: LocalPort, tmp_path: Path) -> None:
    changed = {key: label if key.endswith("channels.v1") else value for key, value in LABELS.items()}
    labels = changed if label else {}
    path = write_layout(tmp_path / "image", image(layer(*members(SOUND)), labels=labels))
    found = await judged_image(port, path)
    assert [one.rule for one in found["opm"]].count("OLM011") == count


def test_a_finding_has_file_line_and_field(tmp_path: Path) -> None:
    found = judged(write(tmp_path, faulty_bundles()["owned-other-version"]))
    (one,) = [finding for finding in found["opm"] if finding.rule == "OLM050"]
    assert one.place.file == "manifests/tides.clusterserviceversion.yaml"
    assert one.place.field == "spec.customresourcedefinitions.owned[0]"
    assert one.place.line == 19
    assert (one.object.kind if one.object else "") == "ClusterServiceVersion"


def test_a_wrong_folder_is_found_at_its_annotation(tmp_path: Path) -> None:
    annotations = SOUND["metadata/annotations.yaml"].replace("manifests/", "elsewhere/")
    found = judged(write(tmp_path, {**SOUND, "metadata/annotations.yaml": annotations}))
    (one,) = [finding for finding in found["opm"] if finding.rule == "OLM010"]
    assert one.place.file == "metadata/annotations.yaml"


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("sound", None),
        ("webhook", "webhookDefinitions are not supported"),
        ("csv-own-namespace", "AllNamespace install mode must be enabled"),
        ("no-annotations", "open metadata/annotations.yaml: no such file or directory"),
        ("owned-missing", None),
    ],
)
async def test_rukpak_refuses_by_its_own_words(case: str, says: str | None, port: LocalPort, tmp_path: Path) -> None:
    state = await opened(port, write(tmp_path, faulty_bundles()[case]))
    assert state.case is not None
    request = Judge(case=replace(state.case, profile="rukpak"))
    errors = [one for one in fold_all(state, await asked(port, request)).findings if one.severity is Severity.ERROR]
    assert [one.says for one in errors] == ([says] if says else [])
