"""What Crossplane lacks to compose what the Compositions of a package compose."""

from builders.cases import each_row
from builders.packages.used import objects_in

from xpkgtui.formats.permissions.granted import (
    DefinitionName,
    Granter,
    InstalledMember,
    PackageInstallation,
    PackagePermissions,
)
from xpkgtui.formats.xpkg.compositions.composed_kinds import composed_kinds
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.permissions.composing import plural_of

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: sea}\nspec: {dependsOn: [%s]}\n"
XRD = """\
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xboats.sea.example.org}
spec: {group: sea.example.org, names: {plural: xboats, kind: XBoat}, claimNames: {plural: boats, kind: Boat}}
"""
COMPOSITION = """\
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: boats}
spec:
  compositeTypeRef: {apiVersion: sea.example.org/v1, kind: XBoat}
"""
STEP = "  pipeline: [{step: a, functionRef: {name: %s}, input: %s}]\n"
AWS = "{provider: xpkg.example.org/acme/provider-aws-s3, version: v1.0.0}"
SOME = "{configuration: xpkg.example.org/acme/configuration-hulls, version: v1.0.0}"


def bases(*kinds: str) -> str:
    listed = ", ".join(
        f"{{base: {{apiVersion: {one.partition(' ')[0]}, kind: {one.partition(' ')[2]}}}}}" for one in kinds
    )
    return f"  resources: [{listed}]\n"


def steps(function: str, given: str) -> str:
    return STEP % (function, given)


def may(spec: str, *, depends: str = "", target: str = "2.4", members: tuple[str, ...] = ()) -> PackagePermissions:
    definitions = tuple(
        DefinitionName(kind="CustomResourceDefinition", group="apiextensions.k8s.io", name=one) for one in members
    )
    known = (
        InstalledMember(source="a", reference="xpkg.example.org/acme/provider-aws-s3:v1", definitions=definitions),
    )
    installation = PackageInstallation(target=target, members=known if members else ())
    return XPKG.permissions().of_package(objects_in(XPKG, META % depends, XRD, COMPOSITION + spec), installation)


def lacking(found: PackagePermissions) -> list[str]:
    roles = [one.role for one in found.grants if one.role.by is Granter.COMPOSITIONS]
    rules = [rule for role in roles for rule in role.rules]
    return [f"{name}.{rule.api_groups[0]}".rstrip(".") for rule in rules for name in rule.resources]


@each_row(
    ("spec", "depends", "target", "wanted"),
    [
        (bases("batch/v1 CronJob", "v1 Pod", "v1 Pod"), "", "2.4", ["pods", "cronjobs.batch"]),
        (bases("apps/v1 Deployment", "v1 Service", "v1 Secret", "v1 ConfigMap", "v1 ServiceAccount"), "", "2.4", []),
        (
            bases("apps/v1 StatefulSet", "networking.k8s.io/v1 Ingress"),
            "",
            "1.20",
            ["statefulsets.apps", "ingresses.networking.k8s.io"],
        ),
        (
            bases("sea.example.org/v1 Boat", "sea.example.org/v1 XBoat", "pkg.crossplane.io/v1 Provider"),
            "",
            "2.4",
            [],
        ),
        (bases("protection.crossplane.io/v1beta1 Usage"), "", "2.0", []),
        (bases("protection.crossplane.io/v1beta1 Usage"), "", "1.20", ["usages.protection.crossplane.io"]),
        (bases("cert-manager.io/v1 Certificate"), "", "2.4", ["certificates.cert-manager.io"]),
        (bases("cert-manager.io/v1 Certificate"), SOME, "2.4", ["certificates.cert-manager.io"]),
        (bases("s3.aws.example.net/v1 Bucket", "v1 Pod"), AWS, "2.4", ["pods"]),
        (bases("hulls.example.net/v1 Keel"), SOME, "2.4", []),
    ],
)
def test_what_no_role_gives_is_lacking(spec: str, depends: str, target: str, wanted: list[str]) -> None:
    assert lacking(may(spec, depends=depends, target=target)) == wanted


def test_what_an_installed_package_defines_is_not_lacking() -> None:
    buckets = bases("s3.aws.example.net/v1 Bucket", "s3.aws.example.net/v1 Object")
    found = may(buckets, depends=AWS)
    assert (lacking(found), found.remarks[0].partition(":")[0]) == (
        [],
        "A dependency seems to define Bucket, Object of s3.aws.example.net",
    )
    assert lacking(may(buckets, depends=AWS, members=("buckets.s3.aws.example.net",))) == [
        "objects.s3.aws.example.net"
    ]


def test_a_role_of_its_own_makes_no_role_of_the_package() -> None:
    found = may(bases("rbac.authorization.k8s.io/v1 Role"))
    (grant,) = [one for one in found.grants if one.role.by is Granter.COMPOSITIONS]
    assert grant.role.labels == (("rbac.crossplane.io/aggregate-to-crossplane", "true"),)
    assert "escalate and bind" in grant.note
    assert len(found.grants) == 5


TEMPLATE = """\
{{ range .x }}
---
apiVersion: "batch/v1"  # of Kubernetes
kind: 'Job'
metadata: {annotations: {"gotemplating.fn.crossplane.io/composition-resource-name": a}}
---
apiVersion: kubernetes.crossplane.io/v1alpha2
kind: Object
spec:
  forProvider:
    manifest:
      apiVersion: v1
      kind: Namespace
---
apiVersion: meta.gotemplating.fn.crossplane.io/v1alpha1
kind: CompositeConnectionDetails
---
kind: XBoat
apiVersion: sea.example.org/v1
---
apiVersion: {{ $.version }}
kind: Unknown
---
apiVersion: v1
kind: Po{{ .d }}
{{ end }}
"""
KCL = """\
items = [{
    apiVersion = "batch/v1"
    kind = "CronJob"
}, {"kind": "Pod", "apiVersion": "v1"}, {apiVersion = "kubernetes.crossplane.io/v1", kind = "Object"
  spec.forProvider.manifest = {apiVersion = "v1", kind = "Node"}}]
"""


@each_row(
    ("function", "group", "text", "kinds", "open_"),
    [
        ("function-go-templating", "gotemplating.fn.crossplane.io/v1beta1", TEMPLATE, ["Job", "Object"], True),
        ("function-kcl", "krm.kcl.dev/v1alpha1", KCL, ["CronJob", "Pod", "Object"], True),
        ("function-auto-ready", "a.fn.crossplane.io/v1", "", [], False),
        ("acme-function-own", "a.fn.crossplane.io/v1", "", [], True),
    ],
)
def test_templates_and_code_say_what_they_compose(
    function: str, group: str, text: str, kinds: list[str], open_: bool
) -> None:
    given = {"apiVersion": group, "kind": "Input", "spec": {"source": [{"template": text}]}}
    step = {"step": "a", "functionRef": {"name": function}, "input": given}
    type_ref = {"apiVersion": "sea.example.org/v1", "kind": "XBoat"}
    found = composed_kinds({"spec": {"compositeTypeRef": type_ref, "pipeline": [step]}})
    assert [one.kind for one in found.kinds] == kinds
    assert all(one.is_guessed for one in found.kinds)
    assert found.functions == ((function,) if open_ else ())


def test_a_function_of_its_own_is_said_to_compose_what_nobody_knows() -> None:
    found = may(steps("acme-function-own", "{apiVersion: x/v1, kind: Y}"))
    assert found.remarks[-1] == "What acme-function-own composes more is in its code, and not known here."


def test_odd_values_compose_nothing() -> None:
    odd = {
        "pipeline": [{"input": {"resources": 1}}, 3, None],
        "resources": [None, {"base": []}],
        "compositeTypeRef": 1,
    }
    assert composed_kinds({"spec": odd}).kinds == ()
    assert composed_kinds(None).kinds == ()


@each_row(
    ("kind", "plural"),
    [("Ingress", "ingresses"), ("NetworkPolicy", "networkpolicies"), ("Endpoints", "endpoints"), ("Pod", "pods")],
)
def test_plurals_are_those_that_kubernetes_guesses(kind: str, plural: str) -> None:
    assert plural_of(kind) == plural
