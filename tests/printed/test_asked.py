"""Commands that carry how their registries were asked, in flags that each program publishes."""

from builders.cases import each_row
from printed.test_collected import fault

from xpkgtui.commands import spelled
from xpkgtui.oci.asked import AskedRegistries

PLAIN, LOOSE, SAFE, HERE = "r.example:5000", "i.example", "s.example", "127.0.0.1:5000"
ASKED = AskedRegistries(plain_http=(PLAIN,), insecure=(LOOSE,), ca_file="ca.pem", auth_file="auth.json")
ENV = "env SSL_CERT_FILE=ca.pem"
AUTH = "REGISTRY_AUTH_FILE=auth.json"
CASES = [
    (f"crane manifest {PLAIN}/a", f"env {AUTH} crane manifest --insecure {PLAIN}/a"),
    (f"crane manifest {LOOSE}/a", f"env {AUTH} crane manifest --insecure {LOOSE}/a"),
    (f"crane export {SAFE}/a -", f"{ENV} {AUTH} crane export {SAFE}/a -"),
    (f"crane blob {HERE}/a", f"env {AUTH} crane blob {HERE}/a"),
    (
        f"skopeo copy --all docker://{PLAIN}/a docker://{HERE}/b",
        (
            "skopeo copy --all --src-tls-verify=false --dest-tls-verify=false --authfile auth.json "
            f"docker://{PLAIN}/a docker://{HERE}/b"
        ),
    ),
    (
        f"skopeo copy docker://{SAFE}/a docker://{PLAIN}/b",
        f"{ENV} skopeo copy --dest-tls-verify=false --authfile auth.json docker://{SAFE}/a docker://{PLAIN}/b",
    ),
    (
        f"skopeo inspect --raw docker://{LOOSE}/a",
        f"skopeo inspect --raw --tls-verify=false --authfile auth.json docker://{LOOSE}/a",
    ),
    (
        f"oras copy -r {SAFE}/a {PLAIN}/b",
        (
            "oras copy -r --to-plain-http --from-ca-file ca.pem --from-registry-config auth.json "
            f"--to-registry-config auth.json {SAFE}/a {PLAIN}/b"
        ),
    ),
    (
        f"oras copy --from-oci-layout repaired:v1 {LOOSE}/b:v1",
        f"oras copy --from-oci-layout --to-insecure --to-registry-config auth.json repaired:v1 {LOOSE}/b:v1",
    ),
    (
        f"oras blob fetch --output - {SAFE}/a@sha256:0",
        f"oras blob fetch --output - --ca-file ca.pem --registry-config auth.json {SAFE}/a@sha256:0",
    ),
    (f"regctl image copy {PLAIN}/a {LOOSE}/b", ""),
    (
        f"cosign verify --key cosign.pub {PLAIN}/a@sha256:0",
        f"env {AUTH} cosign verify --key cosign.pub --allow-http-registry {PLAIN}/a@sha256:0",
    ),
    (
        f"cosign sign {SAFE}/a@sha256:0",
        f"env {AUTH} cosign sign --registry-cacert ca.pem {SAFE}/a@sha256:0",
    ),
    (
        f"crossplane xpkg push -f a.xpkg {LOOSE}/a:v1",
        f"env {AUTH} crossplane xpkg push -f a.xpkg --insecure-skip-tls-verify {LOOSE}/a:v1",
    ),
    (f"crossplane xpkg push -f a.xpkg {PLAIN}/a:v1", ""),
    (f"crossplane xpkg extract {LOOSE}/a:v1", ""),
    ("crossplane xpkg extract --from-xpkg a.xpkg", "crossplane xpkg extract --from-xpkg a.xpkg"),
    (f"xpkgtui show {PLAIN}/a", f"xpkgtui show {PLAIN}/a --plain-http {PLAIN} --auth-file auth.json"),
    (f"xpkgtui cat -- {SAFE}/a -x", f"xpkgtui cat --ca-file ca.pem --auth-file auth.json -- {SAFE}/a -x"),
    ("xpkgtui show ./a", "xpkgtui show ./a"),
    (
        "xpkgtui deps ./a",
        f"xpkgtui deps ./a --plain-http {PLAIN} --insecure {LOOSE} --ca-file ca.pem --auth-file auth.json",
    ),
]


@each_row(("text", "wanted"), CASES)
def test_a_command_says_how_its_registries_were_asked(text: str, wanted: str) -> None:
    assert ASKED.line(*spelled(text).words) == wanted


def test_every_flag_by_which_a_registry_is_asked_is_one_of_its_program() -> None:
    assert [said for _, wanted in CASES if wanted and (said := fault(wanted))] == []


def test_nothing_is_added_where_nothing_was_said() -> None:
    for text, _ in CASES:
        if HERE not in text:
            assert AskedRegistries().line(*spelled(text).words) == text


def test_regctl_is_told_of_both_hosts_and_finds_credentials_of_docker() -> None:
    asked = AskedRegistries(plain_http=(PLAIN,), insecure=(LOOSE,), ca_file="ca.pem", auth_file="a/config.json")
    assert asked.line("regctl", "image", "copy", f"{PLAIN}/a", f"{LOOSE}/b") == (
        "env DOCKER_CONFIG=a regctl image copy "
        f"{PLAIN}/a --host reg={PLAIN},tls=disabled --host reg={LOOSE},tls=insecure {LOOSE}/b"
    )
    asked = AskedRegistries(ca_file="ca.pem")
    assert asked.line("regctl", "image", "copy", f"{SAFE}/a", f"{HERE}/b") == (
        f"{ENV} regctl image copy {SAFE}/a --host reg={HERE},tls=disabled {HERE}/b"
    )


@each_row("host", ["10.0.0.5:5000", "192.168.1.2", "registry.local:5000"])
def test_crossplane_asks_private_addresses_over_plain_http_by_itself(host: str) -> None:
    asked = AskedRegistries(plain_http=(host,))
    assert asked.line("crossplane", "xpkg", "extract", f"{host}/a:v1") == f"crossplane xpkg extract {host}/a:v1"


def test_mirrors_are_followed_again_by_this_program_alone() -> None:
    asked = AskedRegistries(mirrors=True)
    assert asked.line("xpkgtui", "check", "a.example/b:v1") == "xpkgtui check a.example/b:v1 --mirrors"
    assert asked.line("crane", "manifest", "a.example/b:v1") == "crane manifest a.example/b:v1"
    assert asked.line("xpkgtui", "show", "file.xpkg") == "xpkgtui show file.xpkg"


def test_a_file_named_as_docker_names_it_is_told_by_its_folder() -> None:
    asked = AskedRegistries(auth_file="/home/me/config.json")
    assert asked.line("crane", "pull", "a.example/b", "c.tar") == (
        "env DOCKER_CONFIG=/home/me crane pull a.example/b c.tar"
    )


WIDE = f"--plain-http {PLAIN} --insecure {LOOSE} --ca-file ca.pem --auth-file auth.json"
SAID = [
    (
        f"xpkgtui check {PLAIN}/a",
        f"xpkgtui check {PLAIN}/a {WIDE}",
    ),
    ("kubectl get crd a.example.org", "kubectl get --context=prod crd a.example.org"),
    (
        "sed -n 1,2p a.yaml | crossplane beta convert deployment-runtime -",
        "sed -n 1,2p a.yaml | crossplane beta convert deployment-runtime -",
    ),
    (
        "kustomize build a | xpkgtui plan -",
        f"kustomize build a | xpkgtui plan - {WIDE}",
    ),
]


@each_row(("text", "wanted"), SAID)
def test_what_plan_prints_asks_registries_and_the_cluster_as_they_were_asked(text: str, wanted: str) -> None:
    assert ASKED.said(spelled(text), "prod").line == wanted
    assert AskedRegistries().said(spelled(text)) == spelled(text)
    assert fault(wanted) is None
