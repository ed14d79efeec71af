"""Folders of real sources are judged like the packages that `crossplane xpkg build` made of them."""

import tarfile
from pathlib import Path

import pytest
from builders.corpus import content
from builders.inspection.inspections import inspect_source

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready

_ENCODED_ANEW = {"XPKG512", "XPKG608", "XPKG614"}
"""Rules about what a build adds: separators, and empty fields of the meta object."""
_PACKED = "provider-argocd"
"""Of the packed ones the small one; provider-upjet-aws and provider-upjet-azure take too long here."""
_METAS = "crossplane-configurations/crossplane-e2e-metas"
_SOURCES = {
    "crossplane-configurations/configuration-aws-eks-v0.16.0": "configuration-aws-eks-v0.16.0.package.yaml",
    "crossplane-configurations/configuration-quickstart": "configuration-quickstart.package.yaml",
    **{
        f"{_METAS}/{folder}": f"e2e/{folder.replace('/', '__')}__crossplane.package.yaml"
        for folder in (
            "configuration/dependency/package",
            "configuration/digest/package",
            "configuration/private/package",
            "dependency-upgrade/already-exists/package/gt",
            "dependency-upgrade/already-exists/package/nested",
            "dependency-upgrade/downgrade/package",
            "dependency-upgrade/no-valid/package",
            "image-config/authentication/configuration-with-private-dependency/package",
            "image-config/rewrite/package",
            "image-config/signature-verification/with-key/package",
        )
    },
    "crossplane-configurations/crossplane-on-eks-aws-provider": "crossplane-on-eks-aws-provider.package.yaml",
    "crossplane-configurations/getting-started-aws-with-vpc/aws-with-vpc": (
        "getting-started-aws-with-vpc.aws-with-vpc.package.yaml"
    ),
    "crossplane-configurations/getting-started-aws-with-vpc/gcp": "getting-started-aws-with-vpc.gcp.package.yaml",
    "crossplane-configurations/platform-ref-aws-v0.2.2": "platform-ref-aws-v0.2.2.package.yaml",
    "crossplane-functions/function-auto-ready-v0.2.0": "function-auto-ready-v0.2.0.package.yaml",
    "crossplane-functions/function-go-templating": "function-go-templating.package.yaml",
    "crossplane-functions/function-patch-and-transform": "function-patch-and-transform.package.yaml",
    "crossplane-providers/provider-argocd": "provider-argocd.package.yaml.xz",
    "crossplane-providers/provider-aws-contrib": "provider-aws-contrib.package.yaml.xz",
    "crossplane-providers/provider-gcp": "provider-gcp.package.yaml",
    "crossplane-providers/provider-helm": "provider-helm.package.yaml",
    "crossplane-providers/provider-helm-v0.3.3": "provider-helm-v0.3.3.package.yaml",
    "crossplane-providers/provider-nop": "provider-nop.package.yaml",
    "crossplane-providers/provider-sql": "provider-sql.package.yaml",
    "crossplane-providers/provider-upjet-github": "provider-upjet-github.package.yaml",
    "crossplane-xpkg/function-conditional-pt.xpkg": "function-conditional-pt.from-source.package.yaml",
    "crossplane-xpkg/provider-github-2ad12db13839.xpkg": "provider-github-2ad12db13839.from-source.package.yaml",
    "crossplane-xpkg/provider-github-cb9b1f97f579.xpkg": "provider-github-cb9b1f97f579.from-source.package.yaml",
}


@pytest.mark.parametrize("source", _SOURCES)
async def test_real_sources_are_judged_like_what_is_built_of_them(source: str, corpus: Path, tmp_path: Path) -> None:
    ours = await inspect_source(_unpacked(corpus / source, tmp_path))
    theirs = await inspect_source(_plain(corpus / "assembled" / _SOURCES[source], tmp_path))
    assert isinstance(ours.verdict, Ready)
    assert isinstance(theirs.verdict, Ready)
    assert ours.verdict.value.acceptance == theirs.verdict.value.acceptance
    assert _objects(ours) == _objects(theirs)
    assert _said(ours) == _said(theirs)


@pytest.mark.parametrize("source", list(_SOURCES)[:4])
async def test_every_finding_about_an_object_names_a_line_that_is_there(source: str, corpus: Path) -> None:
    state = await inspect_source(corpus / source)
    for finding in state.findings:
        place = finding.place
        assert place.file is not None
        assert place.line is not None
        assert 0 < place.line <= len((corpus / source / place.file).read_bytes().splitlines())


def _objects(state: Inspection) -> list[tuple[object, ...]]:
    return [(row.document, row.api_version, row.kind, row.name, row.role) for row in state.rows]


def _said(state: Inspection) -> list[tuple[str, ...]]:
    """The findings that a build does not change."""
    kept = [finding for finding in state.findings if finding.rule not in _ENCODED_ANEW]
    return sorted((one.rule, str(one.object), one.place.field or "", one.message) for one in kept)


def _plain(built: Path, folder: Path) -> Path:
    if built.suffix != ".xz":
        return built
    plain = folder / built.stem
    plain.write_bytes(content(built))
    return plain


def _unpacked(source: Path, folder: Path) -> Path:
    if source.name != _PACKED:
        return source
    with tarfile.open(source / f"{_PACKED}.tar.xz") as packed:
        packed.extraction_filter = tarfile.data_filter if hasattr(tarfile, "data_filter") else None
        packed.extractall(folder / "sources")
    return next(found.parent.parent for found in (folder / "sources").rglob("package/crossplane.yaml"))
