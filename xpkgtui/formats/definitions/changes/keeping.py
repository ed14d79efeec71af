"""The steps before objects are deleted: what they stand for outside of the cluster is kept, and they in a file."""

from typing import Any

from xpkgtui.commands import PrintedCommand, spelled
from xpkgtui.rules.changes.rule import shell_word
from xpkgtui.untyped import field, listing, mapping

_POLICIES = {
    "managementPolicies": '{"spec":{"managementPolicies":["Observe","Create","Update","LateInitialize"]}}',
    "deletionPolicy": '{"spec":{"deletionPolicy":"Orphan"}}',
}
"""What keeps a provider from deleting what a managed resource stands for, by the field that says it."""
_COLUMNS = (
    "custom-columns=KIND:.kind,NAMESPACE:.metadata.namespace,NAME:.metadata.name,"
    "POLICIES:.spec.managementPolicies,DELETION:.spec.deletionPolicy"
)
_COMPOSED = (
    "With a composite resource, what it composes is deleted, and what that stands for outside of the cluster. Before "
    "you delete any, take that away, in the Composition where it sets these fields, else in each resource:"
)
_KEEP = (
    "Keep the objects in a file. It has no status and no uid: they are made anew, and what refers to them by uid no "
    "longer does:"
)
_AGAIN = (
    "After the upgrade make them again: apiVersion, kind and fields in the file must fit the new definition. kubectl "
    "remembers for hours which kinds are in namespaces; the first command asks anew:"
)
_MADE_ANEW = ("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "ownerReferences")
MADE_OF_MANAGED, MADE_OF_COMPOSITE = "managedresourcedefinition", "compositeresourcedefinition"
"""The kinds of which Crossplane makes definitions, as kubectl takes them."""
MADE_SINCE_2 = "since 2"
"""In place of such a kind: a definition of a provider, which Crossplane 2 makes of a managed one, and 1 applies."""
Steps = tuple[str | PrintedCommand, ...]


def policy_of(definition: Any) -> str:
    """The field by which objects keep what they stand for; empty where they are no managed resources."""
    spec = mapping(field(definition, "spec"))
    schemas = [field(one, "schema", "openAPIV3Schema") for one in listing(spec.get("versions"))]
    schemas.append(field(spec, "validation", "openAPIV3Schema"))
    known = {name for one in schemas for name in mapping(field(one, "properties", "spec", "properties"))}
    return next((name for name in _POLICIES if name in known), "")


def outside_kept(name: str, policy: str, lead: str = "Before you delete any, take that away:") -> Steps:
    """The steps after which no deletion of managed resources reaches what they stand for."""
    lead = f"Each object stands for something outside of the cluster, which is deleted with it. {lead}"
    return _left_alone(lead, shell_word(name), policy) if policy else ()


def composed_kept() -> Steps:
    """The steps after which deleting composite resources reaches nothing outside of the cluster."""
    return _left_alone(_COMPOSED, "managed", "managementPolicies")


def _left_alone(lead: str, names: str, policy: str) -> Steps:
    return (
        lead,
        spelled(f"kubectl get {names} -A -o json | kubectl patch -f - --type=merge -p '{_POLICIES[policy]}'"),
        "See that it holds: no row may lack a policy, or have Delete or * in it:",
        spelled(f"kubectl get {names} -A -o {_COLUMNS}"),
    )


def objects_kept(name: str) -> Steps:
    """The step that keeps objects in a file from which they can be made again, behind those that are in it."""
    fields = "|".join(_MADE_ANEW)
    strip = f'del(.items[].status) | .items[].metadata |= with_entries(select(.key | test("^({fields})$") | not))'
    return (_KEEP, spelled(f"kubectl get {shell_word(name)} -A -o json | jq '{strip}' >> kept.json"))


def deletion(name: str, policy: str, maker: str = "") -> Steps:
    """The steps to a definition that can be made again; `maker` is the kind of which Crossplane makes it."""
    outside = composed_kept() if maker == MADE_OF_COMPOSITE else outside_kept(name, policy, "First take that away:")
    asked = spelled(f"kubectl api-resources --api-group={shell_word(name.partition('.')[2])}")
    again = (_AGAIN, asked, spelled("kubectl apply --server-side -f kept.json"))
    return (*outside, *objects_kept(name), *deleted(name, maker), *again)


def deleted(name: str, maker: str) -> Steps:
    """The step that deletes: Crossplane makes a definition anew, as it was, while there is what it makes it of."""
    last = "which deletes all of them:"
    word = shell_word(name)
    if maker == MADE_OF_COMPOSITE:
        return (
            "Then delete all of them, as Crossplane waits for those in namespaces:",
            spelled(f"kubectl delete {word} --all -A"),
            "Then delete what Crossplane makes the definition of:",
            spelled(f"kubectl delete {maker} {word}"),
        )
    if maker == MADE_SINCE_2:
        return (
            "Where Crossplane 2 is, delete its ManagedResourceDefinition, or the definition comes back as it was:",
            spelled(f"kubectl delete {MADE_OF_MANAGED} {word} --ignore-not-found"),
            f"Then delete the definition, {last}",
            spelled(f"kubectl delete crd {word} --ignore-not-found"),
        )
    if maker:
        return (
            f"Then delete what Crossplane makes the definition of, {last}",
            spelled(f"kubectl delete {maker} {word}"),
            spelled(f"kubectl delete crd {word} --ignore-not-found"),
        )
    return f"Then delete the definition, {last}", spelled(f"kubectl delete crd {word}")
