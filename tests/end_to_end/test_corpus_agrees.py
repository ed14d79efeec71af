"""Real packages hold what the real parser finds in them, and are refused where the real linter refuses."""

import hashlib
import tarfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from builders.corpus import as_told, content, packages, told
from builders.gate import few
from builders.program.headless import Answer, headless, objects

from xpkgtui.cli.reading.port_client import inspect
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.service.local import LocalPort

ORACLE = told()
AZURE = "assembled/provider-azure.package.yaml.xz"
UPJET = "assembled/provider-upjet-aws-v0.34.0.package.yaml.xz"
LARGE = (UPJET, "assembled/provider-azure-network.package.yaml.xz", "assembled/provider-azure-web.package.yaml.xz")
"""Judged once only, as the linter does."""
SHOWN = few(
    [name for name in ORACLE if name != AZURE],
    8,
    "assembled/configuration-quickstart.examples.yaml",
    "assembled/getting-started-aws-with-vpc.gcp.package.yaml",
    "assembled/provider-argocd.package.yaml.xz",
    "assembled/provider-nop.package.yaml",
)
JUDGED_TWICE = [name for name in SHOWN if name not in LARGE]
PARSED = [name for name in SHOWN if "parseError" not in ORACLE[name]]
UNPARSED = [name for name in SHOWN if "parseError" in ORACLE[name]]
OLD_TRANSFORMS = {
    "assembled/platform-ref-aws-v0.2.2.package.yaml": {"XPKG716"},
    "assembled/platform-ref-aws-v0.2.2.raw.package.yaml": {"XPKG716"},
    "assembled/crossplane-on-eks-aws-provider.package.yaml": {"XPKG716", "XPKG905"},
    "assembled/getting-started-aws-with-vpc.aws-with-vpc.package.yaml": {"XPKG716", "XPKG905"},
    "assembled/getting-started-aws-with-vpc.gcp.package.yaml": {"XPKG716", "XPKG905"},
}
"""Of Crossplane 1.x: what the API server of 2.x refuses of them, which the parser and the linter never see."""
ENCODED_ANEW = {"XPKG512", "XPKG608", "XPKG614"}
"""Rules about what a build adds: separators, and empty fields of the meta object."""
PACKED = "provider-argocd"
"""Of the packed sources the small ones; provider-upjet-aws and provider-upjet-azure take too long here."""
_METAS = "crossplane-configurations/crossplane-e2e-metas"
_BUILT = {
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
BUILT_OF = {f"assembled/{built}": source for source, built in _BUILT.items()}
"""The folder of sources that each stream was built of by `crossplane xpkg build`."""
Looks = Callable[[str, str], Answer]


@pytest.fixture(scope="module")
def look(unpacked: Callable[[str], Path]) -> Looks:
    """`show` judges as the linter of `xpkg build` does, `check` as the package manager: a package once by each."""

    @cache
    def answer(command: str, name: str) -> Answer:
        return headless(command, unpacked(name), "--profile", "build" if command == "show" else "crossplane")

    return answer


def test_oracle_knows_every_stream_and_package_of_the_corpus(corpus: Path) -> None:
    found = packages(corpus)
    assert list(found) == list(ORACLE)
    streams = {name: path for name, path in found.items() if path.suffix != ".xpkg"}
    digests = {name: hashlib.sha256(content(path)).hexdigest() for name, path in streams.items()}
    assert digests == {name: ORACLE[name]["sha256"] for name in streams}


@pytest.mark.parametrize("name", SHOWN)
def test_bytes_are_those_that_the_real_reader_takes(name: str, look: Looks) -> None:
    assert look("show", name).document["package"]["sha256"] == ORACLE[name]["sha256"]


@pytest.mark.parametrize("name", PARSED)
def test_meta_and_objects_are_those_that_the_real_parser_finds(name: str, look: Looks) -> None:
    shown, known = look("show", name), ORACLE[name]
    assert objects(shown, "meta") == known["meta"]
    assert as_told(objects(shown, "object")).items() <= known.items()
    assert objects(shown, "broken") == []


@pytest.mark.parametrize("name", SHOWN)
def test_build_refuses_what_the_real_linter_refuses(name: str, look: Looks) -> None:
    known = ORACLE[name]
    refused = "parseError" in known or bool(known["lint"])
    assert look("show", name).document["verdict"] == ("refused" if refused else "accepted")


@pytest.mark.parametrize("name", [name for name in JUDGED_TWICE if name not in OLD_TRANSFORMS])
def test_crossplane_refuses_what_the_real_reader_refuses(name: str, look: Looks) -> None:
    known, answer = ORACLE[name], look("check", name)
    refused = "parseError" in known or bool(known["validate"])
    assert (answer.result["verdict"], answer.code) == (("refused", 1) if refused else ("accepted", 0))


@pytest.mark.parametrize("name", [name for name in SHOWN if name in OLD_TRANSFORMS])
def test_crossplane_refuses_of_old_configurations_what_the_api_server_refuses(name: str, look: Looks) -> None:
    assert ORACLE[name]["validate"] == ""
    findings = look("check", name).result["findings"]
    assert {one["rule"] for one in findings if one["severity"] == "error"} == OLD_TRANSFORMS[name]


@pytest.mark.parametrize("name", UNPARSED)
def test_first_error_is_what_the_real_parser_prints(name: str, look: Looks) -> None:
    said = [one["crossplane_says"] for one in look("check", name).result["findings"]]
    assert ORACLE[name]["parseError"] in said


@pytest.mark.parametrize("name", JUDGED_TWICE)
def test_no_rule_breaks_down_on_a_real_package(name: str, look: Looks) -> None:
    messages = [one["message"] for one in look("check", name).result["findings"]]
    assert [message for message in messages if "could not be judged" in message] == []


@pytest.mark.parametrize("name", [name for name in SHOWN if name in BUILT_OF])
def test_sources_are_listed_and_judged_like_what_is_built_of_them(
    name: str, look: Looks, corpus: Path, tmp_path: Path
) -> None:
    source = sources_in(corpus / BUILT_OF[name], tmp_path)
    shown, checked = headless("show", source, "--no-check"), headless("check", source, "--profile", "crossplane")
    built = look("check", name)
    assert (checked.result["verdict"], checked.code) == (built.result["verdict"], built.code)
    assert rows(shown) == rows(look("show", name))
    assert said(checked) == said(built)


def sources_in(folder: Path, place: Path) -> Path:
    """The sources in a folder; those that are packed are unpacked."""
    if folder.name != PACKED:
        return folder
    with tarfile.open(folder / f"{PACKED}.tar.xz") as packed:
        packed.extraction_filter = tarfile.data_filter if hasattr(tarfile, "data_filter") else None
        packed.extractall(place / "sources")
    return next(found.parent.parent for found in (place / "sources").rglob("package/crossplane.yaml"))


def rows(answer: Answer) -> list[tuple[object, ...]]:
    """What is shown of each object, but for the file it is in."""
    names = ("document", "apiVersion", "kind", "name", "role")
    return [tuple(row[name] for name in names) for row in answer.document["objects"]]


def said(answer: Answer) -> list[tuple[str, ...]]:
    """The findings that a build does not change."""
    found: list[dict[str, Any]] = [one for one in answer.result["findings"] if one["rule"] not in ENCODED_ANEW]
    return sorted((one["rule"], str(one["object"]), one["location"]["field"] or "", one["message"]) for one in found)


async def test_largest_package_is_listed_whole_without_being_judged(unpacked: Callable[[str], Path]) -> None:
    port = LocalPort()
    try:
        state = await inspect(port, str(unpacked(AZURE)), Options(cache_dir=None, price=-1), judged=False)
    finally:
        await port.close()
    assert state.failure is None
    meta, *others = (f"{row.api_version} {row.kind} {row.name}" for row in state.rows)
    assert [meta] == ORACLE[AZURE]["meta"]
    assert as_told(others).items() <= ORACLE[AZURE].items()
