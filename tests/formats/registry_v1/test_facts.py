"""A bundle in words: what its ClusterServiceVersion, its metadata and the labels of its image say."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import layer
from builders.packages.bundles import CSV, CSV_FILE, DEPENDENCIES_FILE, LABELS, SOUND, members, write

from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import ReadFacts
from xpkgtui.service.local import LocalPort

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


async def facts_of(port: LocalPort, source: Path) -> FactsRead:
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


async def test_facts_of_corpus_bundles_are_short_enough(corpus: Path, port: LocalPort) -> None:
    for folder in ("argocd-operator-0.18.0", "cert-manager-1.16.0-beta.0", "rukpak-registry-valid"):
        facts = by_label(await facts_of(port, corpus / "olm-registry-v1" / folder))
        assert facts["provides"] != "no APIs"
        assert "size" in facts
