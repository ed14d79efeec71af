"""Redirects of a registry: where they may lead."""

import pytest
from builders.registry.faulty import Asked, FaultyRegistry, Reply
from builders.registry.sources import ADDRESS, MANIFEST, Opened, blob_address

from xpkgtui.errors import NotFound, Unreachable, XpkgError
from xpkgtui.sources.registry.redirects import redirected


@pytest.mark.parametrize("place", ["http://a..b/", "http://ü..x/", "http://host name/", "http://x\ty/", "http://%/"])
def test_a_redirect_to_no_host_ends_in_words(faulty: FaultyRegistry, place: str) -> None:
    head = b"HTTP/1.1 307 Moved\r\nContent-Length: 0\r\nLocation: " + place.encode()
    faulty.routes[ADDRESS] = lambda _: Reply(raw=iter([head + b"\r\n\r\n"]))
    access = {"HTTP_PROXY": f"http://{faulty.host}"}
    with pytest.raises(XpkgError):
        Opened(faulty.host, environment=access).source.resolve()


def test_a_redirect_is_followed(faulty: FaultyRegistry, elsewhere: FaultyRegistry) -> None:
    elsewhere.routes["/storage"] = Reply(body=b"layer")
    location = f"http://{elsewhere.host}/storage?signature=SECRET"
    faulty.routes[blob_address(b"layer")] = Reply(status=307, headers={"Location": location})
    opened = Opened(faulty.host)
    assert opened.read_blob(b"layer") == b"layer"
    assert [exchange.path for exchange in opened.exchanges] == [blob_address(b"layer"), "/storage?…"]


def test_redirects_in_a_circle_are_given_up(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=302, headers={"Location": ADDRESS})
    with pytest.raises(Unreachable, match="in a circle"):
        Opened(faulty.host).source.resolve()
    assert len(faulty.asked) == 6


@pytest.mark.parametrize(
    "location", ["", "file:///etc/passwd", "ftp://host/x", "http://", "http://[::1", "http://user:pw@host/x", "//"]
)
def test_a_redirect_to_no_address_is_refused(faulty: FaultyRegistry, location: str) -> None:
    faulty.routes[ADDRESS] = Reply(status=302, headers={"Location": location})
    with pytest.raises(Unreachable, match="redirects"):
        Opened(faulty.host).source.resolve()


def test_the_body_of_a_redirect_is_not_read(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v2", MANIFEST)
    moved = Reply(status=307, headers={"Location": "/v2/acme/package/manifests/v2"}, body=b"x", length=10**12)
    faulty.routes[ADDRESS] = moved
    assert Opened(faulty.host).source.resolve().data == MANIFEST


def test_cookies_are_not_kept(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", MANIFEST, **{"Set-Cookie": "session=1; Path=/"})
    source = Opened(faulty.host).source
    source.resolve()
    source.resolve()
    assert "cookie" not in faulty.asked[1].headers


@pytest.mark.parametrize("host", ["169.254.169.254", "[fe80::1]"])
def test_a_redirect_to_the_clouds_own_address_is_refused(faulty: FaultyRegistry, host: str) -> None:
    faulty.routes[ADDRESS] = Reply(status=302, headers={"Location": f"http://{host}/latest/meta-data"})
    with pytest.raises(Unreachable, match="only this machine can mean"):
        Opened(faulty.host).source.resolve()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "x.localhost:8080"])
def test_a_registry_elsewhere_does_not_lead_to_this_machine(host: str) -> None:
    with pytest.raises(Unreachable, match="only this machine can mean"):
        redirected("https://registry.example/v2/", f"https://{host}/", "registry.example")


def test_who_comes_back_by_a_redirect_has_no_name_any_more(faulty: FaultyRegistry, elsewhere: FaultyRegistry) -> None:
    back = f"http://{faulty.host}/v2/private/manifests/v1"
    elsewhere.routes["/hop"] = Reply(status=307, headers={"Location": back})
    faulty.routes["/token"] = Reply(body=b'{"token":"TOKEN"}')

    def route(asked: Asked) -> Reply:
        if "authorization" in asked.headers:
            return Reply(status=307, headers={"Location": f"http://{elsewhere.host}/hop"})
        return Reply(status=401, headers={"WWW-Authenticate": f'Bearer realm="http://{faulty.host}/token"'})

    faulty.routes[ADDRESS] = route
    with pytest.raises(NotFound):
        Opened(faulty.host).source.resolve()
    returned = [asked for asked in faulty.asked if asked.path == "/v2/private/manifests/v1"]
    assert ["authorization" in asked.headers for asked in returned] == [False]
