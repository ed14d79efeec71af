"""Signs an image with cosign and a Sigstore of nobody, and keeps the signatures, and what cosign says of them.

    python tests/oracle/make_signatures.py ORACLE COSIGN...

COSIGN are programs of any versions from 2.4 on; those of the store are 2.6.5 and 3.1.3, built with `go install`. It
starts `docker-registry`, a certificate authority, logs of both versions and, with `openssl`, a timestamp authority on
loopback. Each signature is spoilt in all ways of `SPOILT`, and put to the cosign that made it, and to Crossplane.

ORACLE is a folder with `installs` (a small Go program around Crossplane's libraries, built apart from this
repository), which has to trust the authority and the logs that SIGSTORE_ROOT_FILE and its like name.
Tests need no program.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.oci.images import OCI_INDEX, BuiltImage  # noqa: E402
from builders.oci.recorded_signatures import (  # noqa: E402
    ANOTHER_SIGNER,
    AS_IT_IS,
    EXPIRED,
    IDENTITY,
    ISSUER,
    OTHER,
    PREDICATE,
    SAID,
    SIGNED,
    SPOILT,
    STORE,
    built_of,
    config_of,
)
from builders.oci.sigstore import Instance  # noqa: E402
from builders.oci.sigstore_services import Services  # noqa: E402
from builders.registry.packages import push  # noqa: E402
from builders.registry.registries import DebianRegistry  # noqa: E402
from differential.oracle import Oracle  # noqa: E402

_OLD = ("--new-bundle-format=false", "--use-signing-config=false")


class Cosign:
    """One version of cosign, run in a folder with keys, trusted root and signing configs."""

    def __init__(self, program: str, folder: Path, services: Services) -> None:
        self._program, self._folder, self._services = program, folder, services
        self.version = json.loads(self.run("version", "--json"))["gitVersion"]
        self.is_new = self.version.startswith("v3")

    def run(self, *words: str, minutes: int = 1) -> str:
        """What a command prints, in which the log is `minutes` late; raises `CalledProcessError`."""
        self._services.minutes = minutes
        settings = {"COSIGN_YES": "true", "COSIGN_PASSWORD": "", "HOME": str(self._folder)}
        environment = os.environ | settings | self._services.environment
        command = [self._program, *words]
        done = subprocess.run(
            command, cwd=self._folder, env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        return done.stdout

    def signings(self) -> Iterator[tuple[str, str, bool, tuple[str, ...]]]:
        """What this version can do: the name, the verb, whether it is by a key, and the options."""
        for who, key in (("a key", True), ("a certificate", False)):
            trust = ("--key", "ours.key") if key else ("--identity-token", _token())
            where = (*(_OLD if self.is_new else ()), *self._services.options)
            yield f"{who}, tag", "sign", key, (*where, *trust)
            yield f"{who}, attestation, tag", "attest", key, (*where, *trust)
            if not key:
                yield f"{who}, tag, {EXPIRED}", "sign", key, (*where, *trust)
            if key:
                yield f"{who}, tag, no log", "sign", key, (*where, *trust, "--tlog-upload=false")
            for version in (1, 2, None)[: 3 if key else 2] if self.is_new else ():
                config = ("--signing-config", f"{version}.json", "--trusted-root", "root.json")
                log = f"log {version}" if version else "no log"
                yield f"{who}, bundle, {log}", "sign", key, (*config, *trust)
            if self.is_new:
                config = ("--signing-config", "1.json", "--trusted-root", "root.json")
                yield f"{who}, attestation, bundle, log 1", "attest", key, (*config, *trust)

    def answer(self, image: str, *, key: str, identity: str, verb: str, is_bundle: bool) -> str:
        """Why it does not verify an image; empty where it does."""
        named = ("--certificate-identity", identity, "--certificate-oidc-issuer", ISSUER)
        trust = ("--key", f"{key}.pub") if key else named
        root = ("--trusted-root", "root.json") if is_bundle else ()
        kind = ("--type", PREDICATE) if verb == "attest" else ()
        command = "verify-attestation" if verb == "attest" else "verify"
        try:
            self.run(command, *root, *trust, *kind, *self._services.options[2:], image)
        except subprocess.CalledProcessError as error:
            said = str(error.stderr).partition("Error: ")[2] or str(error.stderr)
            return " ".join(said.partition("error during command execution")[0].split())[:SAID] or "refused"
        return ""


class Recorder:
    """Signs the image in a registry, and asks of what is beside it."""

    def __init__(self, registry: DebianRegistry, oracle: Oracle, keys: dict[str, str]) -> None:
        self._registry, self._oracle, self._keys, self._count = registry, oracle, keys, 0

    def recorded(
        self, cosign: Cosign, verb: str, options: tuple[str, ...], *, is_keyed: bool, minutes: int
    ) -> dict[str, object]:
        """A signature as it is stored."""
        repository = self._repository()
        digest = push(self._registry, repository, "v1", SIGNED)
        more = ("--type", PREDICATE, "--predicate", "predicate") if verb == "attest" else ()
        cosign.run(verb, *options, *more, f"{self._registry.host}/{repository}@{digest}", minutes=minutes)
        built, ending = _beside(self._registry, repository, digest)
        answers, admissions = {}, {}
        for spoiling, spoil in SPOILT.items() if minutes < 10 else [(AS_IT_IS, SPOILT[AS_IT_IS])]:
            if (spoilt := spoil(built)) is not None:
                is_other = spoiling == ANOTHER_SIGNER
                image = self._pushed(spoilt, ending, is_moved=spoiling == "moved")
                key = ("another" if is_other else "ours") if is_keyed else ""
                identity = "mallory@example.org" if is_other else IDENTITY
                answers[spoiling] = cosign.answer(image, key=key, identity=identity, verb=verb, is_bundle=not ending)
                config = config_of(self._registry.host, spoiling, is_keyed=is_keyed, is_attested=verb == "attest")
                admissions[spoiling] = self._admission(image, config)
        return {
            "manifest": built.manifest.decode(),
            "config": built.config.decode(),
            "layer": built.layers[0].blob.decode(),
            "ending": ending,
            "keyed": is_keyed,
            "attested": verb == "attest",
            "answers": answers,
            "admissions": admissions,
        }

    def _admission(self, image: str, config: dict[str, object]) -> str:
        """Why Crossplane does not install an image; empty where it does."""
        secrets = {"keys": self._keys}
        answer = self._oracle.ask("installs", "signatures", image=image, configs=[config], secrets=secrets)["answer"]
        return "" if answer["verified"] else str(answer["error"])[:SAID]

    def _repository(self) -> str:
        self._count += 1
        return f"signed/{self._count}"

    def _pushed(self, built: BuiltImage, ending: str, *, is_moved: bool) -> str:
        """The name of an image beside which a signature lies; with `is_moved` that is another one."""
        repository, registry = self._repository(), self._registry
        digest = push(registry, repository, "v1", OTHER if is_moved else SIGNED)
        tag = digest.replace(":", "-") + ending
        if ending:
            push(registry, repository, tag, built)
        else:
            push(registry, repository, "bundle", built)
            row = built.descriptor(artifactType=json.loads(built.manifest)["artifactType"])
            listed = {"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": [row]}
            registry.push_manifest(repository, tag, json.dumps(listed).encode(), OCI_INDEX)
        return f"{registry.host}/{repository}@{digest}"


def main() -> None:
    """Signs, asks, and writes the store."""
    oracle, *programs = map(Path, sys.argv[1:])
    instance = Instance(datetime.now(UTC).replace(microsecond=0))
    registry = DebianRegistry().start()
    signed = {}
    try:
        with tempfile.TemporaryDirectory() as scratch, Services(instance, Path(scratch)) as services:
            folder = Path(scratch)
            (folder / "root.json").write_text(services.trusted_root)
            (folder / "predicate").write_text('{"a": 1}')
            for version in (None, 1, 2):
                (folder / f"{version}.json").write_text(services.signing_config(version))
            versions = [Cosign(str(one), folder, services) for one in programs]
            for name in ("ours", "another"):
                versions[0].run("generate-key-pair", "--output-key-prefix", name)
            keys = {name: (folder / f"{name}.pub").read_text() for name in ("ours", "another")}
            os.environ.update(services.environment)
            with Oracle(oracle) as asked:
                recorder = Recorder(registry, asked, keys)
                for cosign in versions:
                    for name, verb, is_keyed, options in cosign.signings():
                        full = f"cosign {cosign.version.removeprefix('v')}: {name}"
                        minutes = 11 if name.endswith(EXPIRED) else 1
                        signed[full] = recorder.recorded(cosign, verb, options, is_keyed=is_keyed, minutes=minutes)
                        print(full)
            store = {"root": json.loads(services.trusted_root), "keys": keys, "signed": signed}
    finally:
        registry.remove()
    STORE.write_text(json.dumps(store, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _beside(registry: DebianRegistry, repository: str, digest: str) -> tuple[BuiltImage, str]:
    """What lies beside an image, and the ending of its tag."""
    for ending in (".sig", ".att", ""):
        try:
            manifest = registry.manifest(repository, digest.replace(":", "-") + ending)
        except AssertionError:
            continue
        if not ending:
            (row,) = json.loads(manifest)["manifests"]
            manifest = registry.manifest(repository, row["digest"])
        value = json.loads(manifest)
        config, content = (registry.blob(repository, one["digest"]) for one in (value["config"], value["layers"][0]))
        return built_of(manifest.decode(), config.decode(), content.decode()), ending
    raise AssertionError("nothing was pushed")


def _token() -> str:
    """An identity token, which no one signed."""
    claims = {"iss": ISSUER, "sub": "ci", "email": IDENTITY, "email_verified": True, "aud": "sigstore"}
    parts = ({"alg": "RS256"}, claims | {"exp": 4_102_444_800, "iat": 1})
    return (
        ".".join(base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in parts) + ".c2ln"
    )


if __name__ == "__main__":
    main()
