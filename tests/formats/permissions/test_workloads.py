"""What runs, with which rights on its node."""

from builders.cases import each_row

from xpkgtui.formats.permissions.workloads import about_rules, webhooks_of, workload_of

POD = {
    "serviceAccountName": "tides",
    "securityContext": {"runAsNonRoot": True},
    "containers": [
        {
            "name": "manager",
            "image": "registry.example.com/tides:v1",
            "command": ["/manager"],
            "args": ["--x"],
            "ports": [{"containerPort": 8080, "name": "metrics"}, {"containerPort": 9443}, 5],
            "resources": {"requests": {"cpu": "100m"}, "limits": {"memory": 1}},
        }
    ],
}


def deployment(**pod: object) -> dict[str, object]:
    spec = {"replicas": 2, "template": {"spec": {**POD, **pod}}}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "tides"}, "spec": spec}


def test_a_deployment() -> None:
    found = workload_of(deployment())
    assert found is not None
    assert (found.kind, found.name, found.replicas, found.account, found.risks) == (
        *("Deployment", "tides", 2, "tides"),
        (),
    )
    (one,) = found.containers
    assert (one.command, one.user, one.ports) == (("/manager", "--x"), "not root", ("8080 (metrics)", "9443"))
    assert (one.requests, one.limits, one.risks) == ((("cpu", "100m"),), (("memory", "1"),), ())


@each_row(
    ("pod", "risk"),
    [
        ({"hostNetwork": True}, "hostNetwork: shares the network of its node"),
        ({"hostPID": True}, "hostPID: shares the processes of its node"),
        ({"volumes": [{"hostPath": {"path": "/etc"}}]}, "hostPath: reads /etc of its node"),
        ({"volumes": [{"hostPath": 5}]}, "hostPath: reads a folder of its node"),
    ],
)
def test_what_pods_share_with_their_node(pod: dict[str, object], risk: str) -> None:
    found = workload_of(deployment(**pod))
    assert found is not None
    assert found.risks == (risk,)


@each_row(
    ("context", "risks"),
    [
        ({"privileged": True}, ("privileged: it can do on its node what root can",)),
        ({"runAsUser": 0}, ("runs as root",)),
        ({"runAsUser": False}, ()),
        ({"allowPrivilegeEscalation": True}, ("may gain more privileges than it starts with",)),
        ({"capabilities": {"add": ["NET_ADMIN"]}}, ("has the capabilities NET_ADMIN",)),
        ("x", ()),
    ],
)
def test_what_a_security_context_allows(context: object, risks: tuple[str, ...]) -> None:
    found = workload_of(deployment(containers=[{"name": "a", "securityContext": context}]))
    assert found is not None
    assert found.containers[0].risks == risks


@each_row(("given", "count"), [(0, 0), ((1 << 31) - 1, (1 << 31) - 1), (1 << 31, None), (-1, None)])
def test_a_number_of_pods_is_one_that_the_api_server_takes(given: int, count: int | None) -> None:
    found = workload_of({"kind": "Deployment", "spec": {"replicas": given}})
    assert found is not None
    assert found.replicas == count


def test_wrong_types_everywhere_are_nothing() -> None:
    found = workload_of({"kind": "Deployment", "metadata": 5, "spec": {"replicas": True, "template": {"spec": "x"}}})
    assert found is not None
    assert (found.name, found.replicas, found.account, found.containers) == ("(no name)", None, "default", ())


def test_other_objects_run_nothing() -> None:
    assert workload_of({"kind": "ConfigMap"}) is None


def test_a_webhook_and_what_happens_without_it() -> None:
    rules = [{"operations": ["CREATE"], "resources": ["berths"], "apiGroups": ["tides.example.com"]}]
    hook = {"name": "v.example.com", "rules": rules}
    (one,) = webhooks_of({"kind": "ValidatingWebhookConfiguration", "webhooks": [hook]})
    assert one.about == ("CREATE of berths in tides.example.com; requests are refused while it does not answer")
    assert about_rules({**hook, "failurePolicy": "Ignore"}).endswith("; requests go on without it")
    assert about_rules({}) == "it has no rules"
    assert "; 2 more rules; requests" in about_rules({**hook, "rules": rules * 10})
