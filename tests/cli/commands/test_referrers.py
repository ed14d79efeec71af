"""`referrers`: sources without a place for them, mistakes in the call, and the text."""

import json
from pathlib import Path

from builders.oci import signatures as made
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.packages.judgements import PROVIDER
from builders.program.headless import headless, run

AMD = image(layer(file("package.yaml", "x")))


def test_a_form_without_a_place_for_them_says_so(tmp_path: Path) -> None:
    assert headless("referrers", "demo").code == 0
    (tmp_path / "package.yaml").write_text(PROVIDER)
    answer = headless("referrers", tmp_path / "package.yaml")
    assert "has no place" in answer.document["nowhere"]
    assert answer.code == 0


def test_a_policy_of_a_source_without_a_name_is_a_usage_error(tmp_path: Path) -> None:
    write_layout(tmp_path / "x", AMD)
    verification = {"provider": "Cosign", "cosign": {"authorities": []}}
    spec = {"matchImages": [{"prefix": "x/"}], "verification": verification}
    config = {"kind": "ImageConfig", "metadata": {"name": "verify"}, "spec": spec}
    (tmp_path / "policy.json").write_text(json.dumps(config))
    answer = headless("referrers", tmp_path / "x", "--policy", str(tmp_path / "policy.json"))
    assert answer.code == 2
    assert "by their names in a registry" in answer.said


def test_a_policy_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "policy").write_text("a: [")
    assert headless("referrers", "demo", "--policy", str(tmp_path / "policy")).code == 2


def test_the_text_says_that_nothing_is_verified(tmp_path: Path) -> None:
    tag = AMD.digest.replace(":", "-") + ".sig"
    write_layout(tmp_path / "x", AMD, made.signature(AMD.digest), tags=("v1", tag))
    ended = run("referrers", f"{tmp_path / 'x'}:v1")
    assert ended.stdout.startswith("Found, not verified: 1 signature\n")
    assert "✓" not in ended.stdout
