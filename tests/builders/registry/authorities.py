"""A certificate authority for tests, and its certificates.

authority.file                       # the certificate to be trusted (PEM)
authority.vouch("IP:127.0.0.1")      # (certificate, key) of a server of these names
"""

import subprocess
from pathlib import Path

import pytest
from builders.program.tools import require

_NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Authority:
    """Keys and certificates in a folder; only a client that is given it trusts it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "authority.pem"
        self._folder = folder
        self._key = folder / "authority.key"
        subject = ("-subj", "/CN=An authority of nobody", "-days", "2")
        _openssl("req", "-x509", *_NEW_KEY, *subject, "-keyout", self._key, "-out", self.file)

    def vouch(self, *names: str) -> tuple[Path, Path]:
        """A certificate and its key for a server of these names (`DNS:a.example`, `IP:127.0.0.1`)."""
        made, key, wish, more = (self._folder / f"server.{end}" for end in ("pem", "key", "csr", "cnf"))
        more.write_text(f"subjectAltName={','.join(names)}\n")
        _openssl("req", *_NEW_KEY, "-subj", "/CN=server", "-keyout", key, "-out", wish)
        signer = ("-CA", self.file, "-CAkey", self._key, "-CAcreateserial", "-days", "2")
        _openssl("x509", "-req", "-in", wish, *signer, "-extfile", more, "-out", made)
        return made, key


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """One authority for the whole session."""
    return Authority(tmp_path_factory.mktemp("authority"))


def _openssl(*arguments: str | Path) -> None:
    subprocess.run([require("openssl"), *arguments], check=True, capture_output=True, timeout=30)
