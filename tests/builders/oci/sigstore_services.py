"""The services of a fictional Sigstore over HTTP on loopback: what cosign asks while it signs.

with Services(instance, folder) as services:
    services.signing_config(2), services.trusted_root    # JSON, for --signing-config and --trusted-root
    services.environment, services.options               # the same for cosign without a signing config
"""

import base64
import hashlib
import json
import subprocess
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from builders.oci.sigstore import Instance, canonical, public_pem
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_DER, _PEM = serialization.Encoding.DER, serialization.Encoding.PEM
_TSA = """[tsa]
default_tsa = here
[here]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
"""


class Services:
    """A certificate authority, a log of either version and a timestamp authority, until the end of the block."""

    def __init__(self, instance: Instance, folder: Path) -> None:
        self.instance, self._folder = instance, folder
        self.minutes = 1
        """The time of entries in the log, after the certificates begin to be good."""
        self._stamper = _stamper(instance, folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("_Handler", (_Handler,), {"services": self}))
        self._url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def trusted_root(self) -> str:
        """That of the instance, with the timestamp authority."""
        root = json.loads(self.instance.trusted_root)
        (authority,) = root["certificateAuthorities"]
        chain = [{"rawBytes": _text(one.public_bytes(_DER))} for one in (self._stamper, self.instance.certificate)]
        root["timestampAuthorities"] = [authority | {"certChain": {"certificates": chain}}]
        return json.dumps(root)

    def signing_config(self, version: int | None) -> str:
        """Where to sign, with a log of this version, or with none."""
        valid = {"start": "2020-01-01T00:00:00Z"}

        def service(path: str, version: int = 1) -> list[dict[str, Any]]:
            url = self._url + path
            return [{"url": url, "majorApiVersion": version, "operator": "nobody", "validFor": valid}]

        return json.dumps(
            {
                "mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json",
                "caUrls": service(""),
                "rekorTlogUrls": [] if version is None else service("", version),
                "tsaUrls": service("/stamp") if version == 2 else [],
                "rekorTlogConfig": {"selector": "ANY"},
                "tsaConfig": {"selector": "ANY"},
            }
        )

    @property
    def environment(self) -> dict[str, str]:
        """What cosign 2 trusts."""
        named = {
            "SIGSTORE_ROOT_FILE": self.instance.certificate.public_bytes(_PEM),
            "SIGSTORE_REKOR_PUBLIC_KEY": public_pem(self.instance.log.key),
            "SIGSTORE_CT_LOG_PUBLIC_KEY_FILE": public_pem(self.instance.certificate_log.key),
        }
        for name, data in named.items():
            (self._folder / name).write_bytes(data)
        return {name: str(self._folder / name) for name in named}

    @property
    def options(self) -> list[str]:
        """Where cosign signs without a signing config."""
        return ["--fulcio-url", self._url, "--rekor-url", self._url]

    def certificates(self, key: bytes, token: str) -> list[str]:
        """A certificate for whom a token names, and that of the authority."""
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        public = serialization.load_pem_public_key(key)
        assert isinstance(public, ec.EllipticCurvePublicKey)
        leaf = self.instance.certified(public, claims["email"], claims["iss"])
        return [one.public_bytes(_PEM).decode() for one in (leaf, self.instance.certificate)]

    def logged(self, proposed: Any) -> tuple[str, Any]:
        """The name of an entry in Rekor 1, and the answer that has it."""
        body = _body(proposed)
        at = int((self.instance.now + timedelta(minutes=self.minutes)).timestamp())
        entry = self.instance.log.entry(body, at)
        proof = entry["inclusionProof"]
        found = {
            "body": entry["canonicalizedBody"],
            "integratedTime": at,
            "logID": self.instance.log.id.hex(),
            "logIndex": int(entry["logIndex"]),
            "verification": {
                "inclusionProof": {
                    "checkpoint": proof["checkpoint"]["envelope"],
                    "hashes": [base64.b64decode(one).hex() for one in proof["hashes"]],
                    "logIndex": int(proof["logIndex"]),
                    "rootHash": base64.b64decode(proof["rootHash"]).hex(),
                    "treeSize": int(proof["treeSize"]),
                },
                "signedEntryTimestamp": entry["inclusionPromise"]["signedEntryTimestamp"],
            },
        }
        name = hashlib.sha256(b"\0" + body).hexdigest()
        return name, {name: found}

    def newly_logged(self, request: Any) -> Any:
        """The answer of Rekor 2."""
        asked = request["hashedRekordRequestV002"]
        bits = 8 * len(base64.b64decode(asked["digest"]))
        data = {"algorithm": f"SHA2_{bits}", "digest": asked["digest"]}
        spec = {"hashedRekordV002": {"data": data, "signature": asked["signature"]}}
        body = canonical({"apiVersion": "0.0.2", "kind": "hashedrekord", "spec": spec})
        return self.instance.log.entry(body, None)

    def stamped(self, query: bytes) -> bytes:
        """A timestamp by RFC 3161, of the time of this machine."""
        (self._folder / "query").write_bytes(query)
        config, reply = self._folder / "tsa.conf", self._folder / "reply"
        asked = ("-config", str(config), "-queryfile", str(self._folder / "query"), "-out", str(reply))
        subprocess.run(["openssl", "ts", "-reply", *asked], check=True, capture_output=True)
        return reply.read_bytes()


class _Handler(BaseHTTPRequestHandler):
    services: Services

    def do_POST(self) -> None:
        """Answers as Fulcio, Rekor or a timestamp authority."""
        data = self.rfile.read(int(self.headers["Content-Length"]))
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        match self.path:
            case "/api/v1/signingCert":
                key = base64.b64decode(json.loads(data)["publicKey"]["content"])
                pem = key if key.startswith(b"-----") else _as_pem(key)
                self._answer(201, "".join(self.services.certificates(pem, token)).encode())
            case "/api/v2/signingCert":
                key = json.loads(data)["publicKeyRequest"]["publicKey"]["content"].encode()
                chain = {"chain": {"certificates": self.services.certificates(key, token)}}
                self._answer(200, json.dumps({"signedCertificateEmbeddedSct": chain}).encode())
            case "/api/v1/log/entries":
                name, found = self.services.logged(json.loads(data))
                self._answer(201, json.dumps(found).encode(), ETag=name, Location=f"/api/v1/log/entries/{name}")
            case "/api/v2/log/entries":
                self._answer(201, json.dumps(self.services.newly_logged(json.loads(data))).encode())
            case "/stamp":
                self._answer(201, self.services.stamped(data))
            case _:
                self._answer(404, b"")

    def _answer(self, status: int, data: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def _body(proposed: Any) -> bytes:
    """What Rekor 1 keeps of a proposed entry: of an envelope its hashes and signatures."""
    if proposed["kind"] == "hashedrekord":
        return canonical(proposed)
    content = proposed["spec"]["proposedContent"]
    envelope = json.loads(content["envelope"])

    def hashed(data: bytes) -> dict[str, str]:
        return {"algorithm": "sha256", "value": hashlib.sha256(data).hexdigest()}

    pairs = zip(envelope["signatures"], content["verifiers"], strict=True)
    spec = {
        "envelopeHash": hashed(content["envelope"].encode()),
        "payloadHash": hashed(base64.b64decode(envelope["payload"])),
        "signatures": [{"signature": one["sig"], "verifier": verifier} for one, verifier in pairs],
    }
    return canonical({"apiVersion": "0.0.1", "kind": "dsse", "spec": spec})


def _stamper(instance: Instance, folder: Path) -> x509.Certificate:
    """The certificate of a timestamp authority, whose key and configuration openssl finds in a folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
    issuer = instance.certificate
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a clock of nobody")])
    found = (
        x509.CertificateBuilder(issuer.subject, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(issuer.not_valid_before_utc)
        .not_valid_after(issuer.not_valid_after_utc)
        .add_extension(x509.KeyUsage(*[number == 0 for number in range(9)]), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(instance.key.public_key()), critical=False)
        .sign(instance.key, hashes.SHA256())
    )
    private = key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "tsa.key").write_bytes(private)
    (folder / "tsa.pem").write_bytes(found.public_bytes(_PEM))
    (folder / "serial").write_text("01")
    (folder / "tsa.conf").write_text(_TSA.format(folder=folder))
    return found


def _as_pem(der: bytes) -> bytes:
    key = serialization.load_der_public_key(der)
    return key.public_bytes(_PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
