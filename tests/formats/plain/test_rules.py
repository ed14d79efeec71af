"""Plain bundles are accepted and refused as RukPak 0.12 does, in its words."""

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from builders.cases import failing
from builders.oracle import answers
from builders.packages.case_facts import case_about
from builders.packages.judged_folders import Judged, judged
from builders.packages.plain_bundles import CASES, thing, write

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.plain.rules.objects import has_manifests
from xpkgtui.formats.plain.subject import objects_of
from xpkgtui.readers.reader import Reading, ReadStage
from xpkgtui.rules.finding import Acceptance

TOLD: dict[str, Any] = answers("plain")
UNREAD = ("no manifests",)
"""Not a plain bundle at all."""


def listed(found: Judged) -> list[str]:
    """The objects in the order of the stream, as the oracle names them."""
    names: list[str] = []
    for chunk in split(found.data).chunks:
        document = parse(found.data, chunk)
        names.extend(
            f"{one.api_version} {one.kind} {f'{one.namespace}/' if one.namespace else ''}{one.name}"
            for one in (objects_of(document.value) if isinstance(document, PackageDocument) else ())
        )
    return names


def test_it_is_taken_or_refused_with_the_same_message(tmp_path: Path) -> None:
    assert (
        failing(
            [name for name in CASES if name not in UNREAD],
            lambda name: is_told_alike(name, Path(mkdtemp(dir=tmp_path))),
        )
        == {}
    )


def is_told_alike(name: str, tmp_path: Path) -> None:
    found, told = judged(PLAIN, write(tmp_path, CASES[name])), TOLD[name]
    if isinstance(told, str):
        assert found.verdict.culprit is not None
        assert found.verdict.culprit.says == told
    else:
        assert found.verdict.acceptance is Acceptance.ACCEPTED
        if name != "no apiVersion":
            assert listed(found) == [one for objects in told.values() for one in objects]


@pytest.mark.corpus
@pytest.mark.parametrize("name", [name for name in TOLD if name.startswith("corpus: ")])
def test_real_bundles_are_taken_or_refused_alike(name: str, corpus: Path) -> None:
    found = judged(PLAIN, corpus / "olm-plain-v0" / name.removeprefix("corpus: "))
    if isinstance(TOLD[name], str):
        assert [one.says for one in found.of("PLN002")][:1] == [TOLD[name]]
    else:
        assert (found.verdict.acceptance, len(listed(found))) == (Acceptance.ACCEPTED, TOLD[name])


def test_an_image_without_manifests_is_refused() -> None:
    def problems(stage: ReadStage | None) -> list[str | None]:
        case = case_about("image", reading=Reading(reader="plain-0.12", stage=stage))
        return [one.words("") for one in has_manifests.check(case)]

    assert problems(ReadStage.EXTRACT) == [TOLD["no manifests"]]
    assert problems(None) == []


def test_a_link_is_told(tmp_path: Path) -> None:
    folder = write(tmp_path, {"manifests/a.yaml": thing()})
    (folder / "manifests" / "b.yaml").symlink_to("a.yaml")
    (found,) = judged(PLAIN, folder).of("PLN007")
    assert found.message == "manifests/b.yaml is a link to a.yaml; it is dropped"
