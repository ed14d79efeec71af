"""Plain bundles of RukPak (plain+v0): a folder `manifests` with objects of Kubernetes."""
