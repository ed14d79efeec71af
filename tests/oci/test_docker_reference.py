"""References with what Docker adds to them."""

import pytest

from xpkgtui.errors import Malformed
from xpkgtui.oci.docker_reference import full_reference

DIGEST = "sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("busybox", "docker.io/library/busybox:latest"),
        ("index.docker.io/busybox:v1", "docker.io/library/busybox:v1"),
        ("acme/tool", "docker.io/acme/tool:latest"),
        ("localhost/tool:v1", "localhost/tool:v1"),
        (f"a.example/x@{DIGEST}", f"a.example/x@{DIGEST}"),
        (f"a.example:5000/x:v1@{DIGEST}", f"a.example:5000/x:v1@{DIGEST}"),
    ],
)
def test_registry_folder_and_tag_are_written_out(text: str, full: str) -> None:
    assert str(full_reference(text)) == full


def test_a_reference_that_is_open_gets_no_tag() -> None:
    assert str(full_reference("a.example/x", is_open=True)) == "a.example/x"


@pytest.mark.parametrize("text", ["", "A/B", "a b", "a.example/x:", "a.example/x@sha256:0", "0" * 64, "x" * 2_000])
def test_what_is_not_a_reference_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        full_reference(text)
