"""Random documents of a package: kinds that Crossplane knows or does not, filled by the shapes of their types."""

import base64
from random import Random

from differential.yaml_writing import Raw, Tree

from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct
from xpkgtui.formats.xpkg.objects import shapes

_META, _EXT, _OPS = "meta.pkg.crossplane.io", "apiextensions.crossplane.io", "ops.crossplane.io/v1alpha1"
_K8S, _ADM = "apiextensions.k8s.io", "admissionregistration.k8s.io/v1"
_METAS = [
    *[(f"{_META}/v1", kind) for kind in ("Provider", "Configuration", "Function")] * 8,
    (f"{_META}/v1alpha1", "Provider"),
    (f"{_META}/v1alpha1", "Configuration"),
    (f"{_META}/v1beta1", "Function"),
]
_OBJECTS = [
    *[(f"{_K8S}/v1", "CustomResourceDefinition")] * 6,
    *[(f"{_EXT}/v1", "Composition"), (f"{_EXT}/v2", "CompositeResourceDefinition")] * 3,
    (f"{_K8S}/v1beta1", "CustomResourceDefinition"),
    (f"{_EXT}/v1", "CompositeResourceDefinition"),
    (f"{_EXT}/v1alpha1", "ManagedResourceDefinition"),
    (f"{_EXT}/v1alpha1", "ManagedResourceActivationPolicy"),
    (_OPS, "Operation"),
    (_OPS, "CronOperation"),
    (_OPS, "WatchOperation"),
    (_ADM, "ValidatingWebhookConfiguration"),
    (_ADM, "MutatingWebhookConfiguration"),
]
_ODD = [
    (f"{_META}/v1beta1", "Provider"),
    (f"{_META}/v1alpha1", "Function"),
    (f"{_META}/v2", "Provider"),
    (f"{_META}/v1", "provider"),
    (f"{_META}/v1", "ProviderList"),
    ("meta.pkg.ibm.crossplane.io/v1", "Provider"),
    ("meta.pkg.upbound.io/v1beta1", "AddOn"),
    ("pkg.crossplane.io/v1", "Provider"),
    (f"{_EXT}/v1beta1", "Composition"),
    (f"{_EXT}/v1alpha1", "EnvironmentConfig"),
    ("protection.crossplane.io/v1beta1", "Usage"),
    (_ADM, "AdmissionWebhookConfiguration"),
    ("v1", "ConfigMap"),
    ("v1", "List"),
    ("v1", "Status"),
    ("v1", "APIGroup"),
    ("example.org/v7", "Status"),
    ("meta.k8s.io/v1", "WatchEvent"),
    (f"{_META}/__internal", "WatchEvent"),
    (f"{_EXT}/__internal", "WatchEvent"),
    (f"{_EXT}/__internal", "Composition"),
    ("__internal", "Status"),
    ("a/b/c", "D"),
    ("/v1", "Provider"),
    ("x/", "Y"),
    ("apps/v1", 'De"ployé\t'),
]
_SCALARS = (
    *("yes", "n", "on", "true", "~", "null", "", "012", "08", "0o14", "0x1f", "1_000", "1e3", "1e400", "1.20", "-.5"),
    *(".nan", ".inf", "12345678901234567890", "99999999999999999999", "2020-01-01", "1:30", "=", "<<", "-0", "+1"),
    *('""', "''", "'yes'", '"\\u00e9"', '"\\x41\\n"', "!!str 5", "!!int '5'", "!!float 1", "!!binary YQ==", "!x 7"),
    *("!!null ''", "!!bool yes", "é", "a: b", "[1, 2]", "{a: b}", "[]", "{}", "*a", "&a x"),
    *("|\n   a\n", ">-\n   b\n"),
)
_TIMES = (
    *['"2020-01-01T00:00:00Z"', "null"] * 8,
    *('"2020-01-01T00:00:00Z"', '"2020-13-01T00:00:00Z"', '"2020-01-01T00:00:00+25:00"', "2020-01-01T00:00:00.5Z"),
    *('"today"', "2020-01-01", "null"),
)
_QUANTITIES = ("100m", "1.5Gi", "5", "0.5", "''", "1x", "1e3", "'1Mi2'", "-1", "'.5'", "'1KiB'", "'+5k'", "1E", "[]")
_INTEGERS = ("0", "1", "-7", "255", "256", "2147483647", "2147483648", "9223372036854775808", "1.0", "1e2", "0x1f")
_TEXTS = {
    JsonForm.TIME: _TIMES,
    JsonForm.QUANTITY: _QUANTITIES,
    JsonForm.TEXT_OR_INTEGER: ("80", "http", "-1", "1.5", "4294967296", "'5'"),
    JsonForm.OBJECT: (
        "{kind: Kustomization}",
        "{kind: X, apiVersion: a/b/c}",
        "{}",
        "[]",
        "{kind: X, apiVersion: v1}",
    ),
    JsonForm.ANY: _SCALARS,
}
_CONSTRAINTS = (
    *('">=v1.14.0"', '">=v1.14.0, <v3"', '">=v1.14.0 <v3"', "latest", '""', "1.20", "v1", '"^1 || ^2"', "~", "'>a1'"),
    *('">=1.0.0,"', '"1.x"', '"||"', "[]", "{}", "yes", '"=>1"', "'*'", '">=1.2.3-rc.1"'),
)


def random_kind(chance: Random) -> tuple[str, str]:
    """Any kind, seldom an unintended one."""
    if chance.random() < 0.85:
        return chance.choice(_OBJECTS)
    if chance.random() < 0.5:
        api_version, _, kind = chance.choice(_known()).partition(", ")
        return api_version, kind
    return chance.choice(_ODD)


def random_meta(chance: Random) -> Tree:
    """The meta object of a package, with a constraint mostly."""
    api_version, kind = chance.choice(_METAS)
    spec: dict[str, Tree] = {}
    if chance.random() < 0.7:
        spec["crossplane"] = {
            "version": Raw(chance.choice(_CONSTRAINTS[:3] if chance.random() < 0.5 else _CONSTRAINTS))
        }
    elif chance.random() < 0.3:
        spec["crossplane"] = chance.choice((Raw("{}"), Raw("~"), Raw("v1.14.0"), Raw("[]")))
    return _object(chance, api_version, kind, {"spec": spec} if spec or chance.random() < 0.5 else {})


def random_object(chance: Random) -> Tree:
    """An object of any kind."""
    return _object(chance, *random_kind(chance), {})


def _object(chance: Random, api_version: str, kind: str, more: dict[str, Tree]) -> Tree:
    tree = {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": chance.choice(("a", "b.example.org"))},
        **more,
    }
    struct = shapes.definition_of(api_version, kind)
    if struct is not None and chance.random() < 0.8:
        wrong = chance.choice((0.0, 0.0, 0.0, 0.01, 0.05))
        fields = filled(struct, chance, wrong, 5)
        for name in ("apiVersion", "kind", *more):
            fields.pop(name, None)
        tree |= fields
    return bent(tree, chance)


def bent(tree: dict[str, Tree], chance: Random) -> Tree:
    """The object, seldom without its names, or with other ones."""
    if chance.random() > 0.06:
        return tree
    name = chance.choice(("apiVersion", "kind", "metadata"))
    match chance.randrange(5):
        case 0:
            del tree[name]
        case 1:
            tree[name] = Raw(chance.choice(_SCALARS))
        case 2:
            tree[chance.choice((name.upper(), name.capitalize(), name.lower()))] = tree.pop(name)
        case 3:
            tree[name.upper()] = tree[name]
        case _:
            return chance.choice(([], [tree], Raw("text"), Raw("5"), Raw("{}"), Raw("~"), Raw("[]")))
    return tree


def filled(struct: Struct, chance: Random, wrong: float, depth: int) -> dict[str, Tree]:
    """Some of its fields, some of them wrong."""
    names = chance.sample(list(struct.fields), min(len(struct.fields), chance.randint(0, 5)))
    tree = {name: _value(struct.fields[name], chance, wrong, depth - 1) for name in names}
    if wrong and chance.random() < 0.1:
        name = chance.choice(list(struct.fields) or ["a"])
        tree[chance.choice((name.upper(), name[:-1] or "b", "unknown"))] = Raw(chance.choice(_SCALARS))
    return tree


def _value(shape: Shape, chance: Random, wrong: float, depth: int) -> Tree:
    if chance.random() < wrong:
        return Raw(chance.choice(_SCALARS))
    if depth < 0:
        return Raw("~")
    match shape.form:
        case JsonForm.STRUCT if shape.struct is not None:
            return filled(shape.struct, chance, wrong, depth)
        case JsonForm.LIST if shape.element is not None:
            return [_value(shape.element, chance, wrong, depth - 1) for _ in range(chance.randint(0, 2))]
        case JsonForm.MAP if shape.element is not None:
            keys = chance.sample(("a", "b/c", "1", "yes", "é"), chance.randint(0, 2))
            return {key: _value(shape.element, chance, wrong, depth - 1) for key in keys}
        case JsonForm.SCHEMA_OR_BOOL | JsonForm.SCHEMA_OR_LIST | JsonForm.SCHEMA_OR_STRINGS:
            return _odd_schema(shape, chance, wrong, depth)
        case JsonForm.BYTES:
            text = base64.b64encode(chance.randbytes(chance.randint(0, 5))).decode()
            return text + chance.choice(("", "", "", "\n", "=", "!", "é"))
    if shape.form in _TEXTS:
        return Raw(chance.choice(_TEXTS[shape.form]))
    return _scalar(shape, chance)


def _odd_schema(shape: Shape, chance: Random, wrong: float, depth: int) -> Tree:
    """A schema, or what may stand in its place, or what may not."""
    if shape.struct is not None and chance.random() < 0.5:
        return filled(shape.struct, chance, wrong, depth)
    schema = {} if shape.struct is None else filled(shape.struct, chance, wrong, depth - 1)
    return chance.choice((Raw("true"), Raw("~"), [schema], ["a"], [schema, Raw("1")], [], Raw("text")))


def _scalar(shape: Shape, chance: Random) -> Tree:
    match shape.scalar:
        case "string":
            return chance.choice(("", "a", "x.y", "Cluster", Raw("plain"), Raw("'1'")))
        case "boolean":
            return chance.choice((True, False, Raw("yes"), Raw("off")))
        case "integer":
            return Raw(chance.choice(_INTEGERS))
    return Raw(chance.choice(("0", "1.5", "-1e-7", "1e21", "100000000000000000000")))


def _known() -> list[str]:
    return [entry for part in shapes.PARTS for entry in shapes.known_kinds(part)]
