"""What a policy of the cluster makes of an image: which one is asked, what it reads, what it says."""

from collections.abc import Sequence
from typing import Protocol

from xpkgtui.oci.asked import AS_USUAL, AskedRegistries
from xpkgtui.readers.reader import Step
from xpkgtui.referrers.checks import CheckedSignatures
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmissionPlan:
    """What is chosen for an image before anything of it is read."""

    image: str
    """The image as it is asked for."""
    path: str
    """The image that is pulled, after rewriting."""
    rewritten_by: str = ""
    """The policy that rewrites it; empty if none does."""
    config: str = ""
    """The policy by which it is verified; empty if none asks for that."""
    says: str = ""
    """Why the installation stops already; empty if it does not."""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TagContents:
    """What lies under a tag such as `sha256-….sig`."""

    name: str = ""
    layers: tuple[SignedLayer, ...] | None = ()
    """Its layers; nothing where there is no such tag. None where they are not known."""
    fault: str = ""
    """Why they are not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedImage:
    """What an image has beside it, in the repository from which it is pulled."""

    digest: str
    signatures: TagContents = TagContents()
    attestations: TagContents = TagContents()
    bundles: int | None = None
    """Signatures of cosign 3, which hang on the digest as referrers; None where that is not known."""
    elsewhere: tuple[str, ...] = ()
    """What else has signatures: the platforms of its index, which are not verified."""
    fault: str = ""
    """Why nothing of it is known."""
    asked: AskedRegistries = AS_USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """What another program finds, and what to do about it."""

    program: str
    finds: str
    command: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmissionDecision:
    """What an installation says of an image."""

    image: str
    path: str
    digest: str = ""
    config: str = ""
    accepted: bool | None = None
    """Whether it is installed; None where only the verification of a signature decides that, or not all is known."""
    says: str = ""
    """The program's own message, or why it is undecided."""
    steps: tuple[Step, ...] = ()
    voices: tuple[Voice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyFault:
    """A policy that does something else than it looks like."""

    rule: str
    """The rule whose manual page explains it."""
    config: str
    message: str
    says: str = ""
    """What the program prints; empty where it stays silent."""
    prefix: str = ""
    """The prefix that it is about."""


class Admission(Protocol):
    """What the policies of a cluster do with images."""

    def plan(self, image: str, policies: Sequence[str]) -> AdmissionPlan:
        """What is chosen for an image; raises `Usage` where the policies cannot be read."""
        ...

    def decide(
        self,
        plan: AdmissionPlan,
        policies: Sequence[str],
        image: SignedImage,
        checked: CheckedSignatures | None = None,
        logs: Sequence[str] = (),
    ) -> AdmissionDecision:
        """What is said of the image; signatures count as `checked` knows them, which learns what is wanted.

        `logs` are the keys of transparency logs in PEM. Without them no signature is more than undecided.
        """
        ...

    def faults(self, policies: Sequence[str]) -> tuple[PolicyFault, ...]:
        """The policies that do something else than they look like; raises `Usage` where they cannot be read."""
        ...
