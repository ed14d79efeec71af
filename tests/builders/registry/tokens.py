"""A token server over TLS, on a host that is not the registry's (Docker's token specification)."""

import base64
import json
import ssl
import time
from http.server import BaseHTTPRequestHandler
from typing import Self
from urllib.parse import parse_qs, urlsplit

from builders.registry.authorities import Authority
from builders.registry.loopback import Loopback, Quiet
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key


class TokenServer:
    """Gives tokens for one login."""

    def __init__(self, authority: Authority, login: str) -> None:
        certificate, key = authority.vouch("IP:127.0.0.1")
        loaded = load_pem_private_key(key.read_bytes(), None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
        self._key = loaded
        self._chain = x509.load_pem_x509_certificate(certificate.read_bytes()).public_bytes(Encoding.DER)
        self.basic = f"Basic {base64.b64encode(login.encode()).decode()}"
        self._server = _Server(_Handler)
        self._server.tokens = self
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.host = f"127.0.0.1:{self._server.port}"
        realm = {"realm": f"https://{self.host}/auth", "service": "acme", "issuer": "acme"}
        self.trusted = {"token": {**realm, "rootcertbundle": str(authority.file)}}
        """What the configuration of a registry says, so that it takes the tokens."""

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.__exit__()

    def token(self, *scopes: str) -> str:
        """A token for scopes such as `repository:acme/package:pull`."""
        access = [dict(zip(("type", "name", "actions"), one.split(":", 2), strict=True)) for one in scopes]
        now = int(time.time())
        header = {"typ": "JWT", "alg": "ES256", "x5c": [base64.b64encode(self._chain).decode()]}
        claims = {"iss": "acme", "aud": "acme", "exp": now + 300, "nbf": now - 10, "iat": now, "jti": "1"}
        rights = [{**one, "actions": one["actions"].split(",")} for one in access]
        signed = (
            f"{_base64(json.dumps(header).encode())}.{_base64(json.dumps({**claims, 'access': rights}).encode())}"
        )
        numbers = utils.decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{_base64(b''.join(one.to_bytes(32, 'big') for one in numbers))}"


class _Server(Loopback):
    tokens: TokenServer


class _Handler(Quiet, BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Answers with a token where the login is right."""
        is_right = self.headers.get("Authorization") == self.server.tokens.basic
        scopes = " ".join(parse_qs(urlsplit(self.path).query).get("scope", [])).split()
        body: object = {"errors": [{"code": "UNAUTHORIZED", "message": "no"}]}
        if is_right:
            body = {"token": self.server.tokens.token(*scopes), "expires_in": 300}
        data = json.dumps(body).encode()
        self.send_response(200 if is_right else 401)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
