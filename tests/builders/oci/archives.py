"""Docker archives of odd make, each with one image whose package.yaml shows which bytes were taken."""

import json
from pathlib import Path

from builders.oci.images import BuiltImage, image
from builders.oci.layers import Member, file, folder, hardlink, layer, symlink, tar

_STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: {}\n---\n"


def saved(parent: Path, data: bytes, name: str = "image.tar") -> Path:
    """An archive with these bytes."""
    path = parent / name
    path.write_bytes(data)
    return path


def named(name: str) -> BuiltImage:
    """An image whose package is called so."""
    return image(layer(file("package.yaml", _STREAM.format(name)), base=True))


def listing(*layers: str, config: str = "c.json", **more: object) -> Member:
    """A manifest.json of one image."""
    return file("manifest.json", json.dumps([{"Config": config, "RepoTags": None, "Layers": list(layers), **more}]))


def joined(first: bytes, second: bytes) -> bytes:
    """Two tars as one."""
    members = first.rstrip(b"\0")
    return members + bytes(-len(members) % 512) + second


def odd_archives() -> dict[str, bytes]:
    """Archives by what is odd about them; `tests/oracle/archives.json` has what Go's library makes of each."""
    first, second = named("first"), named("second")
    config, blob = file("c.json", first.config), first.layers[0].blob
    usual = (config, file("l.tar.gz", blob), listing("l.tar.gz"))
    whole = tar(*usual)
    return {
        "plain": whole,
        "two entries of one name": tar(
            *usual, file("c.json", second.config), file("l.tar.gz", second.layers[0].blob)
        ),
        "names with ./": tar(
            file("./c.json", first.config), file("./l.tar.gz", blob), file("./manifest.json", usual[2][1])
        ),
        "names with /": tar(
            file("/c.json", first.config), file("/l.tar.gz", blob), file("/manifest.json", usual[2][1])
        ),
        "manifest first": tar(usual[2], *usual[:2]),
        "symbolic link": tar(config, symlink("x/l.tar.gz", "../real"), file("real", blob), listing("x/l.tar.gz")),
        "absolute link": tar(config, symlink("x/l.tar.gz", "/real"), file("x/real", blob), listing("x/l.tar.gz")),
        "hard link beside": tar(config, file("x/real", blob), hardlink("x/l.tar.gz", "real"), listing("x/l.tar.gz")),
        "hard link from the top": tar(
            config, file("y/real", blob), hardlink("x/l.tar.gz", "y/real"), listing("x/l.tar.gz")
        ),
        "links in a circle": tar(config, symlink("l.tar.gz", "m"), symlink("m", "l.tar.gz"), listing("l.tar.gz")),
        "a link to itself": tar(config, symlink("l.tar.gz", "l.tar.gz"), listing("l.tar.gz")),
        "a folder called manifest.json": tar(folder("manifest.json"), *usual),
        "one layer twice": tar(config, usual[1], listing("l.tar.gz", "l.tar.gz")),
        "a layer that is missing": tar(config, listing("l.tar.gz")),
        "a config that is missing": tar(usual[1], listing("l.tar.gz")),
        "manifest.json is null": tar(*usual[:2], file("manifest.json", "null")),
        "manifest.json lists nothing": tar(*usual[:2], file("manifest.json", "[]")),
        "manifest.json is an object": tar(*usual[:2], file("manifest.json", "{}")),
        "without its end": whole[:-8192],
        "without its padding": whole[: _end(whole)],
        "cut in manifest.json": whole[: _end(whole) - 10],
    }


def _end(archive: bytes) -> int:
    return len(archive.rstrip(b"\0"))
