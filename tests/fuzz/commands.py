"""Targets of commands: each answers about what is padded as it does about the small one, or says 3."""

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from builders.oci import signatures as made
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.packages.objects import COMPOSITION, CRD, XRD
from builders.program.headless import run
from differential.padded import Padded, in_flow
from fuzz.mutating import as_json, as_lines
from fuzz.target import Target, real

from xpkgtui.documents.yaml.refusals import Refused

_COMMANDS = ("diff", "deps", "rbac", "images", "explain", "examples")
_META = """apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: acme
spec:
  controller:
    image: registry.example/acme/controller:v1
  dependsOn:
  - provider: registry.example/acme/other
    version: ">=v1.0.0"
"""
_OTHER = f"{_META}---\n{CRD}".encode()
_PADDING = (b"# " + b"x" * 77 + b"\n") * 4_000
"""More than 300,000 bytes, from where on an outline is not made of the whole document."""
_IMAGE = image(layer(file("package.yaml", _META)))
_SECONDS = 5.0


def _packages() -> list[bytes]:
    streams = [_OTHER, *(f"{_META}---\n{one}".encode() for one in (XRD, COMPOSITION))]
    return [*streams, *real("assembled/*.package.yaml", 1 << 12)]


def _padded(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The stream with a long comment at its beginning, and in flow style with blanks."""
    lead = b"---\n" if data.startswith(b"---\n") else b""
    yield "comments", lead + _PADDING + data.removeprefix(lead)
    with suppress(Refused, ZeroDivisionError):
        flow = in_flow(data, 1) + (b"---\n" if data.endswith(b"\n---\n") else b"")
        yield "flow", flow if data.startswith(b"---") else flow.removeprefix(b"---\n")


def _package(command: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        small, large, other = (Path(folder) / f"package-{letter}.yaml" for letter in "abc")
        small.write_bytes(data)
        other.write_bytes(_OTHER)
        for way, padded in _padded(data):
            large.write_bytes(padded)
            pair = Padded(name="a package", way=way, small=small, large=large, other=other, command=command)
            found = next(pair.differences("" if command == "report" else "json"), None)
            assert found is None, found.replace(folder, "")


def _referrers(data: bytes) -> None:
    """A signature with this manifest; padded, blanks stand before its end, where that does not change it."""
    end = data.rstrip()
    try:
        padded = end[:-1] + b" " * 300_000 + end[-1:] if isinstance(json.loads(end), dict) else data
    except (ValueError, RecursionError):
        padded = data
    with tempfile.TemporaryDirectory() as folder:
        answers = []
        for name, manifest in (("a", data), ("b", padded)):
            signed = replace(made.signature(_IMAGE.digest), manifest=manifest)
            tag = _IMAGE.digest.replace(":", "-") + ".sig"
            place = write_layout(Path(folder) / name, _IMAGE, signed, tags=("v1", tag))
            ended = run("referrers", "--no-cache", f"{place}:v1", "--format", "json")
            assert ended.exit_code != 70, ended.stderr
            text = re.sub(rf"sha256:[0-9a-f]+|{re.escape(str(place))}|[0-9.,]+ ?[kMi]*B\b", "", ended.stdout)
            answers.append((ended.exit_code, json.loads(re.sub(r'"size": [0-9]+', '"size": 0', text))))
        small, large = answers
        assert large[0] == 3 or large == small, "a padded manifest has another answer"


COMMANDS = (
    *(
        Target(
            name=f"padded-{one}",
            check=partial(_package, one),
            seeds=_packages,
            mutated=as_lines,
            largest=1 << 12,
            seconds=_SECONDS,
            inputs=3,
        )
        for one in (*_COMMANDS, "report")
    ),
    Target(
        name="padded-referrers",
        check=_referrers,
        seeds=lambda: (made.signature(_IMAGE.digest).manifest, made.attestation(_IMAGE.digest).manifest),
        mutated=as_json,
        largest=1 << 12,
        seconds=_SECONDS,
        inputs=5,
    ),
)
