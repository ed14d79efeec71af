"""The pairs of the rules about catalogs: a good one with one value changed, and the nearest that is allowed."""

from collections.abc import Mapping

from builders.packages.pairs.pair import Packed, Pair, of_files, of_text

from xpkgtui.formats.catalog.summary import LABEL

GOOD = """schema: olm.package
name: tide
defaultChannel: fast
---
schema: olm.channel
name: fast
package: tide
entries:
- {name: tide.v1}
- {name: tide.v2, replaces: tide.v1, skipRange: '>=1.0.0 <2.0.0'}
---
schema: olm.bundle
name: tide.v1
package: tide
image: quay.io/acme/tide:v1
properties:
- {type: olm.package, value: {packageName: tide, version: 1.0.0}}
---
schema: olm.bundle
name: tide.v2
package: tide
image: quay.io/acme/tide:v2
properties:
- {type: olm.package, value: {packageName: tide, version: 2.0.0}}
- {type: olm.csv.metadata, value: {displayName: Tide}}
---
schema: olm.deprecations
package: tide
entries:
- {reference: {schema: olm.bundle, name: tide.v1}, message: Use 2.}
"""
"""A catalog without findings."""
_PROPERTY = "version: 1.0.0}}"
_ICON = "defaultChannel: fast\nicon: {base64data: PHN2Zy8+, mediatype: %s}"
_LAST = "- {name: tide.v2, replaces: tide.v1, "


def catalog_pairs() -> Mapping[str, Pair]:
    """All of them, by rule."""
    return {**_files(), **_documents(), **_channels(), **_bundles()}


def _change(old: str, trips: str, spares: str) -> Pair:
    assert old in GOOD, old
    return of_text(*(GOOD.replace(old, new, 1) for new in (trips, spares)))


def _property(trips: str, spares: str) -> Pair:
    """One more property of the first bundle."""
    return _change(_PROPERTY, f"{_PROPERTY}\n- {{{trips}}}", f"{_PROPERTY}\n- {{{spares}}}")


def _files() -> dict[str, Pair]:
    def at(name: str) -> Packed:
        return Packed(files={name: GOOD}, labels={LABEL: "/srv"})

    both = {"a.yaml": GOOD, "b.yaml": "schema: olm.package\nname: moon\n"}
    return {
        "FBC001": Pair(at("serve/catalog.yaml"), at("srv/catalog.yaml")),
        "FBC006": of_files({**both, ".indexignore": "b.yaml\n"}, {**both, ".indexignore": "b.yml\n"}),
    }


def _documents() -> dict[str, Pair]:
    return {
        "FBC002": _change("image: quay.io/acme/tide:v1", "image: 5", "image: '5'"),
        "FBC003": _change("schema: olm.deprecations", "schema: ''", "schema: ' '"),
        "FBC004": _change("name: fast\n", "name: fast\nName: fast\n", "name: fast\nname: fast\n"),
        "FBC005": _change("schema: olm.deprecations", "schema: olm.deprecation", "schema: olms.deprecation"),
        "FBC010": of_text(GOOD.replace("tide", "t" * 64), GOOD.replace("tide", "t" * 63)),
        "FBC011": _change("defaultChannel: fast", "defaultChannel: fas", "defaultChannel: 'fast'"),
        "FBC012": _change("schema: olm.channel", "schema: olm.channels", "schema: 'olm.channel'"),
        "FBC013": _change("defaultChannel: fast", _ICON % "image/svg", _ICON % "image/svg+xml"),
        "FBC060": _change("olm.deprecations\npackage: tide", "olm.deprecations\npackage: tides", "olm.deprecations\n"
            "package: 'tide'"),
        "FBC061": _change("name: tide.v1}, message", "name: tide.v3}, message", "name: tide.v2}, message"),
        "FBC062": _change("message: Use 2.", "message: ''", "message: ' '"),
    }  # fmt: skip


def _channels() -> dict[str, Pair]:
    def head(trips: str, spares: str) -> Pair:
        """Another entry of the newest bundle."""
        return _change(_LAST, f"- {{name: tide.v2, {trips}, ", f"- {{name: tide.v2, {spares}, ")

    def first(trips: str, spares: str) -> Pair:
        return _change("- {name: tide.v1}\n", f"- {{name: tide.v1{trips}}}\n", f"- {{name: tide.v1{spares}}}\n")

    channel = "schema: olm.channel\nname: {}\npackage: tide\nentries: [{{name: tide.v1}}]\n---\nschema: olm.channel"
    third = "}\n- {name: tide.v3, skips: [%s]"
    return {
        "FBC020": _change("schema: olm.channel", channel.format("fast"), channel.format("Fast")),
        "FBC021": first("}\n- {name: tide.v1", "}\n- {name: tide.V1"),
        "FBC022": first("}\n- {name: tide.V2", "}\n- {name: 'tide.v2'"),
        "FBC023": head("replaces: tide.v0", "skips: [tide.v1]"),
        "FBC024": first(", replaces: tide.v1", ", replaces: tide.v0"),
        "FBC025": head("replaces: tide.v1" + third % "tide.v2", "replaces: tide.v1" + third % "tide.v2, tide.v1"),
        "FBC026": head("replaces: tide.v1, skips: ['']", "replaces: tide.v1, skips: [' ']"),
        "FBC027": _change(">=1.0.0 <2.0.0", ">=1.0.0, <2.0.0", " >=1.0.0  < 2.0.0 "),
        "FBC028": head("replaces: tide.v2", "replaces: tide.V2"),
        "FBC029": head(
            "replaces: tide.v1, skips: [tide.v1]}\n- {name: tide.v0, replaces: gone",
            "replaces: tide.v1}\n- {name: tide.v3, replaces: tide.v2",
        ),
        "FBC031": _change(
            f"- {{name: tide.v1}}\n{_LAST}",
            f"- {{name: tide.v1, replaces: tide.v1}}\n{_LAST}skips: [tide.v1], ",
            f"- {{name: tide.v1, replaces: tide.V1}}\n{_LAST}skips: [tide.v1], ",
        ),
        "FBC030": _change(">=1.0.0 <2.0.0", "<2.0.0", ">0.0.0 <2.0.0"),
    }  # fmt: skip


def _bundles() -> dict[str, Pair]:
    api = "type: olm.gvk, value: {{group: {}, version: v1, kind: Sea}}"
    required = "type: olm.package.{}, value: {{packageName: a, versionRange: {}}}"
    modes = "type: olm.csv.metadata, value: {{installModes: [{{type: {}, supported: true}}]}}"
    return {
        "FBC040": _change("v2\npackage: tide", "v2\npackage: Tide", "v2\npackage: 'tide'"),
        "FBC041": _change("- {name: tide.v1}\n", "- {name: tide.V1}\n", "- {name: 'tide.v1'}\n"),
        "FBC042": _change("image: quay.io/acme/tide:v1", "image: ''", "image: a"),
        "FBC043": _change("quay.io/acme/tide:v1", "a/B", "a/b:B"),
        "FBC044": _property("type: a", "type: a, value: null"),
        "FBC045": _change("packageName: tide", "packageName: Tide", "PackageName: tide"),
        "FBC046": _change("version: 1.0.0", "version: 1.0.00", "version: 1.0.0-a.0+00"),
        "FBC047": _change("version: 1.0.0", "version: 2.0.0", "version: 2.0.0-0"),
        "FBC048": _property(api.format("''"), api.format("' '")),
        "FBC049": _property(required.format("required", "'1.0'"), required.format("required", "'1.0.x'")),
        "FBC050": _property("type: olm.bundle.object, value: {data: YQ==}", "type: olm.csv.metadata, value: {}"),
        "FBC051": _property(required.format("required", "1.0.0"), required.format("require", "1.0.0")),
        "FBC053": _change("quay.io/acme/tide:v1", "quay.io:5/acme/tide", "quay.io:5/acme/tide:v1"),
        "FBC052": _property(modes.format("OwnNamespace"), modes.format("AllNamespaces")),
    }  # fmt: skip
