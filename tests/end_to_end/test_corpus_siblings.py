"""The sibling formats of the corpus: alike through folder, tar, tar.gz and registry; every command has words."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.corpus_siblings import FORMS, Forms, siblings
from builders.gate import few
from builders.inspection.inspections import inspect_source
from builders.program.headless import DOCUMENTED, headless, of_schema, run
from builders.registry.registries import DebianRegistry

from xpkgtui.cli.reading.port_client import inspect
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.documents.check import check
from xpkgtui.reporting.sentence import verdict_of
from xpkgtui.service.local import LocalPort

_INVALID = "olm-registry-v1/invalid-bundles"
FOLDERS = (
    "legacy-stacks/app-wordpress",
    "legacy-stacks/provider-rook-v0.8.0-stack/config/package",
    "legacy-stacks/sample-extension-metacontroller",
    "legacy-stacks/sample-stack",
    "olm-fbc/catalog-v4.20-small/aws-neuron-operator",
    "olm-fbc/catalog-v4.20-small/kepler-operator",
    "olm-fbc/catalog-v4.20-small/kube-green",
    "olm-fbc/catalog-v4.20-small/kubevirt-wol",
    "olm-fbc/index-declcfgs/alpha",
    "olm-fbc/index-declcfgs/fbc-dir",
    "olm-fbc/oc-test-catalog/test-catalog",
    "olm-fbc/olm-magiccatalog/bad-csv",
    "olm-fbc/olm-magiccatalog/magiccatalog",
    "olm-fbc/olm-magiccatalog/subscription",
    "olm-plain-v0/dependent",
    "olm-plain-v0/provides",
    "olm-plain-v0/subdir",
    "olm-registry-v1/bpfman-operator-0.4.1",
    "olm-registry-v1/etcd.0.9.2",
    f"{_INVALID}/invalid_annotations_bundle",
    f"{_INVALID}/invalid_dependencies_bundle/invalid_dependency_type",
    f"{_INVALID}/invalid_dependencies_bundle/invalid_gvk_dependency",
    f"{_INVALID}/invalid_dependencies_bundle/invalid_label_dependency",
    f"{_INVALID}/invalid_dependencies_bundle/invalid_package_dependency",
    f"{_INVALID}/invalid_manifests_bundle/invalid_v1_crd",
    f"{_INVALID}/valid_bundle",
    f"{_INVALID}/valid_bundle_2",
    "olm-registry-v1/kuadrant-operator-0.2.1",
    "olm-registry-v1/memcached-operator-sdk",
    "olm-registry-v1/prometheus.0.22.2",
    "olm-registry-v1/rukpak-registry-invalid",
    "olm-registry-v1/webhook-operator-v0.0.5",
    "olm-fbc/catalog-v4.20-project-quay/project-quay",
    "olm-fbc/catalog-v4.20-victoriametrics/victoriametrics-operator",
    "olm-fbc/prometheus-index-v0.47/prometheus-index-v0.47",
    "olm-plain-v0/valid",
    "olm-registry-v1/argocd-operator-0.18.0",
    "olm-registry-v1/cert-manager-1.16.0-beta.0",
    "olm-registry-v1/rukpak-registry-valid",
    "olm-registry-v1/vault-config-operator-0.8.49",
)
FORMATS = {
    "legacy-stacks": {"stack", "plain+v0"},
    "olm-fbc": {"catalog"},
    "olm-plain-v0": {"plain+v0"},
    "olm-registry-v1": {"registry+v1"},
}
ONE_OF_EACH = (
    "legacy-stacks/sample-stack",
    "olm-fbc/olm-magiccatalog/magiccatalog",
    "olm-plain-v0/dependent",
    f"{_INVALID}/invalid_dependencies_bundle/invalid_gvk_dependency",
    "olm-registry-v1/rukpak-registry-invalid",
)
LARGE = (
    "olm-fbc/catalog-v4.20-project-quay/project-quay",
    "olm-fbc/catalog-v4.20-victoriametrics/victoriametrics-operator",
    "olm-registry-v1/argocd-operator-0.18.0",
    "olm-registry-v1/cert-manager-1.16.0-beta.0",
    "olm-registry-v1/rukpak-registry-valid",
    "olm-registry-v1/vault-config-operator-0.8.49",
)
"""Their archives are listed and not judged: the rules are given the same objects."""
NONSENSE = re.compile(r"Traceback|kind unknown|\bNone\b|Crossplane 2")
"""What no text about a sibling says."""


OF_IMAGES = frozenset({"OLM011", "STK010", "STK012"})
"""Rules about files, tags and labels that only an image has."""


def listed(state: Inspection) -> dict[str, Any]:
    """What must be alike in every form before anything is judged."""
    return {
        "format": state.format.name,
        "stream": state.stream and state.stream.sha256,
        "objects": [replace(row, badge=None) for row in state.rows],
    }


def facts(state: Inspection) -> dict[str, Any]:
    """What must be alike in every form."""
    verdict = verdict_of(state)
    assert verdict is not None
    kept = ("rule", "severity", "message", "says", "object", "fix")
    where = ("document", "field", "line", "column", "file")
    return {
        **listed(state),
        "acceptance": verdict.acceptance,
        "culprit": verdict.culprit and verdict.culprit.rule,
        "others": [(one.profile, one.acceptance, one.rule) for one in verdict.others],
        "findings": [
            (*(getattr(one, name) for name in kept), *(getattr(one.place, name) for name in where))
            for one in sorted(state.findings, key=lambda one: (one.rule, one.message, one.place.line or 0))
            if one.rule not in OF_IMAGES
        ],
    }


def named(name: str) -> str:
    """The name as registries allow it."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower())


def test_every_folder_of_the_corpus_is_compared(corpus: Path) -> None:
    assert sorted(FOLDERS) == list(siblings(corpus))


@pytest.mark.registry
@pytest.mark.parametrize("name", few(FOLDERS, 2, *ONE_OF_EACH))
async def test_every_form_is_read_alike(name: str, corpus: Path, tmp_path: Path, registry: DebianRegistry) -> None:
    forms, path = Forms(tmp_path, registry), corpus / name
    # A tar is compressed or not, whatever it holds: one folder of each kind is opened as both.
    left_out = None if name in ONE_OF_EACH else ("tar", "tar.gz")[FOLDERS.index(name) % 2]
    sources = {form: forms.of(path, named(name), form) for form in FORMS if form != left_out}
    state = await inspect_source(sources.pop("folder"))
    of_schema("check", check([state], profile="", crossplane="2.4"))
    folder = facts(state)
    assert folder["format"] in FORMATS[name.partition("/")[0]]
    assert folder["objects"]
    for form, source in sources.items():
        if name in LARGE and form.startswith("tar"):
            assert await unjudged(source) == listed(state), form
        else:
            assert facts(await inspect_source(source)) == folder, form


async def unjudged(source: str) -> Mapping[str, Any]:
    """What is listed of a source whose rules are not waited for."""
    port = LocalPort()
    try:
        return listed(await inspect(port, source, Options(price=-1), judged=False))
    finally:
        await port.close()


@pytest.mark.parametrize(
    "name", ["images/olm-bundle-docker-save/docker/bundle.tar", "images/scorecard-bundle.tar.gz"]
)
async def test_archives_of_other_tools_hold_bundles(name: str, corpus: Path) -> None:
    path = next(one for one in (corpus / name, corpus / name / "bundle.tar.gz") if one.is_file())
    state = await inspect_source(path)
    assert state.format.name == "registry+v1"
    assert state.meta is not None
    assert state.meta.kind == "ClusterServiceVersion"


@pytest.mark.parametrize("command", ["show", "check", "why", "ls", "cat"])
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_command_has_words_for_it(name: str, command: str, corpus: Path) -> None:
    ended = run(command, str(corpus / name))
    assert ended.exit_code in DOCUMENTED
    assert ended.stdout or ended.stderr
    said = ended.stderr if command == "cat" else ended.stdout + ended.stderr
    assert NONSENSE.findall(said) == []


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_documents_of_commands_hold_to_their_schemas(name: str, corpus: Path) -> None:
    shown, checked, why = (headless(command, corpus / name) for command in ("show", "check", "why"))
    assert shown.document["verdict"] == checked.result["verdict"]
    assert shown.document["profile"] == checked.result["profile"]
    assert shown.document["others"] == checked.result["others"]
    assert shown.document["evidence"]
    assert why.result["readings"]
