"""Meta objects that say much of themselves."""

README = """\
# Provider AWS S3

The AWS S3 provider is *one of a family*: it manages buckets, their policies
and their objects. Credentials come from a `ProviderConfig` of
[provider-family-aws](https://marketplace.example/provider-family-aws).

## Getting started

```yaml
apiVersion: pkg.crossplane.io/v1
kind: Provider
```

1. Install the family's provider.
2. Make a bucket:
   - [x] with a **policy**
   - [ ] with an object

| Kind | Scope |
|:-----|------:|
| Bucket | Cluster |
| BucketPolicy | Cluster |

> <b>Buckets</b> are never emptied. ![a bucket](bucket.png)

---
"""
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5"
    "ErkJggg=="
)


def meta(
    kind: str = "Provider", *, annotations: object = None, labels: object = None, **spec: object
) -> dict[str, object]:
    """A meta object with a name and whatever else is given."""
    metadata: dict[str, object] = {"name": "provider-aws-s3"}
    if annotations is not None:
        metadata["annotations"] = annotations
    if labels is not None:
        metadata["labels"] = labels
    return {"apiVersion": "meta.pkg.crossplane.io/v1", "kind": kind, "metadata": metadata, "spec": spec}


def aws() -> dict[str, object]:
    """A provider of a family, with a readme that shows what Markdown can do."""
    return meta(
        annotations={
            "friendly-name.meta.crossplane.io": "Provider AWS (s3)",
            "meta.crossplane.io/description": "Upbound's official Crossplane provider to manage Amazon S3.",
            "meta.crossplane.io/maintainer": "Upbound <support@upbound.io>",
            "meta.crossplane.io/source": "github.com/crossplane-contrib/provider-upjet-aws",
            "meta.crossplane.io/license": "Apache-2.0",
            "meta.crossplane.io/iconURI": PIXEL,
            "meta.crossplane.io/readme": README,
            "auth.upbound.io/group": "aws.upbound.io",
        },
        labels={"pkg.crossplane.io/provider-family": "provider-family-aws"},
        crossplane={"version": ">=v1.12.1-0"},
        dependsOn=[{"provider": "xpkg.upbound.io/upbound/provider-family-aws", "version": ">=v1.0.0"}],
        capabilities=["SafeStart"],
    )


def named_to_harm(text: str) -> dict[str, object]:
    """Every field says the same, and means no good."""
    keys = ("friendly-name.meta.crossplane.io", "meta.crossplane.io/description", "meta.crossplane.io/iconURI", text)
    return meta(
        text,
        annotations={**dict.fromkeys(keys, text), "meta.crossplane.io/readme": f"# {text}\n- {text}\n    {text}\n"},
        labels={text: text},
        crossplane={"version": text},
        dependsOn=[{"provider": text, "version": text}, text],
        capabilities=[text],
        controller={"image": text, "permissionRequests": [{"verbs": [text]}]},
    )
