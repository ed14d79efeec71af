"""The catalogs of the corpus: what OLM v1 refuses in them is what it says itself."""

import json
from pathlib import Path

import pytest
from builders.gate import few
from builders.program.headless import headless

STORED = json.loads((Path(__file__).parents[3] / "oracle/catalogs.json").read_text(encoding="utf-8"))
ALONE = [name for name in STORED if not any(other.startswith(f"{name}/") for other in STORED)]


@pytest.mark.parametrize("name", few(ALONE, 5))
def test_olm_v1_refuses_what_requires_something(name: str, corpus: Path) -> None:
    found = headless("deps", str(corpus / name))
    assert found.code in (0, 1)
    says = dict(STORED[name]["olmv1"])
    for package in [one for remark in found.document["remarks"] for one in remark["packages"]]:
        (first, *_) = headless("deps", str(corpus / name), "--package", package).document["remarks"]
        message = first["message"].removeprefix("OLM v1 does not install it: ")
        assert message in says.values()


def test_a_package_of_the_corpus_has_a_range_that_ends_everything(corpus: Path) -> None:
    folder = corpus / "olm-fbc/index-declcfgs/alpha/action/testdata/list-index"
    root = headless("deps", str(folder), "--package", "foo").document["packages"][0]
    assert root["says"] == 'Could not parse Range "v0.1.0": Could not parse comparator "v" in "v0.1.0"'
