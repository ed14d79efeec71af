"""Addresses: where they are, in every spelling."""

from typing import Any

import pytest
from builders.cases import each_row
from builders.registry.faulty import Asked, FaultyRegistry, Reply
from builders.registry.sources import ADDRESS, MANIFEST, Opened, blob_address

from xpkgtui.errors import NotFound, Unreachable, XpkgError
from xpkgtui.sources.access import NetworkScope
from xpkgtui.sources.registry.addresses import ASK, Boundary, literal, reach_of_name, redirected
from xpkgtui.sources.registry.connecting.connection import new_session
from xpkgtui.sources.registry.connecting.trust import CertificateTrust


@each_row(
    ("host", "expected"),
    [
        ("127.0.0.1", NetworkScope.MACHINE),
        ("127.1", NetworkScope.MACHINE),
        ("2130706433", NetworkScope.MACHINE),
        ("017700000001", NetworkScope.MACHINE),
        ("0177.0.0.1", NetworkScope.MACHINE),
        ("0x7f000001", NetworkScope.MACHINE),
        ("0x7f.1", NetworkScope.MACHINE),
        ("0", NetworkScope.MACHINE),
        ("0.0.0.0", NetworkScope.MACHINE),
        ("[::]", NetworkScope.MACHINE),
        ("[::1]", NetworkScope.MACHINE),
        ("::1%lo", NetworkScope.MACHINE),
        ("[::ffff:127.0.0.1]", NetworkScope.MACHINE),
        ("[::ffff:7f00:1]", NetworkScope.MACHINE),
        ("[::127.0.0.1]", NetworkScope.MACHINE),
        ("[64:ff9b::7f00:1]", NetworkScope.MACHINE),
        ("[2002:7f00:1::]", NetworkScope.MACHINE),
        ("１２７.0.0.1", NetworkScope.MACHINE),
        ("127。0。0。1", NetworkScope.MACHINE),
        ("127.0.0.1.", NetworkScope.MACHINE),
        ("localhost", NetworkScope.MACHINE),
        ("a.LocalHost.", NetworkScope.MACHINE),
        ("10.1.2.3", NetworkScope.NETWORK),
        ("0xa010203", NetworkScope.NETWORK),
        ("172.16.0.1", NetworkScope.NETWORK),
        ("100.64.0.1", NetworkScope.NETWORK),
        ("192.168.0.1", NetworkScope.NETWORK),
        ("224.0.0.1", NetworkScope.NETWORK),
        ("[fc00::1]", NetworkScope.NETWORK),
        ("192.0.0.8", NetworkScope.NETWORK),
        ("192.0.0.9", NetworkScope.NETWORK),
        ("192.0.0.255", NetworkScope.NETWORK),
        ("[64:ff9b:1::a00:1]", NetworkScope.NETWORK),
        ("[64:ff9b:1::808:808]", NetworkScope.NETWORK),
        ("[64:ff9b:1::a9fe:a9fe]", NetworkScope.LINK),
        ("[64:ff9b:1:a9fe:a9:fe00::]", NetworkScope.LINK),
        ("[64:ff9b:1:7f00:0:100::]", NetworkScope.MACHINE),
        ("[::ffff:0:10.0.0.1]", NetworkScope.NETWORK),
        ("[::ffff:0:127.0.0.1]", NetworkScope.MACHINE),
        ("[::ffff:0:169.254.169.254]", NetworkScope.LINK),
        ("[::10.0.0.1]", NetworkScope.NETWORK),
        ("[::ffff:10.0.0.1]", NetworkScope.NETWORK),
        ("[64:ff9b::10.0.0.1]", NetworkScope.NETWORK),
        ("[2002:a00:1::]", NetworkScope.NETWORK),
        ("[2002:808:808::1]", NetworkScope.PUBLIC),
        ("[2001:0:808:808::8000:5601:5601]", NetworkScope.LINK),
        ("[2001:0:808:808::80ff:fffe]", NetworkScope.MACHINE),
        ("[2001:0:808:808::f7f7:f7f7]", NetworkScope.NETWORK),
        ("[2001:1::1]", NetworkScope.NETWORK),
        ("[2001:20::1]", NetworkScope.NETWORK),
        ("[3fff::1]", NetworkScope.NETWORK),
        ("[5f00::1]", NetworkScope.NETWORK),
        ("[fec0::1]", NetworkScope.NETWORK),
        ("169.254.169.254", NetworkScope.LINK),
        ("2852039166", NetworkScope.LINK),
        ("[fe80::1]", NetworkScope.LINK),
        ("[fd00:ec2::254]", NetworkScope.LINK),
        ("100.100.100.200", NetworkScope.LINK),
        ("8.8.8.8", NetworkScope.PUBLIC),
        ("[::ffff:8.8.8.8]", NetworkScope.PUBLIC),
        ("[::ffff:0:8.8.8.8]", NetworkScope.PUBLIC),
        ("[64:ff9b::808:808]", NetworkScope.PUBLIC),
        ("[2606:4700::1111]", NetworkScope.PUBLIC),
        ("192.0.1.0", NetworkScope.PUBLIC),
        ("[2001:200::1]", NetworkScope.PUBLIC),
        ("registry.example", NetworkScope.PUBLIC),
        ("0x7f.example", NetworkScope.PUBLIC),
        ("", NetworkScope.PUBLIC),
    ],
)
def test_a_host_is_where_its_spelling_says(host: str, expected: NetworkScope) -> None:
    assert reach_of_name(host) is expected


@each_row("host", ["", " ", "a", "1.2.3.4.5", "256.0.0.1.x", "::g", "1.example", "0x", "é"])
def test_a_name_spells_no_address(host: str) -> None:
    assert literal(host) is None


REFUSED = "Refused: a registry must not lead to hosts that only your side can reach. Nothing was sent there."
STORAGE = f"{REFUSED} If its storage is there, add `--private-storage registry.example`."


@each_row(
    ("location", "title", "hint"),
    [
        ("", "registry.example redirects to something that is not a URL.", ASK),
        ("https://[::1", "registry.example redirects to something that is not a URL.", ASK),
        ("https://a:x/", "registry.example redirects to something that is not a URL.", ASK),
        ("https://a/\x07", "registry.example redirects to something that is not a URL.", ASK),
        ("https://a\\b/", "registry.example redirects to something that is not a URL.", ASK),
        ("ftp://a/", "registry.example redirects to something that is not a URL.", ASK),
        ("https://me:pw@a/", "registry.example redirects to a with a password in the address.", ASK),
        (
            "http://a/",
            "registry.example redirects from https to plain http on a.",
            "Refused: others could read it on the way. If its storage is there, add `--plain-http a`.",
        ),
        ("https://10.0.0.1/", "registry.example redirects to 10.0.0.1, which is on a private network.", STORAGE),
        ("https://[::1]/", "registry.example redirects to [::1], which is on this machine.", REFUSED),
        (
            "https://169.254.169.254/",
            "registry.example redirects to 169.254.169.254, which is a link-local or cloud metadata address.",
            REFUSED,
        ),
    ],
)
def test_a_redirect_that_is_refused_says_why(location: str, title: str, hint: str) -> None:
    with pytest.raises(Unreachable) as raised:
        redirected("https://registry.example/v2/", location, Boundary("registry.example"))
    usual = Unreachable("x").hint
    assert (raised.value.title, raised.value.hint) == (title, hint or usual)


@each_row(
    ("old", "location", "target"),
    [
        ("https://a/b/c", "/d", "https://a/d"),
        ("https://a/b/c", "https://e:1/d", "https://e:1/d"),
        ("http://a/b", "http://e/", "http://e/"),
        ("http://a/b", "https://e/", "https://e/"),
    ],
)
def test_a_redirect_leads_to_its_location(old: str, location: str, target: str) -> None:
    assert redirected(old, location, Boundary("a")) == target


def test_a_host_that_a_connection_arrives_inside_at_is_named() -> None:
    boundary = Boundary("registry.example:5000")
    boundary.admit("storage.example", "no address")
    with pytest.raises(Unreachable) as raised:
        boundary.admit("storage.example", "10.0.0.1")
    title = "registry.example:5000 points to storage.example, which is on a private network (10.0.0.1)."
    assert raised.value.title == title
    assert raised.value.hint == STORAGE.replace("registry.example", "registry.example:5000")
    boundary.admit("REGISTRY.example", "10.0.0.1")
    boundary.admit("storage.example", "10.0.0.1")


@pytest.mark.parametrize("place", ["http://a..b/", "http://ü..x/", "http://host name/", "http://x\ty/", "http://%/"])
def test_a_redirect_to_no_host_ends_in_words(faulty: FaultyRegistry, place: str) -> None:
    head = b"HTTP/1.1 307 Moved\r\nContent-Length: 0\r\nLocation: " + place.encode()
    faulty.routes[ADDRESS] = lambda _: Reply(raw=iter([head + b"\r\n\r\n"]))
    access = {"HTTP_PROXY": f"http://{faulty.host}"}
    with pytest.raises(XpkgError):
        Opened(faulty.host, environment=access).source.resolve()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_followed(faulty: FaultyRegistry, elsewhere: FaultyRegistry, status: int) -> None:
    elsewhere.routes["/storage"] = Reply(body=b"layer")
    location = f"http://{elsewhere.host}/storage?signature=SECRET"
    faulty.routes[blob_address(b"layer")] = Reply(status=status, headers={"Location": location})
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


@pytest.mark.parametrize(
    "host", ["169.254.169.254", "[fe80::1]", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "[::ffff:a9fe:a9fe]"]
)
def test_a_redirect_to_the_clouds_own_address_is_refused(faulty: FaultyRegistry, host: str) -> None:
    faulty.routes[ADDRESS] = Reply(status=302, headers={"Location": f"http://{host}/latest/meta-data"})
    with pytest.raises(Unreachable, match="is a link-local or cloud metadata address"):
        Opened(faulty.host).source.resolve()


@each_row(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "x.localhost:8080", "LOCALHOST", "localhost.", "0", "2130706433", "127.1"],
)
def test_a_registry_elsewhere_does_not_lead_to_this_machine(host: str) -> None:
    with pytest.raises(Unreachable, match="is on this machine"):
        redirected("https://registry.example/v2/", f"https://{host}/", Boundary("registry.example"))


@each_row("host", ["10.0.0.1", "192.168.1.1:8443", "0xa000001", "[fd00::1]", "[::ffff:10.0.0.1]"])
def test_a_public_registry_does_not_lead_to_a_private_network(host: str) -> None:
    with pytest.raises(Unreachable, match="is on a private network"):
        redirected("https://registry.example/v2/", f"https://{host}/", Boundary("registry.example"))


@pytest.mark.parametrize("registry", ["10.0.0.1:5000", "localhost:5000"])
def test_a_private_registry_may_lead_to_a_private_network(registry: str) -> None:
    target = "https://10.0.0.2/storage"
    assert redirected(f"https://{registry}/v2/", target, Boundary(registry)) == target


def test_a_registry_whose_name_is_private_is_a_private_registry() -> None:
    boundary = Boundary("registry.example")
    boundary.admit("registry.example", "10.0.0.1")
    boundary.admit("storage.example", "10.0.0.2")
    with pytest.raises(Unreachable, match="on this machine"):
        boundary.admit("storage.example", "::1")


def test_a_name_that_resolves_to_this_machine_is_sent_nothing(faulty: FaultyRegistry) -> None:
    session = new_session(1, Boundary("registry.example").admit, lambda _: CertificateTrust())
    with pytest.raises(Unreachable, match=r"points to localhost, which is on this machine \(127.0.0.1\)"):
        session.get(f"http://localhost:{faulty.host.partition(':')[2]}/internal", timeout=5)
    assert faulty.asked == []


def test_a_proxy_is_not_asked_for_an_inner_host(faulty: FaultyRegistry) -> None:
    faulty.routes[f"http://registry.example{ADDRESS}"] = Reply(status=302, headers={"Location": "http://10.0.0.1/"})
    access = {"HTTP_PROXY": f"http://{faulty.host}"}
    opened = Opened("registry.example", environment=access, plain_http=frozenset({"registry.example"}))
    with pytest.raises(Unreachable, match="on a private network"):
        opened.source.resolve()
    assert faulty.paths() == [f"GET http://registry.example{ADDRESS}"]


def test_a_host_that_parsers_read_differently_is_refused() -> None:
    with pytest.raises(Unreachable, match="is not a URL"):
        redirected("https://registry.example/", "https://10.0.0.1\\.example/", Boundary("registry.example"))


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


def test_the_option_for_private_storage_is_named_and_lets_the_registry_lead_there() -> None:
    target = "https://10.0.0.2/storage"
    with pytest.raises(Unreachable) as caught:
        redirected("https://registry.example/v2/", target, Boundary("registry.example"))
    assert "`--private-storage registry.example`" in caught.value.hint
    allowed = Boundary("registry.example", may_lead_inside=True)
    assert redirected("https://registry.example/v2/", target, allowed) == target
    allowed.admit("registry.example", "93.184.216.34")
    allowed.admit("storage.example", "10.0.0.2")


@each_row("host", ["127.0.0.1", "169.254.169.254", "localhost"])
def test_private_storage_is_neither_on_this_machine_nor_the_clouds_own(host: str) -> None:
    boundary = Boundary("registry.example", may_lead_inside=True)
    with pytest.raises(Unreachable) as caught:
        redirected("https://registry.example/v2/", f"https://{host}/", boundary)
    assert "--private-storage" not in caught.value.hint


def test_private_storage_is_asked_for_the_registry_that_was_named(faulty: FaultyRegistry) -> None:
    location = "http://10.0.0.1/storage"
    faulty.routes[f"http://registry.example{ADDRESS}"] = Reply(status=302, headers={"Location": location})
    faulty.routes[location] = Reply(body=MANIFEST)
    access: dict[str, Any] = {
        "environment": {"HTTP_PROXY": f"http://{faulty.host}"},
        "plain_http": frozenset({"registry.example"}),
    }
    named, other = frozenset({"registry.example"}), frozenset({"other.example"})
    assert Opened("registry.example", private_storage=named, **access).source.resolve().data == MANIFEST
    with pytest.raises(Unreachable, match="on a private network"):
        Opened("registry.example", private_storage=other, **access).source.resolve()
