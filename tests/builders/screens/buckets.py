"""A provider that defines buckets in three versions, with rules, as a stream; and the screen of its schemas."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, chdir
from pathlib import Path
from typing import Any, cast

from builders.demo.yaml_text import encode
from builders.pilots import Shown
from builders.screens.opened import open_screen

FILE = "provider-aws-s3.yaml"
Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
_POLICIES = (
    "'*' in self.managementPolicies || 'Create' in self.managementPolicies || 'Update' in self.managementPolicies"
)
_WHERE = (
    "Region where the bucket lives, such as eu-central-1. "
    "It cannot be changed later: AWS would create another bucket."
)


def object_of(properties: Schema, *required: str, **more: Any) -> Schema:
    """The schema of an object."""
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {}), **more}


def text(description: str = "", **more: Any) -> Schema:
    """The schema of a text."""
    return {**TEXT, **({"description": description} if description else {}), **more}


def enum(*values: str, **more: Any) -> Schema:
    """The schema of a choice."""
    return {**TEXT, "enum": list(values), **more}


def stays(name: str) -> Schema:
    """The rule that keeps a field from being changed."""
    return {"rule": f"self.{name} == oldSelf.{name}", "message": f"{name} is immutable"}


def version(name: str, schema: Schema | None, *, served: bool = True, stored: bool = False) -> Schema:
    """A version of a definition."""
    one = {"name": name, "served": served, "storage": stored}
    return one if schema is None else {**one, "schema": {"openAPIV3Schema": schema}}


def definition(plural: str, kind: str, *versions: Schema, converted: bool = False) -> Schema:
    """A definition of the group `s3.aws.upbound.io`, its keys sorted as in a stream."""
    webhook = {"clientConfig": {}, "conversionReviewVersions": ["v1"]}
    conversion = {"conversion": {"strategy": "Webhook", "webhook": webhook}} if converted else {}
    made = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.s3.aws.upbound.io"},
        "spec": {
            "group": "s3.aws.upbound.io",
            "names": {"kind": kind, "listKind": f"{kind}List", "plural": plural, "singular": kind.lower()},
            "scope": "Cluster",
            "versions": list(versions),
            **conversion,
        },
    }
    return cast("Schema", json.loads(json.dumps(made, sort_keys=True)))


def bucket(*, is_newest: bool) -> Schema:
    """The schema of a bucket: the newest has grants, and its versioning elsewhere."""
    region = text(_WHERE, **({"pattern": r"^[a-z]{2}(-[a-z]+)+-\d$", "minLength": 1} if is_newest else {}))
    versioning = object_of({"enabled": {"type": "boolean"}, "mfaDelete": {"type": "boolean", "default": False}})
    people = {"type": "array", "x-kubernetes-list-type": "set", "items": enum("READ", "WRITE", "FULL_CONTROL")}
    grant = object_of(
        {"id": TEXT, "permissions": people, "type": enum("CanonicalUser", "Group")}, "permissions", "type"
    )
    parameters: Schema = {
        "bucketPrefix": text("Creates a unique name that begins so."),
        "forceDestroy": {"type": "boolean", "default": False},
        "objectLockEnabled": {"type": "boolean"},
        "region": region,
        "tags": {"type": "object", "additionalProperties": TEXT},
        **({"grant": {"type": "array", "maxItems": 100, "items": grant}} if is_newest else {}),
    }
    rules = [stays("region"), stays("bucketPrefix"), stays("objectLockEnabled")]
    needs = {
        "rule": f"!({_POLICIES}) || has(self.forProvider.region)"
        " || (has(self.initProvider) && has(self.initProvider.region))",
        "message": "spec.forProvider.region is a required parameter",
    }
    spec = {
        "deletionPolicy": enum("Orphan", "Delete", default="Delete"),
        "forProvider": object_of(
            {**parameters, **({"versioning": versioning} if is_newest else {})}, **{"x-kubernetes-validations": rules}
        ),
        "initProvider": object_of(parameters, description="Merged into forProvider when the bucket is created."),
        "managementPolicies": {"type": "array", "default": ["*"], "items": enum("Observe", "Create", "Update", "*")},
        "providerConfigRef": object_of({"name": TEXT, "policy": object_of({"resolve": TEXT})}, "name"),
        **({} if is_newest else {"versioning": versioning, "acl": text("A canned ACL.")}),
    }
    condition = object_of({one: text() for one in ("type", "status", "reason", "message")}, "type", "status")
    lists = {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"]}
    status = {
        "atProvider": object_of({"arn": text(), "id": text(), "region": text()}),
        "conditions": {"type": "array", "items": condition, **lists},
    }
    return object_of(
        {
            "apiVersion": TEXT,
            "kind": TEXT,
            "metadata": {"type": "object"},
            "spec": object_of(spec, "forProvider", **{"x-kubernetes-validations": [needs]}),
            "status": object_of(status),
        },
        "spec",
    )


META: Schema = {
    "apiVersion": "meta.pkg.crossplane.io/v1",
    "kind": "Provider",
    "metadata": {"name": "provider-aws-s3"},
    "spec": {"crossplane": {"version": ">=v1.14.0"}},
}
BUCKETS = definition(
    "buckets",
    "Bucket",
    version("v1beta2", bucket(is_newest=True), stored=True),
    version("v1beta1", bucket(is_newest=False)),
    version("v1alpha1", bucket(is_newest=False), served=False),
    converted=True,
)
POLICIES = definition(
    "bucketpolicies",
    "BucketPolicy",
    version(
        "v1beta1", object_of({"spec": object_of({"policy": text("A document in JSON.")}, "policy")}), stored=True
    ),
)


def write(folder: Path, *definitions: Schema, as_text: Callable[[object], str] = encode) -> Path:
    """The stream of the provider, with these definitions or its own."""
    path = folder / FILE
    parts = (encode(META), *(as_text(one) for one in definitions or (BUCKETS, POLICIES)))
    path.write_text("".join(part.rstrip() + "\n---\n" for part in parts).removesuffix("---\n"))
    return path


@asynccontextmanager
async def schemas(
    folder: Path,
    *keys: str,
    size: tuple[int, int] = (120, 40),
    definitions: tuple[Schema, ...] = (),
    as_text: Callable[[object], str] = encode,
) -> AsyncIterator[Shown]:
    """The screen of the first definition after some keys."""
    write(folder, *definitions, as_text=as_text)
    with chdir(folder):
        async with open_screen(FILE, size=size) as shown:
            await shown.press("j", "j", *keys)
            yield shown
