"""Challenges as servers write them, and as attackers do."""

from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as some

from xpkgtui.sources.registry.auth.challenge import Realm, judge, parse


@each_row(
    ("header", "expected"),
    [
        ("", []),
        ("Basic", [("basic", {})]),
        ('Basic realm="Registry Realm"', [("basic", {"realm": "Registry Realm"})]),
        ('Bearer realm="https://a/t",service=reg', [("bearer", {"realm": "https://a/t", "service": "reg"})]),
        ('Bearer scope="",service="reg"', [("bearer", {"scope": "", "service": "reg"})]),
        (r'Bearer realm="a\"b\\c"', [("bearer", {"realm": 'a"b\\c'})]),
        ('Bearer realm = "a" , scope="b"', [("bearer", {"realm": "a", "scope": "b"})]),
        ('Basic realm="a", Bearer realm="b"', [("basic", {"realm": "a"}), ("bearer", {"realm": "b"})]),
        ('Negotiate, Bearer REALM="b"', [("negotiate", {}), ("bearer", {"realm": "b"})]),
        ('Bearer realm="a",realm="b"', [("bearer", {"realm": "a"})]),
        ('Bearer realm="unclosed', [("bearer", {"realm": "unclosed"})]),
        ('Bearer realm="a", \x00', [("bearer", {"realm": "a"})]),
        ("=", []),
    ],
)
def test_a_header_is_read(header: str, expected: list[tuple[str, dict[str, str]]]) -> None:
    assert [(challenge.scheme, dict(challenge.parameters)) for challenge in parse(header)] == expected


@given(some.text(alphabet='Ba ,="\\\t;é', max_size=60))
def test_any_header_is_read_without_an_error(header: str) -> None:
    parse(header)


@each_row("unit", ["a ", 'a="', "a,", '"', "a=", 'a="\\"', ",", "a=b "])
def test_a_long_header_is_read_in_a_moment(unit: str) -> None:
    assert len(parse(unit * 100_000)) <= 65536


NOT_AGREED = "is on a host that you have not agreed to"


def judged(realm: str, registry: str, *entries: str, plain: bool = False, secret: bool = True) -> Realm:
    """What becomes of a realm, where the credentials have these entries."""
    return judge(realm, registry, plain=plain, secret=secret, has_entry=lambda host: host in entries)


@each_row(
    ("registry", "host"),
    [
        ("ghcr.io", "ghcr.io"),
        ("quay.io", "QUAY.IO"),
        ("public.ecr.aws", "public.ecr.aws"),
        ("gitlab.acme.example:5050", "gitlab.acme.example"),
        ("acme.example", "acme.example:8443"),
        ("registry.gitlab.com", "gitlab.com"),
        ("acme.example", "auth.acme.example"),
        ("registry-1.docker.io", "auth.docker.io"),
        ("10.0.0.1:5000", "10.0.0.1:5001"),
    ],
)
def test_a_password_goes_to_the_registry_and_within_its_domain(registry: str, host: str) -> None:
    assert judged(f"https://{host}/token", registry).address == f"https://{host}/token"


@each_row(
    ("registry", "host"),
    [
        ("registry.example", "auth.other.example"),
        ("a.co.uk", "b.co.uk"),
        ("alice.github.io", "mallory.github.io"),
        ("1.dkr.ecr.us-east-1.amazonaws.com", "2.dkr.ecr.us-east-1.amazonaws.com"),
        ("registry.acme.example", "auth.acme.example"),
        ("acme.example", "evilacme.example"),
        ("acme.example", "acme.example.evil.example"),
        ("registry.example", "example"),
        ("8.8.8.8", "1.8.8.8.8"),
        ("registry.example", "auth.docker.io"),
    ],
)
def test_a_password_goes_to_no_other_host(registry: str, host: str) -> None:
    found = judged(f"https://{host}/token", registry)
    assert (found.refusal, found.place) == (NOT_AGREED, host)


def test_an_entry_for_the_host_is_agreement() -> None:
    realm = "https://auth.acme.example/token"
    assert judged(realm, "registry.acme.example", "auth.acme.example").address == realm
    assert judged("https://auth.acme.example:443/", "registry.acme.example", "auth.acme.example").refusal == ""
    assert (
        judged("https://auth.acme.example:8443/", "registry.acme.example", "auth.acme.example").refusal == NOT_AGREED
    )


def test_no_entry_makes_plain_http_right() -> None:
    assert (
        judged("http://auth.example/token", "registry.example", "auth.example").refusal == "is not an https address"
    )
    assert judged("http://auth.example/", "registry.example", "auth.example", plain=True).address == ""


def test_a_plain_registry_may_name_itself_only() -> None:
    assert judged("http://registry.example:8080/token", "registry.example", plain=True).refusal == ""
    assert judged("http://auth.registry.example/token", "registry.example", plain=True, secret=False).address == ""


def test_without_a_password_any_public_host_may_be_asked() -> None:
    assert judged("https://auth.other.example/token", "registry.example", secret=False).refusal == ""


@each_row("host", ["10.0.0.1", "169.254.169.254", "[::1]", "127.1", "0", "2130706433", "localhost"])
@each_row("secret", [True, False])
def test_an_inner_host_is_not_asked_at_all(host: str, secret: bool) -> None:
    found = judged(f"https://{host}/token", "registry.example", secret=secret)
    assert found.refusal == "is an address of this machine or its private network"
    # The link, where clouds keep secrets, is no place to agree to.
    assert found.place == ("" if host.startswith("169") else host)


@each_row(
    ("registry", "host", "is_asked"),
    [
        ("10.0.0.1:5000", "10.0.0.2:8443", True),
        ("127.0.0.1:5000", "localhost:8443", True),
        ("10.0.0.1:5000", "127.0.0.1", False),
        ("10.0.0.1", "169.254.169.254", False),
    ],
)
def test_an_inner_registry_may_name_its_network(registry: str, host: str, is_asked: bool) -> None:
    assert bool(judged(f"https://{host}/token", registry, secret=False).address) is is_asked
    assert judged(f"https://{host}/token", registry).address == ""


@each_row(
    "realm",
    [
        "https://evil.example\\.registry.example/token",
        "https://registry.example@evil.example/token",
        "https://registry.example\t.evil.example/token",
        "https://evil.example%2f.registry.example/token",
        "https:registry.example/token",
        "https:///token",
        "https://",
        "ftp://registry.example/",
        "http://registry.example/token",
        "https://registry.example:port/",
    ],
)
def test_a_realm_that_parsers_may_read_differently_gets_nothing(realm: str) -> None:
    assert judged(realm, "registry.example", secret=False).refusal == "is not an https address"
