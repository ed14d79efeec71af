"""Images in registries; the only folder that uses oras.

**Used of oras** (0.2.43): `container.Container`, the model of a name, from which the URLs of manifests, blobs and
tags come; `provider.Registry`, of which `transport.SafeRegistry` is one: each method of it that reads goes through
`do_request`, with the same limits, checks and credentials as the requests of this folder.

**Not used, and why**, by reading 0.2.43:

- The backends in `oras.auth`. `token` sends the login to any realm that the registry names, over plain HTTP too,
  keeps one token for all repositories, reads an answer of any length, and takes one challenge. Here a realm of
  another host needs leave (`auth/tokens`), each repository has its token, all that is read has a limit, and a
  registry that offers several challenges is answered by each in turn. `ecr` needs boto3 and the
  network; its credential helper does it (`auth/credential_programs`).
- `Registry.login` and `load_configs` write and read one config.json; `auth/credentials` looks where Docker, podman
  and Kubernetes look, and says which place gave the login.
- The models in `oras.oci`. They are dictionaries to be pushed, made of files; what is read here is verified, and is
  frozen values (`xpkgtui/oci`).
- `get_manifest`, `download_blob`, `get_tags`. They verify no digest, have no limit and cannot be stopped.

**What comes with it.** oras brings five distributions that nothing else needs: jsonschema,
jsonschema-specifications, referencing, attrs, rpds-py: 2.2 MB on disk of 65, half of it rpds-py, which is compiled
and has wheels for all systems that the package names. oras uses them for manifests that it pushes.
`late_loading.load_late` keeps them from being loaded: 46 modules, 4 MB of memory and a tenth of the time that this
folder takes to load. They stay on disk as long as oras requires them.
"""
