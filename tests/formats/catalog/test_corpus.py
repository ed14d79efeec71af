"""The catalogs of the corpus: what opm says of each, and the same objects and findings from folder, tar and image."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.gate import few
from builders.inspection.inspections import inspect_source
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer, tar
from differential.catalogs.subject import agrees, judged

from xpkgtui.formats.catalog.summary import LABEL
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready

STORED = json.loads((Path(__file__).parents[2] / "oracle/catalogs.json").read_text(encoding="utf-8"))
TOPS = [name for name in STORED if name.count("/") == 1]


@pytest.mark.parametrize("name", few(STORED, 9))
def test_verdicts_counts_and_messages_are_those_of_opm_and_olm_v1(name: str, corpus: Path) -> None:
    ours = judged(corpus / name)
    assert agrees(ours, STORED[name])
    assert (ours["first"] is None) is ("first" not in STORED[name])


def test_the_stored_answers_accept_and_refuse() -> None:
    assert {bool(answer["olmv1"]) for answer in STORED.values()} == {True, False}
    assert {"first" in answer for answer in STORED.values()} == {True, False}
    assert not any("every" in answer or answer["load"] is None for answer in STORED.values())


@pytest.mark.parametrize("name", few(TOPS, 2))
async def test_folder_tar_and_image_hold_the_same(name: str, corpus: Path, tmp_path: Path) -> None:
    source = corpus / name
    paths = [path for path in sorted(source.rglob("*")) if path.is_file()]
    names = [path.relative_to(source).as_posix() for path in paths]
    (tmp_path / "a.tar").write_bytes(
        tar(*(file(one, path.read_bytes()) for one, path in zip(names, paths, strict=True)))
    )
    below = (file(f"configs/{one}", path.read_bytes()) for one, path in zip(names, paths, strict=True))
    write_layout(tmp_path / "image", image(layer(*below), labels={LABEL: "/configs"}), tags=("v1",))
    folder, *others = [_shown(await inspect_source(one)) for one in (source, tmp_path / "a.tar", tmp_path / "image")]
    assert folder[0]
    assert [one == folder for one in others] == [True, True]


def _shown(state: Inspection) -> tuple[Any, ...]:
    """Objects and findings, the latter without their places in images."""
    assert isinstance(state.objects, Ready)
    assert isinstance(state.verdict, Ready)
    objects = [(one.kind, one.name, one.package, one.badge) for one in state.objects.value]
    findings = [(one.rule, one.severity, one.message) for one in state.findings]
    return objects, findings, state.verdict.value.acceptance
