"""Every rule with a package that trips it, and one as near to that as can be which it spares.

`TRIPPED` and `SPARED` map the ID of each rule to a judgement that is not yet made.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from builders.oci.images import image, package
from builders.oci.layers import digest, file, folder, layer
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_image, judge_stream
from formats.xpkg.rules.test_format_v2 import FAULTY, NEAR
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS, native
from formats.xpkg.rules.vectors.images import (
    BASE,
    IMAGES,
    LABEL,
    OBSTACLE,
    OTHER,
    RUNNABLE,
    archived,
    compared,
    indexed,
    on,
    starting,
)
from formats.xpkg.rules.vectors.metas import DIGEST, MANY_DEFINITIONS, META, NOP, TRIPS, annotated, depending
from formats.xpkg.rules.vectors.newer_kinds import OPERATIONS
from formats.xpkg.rules.vectors.objects import OBJECTS, configuration
from formats.xpkg.rules.vectors.policies import POLICIES, SPARING
from formats.xpkg.rules.vectors.streams import CONFIGURATION, DEFINITIONS, VECTORS, changed, stream

from xpkgtui.rules.case import ChildFacts, FlattenedFile, KnownDependency, KnownPackage
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.likeness import Likeness

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741
Cases = dict[str, Callable[[], Judgement]]


def without(annotation: str) -> str:
    """The provider without that annotation."""
    lines = PROVIDER.splitlines(keepends=True)
    return "".join(line for line in lines if f"/{annotation}:" not in line)


_OBJECT = "          type: object\n"
STREAMS: dict[str, tuple[str, Severity]] = {
    "XPKG501": (VECTORS["broken syntax"], E),
    "XPKG502": (VECTORS["separator with content"], E),
    "XPKG503": (VECTORS["directive"], E),
    "XPKG504": (VECTORS["definition behind the end"], W),
    "XPKG506": (VECTORS["no kind"], E),
    "XPKG508": (VECTORS["yes for a text"], E),
    "XPKG509": (VECTORS["not a number"], E),
    "XPKG511": (VECTORS["empty stream"], E),
    "XPKG601": (VECTORS["two metas"], E),
    "XPKG602": (VECTORS["provider of v1beta1"], E),
    "XPKG603": (VECTORS["fork of IBM"], E),
    "XPKG604": (VECTORS["upbound add-on"], E),
    "XPKG609": (VECTORS["no constraint"], E),
    "XPKG610": (VECTORS["plain constraint"], E),
    "XPKG613": (VECTORS["unknown field"], W),
    "XPKG616": (VECTORS["list for a text"], E),
    "XPKG620": (stream(PROVIDER, *MANY_DEFINITIONS), I),
    "XPKG701": (VECTORS["composition in a provider"], W),
    "XPKG702": (VECTORS["config map"], E),
    "XPKG703": (OBJECTS["definition of a function"], I),
    "XPKG704": (OBJECTS["webhook configuration of no kind"], E),
    "XPKG705": (OBJECTS["definition of v1beta1"], W),
    "XPKG706": (VECTORS["the same object twice"], W),
    "XPKG707": (stream(PROVIDER, changed(CRD, "name: things.nop.example.org", "name: things")), E),
    "XPKG708": (stream(PROVIDER, DEFINITIONS["no storage version"]), E),
    "XPKG709": (OBJECTS["conversion by a webhook"], I),
    "XPKG730": (OBJECTS["claims of the name of another"], W),
    "XPKG731": (OBJECTS["alternatives at the root"], W),
    "XPKG732": (OBJECTS["versions without a conversion"], W),
    "XPKG710": (OBJECTS["two configurations of webhooks"], W),
    "XPKG711": (OBJECTS["webhook configuration"], I),
    "XPKG737": (OBJECTS["webhook of a short name"], E),
    "XPKG712": (OBJECTS["claims of v2"], E),
    "XPKG713": (OBJECTS["definition of v1"], W),
    "XPKG714": (OBJECTS["no referenceable version"], W),
    "XPKG715": (OBJECTS["capitals in a composite name"], E),
    "XPKG716": (OBJECTS["native resources"], E),
    "XPKG717": (OBJECTS["input without a kind"], E),
    "XPKG718": (COMPOSITIONS["kind that is not defined"], W),
    "XPKG719": (COMPOSITIONS["function that is not a dependency"], W),
    "XPKG720": (configuration(OPERATIONS["operation without a mode"]), E),
    "XPKG721": (changed(configuration(OPERATIONS["operation"]), ">=v2.1.0", ">=v1.14.0"), W),
    "XPKG722": (stream(PROVIDER, changed(CRD, "  name: things.nop", "  namespace: a\n  name: things.nop")), I),
    "XPKG723": (stream(PROVIDER, changed(CRD, _OBJECT, f"{_OBJECT}          description: {'d' * (9 << 17)}\n")), W),
    "XPKG724": (PROVIDER, I),
    "XPKG729": (stream(PROVIDER, changed(CRD, _OBJECT, f"{_OBJECT}          description: {'d' * (1 << 18)}\n")), I),
    "XPKG726": (stream(PROVIDER, changed(CRD, "x-kubernetes-preserve-unknown-fields: true", "properties: {}")), I),
    "XPKG727": (COMPOSITIONS["patch from an unknown field"], W),
    "XPKG728": (COMPOSITIONS["patch to an unknown field"], W),
    "XPKG733": (COMPOSITIONS["unknown policy"], W),
    "XPKG734": (COMPOSITIONS["base with an unknown field"], W),
    "XPKG735": (COMPOSITIONS["input with an unknown field"], W),
    "XPKG738": (COMPOSITIONS["template without a detection"], W),
    "XPKG739": (COMPOSITIONS["namespaced and cluster-scoped"], W),
    "XPKG740": (COMPOSITIONS["selected composition that is not there"], W),
}
"""Streams, with the severity under the default profile; those about the meta object are in `vectors.metas.TRIPS`."""

_TEXTS = {**VECTORS, **META, **OBJECTS, **COMPOSITIONS}
_AMD, _ARM = on("linux/amd64"), on("linux/arm64")
_FILE = file("package.yaml", PROVIDER)
_LABELED = image(BASE, labels={LABEL + BASE.digest: "base"})


def of(name: str, profile: str = "crossplane") -> Callable[[], Judgement]:
    """The judgement of a stream that has a name."""
    return partial(judge_stream, _TEXTS[name], profile)


def _itself(source: str) -> Judgement:
    return judge_stream(depending(f"provider: {NOP}, version: v1.0.0"), source=source, is_remote=True)


def _beside(version: str, *entries: str, kind: str = "Provider") -> Judgement:
    """A package that depends on provider-nop, which is checked with it and depends on `entries` itself."""
    nop = KnownPackage(
        repository=NOP,
        version=version,
        kind=kind,
        dependencies=tuple(KnownDependency(repository=one, constraint=">=v1.0.0") for one in entries),
    )
    text = depending(f"provider: {NOP}, version: '>=v1.0.0, <v2.0.0'")
    return judge_stream(text, source="xpkg.crossplane.io/org/platform:v1", is_remote=True, known=(nop,))


def _with(other: str, *definitions: str) -> Judgement:
    """A provider that is checked with another one, which has these of its definitions."""
    one = KnownPackage(source=other, kind="Provider", name=other, definitions=definitions)
    return judge_stream(stream(PROVIDER, CRD), known=(one,))


TRIPPED: Cases = {
    **{rule: make for rule, (make, _) in (IMAGES | POLICIES).items()},
    **{rule: partial(judge_stream, text) for rule, (text, _) in STREAMS.items()},
    **{rule: of(name, profile) for rule, (name, _, profile) in TRIPS.items()},
    "XPKG910": lambda: _itself(f"{NOP}:v2"),
    "XPKG617": partial(judge_stream, FAULTY["verbs of text"][0], "format-v2"),
    "XPKG618": partial(judge_stream, FAULTY["replicas"][0], "format-v2"),
    "XPKG619": partial(judge_stream, FAULTY["number"][0], "format-v2"),
    "XPKG621": partial(judge_stream, PROVIDER, installed_as="Function"),
    "XPKG736": partial(judge_stream, native("toFieldPath: spec.a"), "crossplane-1", crossplane="1.20"),
    "XPKG919": lambda: _with("provider-other", "things.nop.example.org"),
    "XPKG912": lambda: _beside("v2.0.0"),
    "XPKG916": partial(judge_stream, FAULTY["range"][0], "format-v2"),
    "XPKG913": lambda: _beside("v1.0.0", kind="Configuration"),
    "XPKG914": lambda: _beside("v1.0.0", "xpkg.crossplane.io/org/platform"),
}
SPARED: Cases = {
    **SPARING,
    **{f"XPKG{number}": partial(judge_image, RUNNABLE) for number in ("001", 201, 202, 211, 213, 216)},
    **{f"XPKG00{number}": lambda: archived(BASE, OTHER) for number in (2, 3, 4, 6, 7, 8)},
    # Another layer is in the way, which Crossplane does not read.
    "XPKG009": lambda: judge_image(image(BASE, OTHER), obstacles=(replace(OBSTACLE, digest=OTHER.digest),)),
    "XPKG005": lambda: archived(BASE, OTHER, labels={LABEL + OTHER.digest: "upbound"}),
    **{f"XPKG{number}": lambda: indexed(_AMD, _ARM) for number in (101, 102, 104, 105, 106, 107, 109, 110, 112)},
    "XPKG103": lambda: indexed(_AMD),
    "XPKG108": lambda: indexed(_AMD, _ARM, compared=(compared(Likeness.SAME),)),
    "XPKG111": lambda: indexed(_AMD, _ARM, children=(ChildFacts(number=1),)),
    "XPKG203": lambda: judge_image(image(*[OTHER] * 255, BASE)),
    "XPKG204": lambda: judge_image(image(OTHER, BASE)),
    "XPKG205": lambda: judge_image(image(BASE)),
    "XPKG206": lambda: judge_image(_LABELED),
    "XPKG207": lambda: judge_image(image(OTHER, BASE, labels={LABEL + BASE.digest: "base"})),
    "XPKG208": lambda: judge_image(image(BASE, layer(file("a"), annotation="upbound"))),
    "XPKG209": lambda: judge_image(image(OTHER, BASE)),
    "XPKG210": lambda: judge_image(image(BASE)),
    "XPKG212": lambda: judge_image(_LABELED),
    "XPKG214": lambda: judge_image(package(CONFIGURATION)),
    "XPKG215": lambda: judge_image(image(layer(_FILE), docker=True)),
    **{f"XPKG30{number}": lambda: judge_image(package(PROVIDER, OTHER)) for number in (1, 3, 4, 5, 6, 7, 8)},
    "XPKG302": lambda: judge_image(image(layer(_FILE, base=True, compression="zstd"))),
    "XPKG309": lambda: indexed(_AMD, _ARM, programs=(starting("linux/arm64"),)),
    "XPKG310": lambda: indexed(_AMD, _ARM, programs=(starting("linux/arm64"),)),
    "XPKG401": lambda: judge_image(image(layer(file("readme.txt"), _FILE, base=True))),
    "XPKG402": lambda: judge_image(package(PROVIDER)),
    "XPKG403": lambda: judge_image(package(PROVIDER)),
    "XPKG404": lambda: judge_image(image(layer(_FILE, file("a/package.yml"), base=True))),
    "XPKG405": lambda: judge_image(image(layer(_FILE, base=True))),
    "XPKG406": lambda: judge_image(image(BASE, layer(file("package.yaml"))), hidden=()),
    "XPKG407": lambda: judge_image(
        image(BASE, OTHER), flattened=FlattenedFile(layer=0, sha256=digest(f"---\n{PROVIDER}---\n".encode())[7:])
    ),
    "XPKG408": lambda: judge_image(image(layer(file("a/x"), _FILE))),
    "XPKG409": lambda: judge_image(package(PROVIDER)),
    "XPKG410": lambda: judge_image(image(layer(_FILE))),
    "XPKG411": lambda: judge_image(image(BASE, layer(file(".up/examples.yaml", CRD), annotation="upbound"))),
    "XPKG412": lambda: judge_image(image(layer(file("registry/app.yaml"), _FILE))),
    "XPKG414": lambda: judge_image(image(layer(file("annotations.yaml"), _FILE))),
    "XPKG413": lambda: judge_image(image(layer(folder("./"), _FILE, base=True))),
    "XPKG501": of("comments and empty documents"),
    "XPKG502": of("separator with comment"),
    "XPKG503": of("begins and ends with a separator"),
    "XPKG504": of("comments and empty documents"),
    "XPKG505": of("begins and ends with a separator"),
    "XPKG506": of("good provider"),
    "XPKG507": of("good provider"),
    "XPKG508": of("quoted yes for a text"),
    "XPKG509": of("octal for a label"),
    "XPKG510": of("good provider"),
    "XPKG511": of("good provider"),
    "XPKG512": of("framed provider"),
    "XPKG513": of("good provider"),
    "XPKG601": of("meta object behind"),
    "XPKG602": of("provider of v1alpha1"),
    "XPKG603": of("provider of v1alpha1"),
    "XPKG604": of("good provider"),
    "XPKG605": of("good function"),
    "XPKG606": of("good provider", "spec"),
    "XPKG607": of("good provider"),
    "XPKG608": of("no constraint at all"),
    "XPKG609": of("constraint with a comma"),
    "XPKG610": of("null constraint"),
    "XPKG611": of("for newer versions"),
    "XPKG613": of("good provider"),
    "XPKG614": of("good function"),
    "XPKG615": partial(judge_stream, PROVIDER + "  capabilities: [safe-start]\n"),
    "XPKG616": of("quoted yes for a text"),
    "XPKG620": partial(judge_stream, stream(PROVIDER + "  capabilities: [SafeStart]\n", *MANY_DEFINITIONS)),
    "XPKG621": partial(judge_stream, PROVIDER, installed_as="Provider"),
    "XPKG701": of("good configuration"),
    "XPKG702": of("good configuration"),
    "XPKG703": of("input of a function"),
    "XPKG704": of("webhook configuration"),
    "XPKG705": of("good provider"),
    "XPKG706": partial(judge_stream, stream(PROVIDER, CRD, CRD.replace("hings", "inks").replace("Thing", "Tink"))),
    "XPKG707": of("good provider"),
    "XPKG708": partial(judge_stream, stream(PROVIDER, DEFINITIONS["good default"])),
    "XPKG709": of("no conversion"),
    "XPKG730": of("claims of v1"),
    "XPKG731": of("rules of spec"),
    "XPKG732": of("versions with a conversion"),
    "XPKG710": of("webhook configuration"),
    "XPKG711": of("webhook with a path only"),
    "XPKG737": of("webhook with a path only"),
    "XPKG712": of("namespaced in v2"),
    "XPKG713": of("good configuration"),
    "XPKG714": of("property called $ref"),
    "XPKG715": of("claims of v1"),
    "XPKG716": of("99 steps"),
    "XPKG717": of("credentials"),
    "XPKG718": of("good configuration"),
    "XPKG719": of("good configuration"),
    "XPKG720": partial(judge_stream, configuration(OPERATIONS["operation"])),
    "XPKG721": partial(judge_stream, configuration(OPERATIONS["operation"])),
    "XPKG722": of("good provider"),
    "XPKG723": of("good provider"),
    "XPKG724": of("good provider"),
    "XPKG726": of("good provider"),
    "XPKG729": partial(
        judge_stream,
        stream(PROVIDER, changed(CRD, _OBJECT, f"{_OBJECT}          description: {'d' * ((1 << 18) - 1_000)}\n")),
    ),
    "XPKG727": of("patch"),
    "XPKG728": of("patch"),
    "XPKG733": of("known policy"),
    "XPKG736": partial(judge_stream, native("fromFieldPath: spec.region"), "crossplane-1", crossplane="1.20"),
    "XPKG734": of("base"),
    "XPKG735": of("input"),
    "XPKG738": of("template and a detection"),
    "XPKG739": of("namespaced and in a namespace"),
    "XPKG740": of("selected composition"),
    "XPKG806": of("good provider"),
    "XPKG809": partial(judge_stream, annotated("meta.crossplane.io/iconURI", "https://example.org/icon.svg")),
    "XPKG810": of("friendly names"),
    "XPKG811": of("friendly names"),
    "XPKG812": of("friendly names"),
    "XPKG813": of("friendly names", "spec"),
    "XPKG814": of("good provider"),
    "XPKG815": of("member of a family"),
    "XPKG816": of("group to sign in"),
    "XPKG817": partial(judge_stream, without("license")),
    **{f"XPKG90{number}": of("good dependencies") for number in (1, 2, 3, 4, 5, 6, 7, 8, 9)},
    "XPKG910": lambda: _itself("xpkg.crossplane.io/org/platform:v2"),
    "XPKG919": lambda: _with("provider-nop", "things.nop.example.org"),
    "XPKG912": lambda: _beside("v1.5.0"),
    "XPKG913": lambda: _beside("v1.0.0"),
    "XPKG914": lambda: _beside("v1.0.0", "xpkg.crossplane.io/org/other"),
    "XPKG911": partial(judge_stream, depending(f"provider: {NOP}, version: '{DIGEST}'")),
    "XPKG915": partial(judge_stream, depending(f"provider: {NOP}, version: v1.0.0"), "spec"),
    "XPKG917": of("family and a member"),
    "XPKG918": of("family and a member"),
    "XPKG217": lambda: judge_image(image(BASE), profile="format-v2"),
    "XPKG617": partial(judge_stream, NEAR["addresses"], "format-v2"),
    "XPKG618": partial(judge_stream, NEAR["image in a registry"], "format-v2"),
    "XPKG619": partial(judge_stream, NEAR["no version"], "format-v2"),
    "XPKG916": partial(judge_stream, NEAR["latest"], "format-v2"),
}
