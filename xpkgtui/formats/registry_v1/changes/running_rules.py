"""Rules about changes of what an operator runs: deployments, images and webhooks."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.formats.changes.object_rules import both_texts
from xpkgtui.rules.changes.rule import At, Words, change, shell_word


@change("CHG310", "An image changed", clients="AW", stored="AW")
def image_changed(at: At, what: str, *, is_moved: bool) -> Words:
    """A container, or a related image of a name, has another image.

    Why: Nodes pull the new image; one in another repository may not be in your mirror.
    When it bites: When the operator starts, on a cluster that pulls from a mirror.
    Fix: Mirror the new image before the upgrade.
    Source: OLM, ClusterServiceVersion, relatedImages.
    """
    return Words(message=f"{what} {both_texts(at.before, at.after)}", level=int(not is_moved))


@change("CHG311", "A deployment or a container is removed", clients="CA", stored="AA")
def workload_gone(at: At, what: str, *, is_container: bool = False) -> Words:
    """The operator does not run a deployment or a container that it ran before.

    Why: OLM deletes the deployment. Services, dashboards and alerts that select it find nothing.
    When it bites: After the upgrade.
    Fix: Change what refers to it by its name or its labels.
    Source: OLM, ClusterServiceVersion, install strategy.
    """
    return Words(
        message=f"{what} is gone",
        who=f"Services, dashboards and scripts that refer to {what}.",
        level=int(is_container),
    )


@change("CHG312", "A deployment or a container is added", clients="A", stored="A")
def workload_new(at: At, what: str) -> Words:
    """The operator runs a deployment or a container that it did not run before.

    Why: It takes resources of the cluster.
    When it bites: Where a quota leaves no room for it.
    Fix: No action, unless the namespace has a quota.
    Source: OLM, ClusterServiceVersion, install strategy.
    """
    return Words(message=f"{what} is new")


@change("CHG313", "The settings of a deployment changed", clients="A", stored="A")
def settings_changed(at: At, name: str, fields: Sequence[str]) -> Words:
    """A deployment differs in arguments, environment, resources or other fields.

    Why: The operator may behave in another way.
    When it bites: After the upgrade.
    Fix: Compare the fields with the `config` of your Subscription, which overrides some of them.
    Source: OLM, Subscription configuration.
    """
    return Words(message=f"the deployment {name} has other settings: {', '.join(fields)}")


@change("CHG317", "A deployment may do more on its node", clients="C", stored="A")
def risks_gained(at: At, name: str, risks: Sequence[str]) -> Words:
    """A Pod of the operator is privileged, shares something of its node or has more capabilities than before.

    Why: Pod Security Admission and the SecurityContextConstraints of OpenShift refuse such a Pod unless its namespace
    and its ServiceAccount may run it; a program that takes over the operator takes over the node.
    When it bites: During the upgrade: the Pods are not made, and the ClusterServiceVersion does not succeed.
    Fix: Read what the Pod does with it. Allow it in the namespace of the operator, if you want it.
    Source: Kubernetes, Pod Security Standards; OpenShift, SecurityContextConstraints.
    """
    return Words(
        message=f"the deployment {name} may do more on its node: {'; '.join(risks)}",
        who="Namespaces that enforce a Pod Security Standard, and clusters that limit what Pods may do.",
    )


@change("CHG318", "The selector of a deployment changed", clients="B", stored="B")
def selector_changed(at: At, name: str) -> Words:
    """A deployment keeps its name and selects its Pods by other labels.

    Why: The API server takes no change of `spec.selector`, so OLM cannot write the deployment: the new
    ClusterServiceVersion fails, and the old operator goes on.
    When it bites: During the upgrade: `install strategy failed: Deployment.apps "…" is invalid: spec.selector:
    Invalid value: …: field is immutable`.
    Fix: Ask the author for the old selector, or for another name of the deployment. Or delete the deployment once the
    upgrade has stopped: the operator does not run until OLM makes it anew.
    Source: Kubernetes, validation of deployments (apps/v1); OLM, install strategy.
    """
    return Words(
        message=f"the deployment {name} selects its Pods by other labels: {both_texts(at.before, at.after)}",
        who="Clusters in which the old bundle is installed: the API server refuses the deployment "
        "(spec.selector: field is immutable), so the upgrade stops.",
        first=(
            "Once the upgrade has stopped, find and delete the deployment; no operator runs until OLM makes it anew:",
            spelled(f"kubectl get deployments -A --field-selector metadata.name={shell_word(name)}"),
        ),
    )


@change("CHG314", "A webhook of the operator is added", clients="CA", stored="CA")
def webhook_new(at: At, name: str, about: str, *, is_strict: bool, is_first: bool) -> Words:
    """The operator has a webhook that the old bundle did not have.

    Why: Requests that match its rules go through it; with failurePolicy Fail they fail while it does not answer.
    OLM v1 takes its certificates from cert-manager, which the cluster must have.
    When it bites: During the upgrade with OLM v1, without cert-manager; later, when the operator does not answer.
    Fix: With OLM v1, install cert-manager first.
    Source: Kubernetes, dynamic admission control; operator-controller 1.11.
    """
    return Words(
        message=f"{name} is new: {about}",
        who="Requests that match its rules"
        + ("; clusters with OLM v1 and without cert-manager, as the old bundle had no webhook." if is_first else "."),
        first=(
            "With OLM v1, check that cert-manager is installed:",
            spelled("kubectl get crd certificates.cert-manager.io"),
        )
        if is_first
        else (),
        level=int(not is_strict and not is_first),
    )


@change("CHG315", "A webhook of the operator is removed", clients="CA", stored="CA")
def webhook_gone(at: At, name: str, *, converts: bool) -> Words:
    """The operator does not have a webhook that the old bundle had.

    Why: Objects are not checked or changed by it any more. Without a conversion webhook, objects are converted by
    their apiVersion alone, and lose fields that only one version has.
    When it bites: When an object is made or changed; with a conversion webhook, when it is read in another version.
    Fix: For a conversion webhook, write every object anew in the version that is stored, before the upgrade.
    Source: Kubernetes, dynamic admission control; CustomResourceDefinition versioning.
    """
    return Words(
        message=f"{name} is gone",
        who="Clients that read objects in another version than the stored one." if converts else "",
        level=int(not converts),
    )


@change("CHG316", "A webhook of the operator changed", clients="CA", stored="CA")
def webhook_changed(at: At, name: str, changes: Sequence[str], *, is_stricter: bool) -> Words:
    """A webhook has another failurePolicy, other rules or other selectors.

    Why: Other requests go through it, or fail while it does not answer.
    When it bites: When such a request is made and the operator does not answer.
    Fix: Check which requests match the new rules.
    Source: Kubernetes, dynamic admission control.
    """
    return Words(
        message=f"{name}: {'; '.join(changes)}",
        who="Requests that match its rules." if is_stricter else "",
        level=int(not is_stricter),
    )
