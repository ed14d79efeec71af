"""Overviews of packages of each type, and of the same with one thing changed: `goldens/overviews.txt`."""

from collections.abc import Iterator
from functools import partial

from builders.goldens import Golden, lines_of, once
from builders.packages.edited import differences
from builders.packages.judgements import CRD
from builders.packages.metas import PIXEL, meta
from builders.packages.used import objects_in
from formats.xpkg.rules.test_format_v2 import PROVIDER as FORMAT_V2
from formats.xpkg.rules.vectors.newer_kinds import MANAGED

from xpkgtui.documents.document import build
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.overview import meta_facts

ANNOTATIONS = {
    "friendly-name.meta.crossplane.io": "Provider AWS (s3)",
    "meta.crossplane.io/description": "one\ntwo\n\nthree",
    "meta.crossplane.io/maintainer": "Somebody",
    "meta.crossplane.io/source": "example.org/a",
    "meta.crossplane.io/license": "MIT",
    "meta.crossplane.io/iconURI": PIXEL,
    "meta.crossplane.io/readme": "# A\n\nreadme",
    "friendly-kind-name.meta.crossplane.io/bucket.s3": "Bucket",
    "friendly-group-name.meta.crossplane.io/s3": "S3",
    "company": "Example",
    "lines": "\n".join(f"line {number}" for number in range(22)),
}
ASKS = {"apiGroups": [""], "resources": ["secrets"], "verbs": ["get"], "resourceNames": ["a"]}
ADDRESSES = {"nonResourceURLs": ["/healthz"], "verbs": ["get"], "apiGroups": ["apps", "batch"]}
VALUES = {
    "provider": meta(
        annotations=ANNOTATIONS,
        labels={"a": "b"},
        crossplane={"version": ">=v1.14.0"},
        dependsOn=[
            {"provider": "x/a", "version": ">=v1.0.0"},
            {"apiVersion": "pkg.crossplane.io/v1", "kind": "Function", "package": "x/b", "version": "v1"},
            {"configuration": "x/c", "function": "x/d"},
        ],
        capabilities=["safe-start", "Composition", "operation"],
        controller={"image": "a/b:v1", "permissionRequests": [ASKS]},
        image="c/d:v1",
        permissionRequests=[ADDRESSES],
    ),
    "function": meta("Function", image="c/d:v1", crossplane={"version": 2.4}),
    "configuration": meta("Configuration", crossplane="v0.13.0"),
    "format v2": build(FORMAT_V2).tree.value,
}
KINDS = ("Thing", "ProviderConfig", "ClusterProviderConfig", "ProviderConfigUsage", "Other", "Another")
DEFINITIONS = [CRD.replace("things", f"{kind.lower()}s").replace("Thing", kind) for kind in KINDS]
STATES = [
    MANAGED["definition"].replace("spec:\n", f"spec:\n  state: {state}\n", 1)
    for state in ("Active", "Active", "Odd", "Even", "Other", "Inactive")
]


def lines(package: PackageObjects, value: object) -> Iterator[str]:
    """What is said for Crossplane 2.4, what is said otherwise for 1.20, and the facts."""
    now, before = (lines_of(XPKG.overview(value, target, package)) for target in ("2.4", "1.20"))
    yield from (f"2.4: {line}" for line in now)
    yield from (f"1.20: {line}" for line in before if line not in now)
    yield from lines_of(meta_facts(value), "facts")


def test_overviews_are_what_was_agreed(golden: Golden) -> None:
    package = objects_in(XPKG, FORMAT_V2, *DEFINITIONS, MANAGED["definition"], *STATES)
    values = {head.document: package.read(head) for head in package.heads}
    kept = PackageObjects(heads=package.heads, read=lambda head: values[head.document])
    golden("overviews", once(differences(VALUES, partial(lines, kept))))
