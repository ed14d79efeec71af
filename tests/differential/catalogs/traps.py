"""Catalogs that every run asks: what once differed, and what is known to surprise."""

from collections.abc import Iterator
from typing import Any

from builders.packages.pairs.catalogs import catalog_pairs

_PACKAGE = "schema: olm.package\nname: tide\ndefaultChannel: fast\n"
_CHANNEL = "schema: olm.channel\nname: fast\npackage: tide\nentries:\n- {name: tide.v1}\n"
_NEWEST = "- {name: tide.v2, replaces: tide.v1}\n"
_BUNDLE = """schema: olm.bundle
name: tide.v%d
package: tide
image: a/b:v%d
properties:
- {type: olm.package, value: {packageName: tide, version: %d.0.0}}
"""
_GOOD = (_PACKAGE, _CHANNEL + _NEWEST, _BUNDLE % (1, 1, 1), _BUNDLE % (2, 2, 2))
WHOLE = "---\n".join(_GOOD)
"""A catalog without a fault."""
_TEXTS = (
    "# a header\n---\nschema: x.y\n",
    "---\n---\nschema: x.y\n",
    "null\n",
    "{}\n",
    "[]\n",
    "text\n",
    "5\n",
    "schema: x.y\n--- {}\n",
    "schema: x.y\n--- # fine\nschema: x.y\n",
    "schema: x.y\n...\nschema: 5\n",
    "schema: x.y\nname: null\n",
    "schema: x.y\nname: 2020-01-01\n",
    "schema: x.y\nschema: z\n",
    "schema: x.y\nSCHEMA: z\nname: a\nNAME: b\n",
    '{"schema": "x.y"}{"schema": 5}',
    '{"schema": "x.y"}\n---\nschema: 5\n',
    '{"name": true, "package": []}',
    "schema: olm.package\nname: a\nicon: {base64data: YQ}\n",
    'schema: olm.package\nname: a\nicon: {base64data: "YWJj\\nYQ"}\n',
    "schema: olm.package\nname: a\nicon: {base64data: YQ=x}\n",
    "schema: olm.package\nname: a\nicon: {base64data: YQ==x}\n",
    "schema: olm.package\nname: a\nicon: {base64data: Y===}\n",
    "schema: olm.package\nname: a\nicon: {base64data: YQ=}\n",
    "schema: olm.package\nname: a\nicon: {base64data: YéQ=}\n",
    "schema: olm.bundle\nname: b\nproperties: [{type: olm.bundle.object}]\n",
    "schema: olm.deprecations\npackage: tide\n",
    "schema: olm.semver\n",
    "schema: olm.package\nname: a\ndefaultChannel: c\n",
    "schema: olm.package\nname: a\n",
)
_CHANGES = (
    ("name: tide\ndefault", "name: ti.de\ndefault"),
    ("name: tide\ndefault", "name: Ti_de\ndefault"),
    ("name: tide\ndefault", "name: ti..de\ndefault"),
    ("defaultChannel: fast", "defaultChannel: slow"),
    ("defaultChannel: fast", "description: x"),
    ("name: fast", "name: ''"),
    ("replaces: tide.v1", "skips: [tide.v2]"),
    ("replaces: tide.v1", "skips: ['']"),
    ("replaces: tide.v1", "replaces: tide.v2"),
    ("{name: tide.v1}", "{name: tide.v1, replaces: tide.v1}"),
    ("{name: tide.v1}", "{name: tide.v1, replaces: gone}"),
    ("{name: tide.v1}", "{name: ''}"),
    ("{name: tide.v1}\n", "{name: tide.v1}\n- {name: tide.v3}\n"),
    ("replaces: tide.v1", "skipRange: '<2.0.0'"),
    ("version: 1.0.0", "version: 2.0.0"),
    ("version: 1.0.0", "version: v1"),
    ("version: 1.0.0", "version: 1.0.0, release: '01'"),
    ("version: 1.0.0", "version: 1.0.0+b, release: '1'"),
    ("a/b:v1", "a/b@sha256:ab"),
    ("a/b:v1", "''"),
    ("packageName: tide", "packageName: moon"),
)


_REQUIREMENTS = (
    "- {type: olm.package.required, value: {packageName: moon, versionRange: '>=1.0.0'}}\n",
    "- {type: olm.gvk.required, value: {group: g.io, version: v1, kind: K}}\n",
    "- {type: olm.constraint, value: {failureMessage: no, cel: {rule: 'true'}}}\n",
)


def traps() -> Iterator[dict[str, Any]]:
    """Folders of files and links."""
    yield {"files": {"catalog.yaml": WHOLE}}
    for text in _TEXTS:
        yield {"files": {"a": text}}
    for old, new in _CHANGES:
        assert old in WHOLE
        yield {"files": {"catalog.yaml": WHOLE.replace(old, new, 1)}}
    for pair in catalog_pairs().values():
        yield from ({"files": dict(packed.files)} for packed in pair if packed.labels is None)
    for text in (*_REQUIREMENTS, "".join(_REQUIREMENTS)):
        yield {"files": {"catalog.yaml": WHOLE.replace("version: 1.0.0}}\n", f"version: 1.0.0}}}}\n{text}")}}
        yield {"files": {"catalog.yaml": WHOLE.replace("name: tide.v2\n", 'name: ti"de\n') + text}}
    early = _GOOD[1].replace("name: fast", "name: early").replace("- {name: tide.v1}\n", "")
    yield {"files": {"catalog.yaml": "---\n".join((_GOOD[0], early.replace("v2", "v3"), *_GOOD[1:]))}}
    yield {"files": {"a.yaml": "schema: x.y\n"}, "links": {"b.yaml": "nowhere"}}
    yield {"files": {"d/a.yaml": "schema: x.y\n"}, "links": {"d/b": ".", "c.yaml": "d/a.yaml"}}
    yield {"files": {".indexignore": "b.yaml\n"}, "links": {"b.yaml": "nowhere"}}
    yield {"files": {"a.yaml": "schema: x.y\n"}, "links": {".indexignore": "nowhere"}}
    yield {"files": {"a.yaml": "[]\n", ".indexignore/a.yaml": "schema: x.y\n"}}
    yield {"files": {"empty": "", ".indexignore": "*\n"}}
    yield {"files": {"empty": "", "a.md": "# no catalog\n", ".indexignore": "*.md\n"}}
    yield {"files": {"a/index.yaml": "schema: x.y\n", "a/x.md": "[]\n", ".indexignore": "**/*\n!*.yaml\n"}}
    yield {"files": {"a/x": "[]\n", "a/.indexignore": "x\n", ".indexignore": "!x\n"}}
    yield {"files": {"a/x": "[]\n", "a/.indexignore": "!x\n", ".indexignore": "x\n"}}
    yield {"files": {"x": "[]\n", ".indexignore": "\x1cx\n"}}
    yield {"files": {"x": "[]\n", ".indexignore": "\u3000x\x85\n"}}
    yield {"files": {".git/config": "[core]\n"}}
