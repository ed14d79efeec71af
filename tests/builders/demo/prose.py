"""The meta object of the built-in package, with its readme, icon and annotations."""

README = """\
# Harbourmaster for Tidewater Cloud

`provider-harbourmaster` manages berths, vessels, channels and lights in
[Tidewater Cloud](https://tidewater.example), a cloud that exists in this
package only. It is here so that you can look around without a network.

## Getting started

```yaml
apiVersion: pkg.crossplane.io/v1
kind: Provider
metadata:
  name: provider-harbourmaster
spec:
  package: registry.example.com/tidewater/provider-harbourmaster:v1.4.2
```

Then say where the harbour is:

```yaml
apiVersion: harbourmaster.tidewater.example/v1beta1
kind: ProviderConfig
metadata:
  name: default
spec:
  harbour: port-amity
  credentials:
    source: Secret
    secretRef:
      namespace: crossplane-system
      name: tidewater
      key: token
```

## What it manages

| Group | Kinds |
|---|---|
| `moorings` | Berth, Mooring, Buoy |
| `vessels` | Vessel, CrewList, CargoManifest |
| `channels` | Channel, TideLock, PilotageRoster |
| `lights` | Lighthouse, Beacon |

1. Begin with a `Berth`: everything else refers to it.
2. Make a `Vessel` fast with a `Mooring`:
   - *every* line has a position,
   - three lines are the fewest that hold.
3. Light the way: *every* `Channel` wants a `Beacon` on **both** sides.

- [x] berths, vessels, channels and lights
- [ ] a ferry that is on time

---

> Two faults are planted in this package. `?` shows the keys, `x` tells which
> reader sees which.
"""

ICON = (
    "data:image/svg+xml;base64,"
    "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA2NCA2NCI+PHBhdGggZmlsbD0iIzBhNThh"
    "OCIgZD0iTTI4IDIwaDhsNCAzMkgyNHoiLz48cGF0aCBmaWxsPSIjZTljNDZhIiBkPSJNMjYgMTBoMTJ2OEgyNnoiLz48L3N2Zz4="
)

EXAMPLES = """\
apiVersion: moorings.tidewater.example/v1
kind: Berth
metadata:
  name: north-quay-7
  namespace: port-amity
  annotations:
    meta.upbound.io/example-id: moorings/v1/berth
spec:
  forProvider:
    quay: north
    number: 7
    lengthMetres: 142.5
    draftMetres: 9.5
---
apiVersion: vessels.tidewater.example/v1
kind: Vessel
metadata:
  name: evening-tide
  namespace: port-amity
  annotations:
    meta.upbound.io/example-id: vessels/v1/vessel
spec:
  forProvider:
    imo: "9074729"
    flag: "NO"
    type: ferry
"""


def meta() -> dict[str, object]:
    """The Provider object that stands first in the stream."""
    return {
        "apiVersion": "meta.pkg.crossplane.io/v1",
        "kind": "Provider",
        "metadata": {
            "annotations": {
                "friendly-name.meta.crossplane.io": "Harbourmaster",
                "meta.crossplane.io/description": "Manages a harbour in Tidewater Cloud.",
                "meta.crossplane.io/iconURI": ICON,
                "meta.crossplane.io/license": "Apache-2.0",
                "meta.crossplane.io/maintainer": "Port Office <office@tidewater.example>",
                "meta.crossplane.io/readme": README,
                "meta.crossplane.io/source": "https://git.tidewater.example/harbour/provider-harbourmaster",
            },
            "name": "provider-harbourmaster",
        },
        "spec": {
            "capabilities": ["safe-start"],
            "crossplane": {"version": ">=v2.0.0, <v3.0.0"},
            "dependsOn": [
                {
                    "apiVersion": "pkg.crossplane.io/v1",
                    "kind": "Provider",
                    "package": "registry.example.com/tidewater/provider-tidewater-identity",
                    "version": ">=v1.1.0, <v2.0.0",
                }
            ],
        },
    }
