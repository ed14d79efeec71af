"""One package through every form of source: the same objects, the same findings about them, the same verdict."""

import gzip
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders.gate import few
from builders.oci.archives import joined
from builders.oci.images import BuiltImage, docker_archive, image, index, oci_archive, package, write_layout, xpkg
from builders.oci.layers import file, layer
from builders.packages.judgements import CRD
from builders.program.headless import headless
from builders.program.tools import skopeo
from builders.registry.registries import DebianRegistry

pytestmark = pytest.mark.registry

META = """\
apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: acme
  annotations:
    meta.crossplane.io/license: whatever you like
spec:
  colour: green
  crossplane:
    version: ">=v1.14.0"
  dependsOn:
    - provider: xpkg.crossplane.io/acme/other
      version: "not a constraint"
"""
BAD_CRD = CRD.replace("things", "others").replace("Thing", "Other").replace("storage: true", "storage: false")
STREAM = f"---\n{META}---\n{CRD}---\n{BAD_CRD}---\n"
EXAMPLES = "apiVersion: nop.example.org/v1\nkind: Thing\nmetadata:\n  name: example\n"
CONTENT = ("XPKG5", "XPKG6", "XPKG7", "XPKG8", "XPKG9")
Facts = dict[str, Any]


def built() -> BuiltImage:
    """The package as `xpkg push` leaves it: a base layer, and one for the examples."""
    examples = layer(file(".up/examples.yaml", EXAMPLES))
    examples.annotations["io.crossplane.xpkg"] = "upbound"
    return image(layer(file("package.yaml", STREAM), base=True), examples)


def facts(source: str, stdin: bytes | None = None) -> Facts:
    """What must be alike."""
    shown = headless("show", source, stdin=stdin).document
    checked = headless("check", source, stdin=stdin).result
    return {
        "verdict": (shown["verdict"], checked["verdict"]),
        "package": (shown["package"]["sha256"], shown["package"]["dependencies"], shown["package"]["crossplane"]),
        "objects": shown["objects"],
        "findings": [
            (one["rule"], one["severity"], one["object"], one["message"], one["location"]["line"])
            for one in checked["findings"]
            if one["rule"].startswith(CONTENT)
        ],
    }


def names(found: Facts) -> list[tuple[str, ...]]:
    """The objects, wherever they stand."""
    kept = (row for row in found["objects"] if row["role"] != "empty")
    return [tuple(row[key] for key in ("apiVersion", "kind", "name", "role", "badge")) for row in kept]


class Forms:
    """Makes the forms, each when it is asked for, in one folder."""

    def __init__(self, folder: Path, registry: DebianRegistry) -> None:
        self.built = built()
        self.folder = folder
        self.registry = registry
        self.layout = write_layout(folder / "layout", self.built, tags=("v1",))

    def saved(self, name: str, data: bytes) -> str:
        """The path of a file with these bytes."""
        (self.folder / name).write_bytes(data)
        return str(self.folder / name)

    def copied(self, transport: str, name: str, *options: str, called: str = "") -> str:
        """What skopeo makes of the layout, by the name that it gives the image there."""
        path = str(self.folder / name)
        skopeo("copy", *options, f"oci:{self.layout}:v1", f"{transport}:{path}{called}")
        return path

    def copied_whole(self, transport: str, name: str) -> str:
        """What skopeo makes of an index of two platforms."""
        path = str(self.folder / name)
        skopeo("copy", "--all", f"oci:{self._both()}:both", f"{transport}:{path}")
        return path

    def pushed(self, tag: str) -> str:
        """The reference of the package with this tag."""
        self.registry.push_layout("e2e/alike", tag, self.layout)
        return f"{self.registry.host}/e2e/alike:{tag}"

    def indexed(self) -> str:
        """The reference of an index of two platforms."""
        self.registry.push_layout("e2e/alike", "index", self._both())
        return f"{self.registry.host}/e2e/alike:index"

    def copied_to_registry(self, tag: str, *options: str) -> str:
        """The reference of what skopeo makes of the layout in the registry."""
        reference = f"{self.registry.host}/e2e/alike:{tag}"
        skopeo("copy", "--dest-tls-verify=false", *options, f"oci:{self.layout}:v1", f"docker://{reference}")
        return reference

    def tarred(self, *names: str) -> str:
        """The layout packed by tar."""
        path = self.folder / f"tarred-{len(names)}.tar"
        subprocess.run(["tar", "-cf", path, "-C", self.layout, *names], check=True)
        return str(path)

    def _both(self) -> Path:
        """A layout with an index of the package for linux/amd64, and of another for linux/arm64."""
        other = package(STREAM.replace("acme", "arm"))
        both = index((other, "linux/arm64"), (self.built, "linux/amd64"))
        return write_layout(self.folder / "both", both, tags=("both",))


FORMS: dict[str, Callable[[Forms], str]] = {
    "registry, by tag": lambda it: it.pushed("v1"),
    "registry, by digest": lambda it: f"{it.pushed('v2').rpartition(':')[0]}@{it.built.digest}",
    "registry, an index": lambda it: it.indexed(),
    "docker://": lambda it: f"docker://{it.pushed('v3')}",
    "registry, by skopeo": lambda it: it.copied_to_registry("skopeo"),
    "registry, by skopeo in Docker's types": lambda it: it.copied_to_registry("v2s2", "--format", "v2s2"),
    "an .xpkg": lambda it: it.saved("acme.xpkg", xpkg(it.built)),
    "an .xpkg with a prefix": lambda it: f"docker-archive:{it.saved('prefix.xpkg', xpkg(it.built))}",
    "a gzipped .xpkg": lambda it: it.saved("gzipped.xpkg", gzip.compress(xpkg(it.built))),
    "saved with links": lambda it: it.saved("links.tar", docker_archive((it.built, ("acme:v1",)), style="skopeo")),
    "saved by Docker 25": lambda it: it.saved(
        "hybrid.tar", joined(oci_archive(it.built), docker_archive((it.built, ("acme:v1",)), style="docker25"))
    ),
    "saved by skopeo": lambda it: it.copied("docker-archive", "skopeo.tar"),
    "saved by skopeo with a name": lambda it: (
        f"docker-archive:{it.copied('docker-archive', 'named.tar', called=':acme/acme:v1')}:acme/acme:v1"
    ),
    "an OCI archive": lambda it: it.saved("oci.tar", oci_archive(it.built)),
    "an OCI archive with a prefix": lambda it: f"oci-archive:{it.saved('prefix.tar', oci_archive(it.built))}",
    "an OCI archive by skopeo": lambda it: it.copied("oci-archive", "skopeo-oci.tar"),
    "an OCI archive by skopeo of two platforms": lambda it: it.copied_whole("oci-archive", "whole.tar"),
    "an OCI archive by tar with ./": lambda it: it.tarred("."),
    "an OCI archive by tar": lambda it: it.tarred("oci-layout", "index.json", "blobs"),
    "a layout": lambda it: str(it.layout),
    "a layout with a prefix": lambda it: f"oci:{it.layout}",
    "a layout and a tag": lambda it: f"{it.layout}:v1",
    "a layout with a prefix and a tag": lambda it: f"oci:{it.layout}:v1",
    "a layout and a digest": lambda it: f"{it.layout}@{it.built.digest}",
    "a layout by skopeo": lambda it: it.copied("oci", "skopeo-layout"),
    "a layout by skopeo of two platforms": lambda it: it.copied_whole("oci", "whole-layout"),
    "a layout by skopeo in zstd": lambda it: it.copied(
        "oci", "zstd", "--dest-compress", "--dest-compress-format", "zstd"
    ),
    "a folder by skopeo": lambda it: it.copied("dir", "skopeo-dir"),
    "a folder by skopeo with a prefix": lambda it: f"dir:{it.copied('dir', 'skopeo-dir-2')}",
    "a folder by skopeo of two platforms": lambda it: it.copied_whole("dir", "whole-dir"),
    "a folder by skopeo without compression": lambda it: it.copied("dir", "plain-dir", "--dest-decompress"),
    "a package.yaml": lambda it: it.saved("package.yaml", STREAM.encode()),
    "a gzipped package.yaml": lambda it: it.saved("acme.gz", gzip.compress(STREAM.encode())),
}
PIPED: dict[str, Callable[[BuiltImage], bytes]] = {
    "an .xpkg": xpkg,
    "a gzipped .xpkg": lambda it: gzip.compress(xpkg(it)),
    "an OCI archive": oci_archive,
    "a package.yaml": lambda _: STREAM.encode(),
    "a gzipped package.yaml": lambda _: gzip.compress(STREAM.encode()),
}


@pytest.fixture(scope="module")
def forms(registry: DebianRegistry, tmp_path_factory: pytest.TempPathFactory) -> Forms:
    """One folder for all forms."""
    return Forms(tmp_path_factory.mktemp("forms"), registry)


@pytest.fixture(scope="module")
def expected() -> Facts:
    """The result for the package as an .xpkg on standard input."""
    return facts("-", xpkg(built()))


def test_package_has_enough_in_it_to_differ(expected: Facts) -> None:
    severities = {severity for _, severity, *_ in expected["findings"]}
    assert expected["verdict"] == ("refused", "refused")
    assert severities >= {"error", "warning"}
    assert [row["name"] for row in expected["objects"] if row["name"]] == [
        "acme",
        "things.nop.example.org",
        "others.nop.example.org",
    ]


@pytest.mark.parametrize("form", few(FORMS, 12))
def test_form_tells_the_same(form: str, forms: Forms, expected: Facts) -> None:
    assert facts(FORMS[form](forms)) == expected


@pytest.mark.parametrize("form", PIPED)
def test_standard_input_tells_the_same(form: str, forms: Forms, expected: Facts) -> None:
    assert facts("-", PIPED[form](forms.built)) == expected


def test_folder_tells_the_same_but_for_places(forms: Forms, expected: Facts) -> None:
    source = forms.folder / "source"
    (source / "package" / "crds").mkdir(parents=True)
    (source / "package" / "crossplane.yaml").write_text(META)
    for name, text in (("a.yaml", CRD), ("b.yaml", BAD_CRD)):
        (source / "package" / "crds" / name).write_text(text)
    found = facts(str(source))
    assert (found["verdict"], names(found)) == (expected["verdict"], names(expected))
    assert [one[:4] for one in found["findings"]] == [one[:4] for one in expected["findings"]]
