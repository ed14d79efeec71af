"""Large layers are not fetched unasked: their size is shown, and consent reads on."""

from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.registry.registries import DebianRegistry

from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import ListFiles, OpenPlatform, Options, View
from xpkgtui.reporting.words import layer_sentence
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort

pytestmark = pytest.mark.registry
STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n---\n"


async def test_a_dear_layer_leaves_the_verdict_open_until_somebody_agrees(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    noise = "".join(chr(33 + n * 7919 % 90) for n in range(3000))
    built = image(layer(file("package.yaml", STREAM)), layer(file("bin/provider", noise)))
    registry.push_layout("e2e/dear", "v1", write_layout(tmp_path / "layout", built))
    port = LocalPort()
    options = Options(price=200, cache_dir=str(tmp_path / "cache"))
    state = await opened(port, f"{registry.host}/e2e/dear:v1", options)
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is None
    assert state.reading is not None
    assert state.reading.unread == 1
    assert [item.layer for item in state.unread] == [0, 1]
    assert isinstance(state.manifest, Ready)
    assert layer_sentence(state.layers[1], WORDING) == "not fetched yet; Crossplane reads it next"

    asked = await answers(port, ListFiles(view=View.FLATTENED))
    assert [event.failure.kind for event in asked if isinstance(event, PartFailed)] == ["price"]

    assert state.manifest.value.digest is not None
    agreed = OpenPlatform(digest=state.manifest.value.digest, consent=True)
    state = fold_all(state, await answers(port, agreed))
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is Acceptance.ACCEPTED
    await port.close()
