"""Streams that trip the rules about the meta object, its annotations and its dependencies; the oracle is asked too.

`META` maps a descriptive name to a stream; `TRIPS` maps a rule to the stream that trips it, a severity and a profile.
"""

from builders.packages.judgements import CRD, PROVIDER
from formats.xpkg.rules.vectors.streams import FUNCTION, PLATFORM, changed, stream

DIGEST = "sha256:" + "0123456789abcdef" * 4
FAMILY = "pkg.crossplane.io/provider-family"
NOP_FAMILY = "xpkg.crossplane.io/org/provider-family-nop"
NOP = "xpkg.crossplane.io/org/provider-nop"


def depending(*entries: str, meta: str = PLATFORM) -> str:
    """A meta object that depends on these, each entry in braces."""
    return meta + "  dependsOn:\n" + "".join(f"  - {{{entry}}}\n" for entry in entries)


def annotated(key: str, value: str = "x", meta: str = PROVIDER) -> str:
    """A meta object with one annotation more."""
    return changed(meta, "  annotations:\n", f'  annotations:\n    "{key}": "{value}"\n')


def labeled(key: str, value: str, meta: str = PROVIDER) -> str:
    """A meta object with a label."""
    return changed(meta, "  annotations:\n", f'  labels: {{"{key}": "{value}"}}\n  annotations:\n')


def with_annotation(name: str, value: str) -> str:
    """The provider whose annotation of that name says something else."""
    lines = PROVIDER.splitlines()
    return "".join(f"    meta.crossplane.io/{name}: {value}\n" if f"/{name}:" in one else f"{one}\n" for one in lines)


MANY_DEFINITIONS = tuple(CRD.replace("hings", f"hings{one}").replace("Thing", f"Thing{one}") for one in range(20))
"""Definitions of which it matters whether all are active."""
META: dict[str, str] = {
    "framed provider": f"---\n{PROVIDER}---\n{CRD}---\n",
    "empty document": f"---\n{PROVIDER}---\n# nothing\n---\n{CRD}---\n",
    "meta object behind": f"---\n{CRD}---\n{PROVIDER}---\n",
    "mark before comments": f"\ufeff# one\n---\n{PROVIDER}---\n",
    "deprecated version": changed(PROVIDER, "crossplane.io/v1", "crossplane.io/v1alpha1"),
    "deprecated function": changed(FUNCTION, "crossplane.io/v1", "crossplane.io/v1beta1"),
    "no name": changed(PROVIDER, "  name: provider-nop\n", ""),
    "name in capitals": changed(PROVIDER, "name: provider-nop", "name: Provider_Nop"),
    "no spec": changed(PROVIDER, 'spec:\n  crossplane:\n    version: ">=v1.14.0"\n', ""),
    "for older versions": changed(PROVIDER, ">=v1.14.0", ">=v1.14.0, <v2.0.0"),
    "for newer versions": changed(PROVIDER, ">=v1.14.0", ">=v2.0.0"),
    "no constraint at all": changed(PROVIDER, '  crossplane:\n    version: ">=v1.14.0"\n', "  dependsOn: []\n"),
    "controller image": PROVIDER + "  controller: {image: example.org/a:v1, permissionRequests: []}\n",
    "function image": FUNCTION + "  image: example.org/a:v1\n",
    "capabilities": PROVIDER + "  capabilities: [safe-start, SafeStart, flying]\n",
    "capabilities of text": PROVIDER + "  capabilities: safe-start\n",
    "list among capabilities": PROVIDER + "  capabilities: [[a]]\n",
    "yes among capabilities": PROVIDER + "  capabilities: [yes]\n",
    "license in words": with_annotation("license", "Apache License 2.0"),
    "two sentences": with_annotation("description", "One. Two."),
    "icon on the disk": annotated("meta.crossplane.io/iconURI", "file:///icon.svg"),
    "friendly name in disorder": annotated("meta.crossplane.io/friendly-name"),
    "friendly names": stream(
        changed(
            PROVIDER,
            "  annotations:\n",
            "  annotations:\n"
            "    friendly-group-name.meta.crossplane.io/nop.example.org: Nothing\n"
            "    friendly-kind-name.meta.crossplane.io/thing.nop.example.org: A thing\n",
        ),
        CRD,
    ),
    "friendly name of a group that is not there": stream(
        annotated("friendly-group-name.meta.crossplane.io/nep.example.org"), CRD
    ),
    "blank in a key": annotated("a b"),
    "long label": changed(PROVIDER, "  annotations:\n", f"  labels: {{a: {'x' * 64}}}\n  annotations:\n"),
    "large annotations": annotated("example.org/large", "x" * (256 << 10)),
    "key without a prefix": annotated("company"),
    "labeled": labeled("team", "storage"),
    "family without a dependency": labeled(FAMILY, "provider-family-nop"),
    "dependency on a family without the label": depending(f"provider: {NOP_FAMILY}, version: v1.0.0", meta=PROVIDER),
    "family": changed(labeled(FAMILY, "provider-family-nop"), "name: provider-nop", "name: provider-family-nop"),
    "member of a family": depending(
        f"provider: {NOP_FAMILY}, version: v1.0.0", meta=labeled(FAMILY, "provider-family-nop")
    ),
    "group to sign in without a definition": stream(annotated("auth.upbound.io/group", "nop.example.org"), CRD),
    "group to sign in of a family": depending(
        f"provider: {NOP_FAMILY}, version: v1.0.0", meta=annotated("auth.upbound.io/group", "nop.example.org")
    ),
    "group to sign in": stream(
        annotated("auth.upbound.io/group", "nop.example.org"), CRD.replace("Thing", "ProviderConfig")
    ),
    "good dependencies": depending(
        f"apiVersion: pkg.crossplane.io/v1, kind: Provider, package: {NOP}, version: v1.0.0",
        f"apiVersion: pkg.crossplane.io/v1, kind: Function, package: a.io/org/name, version: '{DIGEST}'",
        "apiVersion: pkg.crossplane.io/v1, kind: Function, package: 'a.io:5000/bc', version: '>=v1.0.0-0, <v2.0.0-0'",
    ),
    "dependency on nothing": depending("version: v1.0.0"),
    "dependency without a kind": depending(f"apiVersion: pkg.crossplane.io/v1, package: {NOP}, version: v1.0.0"),
    "null for a dependency": PLATFORM + "  dependsOn: [null]\n",
    "two forms": depending(f"provider: {NOP}, configuration: a.io/b/c, version: v1.0.0"),
    "dependency without a version": depending(f"provider: {NOP}"),
    "latest": depending(f"provider: {NOP}, version: latest"),
    "digest of sha512": depending(f"provider: {NOP}, version: 'sha512:{'ab' * 64}'"),
    "version of two dialects": depending(f"provider: {NOP}, version: '>=v1 <v2'"),
    "no registry": depending("provider: org/provider-nop, version: v1.0.0"),
    "registry without a dot": depending("provider: 'localhost:5000/org/provider-nop', version: v1.0.0"),
    "capitals in a dependency": depending("provider: a.io/Org/name, version: v1.0.0"),
    "tag in a dependency": depending(f"provider: '{NOP}:v1.0.0', version: v1.0.0"),
    "tag beside a digest": depending(f"provider: '{NOP}:v1.0.0', version: '{DIGEST}'"),
    "digest in a dependency": depending(f"provider: '{NOP}@{DIGEST}', version: v1.0.0"),
    "meta kind": depending(f"apiVersion: meta.pkg.crossplane.io/v1, kind: Provider, package: {NOP}, version: v1.0.0"),
    "twice the same": depending(f"provider: {NOP}, version: v1.0.0", f"provider: {NOP}, version: '{DIGEST}'"),
    "no upper bound": depending(f"provider: {NOP}, version: '>=v1.0.0-0'"),
    "family and a member from elsewhere": depending(
        f"provider: {NOP_FAMILY}, version: v1.0.0", "provider: a.io/org/provider-nop-core, version: v1.0.0"
    ),
    "family and a member of other versions": depending(
        f"provider: {NOP_FAMILY}, version: '>=v1.0.0, <v2.0.0'", f"provider: {NOP}-core, version: '>=v2.0.0'"
    ),
    "family and a member": depending(
        f"provider: {NOP_FAMILY}, version: '>=v1.0.0, <v2.0.0'", f"provider: {NOP}-core, version: v1.2.0"
    ),
    "function dependency": depending("function: a.io/org/function-nop, version: v1.0.0"),
}

TRIPS: dict[str, tuple[str, str, str]] = {
    "XPKG505": ("empty document", "INFO", "crossplane"),
    "XPKG507": ("duplicate key", "WARNING", "crossplane"),
    "XPKG510": ("aliases", "INFO", "crossplane"),
    "XPKG512": ("meta object behind", "INFO", "crossplane"),
    "XPKG513": ("mark before comments", "ERROR", "crossplane"),
    "XPKG605": ("deprecated version", "INFO", "crossplane"),
    "XPKG606": ("deprecated function", "ERROR", "spec"),
    "XPKG607": ("no name", "WARNING", "crossplane"),
    "XPKG608": ("no spec", "INFO", "crossplane"),
    "XPKG611": ("for older versions", "ERROR", "crossplane"),
    "XPKG614": ("controller image", "WARNING", "crossplane"),
    "XPKG615": ("capabilities of text", "ERROR", "crossplane"),
    "XPKG806": ("license in words", "WARNING", "crossplane"),
    "XPKG809": ("icon on the disk", "WARNING", "crossplane"),
    "XPKG810": ("friendly name in disorder", "WARNING", "crossplane"),
    "XPKG811": ("friendly name of a group that is not there", "INFO", "crossplane"),
    "XPKG812": ("blank in a key", "ERROR", "crossplane"),
    "XPKG813": ("key without a prefix", "INFO", "spec"),
    "XPKG814": ("labeled", "INFO", "crossplane"),
    "XPKG815": ("family without a dependency", "WARNING", "crossplane"),
    "XPKG816": ("group to sign in without a definition", "WARNING", "crossplane"),
    "XPKG817": ("two sentences", "INFO", "crossplane"),
    "XPKG901": ("dependency on nothing", "ERROR", "crossplane"),
    "XPKG902": ("two forms", "WARNING", "crossplane"),
    "XPKG903": ("dependency without a version", "ERROR", "crossplane"),
    "XPKG904": ("latest", "ERROR", "crossplane"),
    "XPKG905": ("no registry", "ERROR", "crossplane"),
    "XPKG906": ("tag in a dependency", "ERROR", "crossplane"),
    "XPKG907": ("function dependency", "INFO", "crossplane"),
    "XPKG908": ("meta kind", "WARNING", "crossplane"),
    "XPKG909": ("twice the same", "WARNING", "crossplane"),
    "XPKG911": ("no upper bound", "INFO", "crossplane"),
    "XPKG917": ("family and a member from elsewhere", "WARNING", "crossplane"),
    "XPKG918": ("family and a member of other versions", "WARNING", "crossplane"),
    "XPKG915": ("function dependency", "ERROR", "spec"),
}
"""Rule: (stream of META or VECTORS, severity, profile); XPKG910 needs a package that was opened by its reference."""

ODD_KEYS = changed(
    CRD,
    "metadata:\n",
    "metadata:\n"
    f'  labels: {{a b: c, "/x": v, "x/": v, A.b/c: d, k: "a b", l: {"a" * 70}, m/n/o: p,'
    f" {'b' * 64}: q, {'é' * 40}: z}}\n"
    '  annotations: {A.B/c: d, a b: x, "": v, fine: "any thing"}\n',
)
"""A definition whose keys the API server has much to say about."""
