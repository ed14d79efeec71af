"""A bundle in words: what its ClusterServiceVersion, its metadata and the labels of its image say."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.goldens import Golden, lines_of, once
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import layer
from builders.packages.bundles import (
    ANNOTATIONS_FILE,
    CRD,
    CSV,
    CSV_FILE,
    DEPENDENCIES_FILE,
    LABELS,
    PROPERTIES_FILE,
    SOUND,
    members,
    write,
)
from builders.packages.edited import differences
from builders.packages.whole import METADATA, SERVICE_VERSION, objects_of_values, parsed

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import ReadFacts
from xpkgtui.service.local import LocalPort
from xpkgtui.service.port import Port

MORE = CSV.replace(
    "    spec:\n      deployments",
    """\
    spec:
      clusterPermissions:
      - serviceAccountName: tides
        rules:
        - {apiGroups: [""], resources: [nodes], verbs: [get, list]}
        - {apiGroups: [tides.example.com], resources: [berths], verbs: ["*"]}
      deployments""",
).replace(
    "spec:\n  displayName",
    "spec:\n  description: |\n    # Tides\n\n    Water **rises**.\n"
    "  icon: [{base64data: aGk=, mediatype: image/png}]\n  displayName",
)
DEPENDENCIES = "dependencies:\n- {type: olm.package, value: {packageName: moon, version: '>=1.0.0'}}\n"


async def facts_of(port: Port, source: Path) -> FactsRead:
    """The facts of the first document."""
    state = await opened(port, source)
    (found,) = [
        one for one in await answers(port, ReadFacts(document=state.rows[0].document)) if isinstance(one, FactsRead)
    ]
    return found


def by_label(found: FactsRead) -> Mapping[str, str]:
    """The facts by their labels."""
    return dict(found.facts)


async def test_a_bundle_in_words(port: LocalPort, tmp_path: Path) -> None:
    files = {**SOUND, CSV_FILE: MORE, DEPENDENCIES_FILE: DEPENDENCIES}
    facts = by_label(await facts_of(port, write(tmp_path, files)))
    assert facts["name"] == "tides.v1.2.0"
    assert next(iter((await facts_of(port, write(tmp_path, files))).facts)) == (
        "heading",
        "Tides v1.2.0  ClusterServiceVersion",
    )
    assert facts["channels"] == "stable, candidate; default stable"
    assert facts["upgrades from"] == "tides.v1.1.0, which it replaces"
    assert facts["provides"] == "Berth v1 of tides.example.com"
    assert facts["requires"] == "! package moon >=1.0.0"
    assert facts["OLM v1"].startswith("✗ refuses")
    assert facts["Kubernetes"] == "1.27.0 or later"
    assert facts["install modes"] == ("✓ AllNamespaces\t– SingleNamespace\n– OwnNamespace\t– MultiNamespace")
    assert facts["everywhere"] == "does everything with berths of tides.example.com\nreads nodes"
    assert facts["! by tag"] == "registry.example.com/tides:1.2.0"


@pytest.mark.parametrize(
    ("dependency", "words"),
    [
        ("{type: olm.gvk, value: {group: a.io, kind: Boat, version: v1}}", "Boat v1 of a.io"),
        ("{type: olm.label, value: {label: blue}}", "label blue"),
        ("{type: olm.constraint, value: {cel: {rule: 'true'}}}", "constraint true"),
        ("{type: olm.constraint, value: {all: {}}}", "constraint all"),
        ("{type: other}", "other, which opm does not know"),
        ("{}", "something, which opm does not know"),
    ],
)
async def test_every_dependency_is_said_in_words(
    dependency: str, words: str, port: LocalPort, tmp_path: Path
) -> None:
    files = {**SOUND, DEPENDENCIES_FILE: f"dependencies:\n- {dependency}\n"}
    assert words in by_label(await facts_of(port, write(tmp_path, files)))["requires"]


@pytest.mark.parametrize(
    ("examples", "words"),
    [
        ('[{"kind": "A", "metadata": {"name": "one"}}, {"metadata": {}}]', "A one\n(no kind)"),
        ("[]", "none"),
        ("{}", "! alm-examples is not a list"),
        ("[", "! alm-examples is not JSON"),
    ],
)
async def test_examples_are_listed(examples: str, words: str, port: LocalPort, tmp_path: Path) -> None:
    line = next(one for one in CSV.splitlines() if "alm-examples" in one)
    files = {**SOUND, CSV_FILE: CSV.replace(line, f"    alm-examples: '{examples}'")}
    assert by_label(await facts_of(port, write(tmp_path, files)))["examples"] == words


async def test_nothing_is_said_of_dependencies_where_there_are_none(port: LocalPort, tmp_path: Path) -> None:
    facts = by_label(await facts_of(port, write(tmp_path)))
    assert not {"requires", "OLM v1", "key"} & set(facts)


async def test_description_and_icon_are_in_the_overview(port: LocalPort, tmp_path: Path) -> None:
    overview = (await facts_of(port, write(tmp_path, {**SOUND, CSV_FILE: MORE}))).overview
    assert overview is not None
    assert overview.readme[0].runs[0][0] == "Tides"
    assert overview.icon is not None
    assert not overview.icon.is_sound


@pytest.mark.parametrize(
    ("channels", "words"),
    [
        ("stable,candidate", "stable,candidate\tstable,candidate\t= agree"),
        ("stable", "stable,candidate\tstable\t! differ"),
    ],
)
async def test_labels_beside_annotations(channels: str, words: str, port: LocalPort, tmp_path: Path) -> None:
    labels = {key: channels if key.endswith("channels.v1") else value for key, value in LABELS.items()}
    path = write_layout(tmp_path / "image", image(layer(*members()), labels=labels))
    facts = by_label(await facts_of(port, path))
    assert facts["channels"] == words
    assert facts["package"] == "tides\ttides\t= agree"


async def test_facts_of_corpus_bundles_are_short_enough(corpus: Path, reading_port: Port) -> None:
    for folder in ("argocd-operator-0.18.0", "cert-manager-1.16.0-beta.0", "rukpak-registry-valid"):
        facts = by_label(await facts_of(reading_port, corpus / "olm-registry-v1" / folder))
        assert facts["provides"] != "no APIs"
        assert "size" in facts


FILES = ("manifests/a.yaml", "manifests/b.yaml", ANNOTATIONS_FILE, DEPENDENCIES_FILE, PROPERTIES_FILE)
VALUES = parsed(f"{SERVICE_VERSION}---\n{CRD}---\n{METADATA}")


def said(documents: Mapping[str, Any], labels: Mapping[str, str]) -> list[str]:
    """The facts of the first document, by the file of each."""
    package = replace(objects_of_values(REGISTRY_V1, [*documents.values()], [*documents]), labels=labels)
    return [f"{label}: {words}" for label, words in REGISTRY_V1.facts(VALUES[0], package)]


def test_what_facts_say_of_edited_documents(golden: Golden) -> None:
    package = objects_of_values(REGISTRY_V1, VALUES, FILES)
    values = dict(zip(FILES, VALUES, strict=True))
    told = [differences(values, lambda value: map(": ".join, REGISTRY_V1.facts(value, package)))]
    labels = {**LABELS, "operators.operatorframework.io.bundle.package.v1": "moon", "other": "x"}
    metadata = dict(zip(FILES[2:], VALUES[2:], strict=True))
    told.append(differences({"": metadata}, lambda edited: said({"a": VALUES[0], **edited}, labels)))
    golden("facts_registry_v1", once("\n".join(told)))


def test_what_the_overview_says_of_edited_documents(golden: Golden) -> None:
    value = {"spec": {name: VALUES[0]["spec"][name] for name in ("icon", "description")}}
    golden(
        "overview_registry_v1",
        differences({"": value}, lambda one: lines_of(REGISTRY_V1.overview(one, "", PackageObjects()))),
    )


def test_many_are_counted(golden: Golden) -> None:
    spec = {
        "installModes": [{"type": f"Mode{at}", "supported": True} for at in range(30)],
        "customresourcedefinitions": {
            "owned": [{"name": f"a.g{at}", "kind": f"A{at}", "version": "v1"} for at in range(30)],
            "required": [{"name": f"b{at}.g", "kind": f"B{at}", "version": f"v{at // 2}"} for at in range(30)],
        },
        "maintainers": [{"name": f"m{at}"} for at in range(13)],
        "links": [{"url": f"u{at}"} for at in range(12)],
        "relatedImages": [{"image": f"i{at}"} for at in range(30)],
        "install": {"spec": {"deployments": [{"name": f"d{at}"} for at in range(30)]}},
    }
    examples = [{"kind": f"E{at}"} for at in range(14)]
    told = []
    for written in (json.dumps(examples), "{}", "[", "[]", "[" * 100_000, json.dumps("x" * (1 << 20))):
        value = {"kind": "ClusterServiceVersion", "metadata": {"annotations": {"alm-examples": written}}}
        told += [
            f"{label}: {words}" for label, words in REGISTRY_V1.facts(value, PackageObjects()) if label == "examples"
        ]
    value["spec"] = spec
    told += [f"{label}: {words}" for label, words in REGISTRY_V1.facts(value, PackageObjects())]
    golden("many_facts_registry_v1", "\n".join(told))
