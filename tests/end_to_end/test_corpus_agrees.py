"""Real packages hold what the real parser finds in them, and are refused where the real linter refuses."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from builders.corpus import as_told, content, packages, told
from builders.program.headless import Answer, headless, objects

from xpkgtui.cli.reading.port_client import inspect
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.service.local import LocalPort

ORACLE = told()
AZURE = "assembled/provider-azure.package.yaml.xz"
UPJET = "assembled/provider-upjet-aws-v0.34.0.package.yaml.xz"
LARGE = (UPJET, "assembled/provider-azure-network.package.yaml.xz", "assembled/provider-azure-web.package.yaml.xz")
"""Judged once only, as the linter does."""
SHOWN = [name for name in ORACLE if name != AZURE]
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


@pytest.mark.parametrize("name", OLD_TRANSFORMS)
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
