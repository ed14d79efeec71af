"""Layers that the profile's manager reads although package.yaml is in another."""

from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.oci.images import image, write_layout
from builders.oci.layers import file, folder, layer
from builders.packages.judgements import PROVIDER

from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.sentence import acceptance_of

RUNTIME = layer(file("usr/bin/provider", "x" * 4000))


async def _read(folder: Path, base: bool, profile: str) -> tuple[set[int | None], str]:
    built = image(RUNTIME, layer(file("package.yaml", PROVIDER), base=base))
    write_layout(folder, built)
    damaged = folder / "blobs" / RUNTIME.digest.replace(":", "/")
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"?")
    state = await inspect_source(folder, Options(profile=profile, price=-1))
    return {one.place.layer for one in state.findings if one.rule == "XPKG301"}, str(acceptance_of(state))


@pytest.mark.parametrize(
    ("base", "profile", "expected"),
    [
        (False, "crossplane-1", ({0}, "refused")),
        (False, "crossplane", (set(), "accepted")),
        (True, "crossplane-1", (set(), "accepted")),
    ],
)
async def test_older_managers_validate_every_layer_of_what_they_flatten(
    tmp_path: Path, base: bool, profile: str, expected: tuple[set[int | None], str]
) -> None:
    assert await _read(tmp_path, base, profile) == expected


async def test_older_managers_find_what_2_4_stops_before(tmp_path: Path) -> None:
    write_layout(tmp_path, image(layer(file("package.yaml", PROVIDER)), layer(folder("./"), file("./x"))))
    state = await inspect_source(tmp_path, Options(profile="crossplane-1", price=-1))
    assert [one.rule for one in state.findings if one.rule == "XPKG401"] == []
