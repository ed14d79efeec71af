"""Answers that come slowly, end early, or never end."""

import gzip
import itertools
from collections.abc import Iterator
from email.utils import formatdate

import pytest
from builders.cases import each_row
from builders.registry.faulty import FaultyRegistry, Reply, errors, sequence
from builders.registry.sources import ADDRESS, LAYER, MANIFEST, Opened, blob_address

from xpkgtui.errors import Cancelled, Corrupt, NotFound, Unauthorized, Unreachable, XpkgError
from xpkgtui.oci.descriptor import Descriptor, Digest


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


TWICE = gzip.compress(MANIFEST[:9]) + gzip.compress(MANIFEST[9:])


@pytest.mark.parametrize("body", [gzip.compress(MANIFEST), TWICE, MANIFEST], ids=["coded", "twice", "labelled"])
def test_gzip_around_a_manifest_is_undone_and_a_label_alone_is_not_believed(
    faulty: FaultyRegistry, body: bytes
) -> None:
    faulty.add_manifest("acme/package", "v1", body, **{"Content-Encoding": "gzip"})
    assert Opened(faulty.host).source.resolve().data == MANIFEST


@pytest.mark.parametrize("coding", ["br", "gzip", "deflate"])
def test_a_manifest_in_a_coding_that_cannot_be_undone_is_refused(faulty: FaultyRegistry, coding: str) -> None:
    faulty.add_manifest("acme/package", "v1", b"\x1f\x8b\x0b", **{"Content-Encoding": coding})
    with pytest.raises(Unreachable, match=coding):
        Opened(faulty.host).source.resolve()


def test_a_manifest_that_gzip_blows_up_is_refused(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", gzip.compress(b" " * (5 << 20)), **{"Content-Encoding": "gzip"})
    with pytest.raises(Unreachable, match="more than"):
        Opened(faulty.host).source.resolve()


@pytest.mark.parametrize("length", [-1, None])
@each_row(
    ("blob", "sent", "media_type"),
    [
        (b"{}" * 99, gzip.compress(b"{}" * 99), "application/vnd.oci.image.config.v1+json"),
        (gzip.compress(b"layer"), gzip.compress(gzip.compress(b"layer")), "application/x+gzip"),
        (gzip.compress(b"layer"), gzip.compress(b"layer"), "application/x+gzip"),
        (b"\x1f\x8bno gzip", b"\x1f\x8bno gzip", "application/x+gzip"),
    ],
)
def test_a_blob_is_what_its_digest_names_whatever_is_around_it(
    faulty: FaultyRegistry, length: int | None, blob: bytes, sent: bytes, media_type: str
) -> None:
    faulty.routes[blob_address(blob)] = Reply(body=sent, length=length, headers={"Content-Encoding": "gzip"})
    descriptor = Descriptor(media_type=media_type, digest=Digest.of(blob), size=len(blob))
    with Opened(faulty.host).source.blob(descriptor) as answer:
        assert b"".join(iter(lambda: answer.read(65536), b"")) == blob


def test_a_manifest_of_more_than_four_mebibytes_is_refused(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", b" " * ((4 << 20) + 1))
    with pytest.raises(Unreachable, match="more than"):
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
    faulty.routes[ADDRESS] = Reply(body=b"<b>no</b>", length=None)
    assert Opened(faulty.host).source.resolve().data == b"<b>no</b>"


@each_row(
    ("reply", "kind", "title"),
    [
        (Reply(body=b"<html><title>Sign in</title>"), Unreachable, "it sends a web page, “Sign in”."),
        (Reply(status=404, body=b"<!DOCTYPE html>"), Unreachable, "404 with a web page"),
        (
            Reply(status=404, body=b"not a web page", headers={"Content-Type": "text/plain"}),
            NotFound,
            "has no repository",
        ),
        (Reply(status=401, body=b"<html><title>Gateway</title>"), Unreachable, "a web page, “Gateway” (401)"),
        (
            Reply(status=403, body=b"<html><title>Blocked</title>", headers={"Via": "1.1 gate"}),
            Unreachable,
            "is refused with a web page, “Blocked” (403).",
        ),
        (
            Reply(status=403, body=errors("DENIED", "blocked by policy 7")),
            Unauthorized,
            "refuses it: blocked by policy",
        ),
        (
            Reply(status=403, body=b'{"message":"a web page is no registry"}'),
            Unauthorized,
            "refuses it: a web page is no registry",
        ),
        (Reply(status=403, body=b'{"message":"the scan failed"}'), Unauthorized, "refuses it: the scan failed"),
        (Reply(status=403, body=errors("DENIED", "access denied")), Unauthorized, "none are configured"),
        (
            Reply(status=403, body=errors("DENIED", "requested access to the resource is denied")),
            Unauthorized,
            "none",
        ),
        (Reply(status=412, body=errors("POLICY", "not scanned")), Unreachable, "a policy of the registry forbids it"),
        (Reply(body=errors("DENIED", "it is archived")), Unreachable, "200 with errors: DENIED it is archived."),
        (
            Reply(status=403, body=b"No access from here.", headers={"Content-Type": "text/plain"}),
            Unauthorized,
            "No access",
        ),
        (
            Reply(status=409, body=b"<Error><Message>No.\nId:1</Message></Error>"),
            Unreachable,
            "409 No. Id:1.",
        ),
        (Reply(), Unreachable, "ended the reply after 0 B"),
        (Reply(status=423), Unreachable, "it is locked (423)."),
        (Reply(status=418), Unreachable, "answered 418."),
        (Reply(status=451), Unreachable, "for legal reasons (451)."),
        (Reply(status=407), Unreachable, "the proxy asks for a login"),
        (
            Reply(status=400, body=b"<Error><Message>One auth only</Message></Error>"),
            Unreachable,
            "400 One auth only.",
        ),
    ],
)
def test_a_refusal_is_told_by_its_reason(
    faulty: FaultyRegistry, reply: Reply, kind: type[XpkgError], title: str
) -> None:
    faulty.routes = dict.fromkeys((ADDRESS, "/v2/acme/package/tags/list"), reply)
    with pytest.raises(kind) as caught:
        Opened(faulty.host).source.resolve()
    assert title in caught.value.title
    assert type(caught.value).kind is kind.kind


def test_a_redirect_to_what_is_absent_is_told(faulty: FaultyRegistry) -> None:
    moved = Reply(status=302, headers={"Location": "/login?to=x"})
    faulty.routes = dict.fromkeys((ADDRESS, "/v2/acme/package/tags/list"), moved)
    with pytest.raises(Unreachable, match=r"as a registry: 404 after a redirect to 127.0.0.1:\d+/login\?…\."):
        Opened(faulty.host).source.resolve()


def test_a_reason_with_400_is_a_registrys(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=400, body=errors("DENIED", "Your token has expired."))
    with pytest.raises(Unreachable, match="Your token has expired") as caught:
        Opened(faulty.host).source.resolve()
    assert "log in again" in caught.value.hint


def test_a_redirect_to_a_page_is_told(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=302, headers={"Location": "/login?to=x"})
    faulty.routes["/login"] = Reply(body=b"<html><title>Sign in</title>")
    with pytest.raises(Unreachable, match=r"“Sign in”, after a redirect to /login\?…\."):
        Opened(faulty.host).source.resolve()


@pytest.mark.parametrize("status", [204, 300, 400, 405, 406, 410, 421, 501, 511])
def test_a_status_that_no_registry_means_names_a_way_out(faulty: FaultyRegistry, status: int) -> None:
    faulty.routes[ADDRESS] = Reply(status=status)
    with pytest.raises(Unreachable, match=f"answered {status}") as caught:
        Opened(faulty.host).source.resolve()
    assert caught.value.hint


def test_answers_before_the_answer_are_passed_over(faulty: FaultyRegistry) -> None:
    last = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(MANIFEST), MANIFEST)
    faulty.routes[ADDRESS] = Reply(raw=iter([b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n", last]))
    assert Opened(faulty.host).source.resolve().data == MANIFEST


PAGE = b"<html><title>Sign in</title>"


@each_row(
    ("reply", "told"),
    [
        (Reply(body=PAGE), "a web page, “Sign in”"),
        (Reply(status=203, body=PAGE, length=None, headers={"Content-Type": "text/html"}), "a web page, “Sign in”"),
        (Reply(body=PAGE, length=None), "a web page, “Sign in”"),
        (Reply(body=errors("DENIED", "it is archived")), "DENIED it is archived"),
    ],
)
def test_a_page_in_the_place_of_a_blob_is_no_damage(faulty: FaultyRegistry, reply: Reply, told: str) -> None:
    faulty.routes[blob_address(LAYER)] = reply
    with pytest.raises(Unreachable, match=told):
        Opened(faulty.host).read_blob(LAYER)


def test_a_blob_that_is_a_page_is_read(faulty: FaultyRegistry) -> None:
    faulty.routes[blob_address(PAGE)] = Reply(body=PAGE, headers={"Content-Type": "text/html"})
    assert Opened(faulty.host).read_blob(PAGE) == PAGE


@pytest.mark.parametrize("status", [201, 203, 206])
def test_a_proxy_that_changes_the_status_changes_nothing(faulty: FaultyRegistry, status: int) -> None:
    faulty.routes[ADDRESS] = Reply(status=status, body=MANIFEST)
    assert Opened(faulty.host).source.resolve().data == MANIFEST


def test_other_bytes_of_the_right_length_are_not_the_networks_fault(faulty: FaultyRegistry) -> None:
    digest = Digest.of(MANIFEST)
    faulty.routes[f"/v2/acme/package/manifests/{digest}"] = Reply(body=b"{}", length=None)
    with pytest.raises(Corrupt):
        Opened(faulty.host, f"acme/package@{digest}").source.resolve()


def test_retry_after_is_waited_for(faulty: FaultyRegistry) -> None:
    busy = Reply(status=429, headers={"Retry-After": "2"})
    faulty.routes[ADDRESS] = sequence(busy, busy, Reply(body=MANIFEST))
    opened = Opened(faulty.host)
    assert opened.source.resolve().data == MANIFEST
    assert opened.pauses == [2.0, 2.0]


def test_retry_after_may_be_a_date(faulty: FaultyRegistry) -> None:
    busy = Reply(status=503, headers={"Retry-After": formatdate(0, usegmt=True)})
    faulty.routes[ADDRESS] = sequence(busy, Reply(body=MANIFEST))
    opened = Opened(faulty.host)
    opened.source.resolve()
    assert opened.pauses == [0.0]


def test_an_hour_is_not_waited_for(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=429, headers={"Retry-After": "3600"})
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable, match="asks to wait 3600 seconds"):
        opened.source.resolve()
    assert opened.pauses == []


@pytest.mark.parametrize("asked", ["9999999999", "1" * 5_000, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_wait_of_any_length_is_understood(faulty: FaultyRegistry, asked: str) -> None:
    faulty.routes[ADDRESS] = Reply(status=429, headers={"Retry-After": asked})
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable, match="asks to wait for more than a day"):
        opened.source.resolve()
    assert len(faulty.asked) == 1


def test_leading_zeros_do_not_make_a_wait_long(faulty: FaultyRegistry) -> None:
    busy = Reply(status=429, headers={"Retry-After": "0" * 20 + "2"})
    faulty.routes[ADDRESS] = sequence(busy, Reply(body=MANIFEST))
    opened = Opened(faulty.host)
    opened.source.resolve()
    assert opened.pauses == [2.0]


@pytest.mark.parametrize("status", [408, 425, 429, 499, 500, 502, 503, 504, 522])
def test_a_passing_fault_is_tried_three_times_more(faulty: FaultyRegistry, status: int) -> None:
    nothing_asked = {"Retry-After": "soon"}
    faulty.routes[ADDRESS] = Reply(status=status, headers=nothing_asked, body=errors("UNAVAILABLE", "come back"))
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable) as caught:
        opened.source.resolve()
    assert len(faulty.asked) == 4
    assert len(caught.value.tried) == 4
    assert opened.pauses == [pytest.approx(pause, rel=0.31) for pause in (0.25, 0.5, 1)]


@pytest.mark.parametrize("status", [204, 304, 400, 405, 410, 418, 501])
def test_a_lasting_fault_is_not_tried_again(faulty: FaultyRegistry, status: int) -> None:
    faulty.routes[ADDRESS] = Reply(status=status)
    with pytest.raises(Unreachable, match=str(status)):
        Opened(faulty.host).source.resolve()
    assert len(faulty.asked) == 1


def test_the_registrys_own_words_are_made_visible(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=418, body=errors("TEAPOT", "\x1b]52;c;ZXZpbA==\x07" + "x" * 5000))
    with pytest.raises(Unreachable) as caught:
        Opened(faulty.host).source.resolve()
    assert "TEAPOT" in caught.value.title
    assert "\x1b" not in caught.value.title
    assert len(caught.value.title) < 300


@pytest.mark.parametrize("body", [b"[]", b"null", b'{"errors":{}}', b'{"errors":[null]}', b"[" * 50_000, b"\xff"])
def test_an_error_body_of_any_shape_is_survived(faulty: FaultyRegistry, body: bytes) -> None:
    faulty.routes[ADDRESS] = Reply(status=418, body=body)
    with pytest.raises(Unreachable, match="418"):
        Opened(faulty.host).source.resolve()


@each_row(
    "second",
    [
        Reply(body=LAYER),
        Reply(body=LAYER, length=None),
        Reply(body=gzip.compress(LAYER), headers={"Content-Encoding": "gzip"}),
    ],
)
def test_what_breaks_off_is_asked_for_once_more(faulty: FaultyRegistry, second: Reply) -> None:
    first = Reply(body=second.body[:-3], length=len(second.body), headers=second.headers)
    faulty.routes[blob_address(LAYER)] = sequence(first, second)
    opened = Opened(faulty.host)
    assert opened.read_blob(LAYER) == LAYER
    assert len(opened.exchanges) == 2


@each_row("second", [Reply(status=404), Reply(body=b"l", length=None), Reply(body=LAYER[:-2], length=len(LAYER))])
def test_what_breaks_off_twice_is_said_to(faulty: FaultyRegistry, second: Reply) -> None:
    faulty.routes[blob_address(LAYER)] = sequence(Reply(body=LAYER[:-2], length=len(LAYER)), second)
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable, match="ended the reply after"):
        opened.read_blob(LAYER)
    assert len(opened.exchanges) == 2


def test_a_coded_blob_that_breaks_off_leaves_no_connection_open(faulty: FaultyRegistry) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\nzz"
    faulty.routes[blob_address(b"layer")] = lambda _: Reply(raw=iter([head]))
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable, match="ended the reply"):
        opened.read_blob(b"layer")
    # An answer is reported when it is closed.
    assert [one.path for one in opened.exchanges] == [blob_address(b"layer")] * 2
