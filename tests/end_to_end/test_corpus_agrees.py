"""Real packages hold what the real parser finds in them, and are refused where the real linter refuses."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from builders.corpus import content, packages
from builders.headless import Answer, headless

from xpkgtui.cli.inspecting import inspect
from xpkgtui.inspection.requests import Options
from xpkgtui.service.local import LocalPort

ORACLE: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "oracle" / "corpus.json").read_text(encoding="utf-8")
)
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
SCHEME = re.compile(r' in scheme "[^"]*"')
Looks = Callable[[str, str], Answer]


@pytest.fixture(scope="module")
def look(unpacked: Callable[[str], Path]) -> Looks:
    """`show` judges as the linter of `xpkg build` does, `check` as the package manager: a package once by each."""

    @cache
    def answer(command: str, name: str) -> Answer:
        return headless(command, unpacked(name), "--profile", "build" if command == "show" else "crossplane")

    return answer


def names(answer: Answer, role: str) -> list[str]:
    """Objects of one role as the store spells them."""
    rows = [row for row in answer.document["objects"] if row["role"] == role]
    return [f"{row['apiVersion']} {row['kind']} {row['name']}" for row in rows]


def as_stored(found: list[str]) -> dict[str, Any]:
    """Names as the store keeps them: readable where they are few."""
    if len(found) <= 16:
        return {"objects": len(found), "names": found}
    text = "".join(f"{name}\n" for name in found)
    return {"objects": len(found), "digest": hashlib.sha256(text.encode()).hexdigest()}


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
    shown, told = look("show", name), ORACLE[name]
    assert names(shown, "meta") == told["meta"]
    assert as_stored(names(shown, "object")).items() <= told.items()
    assert names(shown, "broken") == []


@pytest.mark.parametrize("name", SHOWN)
def test_build_refuses_what_the_real_linter_refuses(name: str, look: Looks) -> None:
    told = ORACLE[name]
    refused = "parseError" in told or bool(told["lint"])
    assert look("show", name).document["verdict"] == ("refused" if refused else "accepted")


@pytest.mark.parametrize("name", [name for name in JUDGED_TWICE if name not in OLD_TRANSFORMS])
def test_crossplane_refuses_what_the_real_reader_refuses(name: str, look: Looks) -> None:
    told, answer = ORACLE[name], look("check", name)
    refused = "parseError" in told or bool(told["validate"])
    assert (answer.result["verdict"], answer.code) == (("refused", 1) if refused else ("accepted", 0))


@pytest.mark.parametrize("name", OLD_TRANSFORMS)
def test_crossplane_refuses_of_old_configurations_what_the_api_server_refuses(name: str, look: Looks) -> None:
    assert ORACLE[name]["validate"] == ""
    findings = look("check", name).result["findings"]
    assert {one["rule"] for one in findings if one["severity"] == "error"} == OLD_TRANSFORMS[name]


@pytest.mark.parametrize("name", UNPARSED)
def test_first_error_is_what_the_real_parser_prints(name: str, look: Looks) -> None:
    said = [one["crossplane_says"] for one in look("check", name).result["findings"]]
    assert SCHEME.sub("", ORACLE[name]["parseError"]) in said


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
    meta, *objects = (f"{row.api_version} {row.kind} {row.name}" for row in state.rows)
    assert [meta] == ORACLE[AZURE]["meta"]
    assert as_stored(objects).items() <= ORACLE[AZURE].items()
