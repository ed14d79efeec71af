"""Images that set traps for readers: layers, annotations, labels, names, whiteouts, links, compression, lies."""

from random import Random
from typing import Any

_LABEL = "io.crossplane.xpkg:"
_STREAM = ["package.yaml", "f", 0]
_OTHER = ["package.yaml", "f", 1]
_NAMES = (
    *["package.yaml"] * 10,
    *["./package.yaml", "x/package.yaml"] * 3,
    "/package.yaml",
    "x//package.yaml",
    "x/../package.yaml",
    "../package.yaml",
    "x/y/package.yaml",
    "PACKAGE.YAML",
    "package.yml",
    "package.yaml.bak",
    "package.yaml/a",
    *["a", "x/a", "x/y", "y"] * 2,
    "..\\a",
    "C:a",
    "\\a",
    "..a",
    "x/..",
    ".",
    "d\n/package.yaml",
    "\u00e9/package.yaml",
    "crds/a.yaml",
    "n" * 120 + "/package.yaml",
)
_MARKS = (
    *[".wh.package.yaml", ".wh..wh..opq"] * 3,
    *["x/.wh..wh..opq", ".wh.x", "x/.wh.package.yaml", ".wh.a"] * 2,
    ".wh.",
    ".wh..",
    "x/.wh...",
    ".wh..wh.plnk",
    "./.wh..wh..opq",
    "y/.wh.x",
)
_FOLDERS = ("./", ".", "x", "x/", "./x", "x/y", "package.yaml", "/", "a", "..")
_TARGETS = ("a", "package.yaml", "../a", "../../a", "/a", "x/a", "..\\..\\a", "C:a", "./package.yaml", "")
_CONFIGS = ("{", "[]", '{"os":1}', "{}", '{"rootfs":{}}')
_ODD = (
    *("two", "crc", "cut:1", "cut:9", "cut:40", "keep:0", "keep:3", "keep:12", "then:zeros", "then:junk"),
    *("then:gzip", "tar-cut:1024", "tar-cut:1100", "tar-cut:1600", "tar-then:1", "tar-then:6", "no-end"),
    *("bad-checksum", "skippable"),
)


def _one(*entries: list[Any], **more: Any) -> dict[str, Any]:
    """A layer."""
    return {"entries": list(entries), **{name.rstrip("_"): value for name, value in more.items()}}


def _base(*entries: list[Any], **more: Any) -> dict[str, Any]:
    """An annotated layer."""
    return _one(*entries, base="base", **more)


def _labeled(number: int, value: str = "base") -> list[str]:
    return [f"{_LABEL}%{number}", value]


TRAPS: tuple[dict[str, Any], ...] = (
    # Copied with a loss of annotations: labels only.
    {"layers": [_one(["bin", "f", 1]), _one(_STREAM)], "labels": [_labeled(1)]},
    {"layers": [_base(_STREAM), _base(_OTHER)], "labels": [_labeled(0)]},
    # A decoy in an upper layer, with and without an annotation below.
    {"layers": [_one(_STREAM), _one(["examples/package.yaml", "f", 1])], "labels": []},
    {"layers": [_base(_STREAM), _one(["examples/package.yaml", "f", 1])], "labels": [_labeled(0)]},
    {"layers": [_base(["./package.yaml", "f", 0])], "labels": [_labeled(0)]},
    # Made by `tar c .`, without and with an annotation.
    {"layers": [_one(["./", "d"], ["./package.yaml", "f", 0])]},
    {"layers": [_base(["./", "d"], ["./package.yaml", "f", 0])]},
    # A stream without the last separator, one of Windows, a bad separator, long lines: cut out of raw tar bytes.
    *({"layers": [_base(["package.yaml", "f", body])], "labels": [_labeled(0)]} for body in (3, 4, 5, 6, 7, 8)),
    # Every way to label.
    {"layers": [_base(_STREAM)], "labels": []},
    {"layers": [_base(_STREAM)], "labels": [["a", "b"]]},
    {"layers": [_base(_STREAM)], "labels": [["crossplane", "base"]]},
    {"layers": [_base(_STREAM)], "labels": [_labeled(0), [f"{_LABEL}sha256:{'0' * 64}", "base"]]},
    {"layers": [_base(_STREAM)], "labels": [[f"{_LABEL}sha256:{'0' * 64}", "base"]]},
    {"layers": [_base(_STREAM)], "labels": [[f"{_LABEL}sha256:0", "base"]]},
    {"layers": [_base(_STREAM)], "labels": [["other:%0", "base"]]},
    {"layers": [_one(["a", "f", 2])], "labels": [_labeled(0)]},
    {"layers": [_one()], "labels": [_labeled(0)]},
    {"layers": [_one(odd=["keep:0"])], "labels": [_labeled(0)]},
    # Lies about layers and configs.
    *(
        {"layers": [{**layer, "claims": [claim]}], "labels": [_labeled(0)]}
        for layer in (_base(_STREAM), _one(_STREAM))
        for claim in ("digest", 3, -3)
    ),
    *(
        {"layers": [layer, _one(["a", "f", 1])], "config": {"diff_ids": way}}
        for layer in (_base(_STREAM), _one(_STREAM))
        for way in ("wrong", "short", "long", "swapped")
    ),
    *({"layers": [_one(_STREAM)], "config": {"rootfs": kind}} for kind in ("", "tar")),
    *({"layers": [_one(_STREAM)], "config": {"raw": text}} for text in _CONFIGS),
    *({"layers": [_base(_STREAM)], "config": {"claims": [claim]}} for claim in ("digest", 2)),
    # Limits.
    {"layers": [_one(_STREAM, times=256)]},
    {"layers": [_one(_STREAM, times=257)]},
    {"layers": [{**_base(_STREAM), "times": 1}, _one(["a", "f", 1], times=256)]},
    # Two of one name, in one layer and in two.
    {"layers": [_base(_STREAM, _OTHER)]},
    {"layers": [_one(_STREAM, _OTHER)]},
    {"layers": [_one(_STREAM), _one(_OTHER)]},
    {"layers": [_base(_STREAM, ["a", "f", 1], ["a", "f", 1])]},
    {"layers": [_base(["package.yaml", "S", 7])]},
    {"layers": [_one(["package.yaml", "S", 7])]},
    {"layers": [_one(["a", "S", 7], _STREAM)]},
    *({"layers": [_base(_STREAM, odd=[odd])]} for odd in _ODD),
    *({"layers": [_one(_STREAM, odd=[odd])]} for odd in _ODD),
    *({"layers": [{**layer, "in": way}]} for layer in (_base(_STREAM), _one(_STREAM)) for way in ("zstd", "none")),
    # Windows of zstd: the library takes 512 MiB, no more.
    *(
        {"layers": [{**layer, "in": "zstd", "odd": [f"window:{log}"]}]}
        for layer in (_base(_STREAM), _one(_STREAM))
        for log in (28, 31)
    ),
    *({"layers": [{**_base(_STREAM), "base": value}]} for value in ("Base", "base ", "", "upbound")),
    {"layers": []},
    # Differed once: checks of a short blob, a last line that fills a buffer, damage right behind the body.
    {"layers": [_base(_STREAM, in_="zstd", claims=[-200])]},
    {"layers": [_one(*[["a", "f", 2]] * 5, ["", "d"], in_="none")], "labels": [_labeled(0)]},
    {"layers": [_base(["package.yaml", "f", 3], ["x", "f", 2], odd=["cut:40"])]},
    {"layers": [_base(["package.yaml", "f", 3], odd=["cut:40"])]},
    *({"layers": [_one(*[["a", "f", 2]] * 6, in_=way)], "labels": [_labeled(0)]} for way in ("gzip", "zstd", "none")),
    {"layers": [_one(["x", "d"]), _base(["x", "d"])]},
    # Of layers with one digest the first counts, whatever size and type the others claim.
    *({"layers": [_one(_STREAM), {**_one(_STREAM), "claims": [claim]}]} for claim in (1, -1)),
    {"layers": [{**_one(_STREAM), "claims": [2]}, _base(_STREAM)]},
    {"layers": [_one(_STREAM), _one(_STREAM, type="application/x")]},
)
"""One of each, and those that once differed."""


def random_image(chance: Random) -> dict[str, Any]:
    """An image of one to four layers, in which most readers find something."""
    layers = [_random_layer(chance) for _ in range(chance.choice((1, 1, 2, 2, 2, 3, 3, 4)))]
    if chance.random() < 0.5:
        chance.choice(layers)["base"] = "base"
    if chance.random() < 0.08:
        chance.choice(layers)["base"] = chance.choice(("base", "base", "upbound", "Base", ""))
    bases = [layer for layer in layers if layer.get("base") == "base"]
    for layer in bases if len(bases) > 1 else ():
        _make_small(layer)
    case: dict[str, Any] = {"layers": layers}
    if chance.random() < 0.6:
        case["labels"] = _random_labels(chance, len(layers))
    if chance.random() < 0.06:
        case["config"] = chance.choice(
            (
                {"diff_ids": "wrong"},
                {"diff_ids": "short"},
                {"diff_ids": "long"},
                {"diff_ids": "swapped"},
                {"rootfs": ""},
                {"claims": ["digest"]},
                {"claims": [2]},
            )
        )
    return case


def _make_small(layer: dict[str, Any]) -> None:
    """Makes a layer fit one read: readers that refuse two bases leave the first open, and the library allows few."""
    layer.pop("in", None)
    layer.pop("odd", None)
    layer["entries"] = [
        [*entry[:2], 1] if isinstance(entry[-1], int) and entry[1] != "S" else entry for entry in layer["entries"]
    ]


def _random_labels(chance: Random, layers: int) -> list[list[str]]:
    labels = [_labeled(chance.randrange(layers))]
    for _ in range(chance.choice((0, 0, 0, 0, 1))):
        key = chance.choice(("a", f"{_LABEL}%0", f"{_LABEL}sha256:{'0' * 64}", "crossplane", "x:y", "other:%0"))
        labels.append([key, chance.choice(("base", "upbound", "b", "c"))])
    return labels if chance.random() < 0.95 else labels[1:]


def _random_layer(chance: Random) -> dict[str, Any]:
    layer: dict[str, Any] = {"entries": [_random_entry(chance) for _ in range(chance.choice((1, 1, 2, 2, 3, 4, 6)))]}
    if chance.random() < 0.15:
        layer["in"] = chance.choice(("zstd", "none"))
    if chance.random() < 0.15:
        layer["odd"] = [odd for odd in {chance.choice(_ODD)} if odd != "skippable" or layer.get("in") == "zstd"]
    if chance.random() < 0.05:
        layer["claims"] = [chance.choice(("digest", 1, -1, 700, -200))]
    if chance.random() < 0.05:
        layer["type"] = chance.choice(("text/plain", "", "application/vnd.oci.image.layer.v1.tar"))
    return layer


def _random_entry(chance: Random) -> list[Any]:
    kind = chance.choices("fmdshpgS07Z", (50, 20, 9, 5, 4, 1, 2, 1, 2, 1, 1))[0]
    match kind:
        case "f":
            return [chance.choice(_NAMES), "f", chance.choice((0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8))]
        case "m":
            mark = chance.choice(_MARKS)
            return [mark, "f", chance.choice((2, 2, 2, 1))] if chance.random() < 0.9 else [mark, "d"]
        case "d":
            return [chance.choice(_FOLDERS), "d"]
        case "s" | "h":
            return [chance.choice(_NAMES), kind, chance.choice(_TARGETS)]
        case "S":
            return [chance.choice(_NAMES[:20]), "S", chance.choice((1, 512, 5000))]
        case "0" | "7" | "Z":
            return [chance.choice(_NAMES[:24]), kind, chance.choice((0, 1))]
    return [chance.choice(_NAMES), kind]
