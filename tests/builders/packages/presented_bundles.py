"""Operator bundles with faults that only a catalog such as OperatorHub minds, by name."""

from collections.abc import Mapping

from builders.packages.bundles import CRD, CSV, CSV_FILE, SOUND

_PRESENTATION = """\
  displayName: Tides
  provider: {name: Tides}
  maintainers:
  - {name: Ada, email: ada@example.com}
  links:
  - {name: Manual, url: https://example.com/manual}
  icon:
  - {base64data: aWNvbg==, mediatype: image/png}
"""
_LEVELS = "    capabilities: Full Lifecycle\n    categories: Database, Storage\n    alm-examples"
_IMAGE = "image: registry.example.com/tides:1.2.0\n"
_REQUESTS = "                resources: {requests: {cpu: 10m, memory: 64Mi}}\n"
_CSV = (
    CSV.replace("    alm-examples", _LEVELS)
    .replace("  displayName: Tides\n", _PRESENTATION)
    .replace("kind: Berth}", "kind: Berth, description: A place for a boat}")
    .replace(_IMAGE, _IMAGE + _REQUESTS)
)
_PERMISSION = """\
    spec:
      clusterPermissions:
      - serviceAccountName: tides
        rules:
        - {apiGroups: [%s], resources: [%s], verbs: ['*']}
"""


def presented_bundles() -> Mapping[str, Mapping[str, str]]:
    """All of them, and the one that OperatorHub takes."""
    return {"hub-sound": _with(), **_people(), **_presentation(), **_practices(), **_removed()}


def _with(*changes: tuple[str, str], files: Mapping[str, str] | None = None) -> dict[str, str]:
    csv = _CSV
    for old, new in changes:
        assert old in csv, old
        csv = csv.replace(old, new)
    return {**SOUND, CSV_FILE: csv, **(files or {})}


def _people() -> dict[str, dict[str, str]]:
    mails = {
        "word": "ada",
        "two": "ada@example.com, bob@example.com",
        "named": "Ada <ada@example.com>",
        "dots": "a..da@example.com",
        "blank": "ada b@example.com",
        "end": "ada@",
        "dots-behind": "ada@a..b",
        "blank-behind": "ada@ example.com",
        "quoted-nothing": '""@example.com',
        "long": "ada" * 300,
    }
    urls = {
        "word": "example.com",
        "path": "/manual",
        "mail": "mailto:ada@example.com",
        "host": "http://exa mple.com",
        "escape": "http://example.com/%zz",
        "port": "http://example.com:http",
        "ports": "https://example.com:80:80/",
        "ports-of-another": "ftp://example.com:80:80/",
        "user": "http://a%@example.com",
        "odd-user": "http://a b@example.com",
        "fragment": "http://example.com#%zz",
        "bracket": "http://a[b",
        "address": "http://[1.2.3.4]",
        "scheme": "://example.com",
    }
    return {
        "hub-no-provider": _with(("  provider: {name: Tides}\n", "")),
        "hub-blank-provider": _with(("provider: {name: Tides}", "provider: {name: '  '}")),
        "hub-maintainer-no-name": _with(("{name: Ada, ", "{")),
        "hub-link-no-url": _with((", url: https://example.com/manual", "")),
        **{f"hub-mail-{name}": _with(("ada@example.com", f"'{mail}'")) for name, mail in mails.items()},
        **{f"hub-url-{name}": _with(("https://example.com/manual", f"'{url}'")) for name, url in urls.items()},
    }


def _presentation() -> dict[str, dict[str, str]]:
    icon = "  icon:\n  - {base64data: aWNvbg==, mediatype: image/png}\n"
    return {
        "hub-no-icon": _with((icon, "")),
        "hub-two-icons": _with((icon, icon + icon.partition("\n")[2])),
        "hub-empty-icon": _with(("base64data: aWNvbg==", "base64data: ''")),
        "hub-text-icon": _with(("image/png", "text/plain")),
        "hub-level": _with(("Full Lifecycle", "Full")),
        "hub-category": _with(("Database, Storage", "Database,Other,")),
        "hub-no-version": _with(("  version: 1.2.0\n", "")),
        "hub-version-zero": _with(("  version: 1.2.0\n", "  version: 0.0.0\n")),
        "hub-no-description": _with((", description: A place for a boat", "")),
        "hub-no-kube-version": _with(("  minKubeVersion: 1.27.0\n", "")),
    }


def _practices() -> dict[str, dict[str, str]]:
    budget = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {%s}\n"
    role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules:\n- {%s}\n"
    priority = (
        "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 5\nglobalDefault: true\n"
    )
    constraints = "apiGroups: [security.openshift.io], resources: [securitycontextconstraints], verbs: [update]"
    objects = {
        "budget-none": budget % "maxUnavailable: 0",
        "budget-percent": budget % "maxUnavailable: 0%",
        "budget-all": budget % "minAvailable: 100%",
        "budget-one": budget % "maxUnavailable: 1",
        "priority": priority,
        "budgets-role": role % "apiGroups: [policy], resources: [poddisruptionbudgets], verbs: [create]",
        "constraints-role": role % f"{constraints}, resourceNames: [anyuid]",
        "own-constraints-role": role % f"{constraints}, resourceNames: [mine]",
    }
    deployments = _CSV[_CSV.index("      deployments:") :]
    return {
        **{f"hub-{name}": _with(files={"manifests/c.yaml": text}) for name, text in objects.items()},
        "hub-no-deployments": _with((deployments, "      other: []\n")),
        "hub-no-requests": _with((_REQUESTS, "")),
        "hub-empty-requests": _with(("requests: {cpu: 10m, memory: 64Mi}", "requests: {}")),
        "hub-name": _with(("name: tides.v1.2.0", "name: tides")),
        "hub-name-zeros": _with(("name: tides.v1.2.0", "name: tides.v1.02.0")),
        "hub-creates-definitions": _permitted("apiextensions.k8s.io", "customresourcedefinitions"),
    }


def _permitted(group: str, resource: str) -> dict[str, str]:
    return _with(("    spec:\n      deployments:", f"{_PERMISSION % (group, resource)}      deployments:"))


def _removed() -> dict[str, dict[str, str]]:
    old = "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n"
    role = "apiVersion: rbac.authorization.k8s.io/v1beta1\nkind: Role\nmetadata: {name: a}\n"
    early = ("minKubeVersion: 1.27.0", "minKubeVersion: 1.20.0")
    definition = CRD.replace("/v1\n", "/v1beta1\n", 1).replace(
        "spec:\n", "spec:\n  preserveUnknownFields: false\n", 1
    )
    definition = definition.replace("    schema: {openAPIV3Schema: {type: object}}\n", "")
    owned = ("kind: Berth, ", "kind: Berth, resources: [{kind: CronJob, version: batch/v1beta1, name: ''}], ")
    return {
        "hub-old-budget": _with(files={"manifests/c.yaml": old}),
        "hub-old-budget-early": _with(early, files={"manifests/c.yaml": old}),
        "hub-old-role-early": _with(early, files={"manifests/c.yaml": role}),
        "hub-old-definition-early": _with(early, files={"manifests/tides.example.com_berths.yaml": definition}),
        "hub-old-resource": _with(owned),
        "hub-old-permission": _permitted("batch", "cronjobs"),
        "hub-new-permission": _permitted("apps", "deployments"),
        "hub-bad-kube-version": _with(("minKubeVersion: 1.27.0", "minKubeVersion: new")),
    }
