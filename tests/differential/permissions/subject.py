"""What comes with a package: the roles of Crossplane's RBAC manager, those of OLM v0 and v1, and its installer's."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from builders.packages.bundles import ANNOTATIONS_FILE, CRD, SOUND, write
from builders.packages.used import objects_in
from differential.oracle import Oracle
from differential.permissions.cases import GENERATED, NAMESPACE, traps
from differential.permissions.real import real_cases, real_folder
from differential.subject import Subject

from xpkgtui.formats.install_modes import ALL
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter, PackageInstallation, rules_of
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.registry_v1.permissions.account import of_package, refused
from xpkgtui.formats.xpkg.permissions import roles
from xpkgtui.formats.xpkg.permissions.account import organization
from xpkgtui.formats.xpkg.permissions.roles import DefinedResource
from xpkgtui.untyped import field, listing

Node = dict[str, Any]
_ANY = [
    {"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]},
    {"nonResourceURLs": ["*"], "verbs": ["*"]},
]
_ACCESS = frozenset(map(str, AccessKind))
_VERSIONS = (("2.4", "installs"), ("1.20", "roles-1.20"))
_ADMISSION = "admissionregistration.k8s.io"
_RULE = ("apiGroups", "resources", "resourceNames", "nonResourceURLs", "verbs")


def _theirs(oracle: Oracle, case: Node) -> Any:
    return _short(_asked(oracle, case))


def _short(answer: Any) -> Any:
    """An answer as the table keeps it: objects by name and digest, single rules by number."""
    if "installer" in answer:
        rules = answer["installer"]
        access = {key: _by_name(answer[key]) for key in ("v0", "v1")}
        return access | {"installer": f"{len(rules)} {_digest(rules)}"}
    if answer.get("1.20") == answer.get("2.4"):
        return {"both": answer.get("2.4")}
    return answer


def _by_name(objects: Any) -> Any:
    if isinstance(objects, str):
        return objects
    return [f"{one['kind']} {one.get('namespace', '')} {one['name']} {_digest(one)}" for one in objects]


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def _asked(oracle: Oracle, case: Node) -> Any:
    if "bundle" in case:
        return _of_bundle(oracle, case["bundle"])
    found = {}
    for version, program in _VERSIONS:
        asked = {**case["asked"], "allowed": _ANY if case.get("allowed") else []}
        words = ("roles",) if program == "installs" else ()
        answer = oracle.ask(program, *words, **asked)["answer"]
        if "error" in answer:
            return {"error": True}
        found[version] = [_plain(one) for one in (*answer["applied"], *answer.get("binding", []))]
    return found


def _plain(one: Node) -> Node:
    """A role or binding as both sides write it."""
    found: Node = {"name": one["name"]}
    if one.get("labels"):
        found["labels"] = one["labels"]
    if one.get("rules"):
        found["rules"] = one["rules"]
    if one.get("role"):
        subjects = [{key: each.get(key, "") for key in ("name", "namespace")} for each in one.get("subjects") or []]
        found |= {"role": one["role"], "subjects": subjects}
    return found


def _of_bundle(oracle: Oracle, bundle: Any) -> Any:
    with TemporaryDirectory() as folder:
        path = real_folder(bundle) if isinstance(bundle, str) else write(Path(folder), _files(bundle))
        v0 = oracle.ask("bundle-v0", folder=str(path), namespace=NAMESPACE)["answer"]
        v1 = oracle.ask("bundle-v1", folder=str(path), namespace=NAMESPACE)["answer"]
    found: Node = {"v0": _access(v0["objects"]) if "objects" in v0 else "refused"}
    if v1.get("refused") or "objects" not in v1:
        return found | {"v1": "refused" if v1.get("refused") else "invalid", "installer": []}
    needed = oracle.ask("preflight", objects=v1["objects"], extension=_extension(bundle))["answer"]
    if "error" in needed:
        return found | {"v1": _access(v1["objects"]), "installer": needed["error"]}
    single = {one for each in needed["missing"] for rule in each["rules"] for one in _single(each["namespace"], rule)}
    return found | {"v1": _access(v1["objects"]), "installer": sorted(map(list, single))}


def _extension(bundle: Any) -> str:
    return "extension" if isinstance(bundle, str) else "tides"


def _files(bundle: Node) -> dict[str, str]:
    others = {f"manifests/z{number}.yaml": json.dumps(one) for number, one in enumerate(bundle["others"])}
    return {
        "manifests/a.yaml": json.dumps(bundle["csv"]),
        "manifests/crd.yaml": CRD,
        ANNOTATIONS_FILE: SOUND[ANNOTATIONS_FILE],
        **others,
    }


def _access(objects: Iterable[Node]) -> list[Node]:
    """The roles, bindings and ServiceAccounts among objects, in order."""
    found = []
    for one in objects:
        if one["kind"] in _ACCESS:
            metadata = one["metadata"]
            plain: Node = {"kind": one["kind"], "name": metadata.get("name", "")}
            # OLM v0 gives a ServiceAccount of cluster permissions alone its namespace when it applies it.
            if one["kind"] in ("Role", "RoleBinding") and metadata.get("namespace"):
                plain["namespace"] = metadata["namespace"]
            plain["labels"] = metadata.get("labels") or {}
            rules = [{key: rule[key] for key in _RULE if rule.get(key)} for rule in listing(one.get("rules"))]
            plain |= {"rules": rules} if rules else {}
            if "roleRef" in one:
                plain["role"] = f"{one['roleRef']['kind']} {one['roleRef']['name']}"
                plain["subjects"] = [
                    [each.get("kind", ""), each.get("namespace", ""), each.get("name", "")]
                    for each in listing(one.get("subjects"))
                ]
            found.append(plain)
    # A permission that stands twice is rendered twice, with one name.
    return [json.loads(one) for one in sorted({json.dumps(each) for each in found})]


def _single(namespace: str, rule: Node) -> Iterator[tuple[str, ...]]:
    if rule.get("apiGroups") == [_ADMISSION]:
        namespace = ""  # webhook configurations have none, whatever OLM v1 asks for
    for group, resource, name, verb in product(
        rule.get("apiGroups") or (), rule.get("resources") or (), rule.get("resourceNames") or ("",), rule["verbs"]
    ):
        yield namespace, group, resource, name, verb
    for url, verb in product(rule.get("nonResourceURLs") or (), rule["verbs"]):
        yield namespace, "", "", url, verb


def _ours(case: Node) -> Any:
    return _short(_made(case))


def _made(case: Node) -> Any:
    if "bundle" in case:
        return _bundle_of_ours(case["bundle"])
    found = {}
    for version, _ in _VERSIONS:
        asked = case["asked"]
        if asked["kind"] == "xrd":
            found[version] = [_written(one) for one in _xrd(asked["object"], version)]
        else:
            found[version] = _provider(asked, version, is_allowed=bool(case.get("allowed")))
    return found


def _xrd(value: Node, version: str) -> tuple[AccessObject, ...]:
    spec = value["spec"]
    claims = spec.get("claimNames")
    plural = claims.get("plural", "") if claims is not None else None
    name = field(value, "metadata", "name") or ""
    return roles.xrd_roles(name, spec.get("group", ""), field(spec, "names", "plural") or "", plural, version)


def _provider(asked: Node, version: str, *, is_allowed: bool) -> list[Node]:
    is_old = version == "1.20"
    requests = rules_of(asked.get("requests")) if is_old else ()
    binding = roles.provider_binding(
        asked["name"], [(one.partition("/")[0], one.partition("/")[2]) for one in asked.get("accounts", ())]
    )
    resources = list(_resources(asked, is_old=is_old))
    for member in asked.get("members", ()):
        own, other = organization(asked.get("package", "")), organization(member.get("package", ""))
        if asked.get("family") and asked["family"] == member.get("family") and own and own == other:
            resources += _resources(member, is_old=is_old)
    made = roles.provider_roles(
        asked["name"],
        resources,
        is_safe_start=not is_old and "safestart" in [_bare(one) for one in asked.get("capabilities", ())],
        requests=requests,
    )
    asks = any(one.verbs and ((one.api_groups and one.resources) or one.urls) for one in requests)
    # A request that is not allowed means no roles at all.
    if made is None or (asks and not is_allowed):
        return [_written(binding)]
    return [_written(one) for one in (made.edit, made.view, made.system, binding)]


def _bare(capability: str) -> str:
    return "".join(one for one in capability if one.isascii() and one.isalnum()).lower()


def _resources(asked: Node, *, is_old: bool) -> Iterator[DefinedResource]:
    for one in asked.get("resources", ()):
        if not is_old or one.get("kind", "CustomResourceDefinition") == "CustomResourceDefinition":
            found = roles.resource_of(f"{one['plural']}.{one['group']}")
            if found is not None:
                yield found


def _written(one: AccessObject) -> Node:
    found: Node = {"name": one.name}
    if one.labels:
        found["labels"] = dict(one.labels)
    if one.rules:
        found["rules"] = [rule.as_object() for rule in one.rules]
    if one.role:
        subjects = [{"name": each.name, "namespace": each.namespace} for each in one.subjects]
        found |= {"role": f"{one.role_kind} {one.role}", "subjects": subjects}
    return found


@cache
def _texts(bundle: str) -> tuple[str, ...]:
    folder = real_folder(bundle) / "manifests"
    return tuple(path.read_text() for path in sorted(folder.iterdir()) if path.is_file())


def _bundle_of_ours(bundle: Any) -> Any:
    if isinstance(bundle, str):
        texts: Iterable[str] = _texts(bundle)
    else:
        texts = (json.dumps(bundle["csv"]), CRD, *(json.dumps(one) for one in bundle["others"]))
    package = objects_in(REGISTRY_V1, *(f"{one.rstrip()}\n" for one in texts))
    made = of_package(package, PackageInstallation(namespace=NAMESPACE))
    value = next((package.read(head) for head in package.heads if head.kind == "ClusterServiceVersion"), None)
    is_everywhere = any(
        one == {"type": ALL, "supported": True} for one in listing(field(value, "spec", "installModes"))
    )
    v0 = [one for one in made.objects if one.by is Granter.OLM_V0]
    if is_everywhere:
        lifted = {one.name for one in v0 if one.kind is AccessKind.ROLE}
        wide = (AccessKind.CLUSTER_ROLE, AccessKind.CLUSTER_ROLE_BINDING)
        v0 = [one for one in v0 if not (one.name in lifted and one.kind in wide)]
    found: Node = {"v0": _of_ours(v0) if field(value, "spec", "install", "strategy") == "deployment" else "refused"}
    if any(refused(value)):
        return found | {"v1": "refused", "installer": []}
    v1 = [one for one in made.objects if one.by in (Granter.OLM_V1, Granter.MANIFESTS)]
    single = {
        each
        for one in made.objects
        if one.by is Granter.INSTALLER
        for rule in one.rules
        for each in _single(one.namespace, rule.as_object())
    }
    own = {("olm.operatorframework.io", "clusterextensions/finalizers")}
    named = {(*each[:3], _extension(bundle), *each[4:]) if each[1:3] in own else each for each in single}
    return found | {"v1": _of_ours(v1), "installer": sorted(map(list, named))}


def _of_ours(objects: Iterable[AccessObject]) -> list[Node]:
    return _access(
        {
            "kind": one.kind.value,
            "metadata": {"name": one.name, "namespace": one.namespace, "labels": dict(one.labels)},
            "rules": [rule.as_object() for rule in one.rules],
            **(
                {
                    "roleRef": {"kind": one.role_kind, "name": one.role},
                    "subjects": [
                        {"kind": each.kind, "namespace": each.namespace, "name": each.name} for each in one.subjects
                    ],
                }
                if one.role_kind
                else {}
            ),
        }
        for one in objects
    )


def _excused(_case: Node, ours: Any, theirs: Any) -> str | None:
    if isinstance(theirs, dict) and theirs.get("v1") == "invalid" and ours["v0"] == theirs["v0"]:
        return "OLM v1 takes the bundle for invalid, which is for its rules to say"
    return None


def _generated(chance: Random) -> Node:
    return chance.choice(GENERATED)(chance)


def _real(chance: Random) -> Node:
    return chance.choice(real_cases())


PERMISSIONS = Subject(
    name="permissions",
    traps=traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=30,
    largest=2_000,
)
REAL_PERMISSIONS = Subject(
    name="real-permissions",
    traps=tuple,
    generated=_real,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=0,
)
