"""The table of RukPak 0.12's own end-to-end tests: bundles, objects, and updates of them."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.packages import plain_bundles
from builders.packages.bundles import write as write_bundle
from builders.packages.faulty_bundles import faulty_bundles
from builders.packages.judged_folders import judged
from builders.upstream.rukpak import BUNDLES, OBJECTS, UPDATES
from builders.upstream.tables import differs, told

from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Acceptance


@each_row("name", OBJECTS)
def test_an_object_is_taken_or_refused(name: str) -> None:
    piece = OBJECTS[name][1]
    ((*messages,),) = told("rukpak objects", name)
    assert [one for one in messages if piece in one] if piece else not messages
    assert differs("rukpak objects", name) is None


@pytest.mark.parametrize("name", UPDATES)
def test_an_update_is_blocked(name: str) -> None:
    assert "immutable" in told("rukpak updates", name)
    assert differs("rukpak updates", name) is None


@each_row("name", BUNDLES)
def test_a_bundle_is_taken_or_refused(name: str) -> None:
    piece, answer = BUNDLES[name][1], told("plain", name)
    assert piece in answer.get("says", "")
    assert bool(piece) is ("says" in answer)
    assert differs("plain", name) is None


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("a bundle with missing CRDs", "PLN006"),
        ("a bundle with CRDs and instances of those CRDs", "PLN010"),
    ],
)
def test_what_fails_when_it_is_installed_is_told_before(name: str, rule: str, tmp_path: Path) -> None:
    found = judged(PLAIN, plain_bundles.write(tmp_path, BUNDLES[name][0]))
    assert found.verdict.acceptance is Acceptance.ACCEPTED
    assert [one.rule for one in found.findings] == [rule]


@pytest.mark.parametrize(
    ("case", "says"), [("sound", None), ("csv-own-namespace", "AllNamespace install mode must be enabled")]
)
def test_an_operator_bundle_is_for_all_namespaces(case: str, says: str | None, tmp_path: Path) -> None:
    found = judged(REGISTRY_V1, write_bundle(tmp_path, faulty_bundles()[case]), "rukpak").verdict
    assert (found.culprit.says if found.culprit else None) == says
