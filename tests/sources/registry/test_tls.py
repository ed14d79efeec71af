"""Registries over TLS: what is trusted, and what may not become plain on the way."""

import socket
import ssl
from pathlib import Path

import pytest
from builders.registry.authorities import Authority
from builders.registry.faulty import FaultyRegistry, Reply, errors, sequence
from builders.registry.registries import DebianRegistry
from builders.registry.sources import ADDRESS, MANIFEST, Opened, give_token, guarded, source_of

from xpkgtui.errors import Unauthorized, Unreachable
from xpkgtui.sources.registry.connecting.connection import lenient


def test_a_certificate_that_nobody_vouches_for_names_the_flag(secure: FaultyRegistry, tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="certificate is not trusted") as caught:
        source_of(secure, tmp_path).resolve()
    assert "--ca-file" in caught.value.hint
    assert secure.asked == []


def test_a_named_authority_is_trusted(secure: FaultyRegistry, certificate: Path, tmp_path: Path) -> None:
    secure.add_manifest("acme/package", "v1", MANIFEST)
    authority = str(certificate.with_name("certificate.pem"))
    assert source_of(secure, tmp_path, ca_file=authority).resolve().data == MANIFEST


def test_an_insecure_host_is_not_verified(secure: FaultyRegistry, tmp_path: Path) -> None:
    secure.add_manifest("acme/package", "v1", MANIFEST)
    source = source_of(secure, tmp_path, insecure=frozenset({secure.host}))
    assert source.resolve().data == MANIFEST


def test_https_does_not_become_http_on_the_way(
    secure: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    moved = {"Location": f"http://{elsewhere.host}/storage"}
    secure.routes["/v2/acme/package/manifests/v1"] = Reply(status=307, headers=moved)
    with pytest.raises(Unreachable, match="from https to plain http"):
        source_of(secure, tmp_path, insecure=frozenset({secure.host})).resolve()
    assert elsewhere.asked == []


def test_storage_without_tls_is_asked_where_a_person_names_it_and_gets_no_password(
    secure: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    port = elsewhere.host.partition(":")[2]
    storage = f"0.0.0.0:{port}"
    moved = Reply(status=307, headers={"Location": f"http://{storage}/x"})
    guarded(secure, "TOKEN-SECRET", moved, give_token(secure).replace("http:", "https:"))
    elsewhere.routes["/x"] = Reply(body=MANIFEST)
    insecure, plain = frozenset({secure.host}), frozenset({storage})
    assert source_of(secure, tmp_path, insecure=insecure, plain_http=plain).resolve().data == MANIFEST
    assert ["authorization" in one.headers for one in elsewhere.asked] == [False]


def test_the_password_of_an_https_registry_goes_to_no_plain_realm(
    secure: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path
) -> None:
    guarded(secure, "TOKEN-SECRET", Reply(body=MANIFEST), give_token(elsewhere))
    with pytest.raises(Unauthorized, match="not trusted"):
        source_of(secure, tmp_path, insecure=frozenset({secure.host})).resolve()
    assert elsewhere.asked == []


@pytest.mark.parametrize("host", ["10.0.0.1", "169.254.169.254", "[::1]", "127.1", "localhost", "0x7f000001"])
def test_the_password_goes_to_no_private_address(secure: FaultyRegistry, tmp_path: Path, host: str) -> None:
    guarded(secure, "TOKEN-SECRET", Reply(body=MANIFEST), f"https://{host}/token")
    with pytest.raises(Unauthorized, match="not trusted"):
        source_of(secure, tmp_path, insecure=frozenset({secure.host})).resolve()
    assert len(secure.asked) == 1


def test_plain_http_to_a_tls_registry_is_said_in_words(secure: FaultyRegistry, tmp_path: Path) -> None:
    with pytest.raises(Unreachable) as caught:
        source_of(secure, tmp_path, plain_http=frozenset({secure.host})).resolve()
    assert f"http://{secure.host}" in caught.value.hint


def test_a_registry_on_this_machine_may_speak_tls(secure_registry: DebianRegistry, authority: Authority) -> None:
    digest = secure_registry.push_image("tls/here", "v1", b"layer")
    opened = Opened(secure_registry.host, "tls/here:v1", ca_file=str(authority.file))
    assert str(opened.source.resolve().digest) == digest
    assert opened.source.list_tags().names == ("v1",)
    # Plain HTTP is what is meant there; the registry says once that it is not.
    assert [exchange.status for exchange in opened.exchanges] == [400, 200, 200]


def test_what_ends_plain_connections_on_this_machine_may_speak_tls(secure: FaultyRegistry) -> None:
    secure.routes[ADDRESS] = Reply(body=MANIFEST)
    host = secure.host.replace("0.0.0.0", "127.0.0.1")
    assert Opened(host, insecure=frozenset({host})).source.resolve().data == MANIFEST
    with pytest.raises(Unreachable, match="is not trusted"):
        Opened(host).source.resolve()


def test_what_ends_all_connections_is_asked_without_tls_again(faulty: FaultyRegistry) -> None:
    broken = Reply(raw=iter(()))
    faulty.routes[ADDRESS] = sequence(broken, broken, Reply(body=MANIFEST))
    assert Opened(faulty.host).source.resolve().data == MANIFEST


def test_tls_on_this_machine_is_verified_like_any_other(secure_registry: DebianRegistry) -> None:
    with pytest.raises(Unreachable, match="certificate is not trusted"):
        Opened(secure_registry.host, "tls/here:v1").source.resolve()


def test_plain_http_that_was_asked_for_stays_plain(secure_registry: DebianRegistry) -> None:
    host = secure_registry.host
    with pytest.raises(Unreachable, match="speaks https only") as caught:
        Opened(host, "tls/here:v1", plain_http=frozenset({host})).source.resolve()
    assert f"remove `--plain-http {host}`" in caught.value.hint


def test_words_of_nginx_are_understood_too(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=400, body=b"<h1>The plain HTTP request was sent to HTTPS port</h1>")
    with pytest.raises(Unreachable, match="it does not speak TLS"):
        Opened(faulty.host).source.resolve()


def test_other_complaints_do_not_lead_to_tls(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=400, body=errors("NAME_INVALID", "it speaks https only"))
    with pytest.raises(Unreachable, match="NAME_INVALID") as caught:
        Opened(faulty.host).source.resolve()
    assert "https" not in caught.value.hint


def test_an_authority_without_key_usage_is_trusted_where_python_is_strict(
    secure_registry: DebianRegistry, authority: Authority
) -> None:
    def shake_hands(context: ssl.SSLContext) -> None:
        name, _, port = secure_registry.host.partition(":")
        with (
            socket.create_connection((name, int(port)), 5) as plain,
            context.wrap_socket(plain, server_hostname=name),
        ):
            pass

    # What Python 3.13 sets. There, every other test of this authority fails without `lenient`.
    context = ssl.create_default_context(cafile=authority.file)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(context)
    shake_hands(lenient(context))
