"""The image that a cluster names, opened in its registry by the digest that is installed."""

import pytest
from builders.registry.clusters import RecordedCluster, listed
from builders.registry.faulty import FaultyRegistry

from xpkgtui.errors import NotFound
from xpkgtui.oci.descriptor import Digest
from xpkgtui.sources.access import Access
from xpkgtui.sources.installing import open_installed
from xpkgtui.sources.registry.source import RegistrySource

THEN, NOW = b"{}", b'{"a":1}'


def opened(faulty: FaultyRegistry, image: str, mark: str = "", *, runs: str = "") -> RegistrySource:
    """The source of a provider whose revision is of this image and mark, and whose pod runs another one."""
    cluster = RecordedCluster()
    cluster.crossplane("nop", f"{faulty.host}/acme/nop{image}", mark)
    pod = {"kind": "Pod", "status": {"containerStatuses": [{"imageID": f"x@{runs}"}]}}
    selector = f"--selector=pkg.crossplane.io/revision=nop-{mark}"
    cluster.answer(f"pods --all-namespaces {selector}", listed(*([pod] if runs else [])))
    source = open_installed("provider/nop", Access(), cluster=cluster)
    assert isinstance(source, RegistrySource)
    source.close()
    return source


@pytest.mark.parametrize(
    ("image", "mark", "runs", "note"),
    [
        (f"@{Digest.of(THEN)}", "", "", ""),
        (":v1", Digest.of(NOW).hex[:12], "", ""),
        (f":v1@{Digest.of(NOW)}", "", "", ""),
        (
            f":v1@{Digest.of(THEN)}",
            "",
            "",
            f"The tag v1 names another image now ({Digest.of(NOW)}); this is the one that is installed.",
        ),
        (
            ":v1",
            Digest.of(THEN).hex[:12],
            str(Digest.of(THEN)),
            f"The tag v1 names another image now ({Digest.of(NOW)}); this is the one that is installed.",
        ),
        (
            ":v1",
            "",
            "",
            "The cluster names no digest: this is what the tag v1 names now, which may be another image.",
        ),
        (
            f":gone@{Digest.of(THEN)}",
            "",
            "",
            "What the tag gone names now is not known: {host} has no repository acme/nop.",
        ),
    ],
)
def test_the_digest_that_is_installed_is_opened_and_the_tag_compared(
    image: str, mark: str, runs: str, note: str, faulty: FaultyRegistry
) -> None:
    faulty.add_manifest("acme/nop", "v1", NOW)
    source = opened(faulty, image, mark, runs=runs)
    is_now = Digest.of(THEN).hex[:12] != mark and str(Digest.of(THEN)) not in image
    assert source.reference.digest == Digest.of(NOW if is_now else THEN)
    assert source.installed is not None
    assert source.installed.notes == ((note.format(host=faulty.host),) if note else ())


def test_an_image_of_which_only_a_mark_is_known_is_not_guessed(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/nop", "v1", NOW)
    mark, image = Digest.of(THEN).hex[:12], f"{faulty.host}/acme/nop:v1"
    with pytest.raises(NotFound) as raised:
        opened(faulty, ":v1", mark)
    error = raised.value
    assert error.title == (f"provider/nop is installed from an image of which the cluster keeps only a mark: {mark}")
    assert error.hint == f"Open what its tag names now: {image}"
    assert error.tried == (
        f"{image}: names {Digest.of(NOW)} now, which is not what is installed",
        "no pod of the revision runs what it was made of",
    )
    with pytest.raises(NotFound):
        opened(faulty, ":gone")
