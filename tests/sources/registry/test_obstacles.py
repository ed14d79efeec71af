"""What a registry's answers have in them that keeps Crossplane's library from what this client gets."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.registry.faulty import Asked, FaultyRegistry, Reply, errors, sequence
from builders.registry.sources import ADDRESS, BASIC, LAYER, MANIFEST, Opened, blob_address, give_token, source_of

from xpkgtui.errors import NotFound, Obstructed
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest

INDEX = b'{"schemaVersion":2,"manifests":[]}'
TAGS = "/v2/acme/package/tags/list"


def met(registry: FaultyRegistry) -> list[tuple[Obstructed, str]]:
    """What stands in the way of the usual manifest."""
    return [
        (one.what, one.says.replace(registry.host, "REG")) for one in Opened(registry.host).source.resolve().obstacles
    ]


def serve(registry: FaultyRegistry, challenge: str, answer: bytes, status: int = 200, needed: str = "") -> None:
    """The usual manifest for who has the token, which the answer may be; `needed` must be in the query."""

    def token(asked: Asked) -> Reply:
        if needed not in asked.path:
            return Reply(status=401, body=errors("DENIED"))
        return Reply(status=status, body=answer)

    def manifest(asked: Asked) -> Reply:
        if asked.headers.get("authorization") == "Bearer t":
            return Reply(body=MANIFEST, headers={"Content-Type": media_types.OCI_MANIFEST})
        lines = {"WWW-Authenticate": challenge.format(f"http://{registry.host}/token")}
        return Reply(status=401, body=errors("UNAUTHORIZED"), headers=lines)

    registry.routes.update({"/token": token, ADDRESS: manifest})


@each_row(
    ("challenge", "answer", "status", "needed", "says"),
    [
        ('Bearer realm="{}"', b'{"token":"t"}', 200, "", ""),
        ('Bearer realm="/token"', b'{"token":"t"}', 200, "", 'realm scheme "" not allowed'),
        (
            'Basic realm="x", Bearer realm="{}"',
            b'{"token":"t"}',
            200,
            "",
            "GET http://REG/v2/acme/package/manifests/v1: UNAUTHORIZED",
        ),
        ('Bearer realm="{}"', b'{"token":"t","expires_in":"9"}', 200, "", "cannot unmarshal string"),
        ('Bearer realm="{}"', b'{"token":"t"}', 203, "", "unexpected status code 203"),
        ('Bearer realm="{}",scope="repository:x/y:pull"', b'{"token":"t"}', 200, "", ""),
        ('Bearer realm="{}",scope="aws"', b'{"token":"t"}', 200, "scope=aws&", "DENIED"),
    ],
)
def test_a_login_that_the_library_does_not_get_past_is_told(
    faulty: FaultyRegistry, challenge: str, answer: bytes, status: int, needed: str, says: str
) -> None:
    serve(faulty, challenge, answer, status, needed.rstrip("&"))
    if needed.endswith("&"):  # a server that gives a token for what it offered alone
        only = faulty.routes["/token"]
        assert callable(only)
        faulty.routes["/token"] = lambda asked: (
            only(asked) if "repository" not in asked.path else Reply(status=401, body=errors("DENIED"))
        )
    found = met(faulty)
    assert [(what, says in words) for what, words in found] == ([(Obstructed.ALL, True)] if says else [])
    assert all("Bearer" not in words and '"t"' not in words for _, words in found)


@each_row(
    ("body", "status", "headers", "expected"),
    [
        (MANIFEST, 200, {"Content-Type": "text/plain"}, None),
        (INDEX, 200, {"Content-Type": media_types.OCI_INDEX}, None),
        (INDEX, 200, {"Content-Type": f"{media_types.OCI_INDEX}; charset=utf-8"}, Obstructed.INDEX),
        (INDEX, 200, {}, Obstructed.INDEX),
        (MANIFEST, 203, {"Content-Type": media_types.OCI_MANIFEST}, Obstructed.IMAGE),
        (MANIFEST, 200, {"Content-Type": media_types.OCI_MANIFEST, "X-Long": "a" * 70_000}, None),
        (
            gzip.compress(MANIFEST),
            200,
            {"Content-Type": media_types.OCI_MANIFEST, "Content-Encoding": "x-gzip"},
            Obstructed.IMAGE,
        ),
        (MANIFEST, 200, {"Content-Type": media_types.OCI_MANIFEST, "Content-Encoding": "gzip"}, Obstructed.IMAGE),
        (gzip.compress(MANIFEST), 200, {"Content-Type": media_types.OCI_MANIFEST, "Content-Encoding": "gzip"}, None),
    ],
)
def test_a_manifest_that_the_library_takes_for_another_is_told(
    faulty: FaultyRegistry, body: bytes, status: int, headers: dict[str, str], expected: Obstructed | None
) -> None:
    faulty.routes[ADDRESS] = Reply(status=status, body=body, headers=headers)
    assert [what for what, _ in met(faulty)] == ([expected] if expected else [])


@each_row(
    ("lines", "says"),
    [
        (["Content-Length: {size}"], ""),
        (["Content-Length: {size}", "Content-Length:  {size}"], ""),
        (["Content-Length: {size}", "X-Folded: a", "  b", "X Blank : c"], ""),
        (["Content-Length: {size}, {size}"], 'bad Content-Length "{size}, {size}"'),
        (["Content-Length: +{size}"], 'bad Content-Length "+{size}"'),
        (["Content-Length: {size}", "X-Ü: ü"], 'malformed MIME header line: "X-Ü: ü"'),
        (["X(a): b", "Content-Length: {size}"], 'malformed MIME header line: "X(a): b"'),
        (["X-A: \x01", "Content-Length: {size}"], 'malformed MIME header line: "X-A: \\x01"'),
        (["Content-Length: {size}", "nothing"], 'malformed MIME header: missing colon: "nothing"'),
    ],
)
def test_a_head_that_the_library_does_not_take_is_told(faulty: FaultyRegistry, lines: list[str], says: str) -> None:
    size = len(MANIFEST)
    more = "".join(f"{line.format(size=size)}\r\n" for line in lines)
    head = f"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: {media_types.OCI_MANIFEST}\r\n{more}\r\n"
    faulty.routes[ADDRESS] = lambda _: Reply(raw=iter((head.encode(), MANIFEST)))
    before = f'Get "http://REG{ADDRESS}": net/http: HTTP/1.x transport connection broken: '
    assert met(faulty) == ([(Obstructed.IMAGE, before + says.format(size=size))] if says else [])


@each_row(
    ("status", "headers", "expected"),
    [
        (200, {}, []),
        (206, {}, [Obstructed.LAYER]),
        (200, {"Content-Encoding": "gzip"}, [Obstructed.CODED_LAYER]),
    ],
)
def test_a_layer_that_the_library_does_not_verify_is_told(
    faulty: FaultyRegistry, status: int, headers: dict[str, str], expected: list[Obstructed]
) -> None:
    data = gzip.compress(LAYER)
    faulty.routes[blob_address(data)] = Reply(status=status, body=data, headers=headers)
    source = Opened(faulty.host).source
    with source.blob(
        Descriptor(media_type=media_types.OCI_LAYER_GZIP, digest=Digest.of(data), size=len(data))
    ) as blob:
        assert b"".join(iter(lambda: blob.read(65536), b"")) == data
    assert [one.what for one in source.obstacles] == expected


@each_row(
    ("status", "headers", "says"),
    [
        (200, {}, ""),
        (401, {}, ""),
        (429, {}, ""),
        (503, {}, "GET http://REG/v2/: unexpected status code 503 Service Unavailable: nope"),
        (404, {}, "GET http://REG/v2/: unexpected status code 404 Not Found: nope"),
        (403, {}, "GET http://REG/v2/: unexpected status code 403 Forbidden: nope"),
        (404, {"Docker-Distribution-Api-Version": "registry/2.0"}, ""),
    ],
)
def test_a_library_that_stops_where_it_begins_is_told(
    faulty: FaultyRegistry, status: int, headers: dict[str, str], says: str
) -> None:
    faulty.routes["/v2/"] = Reply(status=status, body=b"nope")
    faulty.routes[ADDRESS] = Reply(body=MANIFEST, headers={"Content-Type": media_types.OCI_MANIFEST, **headers})
    before = 'Get "https://REG/v2/": http: server gave HTTP response to HTTPS client; '
    assert met(faulty) == ([(Obstructed.ALL, before + says)] if says else [])


@each_row("line", ["X(a): {}", "no colon {}", "Content-Length: {}"])
def test_a_login_that_is_repeated_in_a_header_is_not_told(faulty: FaultyRegistry, tmp_path: Path, line: str) -> None:
    def repeats(asked: Asked) -> Reply:
        secret = asked.headers.get("authorization", "")
        if not secret:
            return Reply(status=401, headers={"WWW-Authenticate": "Basic"})
        media = f"Connection: close\r\nContent-Type: {media_types.OCI_MANIFEST}"
        head = f"HTTP/1.1 200 OK\r\n{media}\r\n{line.format('a' * 360 + secret)}{'a' * 5000}\r\n\r\n"
        return Reply(raw=iter((head.encode(), MANIFEST)))

    faulty.routes[ADDRESS] = repeats
    (found,) = source_of(faulty, tmp_path).resolve().obstacles
    assert BASIC.partition(" ")[2][:8] not in found.says
    assert len(found.says) < 800


def test_a_challenge_of_403_is_never_answered(faulty: FaultyRegistry) -> None:
    serve(faulty, 'Bearer realm="{}",error="insufficient_scope"', b'{"token":"t"}')
    given = faulty.routes[ADDRESS]
    assert callable(given)

    def denied(asked: Asked) -> Reply:
        reply = given(asked)
        return replace(reply, status=403, body=errors("DENIED")) if reply.status == 401 else reply

    faulty.routes |= {"/v2/": denied, ADDRESS: denied}
    assert [words.endswith("GET http://REG/v2/: DENIED: no") for _, words in met(faulty)] == [True]


def test_an_absent_tag_is_told_in_the_words_of_crossplanes_fetcher(faulty: FaultyRegistry) -> None:
    unknown = {"errors": [{"code": "MANIFEST_UNKNOWN", "message": "manifest unknown", "detail": {"Tag": "v1"}}]}
    faulty.routes[ADDRESS] = Reply(status=404, body=json.dumps(unknown).encode())
    with pytest.raises(NotFound) as caught:
        Opened(faulty.host).source.resolve()
    address = f"http://{faulty.host}{ADDRESS}"
    assert caught.value.printed == (
        "failed to fetch package descriptor with a GET request after a previous HEAD request failure: "
        f"HEAD {address}: unexpected status code 404 Not Found (HEAD responses have no body, use GET for details): "
        f"GET {address}: MANIFEST_UNKNOWN: manifest unknown; map[Tag:v1]"
    )
    pinned = f"sha256:{'0' * 64}"
    with pytest.raises(NotFound) as caught:
        Opened(faulty.host, f"acme/package@{pinned}").source.resolve()
    address = f"http://{faulty.host}/v2/acme/package/manifests/{pinned}"
    assert caught.value.printed == f"GET {address}: NAME_UNKNOWN: no"


@each_row(
    ("link", "is_there", "says"),
    [
        ("<{}?last=a>", True, ""),
        ("</elsewhere?last=a>", True, ""),
        ("</elsewhere?last=a>", False, "GET http://REG/elsewhere?last=a: MANIFEST_UNKNOWN"),
        ("<http://inner:5000{}?last=a>", True, "potential SSRF attack"),
        ("<https://REG{}?last=a>", True, 'pagination URL scheme "https"'),
    ],
)
def test_a_list_of_tags_that_the_library_does_not_follow_is_told(
    faulty: FaultyRegistry, link: str, is_there: bool, says: str
) -> None:
    def page(asked: Asked) -> Reply:
        if "last=a" in asked.path:
            return Reply(body=b'{"tags":["b"]}')
        return Reply(
            body=b'{"tags":["a"]}', headers={"Link": link.format(TAGS).replace("REG", faulty.host) + "; rel=next"}
        )

    faulty.routes[TAGS] = page
    faulty.routes["/elsewhere"] = page if is_there else Reply(status=404, body=errors("MANIFEST_UNKNOWN"))
    found = Opened(faulty.host).source.list_tags()
    assert found.names == ("a", "b")
    words = [one.says.replace(faulty.host, "REG") for one in found.obstacles]
    assert [says in one for one in words] == ([True] if says else [])


def test_tags_behind_a_mark_of_utf_8_are_read_and_told(faulty: FaultyRegistry) -> None:
    faulty.routes[TAGS] = Reply(body=b"\xef\xbb\xbf" + json.dumps({"tags": ["a"]}).encode())
    found = Opened(faulty.host).source.list_tags()
    assert (found.names, [one.says[:21] for one in found.obstacles]) == (("a",), ["invalid character 'ï'"])


@each_row(
    ("body", "names", "says"),
    [
        (
            b'{"name":"x","tags":["a",1]}',
            ("a",),
            "json: cannot unmarshal number into Go struct field Tags.tags of type string",
        ),
        (b'{"tags":"a"}', (), "json: cannot unmarshal string into Go struct field Tags.tags of type []string"),
        (b'{"Tags":["a",null]}', ("a",), ""),
    ],
)
def test_tags_that_are_no_names_are_told(faulty: FaultyRegistry, body: bytes, names: object, says: str) -> None:
    faulty.routes[TAGS] = Reply(body=body)
    found = Opened(faulty.host).source.list_tags()
    assert (found.names, [one.says for one in found.obstacles]) == (names, [says] if says else [])


def test_a_login_with_another_status_is_looked_up_where_the_library_begins(faulty: FaultyRegistry) -> None:
    serve(faulty, 'Bearer realm="{}"', b'{"token":"t"}')
    as_usual = faulty.routes[ADDRESS]
    assert callable(as_usual)
    refusing: Callable[[Asked], Reply] = lambda asked: _with_status(as_usual(asked))  # noqa: E731
    faulty.routes[ADDRESS] = refusing
    (only,) = met(faulty)
    assert (only[0], len(faulty.pings)) == (Obstructed.ALL, 1)


@pytest.mark.parametrize("status", [200, 404])
def test_a_beginning_that_wants_a_token_is_asked_for_one(faulty: FaultyRegistry, status: int) -> None:
    faulty.routes[ADDRESS] = Reply(body=MANIFEST)
    realm = f'Bearer realm="http://{faulty.host}/token"'
    faulty.routes["/v2/"] = Reply(status=401, headers={"WWW-Authenticate": realm})
    faulty.routes["/token"] = Reply(status=status, body=b'{"token":"t"}')
    assert [one[1].rpartition(": ")[0][-3:] for one in met(faulty)] == ([] if status == 200 else ["und"])


def test_a_token_that_opens_nothing_where_the_password_does_is_told(faulty: FaultyRegistry, tmp_path: Path) -> None:
    def route(asked: Asked) -> Reply:
        sent = asked.headers.get("authorization", "")
        if sent == BASIC:
            return Reply(body=MANIFEST)
        challenge = 'Basic realm="harbor"' if sent else f'Bearer realm="{realm}"'
        return Reply(status=401, headers={"WWW-Authenticate": challenge}, body=errors("UNAUTHORIZED", "action: pull"))

    realm = give_token(faulty)
    faulty.routes[ADDRESS] = faulty.routes["/v2/"] = route
    (only,) = source_of(faulty, tmp_path).resolve().obstacles
    assert only.says.endswith("UNAUTHORIZED: action: pull")


def test_a_beginning_that_fails_for_a_moment_is_no_obstacle(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(body=MANIFEST)
    faulty.routes["/v2/"] = sequence(Reply(status=503), Reply())
    assert met(faulty) == []


def _with_status(reply: Reply) -> Reply:
    reply.status = 403 if reply.status == 401 else reply.status
    return reply
