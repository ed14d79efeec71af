"""Whose certificates are trusted, and where they lie."""

import ssl
import subprocess
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.registry.authorities import Authority
from builders.registry.faulty import FaultyRegistry
from builders.registry.proxies import Proxy
from builders.registry.sources import MANIFEST, Opened

from xpkgtui.errors import Unreachable, Usage
from xpkgtui.sources.access import Access
from xpkgtui.sources.registry.connecting.trust import issuer_of, trust_for


def pem(certificate: Path) -> Path:
    """The certificate of the server, which vouches for itself."""
    return certificate.with_name("certificate.pem")


@pytest.fixture
def served(secure: FaultyRegistry) -> FaultyRegistry:
    secure.add_manifest("acme/package", "v1", MANIFEST)
    return secure


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "certs.d"])
@pytest.mark.parametrize("is_hashed", [True, False])
def test_authorities_are_found_where_others_find_them(
    served: FaultyRegistry, certificate: Path, tmp_path: Path, name: str, is_hashed: bool
) -> None:
    folder = tmp_path / ".config/containers/certs.d" / served.host if name == "certs.d" else tmp_path / "authorities"
    folder.mkdir(parents=True)
    (folder / "company.crt").write_bytes(pem(certificate).read_bytes())
    if is_hashed:
        subprocess.run(["openssl", "rehash", folder], check=True, capture_output=True, timeout=30)
    named = {"SSL_CERT_FILE": folder / "company.crt", "REQUESTS_CA_BUNDLE": folder / "company.crt"}
    environment = {"HOME": str(tmp_path)} | ({} if name == "certs.d" else {name: str(named.get(name, folder))})
    assert Opened(served.host, environment=environment).source.resolve().data == MANIFEST


def test_a_named_authority_comes_to_the_others(
    served: FaultyRegistry, certificate: Path, authority: Authority
) -> None:
    others = {"SSL_CERT_FILE": str(pem(certificate))}
    assert Opened(served.host, environment=others, ca_file=str(authority.file)).source.resolve().data == MANIFEST


def test_a_refused_certificate_is_told_with_who_issued_it(served: FaultyRegistry, certificate: Path) -> None:
    issuer = issuer_of(ssl.PEM_cert_to_DER_cert(pem(certificate).read_text()))
    with pytest.raises(Unreachable) as caught:
        Opened(served.host).source.resolve()
    assert issuer
    assert f"; {issuer} issued it." in caught.value.title
    port = served.host.partition(":")[2]
    with (
        Proxy({served.host: ("127.0.0.1", int(port))}) as proxy,
        pytest.raises(Unreachable, match=f"{issuer} issued it"),
    ):
        Opened(served.host, environment={"HTTPS_PROXY": proxy.url}).source.resolve()
    assert len(proxy.log) > 1
    assert served.asked == []


@pytest.mark.parametrize("cut", range(0, 300, 7))
def test_a_certificate_that_cannot_be_read_has_no_issuer(certificate: Path, cut: int) -> None:
    whole = ssl.PEM_cert_to_DER_cert(pem(certificate).read_text())
    assert issuer_of(whole[:cut]) == ""
    assert isinstance(issuer_of(whole[:cut] + b"\xff" + whole[cut + 1 :]), str)


def test_a_certificate_of_the_client_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / ".docker/certs.d/a.example:5000"
    folder.mkdir(parents=True)
    for name in ("one.cert", "two.cert", "two.key"):
        (folder / name).touch()
    access = Access(environment={"HOME": str(tmp_path)})
    assert trust_for(access, "a.example:5000").client == (str(folder / "two.cert"), str(folder / "two.key"))
    assert trust_for(access, "b.example:5000").client is None


def test_a_registry_that_wants_a_certificate_of_the_client_gets_that_of_its_folder(
    certificate: Path, authority: Authority, tmp_path: Path
) -> None:
    registry = FaultyRegistry(certificate)
    registry.require_client(authority.file)
    try:
        registry.add_manifest("acme/package", "v1", MANIFEST)
        folder = tmp_path / ".docker/certs.d" / registry.host
        folder.mkdir(parents=True)
        (folder / "ca.crt").write_bytes(pem(certificate).read_bytes())
        environment = {"HOME": str(tmp_path)}
        with pytest.raises(Unreachable):
            Opened(registry.host, environment=environment).source.resolve()
        for end, file in zip((".cert", ".key"), authority.vouch("DNS:client"), strict=True):
            (folder / f"client{end}").write_bytes(file.read_bytes())
        assert Opened(registry.host, environment=environment).source.resolve().data == MANIFEST
    finally:
        registry.stop()


def test_a_bundle_that_is_not_there_is_a_mistake_of_usage() -> None:
    with pytest.raises(Usage, match="--ca-file names /none"):
        trust_for(Access(ca_file="/none"), "host")


@each_row("text", ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_a_bundle_without_a_certificate_is_a_mistake_of_usage(text: str, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.pem"
    bundle.write_text(text)
    with pytest.raises(Usage, match=r"--ca-file names .*bundle\.pem, which holds no certificate"):
        trust_for(Access(ca_file=str(bundle)), "host")
