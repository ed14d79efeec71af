"""What the manual shows: packages in a folder and in a registry, and what the program prints of them.

lay_out(folder); fill(registry, folder)           # the files, and the repositories, that pages name
printed("why demo:refused", folder)               # what the program prints there, in lines of 78 cells
"""

import os
import shlex
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

from builders.registry.dependent import Shelf
from builders.registry.registries import DebianRegistry
from builders.screens import buckets, examples, upgrades
from click import testing

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program

HOST = "reg.example.org"
"""The name of the registry in packages and in pages."""
_WIDTH = 78
_PLAIN = "--src-tls-verify=false "
"""What the registry alone needs, because it has no TLS."""
_POLICY = """\
apiVersion: pkg.crossplane.io/v1beta1
kind: ImageConfig
metadata:
  name: acme
spec:
  matchImages:
  - prefix: reg.example.org/acme/
  verification:
    provider: Cosign
    cosign:
      authorities:
      - name: release
        key:
          secretRef: {name: release-key, key: cosign.pub}
          hashAlgorithm: sha256
---
apiVersion: v1
kind: Secret
metadata:
  name: release-key
  namespace: crossplane-system
stringData:
  cosign.pub: |
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
    6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
    -----END PUBLIC KEY-----
"""
_SET = f"""\
apiVersion: pkg.crossplane.io/v1
kind: Configuration
metadata:
  name: platform
spec:
  package: {HOST}/acme/platform:v1.0.0
---
apiVersion: pkg.crossplane.io/v1
kind: Provider
metadata:
  name: acme-provider-nop
spec:
  package: {HOST}/acme/provider-nop:v1.2.0
"""
_HOSTILE = """\
apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: "harbour\\x1b[2K\\u202eyaml"
spec:
  crossplane:
    version: ">a1"
"""


def lay_out(folder: Path) -> None:
    """Writes the files that pages name."""
    upgrades.write(folder)
    buckets.write(folder)
    examples.write(folder)
    (folder / "sources.txt").write_text("demo\ndemo:refused\nold.yaml\n")
    (folder / "hostile.yaml").write_text(_HOSTILE)
    (folder / "imageconfigs.yaml").write_text(_POLICY)
    (folder / "fleet").mkdir()
    (folder / "fleet" / "packages.yaml").write_text(_SET)


def fill(registry: DebianRegistry, folder: Path) -> None:
    """Pushes the packages that pages name."""
    acme = f"{HOST}/acme"
    shelf = Shelf(registry, "acme", folder / "pushed")
    for tag in ("v1.0.0", "v1.1.0", "v1.2.0"):
        shelf.push("provider-nop", tag, kind="Provider", labels={"tag": tag})
    shelf.push("configuration-net", "v0.3.0", f"Provider {acme}/provider-nop >=v1.0.0")
    shelf.push("platform", "v1.0.0", f"{acme}/configuration-net >=v0.1.0", f"Provider {acme}/provider-nop <v1.2.0")
    shelf.push("platform", "v1.1.0", f"{acme}/configuration-net >=v0.1.0", f"Provider {acme}/provider-nop >=v1.0.0")
    for tag in ("v0.11.0", "v0.12.0", "v0.13.0", "v1.0.0-rc.1", "v0.12", "main"):
        shelf.push("provider-sql", tag, kind="Provider", labels={"tag": tag})


def printed(call: str, folder: Path, host: str = "") -> str:
    """What the program prints, or says where it prints nothing, in a folder; `host` is where the registry is."""
    environment = {**os.environ, "XPKGTUI_NO_CACHE": "1", "NO_COLOR": "1"}
    if host:  # a server takes what is asked of a proxy, too
        environment |= {"XPKGTUI_PLAIN_HTTP": HOST, "HTTP_PROXY": f"http://{host}"}
    width = patch.dict(os.environ, COLUMNS=str(_WIDTH))
    with chdir(folder), width, patch.object(testing._NamedTextIOWrapper, "isatty", _is_output, create=True):
        around = CommandContext(environment=environment)
        ended = testing.CliRunner().invoke(program, shlex.split(call), obj=around, input=b"", prog_name="xpkgtui")
    return (ended.stdout or ended.stderr).replace(_PLAIN, "")


def _is_output(stream: object) -> bool:
    """Whether it is standard output, which is a terminal here."""
    return getattr(stream, "name", "") == "<stdout>"
