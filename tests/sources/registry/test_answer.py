"""Answers that come slowly, end early, or never end."""

import gzip
import itertools
from collections.abc import Iterator

import pytest
from builders.registry.faulty import FaultyRegistry, Reply
from builders.registry.sources import ADDRESS, MANIFEST, Opened, blob_address

from xpkgtui.errors import Cancelled, Corrupt, Unreachable
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest


def test_a_server_that_hangs_is_given_up(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = faulty.hang
    with pytest.raises(Unreachable, match="no answer in time"):
        Opened(faulty.host, read_timeout=0.05).source.resolve()
    assert len(faulty.asked) == 2


def drip(faulty: FaultyRegistry, head: bytes, piece: bytes) -> Iterator[bytes]:
    """A head, then the same piece again and again until the test is over."""
    yield head
    while not faulty.released.wait(0.01):
        yield piece


def test_headers_that_drip_for_ever_are_given_up(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = lambda _: Reply(raw=drip(faulty, b"HTTP/1.1 200 OK\r\nX-Endless: ", b"x"))
    with pytest.raises(Unreachable):
        Opened(faulty.host, read_timeout=0.1).source.resolve()


def test_a_body_that_drips_for_ever_meets_its_deadline(faulty: FaultyRegistry) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
    faulty.routes[blob_address(b"layer")] = lambda _: Reply(raw=drip(faulty, head, b"x"))
    seconds = itertools.count()
    with pytest.raises(Unreachable, match="took longer than 30 seconds"):
        Opened(faulty.host, clock=lambda: float(next(seconds)), deadline=30.0).read_blob(b"layer")


def test_a_chunk_size_that_drips_for_ever_meets_its_deadline(faulty: FaultyRegistry) -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    faulty.routes[blob_address(b"layer")] = lambda _: Reply(raw=drip(faulty, head, b"0"))
    # A clock that stands still leaves it to the second line, which rings a second after the deadline.
    with pytest.raises(Unreachable, match="took longer"):
        Opened(faulty.host, deadline=-0.9, clock=lambda: 0.0).read_blob(b"layer")


def test_a_read_that_blocks_is_aborted_from_outside(faulty: FaultyRegistry) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"

    def half() -> Iterator[bytes]:
        yield head
        faulty.released.wait()

    faulty.routes[blob_address(b"layer")] = lambda _: Reply(raw=half())
    source = Opened(faulty.host).source
    descriptor = Descriptor(media_type="", digest=Digest.of(b"layer"), size=10)
    with source.blob(descriptor) as blob:
        assert blob.read(65536) == b"half"
        blob.abort()
        with pytest.raises(Cancelled):
            blob.read(65536)


def test_a_body_that_ends_early_is_said_to(faulty: FaultyRegistry) -> None:
    faulty.routes[blob_address(b"layer")] = Reply(body=b"lay", length=5)
    with pytest.raises(Unreachable, match="ended the reply after 3 B"):
        Opened(faulty.host).read_blob(b"layer")


def test_chunks_that_end_early_are_said_to(faulty: FaultyRegistry) -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nlay"
    faulty.routes[blob_address(b"layer")] = lambda _: Reply(raw=iter([head]))
    with pytest.raises(Unreachable, match="ended the reply"):
        Opened(faulty.host).read_blob(b"layer")


def test_a_body_in_chunks_is_read_to_its_end(faulty: FaultyRegistry) -> None:
    sent = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nlay\r\n2\r\ner\r\n0\r\n\r\n"
    faulty.routes[blob_address(b"layer")] = lambda _: Reply(raw=iter([sent]))
    assert Opened(faulty.host).read_blob(b"layer") == b"layer"


def test_a_blob_comes_as_it_is_whatever_its_content_coding(faulty: FaultyRegistry) -> None:
    packed = gzip.compress(b"layer" * 1000)
    faulty.routes[blob_address(packed)] = Reply(headers={"Content-Encoding": "gzip"}, body=packed)
    assert Opened(faulty.host).read_blob(packed) == packed
    assert faulty.asked[0].headers["accept-encoding"] == "identity"


def test_a_manifest_with_a_content_coding_is_refused(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", gzip.compress(MANIFEST), **{"Content-Encoding": "gzip"})
    with pytest.raises(Corrupt, match="gzip"):
        Opened(faulty.host).source.resolve()


def test_a_manifest_of_more_than_four_mebibytes_is_refused(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", b" " * ((4 << 20) + 1))
    with pytest.raises(Corrupt, match="more than"):
        Opened(faulty.host).source.resolve()


def test_a_blob_that_only_the_close_ends_may_not_end_early(faulty: FaultyRegistry) -> None:
    faulty.routes[blob_address(b"layer")] = Reply(body=b"lay", length=None)
    with pytest.raises(Unreachable, match="ended the reply after 3 B"):
        Opened(faulty.host).read_blob(b"layer")


def test_a_whole_blob_may_be_ended_by_the_close(faulty: FaultyRegistry) -> None:
    faulty.routes[blob_address(b"layer")] = Reply(body=b"layer", length=None)
    assert Opened(faulty.host).read_blob(b"layer") == b"layer"


def test_a_short_blob_with_its_length_is_left_to_its_digest(faulty: FaultyRegistry) -> None:
    faulty.routes[blob_address(b"layer")] = Reply(body=b"lay")
    assert Opened(faulty.host).read_blob(b"layer") == b"lay"


@pytest.mark.parametrize("length", [0, 5, len(MANIFEST) - 1])
def test_a_manifest_that_only_the_close_ends_may_not_end_early(faulty: FaultyRegistry, length: int) -> None:
    cut = Reply(body=MANIFEST[:length], length=None)
    faulty.routes[ADDRESS] = cut
    digest = Digest.of(MANIFEST)
    faulty.routes[f"/v2/acme/package/manifests/{digest}"] = cut
    with pytest.raises(Unreachable, match="ended the reply"):
        Opened(faulty.host).source.resolve()
    with pytest.raises(Unreachable, match="ended the reply"):
        Opened(faulty.host, f"acme/package@{digest}").source.resolve()
    with pytest.raises(Unreachable, match="ended the reply"):
        Opened(faulty.host).source.manifest(Descriptor(media_type="", digest=digest, size=len(MANIFEST)))


def test_a_whole_manifest_may_be_ended_by_the_close(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(body=MANIFEST, length=None)
    assert Opened(faulty.host).source.resolve().data == MANIFEST


def test_what_is_no_manifest_at_all_did_not_break_off(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(body=b"<html></html>", length=None)
    assert Opened(faulty.host).source.resolve().data == b"<html></html>"


def test_other_bytes_of_the_right_length_are_not_the_networks_fault(faulty: FaultyRegistry) -> None:
    digest = Digest.of(MANIFEST)
    faulty.routes[f"/v2/acme/package/manifests/{digest}"] = Reply(body=b"{}", length=None)
    with pytest.raises(Corrupt):
        Opened(faulty.host, f"acme/package@{digest}").source.resolve()
