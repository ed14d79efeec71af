"""Metadata of plain objects, as opm validates it."""

from pathlib import Path

import pytest
from builders.packages.bundles import SOUND, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1


@pytest.mark.parametrize(("generation", "is_told"), [("-1", True), ("0", False), ("null", False)])
def test_a_generation_is_not_below_zero(generation: str, is_told: bool, tmp_path: Path) -> None:
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, generation: {generation}}}\n"
    found = judged(REGISTRY_V1, write(tmp_path, {**SOUND, "manifests/x.yaml": text}), "opm")
    assert [one.place.field for one in found.findings if "generation" in one.message] == [
        "metadata.generation"
    ] * is_told
