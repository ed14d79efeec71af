"""What a registry lists as referring to a manifest."""

import itertools
import json

import pytest
from builders.registry.faulty import FaultyRegistry, Reply
from builders.registry.sources import Opened

from xpkgtui.errors import NotFound, Unreachable

DIGEST = "sha256:" + "0" * 64
ADDRESS = f"/v2/acme/package/referrers/{DIGEST}"


def test_referrers_are_an_index(faulty: FaultyRegistry) -> None:
    entry = {"mediaType": "x", "digest": DIGEST, "size": 2, "artifactType": "application/sbom"}
    faulty.routes[ADDRESS] = Reply(body=json.dumps({"schemaVersion": 2, "manifests": [entry]}).encode())
    index, is_whole = Opened(faulty.host).source.referrers(DIGEST)
    (found,) = index.manifests
    assert (str(found.digest), found.artifact_type, is_whole) == (DIGEST, "application/sbom", True)


@pytest.mark.parametrize("following", [f"{ADDRESS}?more", "/v2/acme/other/referrers/x"])
def test_pages_that_are_not_followed_are_missed(faulty: FaultyRegistry, following: str) -> None:
    link = {"Link": f'<{following}>; rel="next"'}
    faulty.routes[ADDRESS] = Reply(body=b'{"schemaVersion": 2, "manifests": []}', headers=link)
    assert Opened(faulty.host).source.referrers(DIGEST)[1] is False


def test_all_pages_share_one_deadline(faulty: FaultyRegistry) -> None:
    numbers, seconds = itertools.count(), itertools.count(step=5)
    faulty.routes[ADDRESS] = lambda _: Reply(
        body=b'{"schemaVersion": 2, "manifests": []}', headers={"Link": f"<?last={next(numbers)}>; rel=next"}
    )
    source = Opened(faulty.host, clock=lambda: float(next(seconds))).source
    assert source.referrers(DIGEST)[1] is False
    assert len(faulty.asked) < 12


def test_a_registry_without_the_list_has_none(faulty: FaultyRegistry) -> None:
    with pytest.raises(NotFound):
        Opened(faulty.host).source.referrers(DIGEST)


@pytest.mark.parametrize("body", [b"", b"[]", b'{"manifests": 5}'])
def test_a_list_that_cannot_be_read_is_this_clients_refusal(faulty: FaultyRegistry, body: bytes) -> None:
    faulty.routes[ADDRESS] = Reply(body=body)
    with pytest.raises(Unreachable, match="list of referrers"):
        Opened(faulty.host).source.referrers(DIGEST)
