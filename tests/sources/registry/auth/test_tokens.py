"""Passwords and tokens: which hosts get them, and which never do."""

import base64
import concurrent.futures
import gzip
import json
import traceback
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from builders.cases import each_row
from builders.registry.faulty import Asked, FaultyRegistry, Reply, errors, sequence
from builders.registry.sources import ADDRESS, BASIC, LAYER, MANIFEST, give_token, guarded, source_of

from xpkgtui.errors import Unauthorized, Unreachable, XpkgError
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, Exchange
from xpkgtui.sources.registry.auth.challenge import Challenge, Demand, parse
from xpkgtui.sources.registry.auth.credentials import Credential, CredentialSearch
from xpkgtui.sources.registry.auth.tokens import Tokens
from xpkgtui.sources.registry.source import RegistrySource


def test_a_token_is_fetched_with_the_password_and_then_used(faulty: FaultyRegistry, tmp_path: Path) -> None:
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), give_token(faulty))
    assert source_of(faulty, tmp_path).resolve().data == MANIFEST
    assert faulty.paths()[1] == "GET /token?scope=repository%3Aacme%2Fpackage%3Apull&service=registry"
    assert [asked.headers.get("authorization") for asked in faulty.asked] == [None, BASIC, "Bearer TOKEN-SECRET"]


@pytest.mark.parametrize("scope", ["repository:acme/package:pull,push", "registry:catalog:*", ""])
def test_no_token_may_do_more_than_pull(faulty: FaultyRegistry, tmp_path: Path, scope: str) -> None:
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), give_token(faulty), scope)
    source_of(faulty, tmp_path).resolve()
    assert "scope=repository%3Aacme%2Fpackage%3Apull&" in faulty.paths()[1]


def test_an_expired_token_is_renewed_once(faulty: FaultyRegistry, tmp_path: Path) -> None:
    realm = give_token(faulty, "FIRST")
    guarded(faulty, "FIRST", Reply(body=MANIFEST), realm)
    source = source_of(faulty, tmp_path)
    source.resolve()
    give_token(faulty, "SECOND")
    guarded(faulty, "SECOND", Reply(body=MANIFEST), realm)
    assert source.resolve().data == MANIFEST
    assert sum(path.startswith("GET /token") for path in faulty.paths()) == 2


@each_row(
    ("expires", "seconds"),
    [
        (300, 290),
        (60, 50),
        (None, 50),
        ("300", 290),
        ("29.5", 19.5),
        (True, 50),
        ("soon", 50),
        (0, 50),
        (-1, 50),
        (10**9, 50),
        (10**9 - 1, 10**9 - 11),
        (10, 5),
        (1, 0.5),
    ],
)
def test_a_token_is_left_before_it_expires(expires: object, seconds: float) -> None:
    now = [1_000.0]
    tokens = Tokens(
        "a.example",
        "https",
        find=lambda _: CredentialSearch(notes=("a warning",)),
        has_entry=lambda _: False,
        fetch=lambda *_: (200, json.dumps({"token": "t", "expires_in": expires}).encode()),
        clock=lambda: now[0],
    )
    assert tokens.notes("p") == ()
    challenge = Challenge(scheme="bearer", parameters={"realm": "https://a.example/token"})
    assert (tokens.renew("p", Demand(challenges=(challenge,)), None), tokens.notes("p")) == (
        "Bearer t",
        ("a warning",),
    )
    now[0] += seconds - 0.25
    assert tokens.current("p") == "Bearer t"
    now[0] += 0.25
    assert tokens.current("p") is None


def test_a_registry_that_accepts_no_token_is_left(faulty: FaultyRegistry, tmp_path: Path) -> None:
    guarded(faulty, None, Reply(), give_token(faulty))
    with pytest.raises(Unauthorized):
        source_of(faulty, tmp_path).resolve()
    # With the password, and once without it.
    assert [asked.headers.get("authorization") for asked in faulty.asked if "/token" in asked.path] == [BASIC, None]
    assert len(faulty.asked) == 4


def test_many_threads_fetch_one_token(faulty: FaultyRegistry, tmp_path: Path) -> None:
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), give_token(faulty))
    source = source_of(faulty, tmp_path)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        roots = list(pool.map(lambda _: source.resolve(), range(40)))
    assert all(root.data == MANIFEST for root in roots)
    assert sum(path.startswith("GET /token") for path in faulty.paths()) == 1


def test_an_identity_token_is_exchanged_by_post(faulty: FaultyRegistry, tmp_path: Path) -> None:
    faulty.routes["/token"] = Reply(body=b'{"access_token":"TOKEN-SECRET"}')
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), f"http://{faulty.host}/token")
    source = source_of(faulty, tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"auths": {faulty.host: {"identitytoken": "IDENTITY"}}}))
    source.resolve()
    assert faulty.asked[1].method == "POST"
    assert b"grant_type=refresh_token" in faulty.asked[1].body
    assert b"refresh_token=IDENTITY" in faulty.asked[1].body


def test_a_registry_token_is_sent_as_it_is(faulty: FaultyRegistry, tmp_path: Path) -> None:
    guarded(faulty, "GIVEN", Reply(body=MANIFEST), f"http://{faulty.host}/token")
    source = source_of(faulty, tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"auths": {faulty.host: {"registrytoken": "GIVEN"}}}))
    assert source.resolve().data == MANIFEST


@pytest.mark.parametrize(
    "realm",
    [
        "",
        "ftp://host/token",
        "http://localhost:1/token",
        "http://user:pw@127.0.0.1/token",
        "http://[::1/",
        "//[::1/token",
    ],
)
def test_a_strange_realm_gets_nothing(faulty: FaultyRegistry, tmp_path: Path, realm: str) -> None:
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), realm)
    with pytest.raises(Unauthorized) as refused:
        source_of(faulty, tmp_path).resolve()
    assert len(faulty.asked) == 1
    assert "pw@" not in repr(refused.value.tried) + str(refused.value)


@pytest.mark.parametrize(
    "answer",
    [b"", b"[]", b"{}", b'{"token":7}', b'{"token":"a\\r\\nX-Injected: 1"}', b"[" * 100_000, b'{"token":""}'],
)
def test_an_answer_that_is_no_token_is_said_to_be_none(faulty: FaultyRegistry, tmp_path: Path, answer: bytes) -> None:
    faulty.routes["/token"] = Reply(body=answer)
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), f"http://{faulty.host}/token")
    with pytest.raises(Unreachable):
        source_of(faulty, tmp_path).resolve()


@each_row(
    ("reply", "kind", "told"),
    [
        (Reply(status=401), Unauthorized, "does not accept the credentials"),
        (
            Reply(status=401, body=errors("UNAUTHORIZED", "the robot is expired")),
            Unauthorized,
            "the robot is expired",
        ),
        (
            Reply(status=403, body=errors("DENIED", "not from here")),
            Unauthorized,
            "gave no token for .* not from here",
        ),
        (Reply(status=401, body=b"Your token expired in May."), Unauthorized, "401 Your token expired in May."),
        (Reply(status=403, body=b"<html><title>Sign in</title>"), Unreachable, "403 a web page, “Sign in”"),
        (Reply(body=b"<html><title>Sign in</title>"), Unreachable, "does not answer as a token server: .*“Sign in”"),
        (Reply(status=404), Unauthorized, "gave no token for .*: 404"),
        (Reply(status=505), Unreachable, "gave no token for .*: 505"),
    ],
)
def test_a_token_server_that_refuses_is_told_by_its_reason(
    faulty: FaultyRegistry, tmp_path: Path, reply: Reply, kind: type[XpkgError], told: str
) -> None:
    faulty.routes["/token"] = reply
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), f"http://{faulty.host}/token")
    with pytest.raises(kind, match=told) as caught:
        source_of(faulty, tmp_path).resolve()
    assert caught.value.hint


def test_the_token_server_takes_no_password_elsewhere(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    moved = {"Location": f"http://{elsewhere.host}/token"}
    faulty.routes["/token"] = Reply(status=307, headers=moved)
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), f"http://{faulty.host}/token")
    with pytest.raises(Unauthorized):
        source_of(faulty, tmp_path).resolve()
    assert {asked.headers.get("authorization") for asked in elsewhere.asked} == {None}


def test_a_redirect_takes_no_authorization_along(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    elsewhere.routes["/storage"] = Reply(body=LAYER)
    moved = Reply(status=307, headers={"Location": f"http://{elsewhere.host}/storage?X-Signature=SIGNATURE-SECRET"})
    guarded(faulty, "TOKEN-SECRET", moved, give_token(faulty))
    faulty.routes[f"/v2/acme/package/blobs/{Digest.of(LAYER)}"] = faulty.routes["/v2/acme/package/manifests/v1"]
    source = source_of(faulty, tmp_path)
    with source.blob(Descriptor(media_type="", digest=Digest.of(LAYER), size=5)) as blob:
        assert blob.read(100) == LAYER
    assert "authorization" not in elsewhere.asked[0].headers


def test_storage_that_refuses_does_not_get_our_password(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    elsewhere.routes["/storage"] = Reply(status=401, headers={"WWW-Authenticate": 'Basic realm="mine"'})
    moved = Reply(status=307, headers={"Location": f"http://{elsewhere.host}/storage"})
    guarded(faulty, "TOKEN-SECRET", moved, give_token(faulty))
    with pytest.raises(XpkgError):
        source_of(faulty, tmp_path).resolve()
    assert all("authorization" not in asked.headers for asked in elsewhere.asked)


def test_netrc_is_not_read(faulty: FaultyRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login mallory password NETRC\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), give_token(faulty))
    source_of(faulty, tmp_path).resolve()
    assert [asked.headers.get("authorization") for asked in faulty.asked] == [None, BASIC, "Bearer TOKEN-SECRET"]


def test_basic_is_sent_at_once_after_the_first_time(faulty: FaultyRegistry, tmp_path: Path) -> None:
    def route(asked: Asked) -> Reply:
        if asked.headers.get("authorization") == BASIC:
            return Reply(body=MANIFEST)
        return Reply(status=401, headers={"WWW-Authenticate": 'Basic realm="r"'})

    faulty.routes["/v2/acme/package/manifests/v1"] = route
    source = source_of(faulty, tmp_path)
    source.resolve()
    source.resolve()
    assert len(faulty.asked) == 3


@pytest.mark.parametrize("status", [200, 307, 401, 403, 404, 429, 500])
def test_no_secret_is_in_the_log_or_in_an_error(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path, status: int
) -> None:
    # The storage is gone, so that following the signed address ends in an error of requests that quotes it.
    signed = f"http://{elsewhere.host}/storage?X-Signature=SIGNATURE-SECRET"
    elsewhere.stop()
    reply = Reply(status=status, headers={"Location": signed, "Retry-After": "0"}, body=MANIFEST)
    guarded(faulty, "TOKEN-SECRET", reply, give_token(faulty) + "?key=REALM-SECRET")
    exchanges: list[Exchange] = []
    told = ""
    try:
        source_of(faulty, tmp_path, exchanges=exchanges).resolve()
    except XpkgError as error:
        told = repr(error.failure()) + "".join(traceback.format_exception(error))
    assert "SECRET" not in told + repr(exchanges)
    assert len(exchanges) >= 3


def test_one_registrys_password_is_not_sent_to_another(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    source_of(faulty, tmp_path)
    elsewhere.routes["/v2/acme/package/manifests/v1"] = Reply(status=401, headers={"WWW-Authenticate": "Basic"})
    access = Access(environment={"DOCKER_CONFIG": str(tmp_path)})
    with pytest.raises(Unauthorized, match="none are configured"):
        RegistrySource(Reference.parse(f"{elsewhere.host}/acme/package:v1"), access).resolve()
    assert all("authorization" not in asked.headers for asked in elsewhere.asked)


def test_a_file_that_cannot_be_read_is_why_there_is_no_login(faulty: FaultyRegistry, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"auths":{},}')
    faulty.routes["/v2/acme/package/manifests/v1"] = Reply(status=401, headers={"WWW-Authenticate": "Basic"})
    access = Access(environment={"DOCKER_CONFIG": str(tmp_path)})
    with pytest.raises(Unauthorized, match=r"and .*config\.json is not a valid JSON object") as caught:
        RegistrySource(Reference.parse(f"{faulty.host}/acme/package:v1"), access).resolve()
    assert (caught.value.hint or "").startswith("Repair that file")


def test_a_password_goes_to_a_token_server_elsewhere_only_after_the_user_agrees(
    faulty: FaultyRegistry, secure: FaultyRegistry, tmp_path: Path
) -> None:
    give_token(secure)
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), f"https://{secure.host}/token")
    source = source_of(faulty, tmp_path, insecure=frozenset({secure.host}))
    with pytest.raises(Unauthorized, match="not trusted"):
        source.resolve()
    assert secure.asked == []
    config = json.loads((tmp_path / "config.json").read_text())
    config["auths"][secure.host] = {}
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert source.resolve().data == MANIFEST
    assert [asked.headers.get("authorization") for asked in secure.asked] == [BASIC]


def test_a_token_server_that_is_not_agreed_to_is_named_with_what_to_do(
    faulty: FaultyRegistry, tmp_path: Path
) -> None:
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), "https://auth.acme.example/token")
    with pytest.raises(Unauthorized) as caught:
        source_of(faulty, tmp_path).resolve()
    assert "add `--token-server auth.acme.example`" in caught.value.hint
    assert "you have not agreed to" in caught.value.tried[-1]


def test_a_token_server_that_does_not_answer_is_not_called_plain_http(faulty: FaultyRegistry, tmp_path: Path) -> None:
    guarded(faulty, None, Reply(), "https://127.0.0.1:1/token")
    reference = Reference.parse(f"{faulty.host}/acme/package:v1")
    with pytest.raises(Unreachable) as caught:
        RegistrySource(reference, Access(environment={"HOME": str(tmp_path)})).resolve()
    assert (caught.value.title.partition(" ")[0], "http://" in caught.value.hint) == ("127.0.0.1:1", False)


STALE = "Basic " + base64.b64encode(b"alice:old").decode()
ANOTHER = "Basic " + base64.b64encode(b"bob:good").decode()


def wanting(registry: FaultyRegistry, *accepted: str, challenge: str, hidden: Reply | None = None) -> None:
    """Serves the usual manifest to these authorizations alone; to the others a refusal, or what hides it."""
    refusal = Reply(
        status=401, headers={"WWW-Authenticate": challenge} if challenge else {}, body=errors("UNAUTHORIZED")
    )

    def route(asked: Asked) -> Reply:
        is_known = asked.headers.get("authorization", "") in accepted
        return Reply(body=MANIFEST) if is_known else hidden or refusal

    registry.routes |= {
        ADDRESS: route,
        "/v2/": lambda asked: Reply() if "authorization" in asked.headers else refusal,
    }


def test_what_is_hidden_from_strangers_is_found_with_the_login(faulty: FaultyRegistry, tmp_path: Path) -> None:
    bearer = f'Bearer realm="{give_token(faulty)}",service="registry"'
    wanting(faulty, "Bearer TOKEN-SECRET", challenge=bearer, hidden=Reply(status=404, body=errors("NAME_UNKNOWN")))
    assert source_of(faulty, tmp_path).resolve().data == MANIFEST
    assert len(faulty.pings) == 1


def test_a_login_that_something_on_the_way_does_not_let_be_asked_for_is_sent(
    faulty: FaultyRegistry, tmp_path: Path
) -> None:
    wanting(faulty, BASIC, challenge="")
    assert source_of(faulty, tmp_path).resolve().data == MANIFEST


def test_who_has_no_login_is_not_asked_for_one(faulty: FaultyRegistry, tmp_path: Path) -> None:
    wanting(faulty, "", challenge='Basic realm="r"')
    reference = Reference.parse(f"{faulty.host}/acme/package:v1")
    assert RegistrySource(reference, Access(environment={"HOME": str(tmp_path)})).resolve().data == MANIFEST
    assert [one.headers.get("authorization") for one in faulty.pings] == [None]


@pytest.mark.parametrize("accepted", [BASIC, ANOTHER, ""])
def test_logins_are_tried_in_turn_and_none_at_last(faulty: FaultyRegistry, tmp_path: Path, accepted: str) -> None:
    wanting(faulty, accepted, challenge='Basic realm="r"')
    source = source_of(faulty, tmp_path)
    (tmp_path / "other.json").write_text(
        json.dumps({"auths": {faulty.host: {"username": "bob", "password": "good"}}})
    )
    environment = {"DOCKER_CONFIG": str(tmp_path), "REGISTRY_AUTH_FILE": str(tmp_path / "other.json")}
    root = RegistrySource(source.reference, Access(environment=environment)).resolve()
    order = [BASIC, ANOTHER, None]
    sent = [asked.headers.get("authorization") for asked in faulty.asked]
    assert (root.data, sent) == (MANIFEST, order[: order.index(accepted or None) + 1])
    refused = f"{faulty.host} refuses the login for acme/package; it was asked without one."
    assert root.notes == (() if accepted else (refused,))


@each_row(
    ("body", "is_given"), [(b"", True), (errors("DENIED", "denied"), True), (errors("DENIED", "no scan yet"), False)]
)
def test_a_login_that_is_refused_without_a_reason_is_left_out(
    faulty: FaultyRegistry, tmp_path: Path, body: bytes, is_given: bool
) -> None:
    faulty.routes["/v2/"] = Reply(status=401, headers={"WWW-Authenticate": 'Basic realm="r"'})
    faulty.routes[ADDRESS] = lambda asked: (
        Reply(status=403, body=body) if "authorization" in asked.headers else Reply(body=MANIFEST)
    )
    source = source_of(faulty, tmp_path)
    if is_given:
        assert source.resolve().data == MANIFEST
        assert "it was asked without one" in source.resolve().notes[-1]
    else:
        with pytest.raises(Unauthorized, match="no scan yet"):
            source.resolve()


@pytest.mark.parametrize("own", [True, False])
def test_a_host_that_a_redirect_leads_to_gets_a_token_of_its_own(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path, own: bool
) -> None:
    guarded(elsewhere, "OTHER-SECRET", Reply(body=MANIFEST), give_token(elsewhere, "OTHER-SECRET"))
    moved = Reply(status=307, headers={"Location": f"http://{elsewhere.host}{ADDRESS}"})
    faulty.routes[ADDRESS] = moved
    if own:
        guarded(faulty, "TOKEN-SECRET", moved, give_token(faulty))
    root = source_of(faulty, tmp_path).resolve()
    assert root.data == MANIFEST
    sent = [asked.headers.get("authorization") for asked in elsewhere.asked]
    assert sent == [None, None, "Bearer OTHER-SECRET"]
    # Crossplane 2.4 asks for such a token too, where it has one of the registry; before, it does not.
    (met,) = root.obstacles
    assert ("UNAUTHORIZED" in met.says, "UNAUTHORIZED" in (met.before or "")) == (not own, True)


def test_a_host_that_a_redirect_leads_to_is_asked_for_no_end_of_tokens(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    guarded(elsewhere, None, Reply(), f"http://{elsewhere.host}/token")
    elsewhere.routes["/token"] = lambda _: Reply(body=json.dumps({"token": f"t{len(elsewhere.asked)}"}).encode())
    faulty.routes[ADDRESS] = Reply(status=307, headers={"Location": f"http://{elsewhere.host}{ADDRESS}"})
    with pytest.raises(Unreachable, match="answered 401"):
        source_of(faulty, tmp_path).resolve()
    assert len(elsewhere.asked) < 8


def test_a_login_that_nobody_takes_is_told_by_the_first(faulty: FaultyRegistry, tmp_path: Path) -> None:
    wanting(faulty, STALE, challenge='Basic realm="r"')
    source = source_of(faulty, tmp_path)
    for _ in range(2):
        with pytest.raises(Unauthorized, match="does not accept the credentials"):
            source.resolve()


def test_where_no_token_is_made_the_next_challenge_counts(faulty: FaultyRegistry, tmp_path: Path) -> None:
    wanting(faulty, BASIC, challenge=f'Bearer realm="http://{faulty.host}/gone", Basic realm="r"')
    assert source_of(faulty, tmp_path).resolve().data == MANIFEST


@each_row(
    ("offered", "asked"),
    [
        ("repository:inner/acme/package:pull,push", ["repository:inner/acme/package:pull"]),
        ("repository:acme/package:metadata_read", ["repository:acme/package:metadata_read"]),
        ("aws", ["aws"]),
        ("*", []),
        ("registry:catalog:*", []),
        ("repository:acme/package:delete repository:a/b:*", []),
        ("repository:acme/package:pull", []),
    ],
)
def test_scopes_that_only_read_are_asked_for_beside_our_own(offered: str, asked: list[str]) -> None:
    addresses: list[str] = []

    def fetch(url: str, *_: object) -> tuple[int, bytes]:
        addresses.append(url)
        return 200, b'{"token":"t"}'

    tokens = Tokens(
        "a.example", "https", find=lambda _: CredentialSearch(), has_entry=bool, fetch=fetch, clock=lambda: 0.0
    )
    parameters = {"realm": "https://a.example/token?key=a&key=b&empty=", "scope": offered}
    tokens.renew("acme/package", Demand(challenges=(Challenge(scheme="bearer", parameters=parameters),)), None)
    query = parse_qsl(urlsplit(addresses[0]).query, keep_blank_values=True)
    scopes = [("scope", one) for one in ("repository:acme/package:pull", *asked)]
    assert query == [("key", "a"), ("key", "b"), ("empty", ""), *scopes]


@each_row(
    ("credential", "answers", "methods", "says"),
    [
        (
            Credential(user="u", password="p"),
            [(405, b""), (200, b'{"token":"t"}'), (405, b"")],
            ["GET", "grant_type=password"],
            "405 Method Not Allowed",
        ),
        (
            Credential(user="u", identity_token="i"),
            [(404, b""), (200, b'{"access_token":"t"}'), (200, b'{"access_token":"t"}')],
            ["grant_type=refresh_token", "GET"],
            "",
        ),
        (
            Credential(user="u", identity_token="i"),
            [(405, b""), (200, b'\xef\xbb\xbf{"access_token":"t"}')],
            ["grant_type=refresh_token", "GET"],
            "POST https://a.example/token: unexpected status code 405 Method Not Allowed",
        ),
        (Credential(identity_token="i"), [(200, b'{"Token":"t"}')], ["grant_type=refresh_token"], ""),
    ],
)
def test_a_token_server_is_asked_in_the_form_that_it_knows(
    credential: Credential, answers: list[tuple[int, bytes]], methods: list[str], says: str
) -> None:
    asked: list[str] = []

    def fetch(_: str, __: object, form: Mapping[str, str] | None) -> tuple[int, bytes]:
        asked.append(f"grant_type={form['grant_type']}" if form else "GET")
        return answers[len(asked) - 1]

    found = CredentialSearch(credentials=(credential,))
    tokens = Tokens("a.example", "https", find=lambda _: found, has_entry=bool, fetch=fetch, clock=lambda: 0.0)
    challenge = Challenge(scheme="bearer", parameters={"realm": "https://a.example/token"})
    demand = Demand(challenges=(challenge,), lines=('Bearer realm="https://a.example/token"',))
    assert (tokens.renew("p", demand, None), asked[: len(methods)]) == ("Bearer t", methods)
    met = tokens.obstacles.get("p")
    assert bool(met) is bool(says)
    assert says in (met.says if met else "")


@pytest.mark.parametrize("service", ["", "reg"])
def test_a_service_in_the_realm_is_not_sent_by_crossplanes_client(service: str) -> None:
    addresses: list[str] = []

    def fetch(url: str, *_: object) -> tuple[int, bytes]:
        addresses.append(urlsplit(url).query)
        return 200, b'{"token":"t"}'

    tokens = Tokens(
        "a.example", "https", find=lambda _: CredentialSearch(), has_entry=bool, fetch=fetch, clock=lambda: 0.0
    )
    header = f'Bearer realm="https://a.example/token?x=1&x=2&service=inner",service="{service}"'
    tokens.renew("p", Demand(challenges=parse(header), lines=(header,)), None)
    scope = "scope=repository%3Ap%3Apull"
    if service:
        assert addresses == [f"x=1&x=2&{scope}&service=reg"]
    else:
        assert addresses == [f"x=1&x=2&service=inner&{scope}", f"{scope}&service=&x=1&x=2"]


def test_a_challenge_without_a_token_server_is_told(faulty: FaultyRegistry, tmp_path: Path) -> None:
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), "")
    with pytest.raises(Unauthorized, match="asks for a token, and does not say where to get one"):
        source_of(faulty, tmp_path).resolve()


def test_a_token_server_may_lead_on_and_ask_for_patience(faulty: FaultyRegistry, tmp_path: Path) -> None:
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), "/token")
    faulty.routes["/token"] = sequence(Reply(status=429), Reply(status=301, headers={"Location": "/token/"}))
    faulty.routes["/token/"] = Reply(
        body=gzip.compress(b'{"token":"TOKEN-SECRET"}'), headers={"Content-Encoding": "gzip"}
    )
    assert source_of(faulty, tmp_path).resolve().data == MANIFEST
    assert [asked.headers.get("authorization") for asked in faulty.asked if "token" in asked.path] == [BASIC] * 3


def test_a_token_server_that_is_named_gets_the_password(
    faulty: FaultyRegistry, secure: FaultyRegistry, tmp_path: Path
) -> None:
    give_token(secure)
    guarded(faulty, "TOKEN-SECRET", Reply(body=MANIFEST), f"https://{secure.host}/token")
    named = frozenset({secure.host})
    assert source_of(faulty, tmp_path, insecure=named, token_servers=named).resolve().data == MANIFEST
