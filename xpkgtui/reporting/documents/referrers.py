"""The document of `referrers`: what belongs to an image, and what a policy of the cluster makes of that."""

from typing import Annotated, Literal

from xpkgtui.referrers.referrer import Referrer, ReferrerLayout, Signer, Software, Standing, What
from xpkgtui.reporting.contents.referrer_list import ListedReferrers, SigningState
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Count, ErrorObject, Number, SourceDocument, StepObject
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.rules.admission import AdmissionDecision, PolicyFault
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject(JsonObject):
    digest: Annotated[str, "The digest."]
    name: Annotated[str, "index, image, or the platform."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked(JsonObject):
    layout: Annotated[ReferrerLayout, "The layout."]
    answer: Annotated[str, "The answer."]
    known: Annotated[bool, "Whether it says what is there."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signer(JsonObject):
    subject: Annotated[str | None, "The identity."]
    issuer: Annotated[str | None, "Who vouches for it."]
    workflow: Annotated[str | None, "The workflow."]
    repository: Annotated[str | None, "The source repository."]
    commit: Annotated[str | None, "The commit."]
    ref: Annotated[str | None, "The branch or tag."]
    time: Annotated[str | None, "When the log took it, or from when on the certificate counts."]
    key: Annotated[str | None, "A hint at the key, where there is no certificate."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _License(JsonObject):
    name: Annotated[str, "The license as it is spelled."]
    components: Annotated[Number, "Components under it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Software(JsonObject):
    format: Annotated[str, "SPDX or CycloneDX, with its version."]
    components: Annotated[Count, "How many components it lists."]
    licenses: Annotated[tuple[_License, ...], "The most frequent licenses."]
    more_licenses: Annotated[Count, "How many more licenses there are."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Referrer(JsonObject):
    subject: Annotated[str, "The digest of the manifest or index that it belongs to."]
    digest: Annotated[str | None, "The digest of its own manifest; null where that could not be had."]
    layout: Annotated[
        ReferrerLayout,
        "How it says that it belongs: a tag such as sha256-….sig, the referrers API, its fallback tag, "
        "or the image's own index.",
    ]
    reference: Annotated[str, "The tag or digest by which it is pulled."]
    what: Annotated[What, "What it is, by its manifest and its layers."]
    media_type: Annotated[str | None, "The type by which it was recognized."]
    predicate: Annotated[str | None, "The predicate type of an attestation."]
    signed: Annotated[bool, "Whether it has a signature; nothing is verified."]
    logged: Annotated[
        bool | None, "Whether it comes with an entry of a transparency log; null where that does not apply."
    ]
    signer: Annotated[
        _Signer | None, "Who signed, as a certificate says it that anyone can make; null where nothing says it."
    ]
    sbom: Annotated[_Software | None, "What an SBOM lists; null where it is none, or was not read."]
    size: Annotated[Count | None, "Bytes of its content; null where that is not known."]
    state: Annotated[Standing, "unverified: it was found; verified; failed: it is damaged or about another image."]
    by: Annotated[str | None, "By what it was verified."]
    says: Annotated[str | None, "What is wrong with it, or why not all of it is known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Voice(JsonObject):
    program: Annotated[str, "The program."]
    finds: Annotated[str, "What it finds."]
    command: Annotated[str | None, "The command."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fault(JsonObject):
    rule: Annotated[str, "The rule whose manual page explains it."]
    config: Annotated[str, "The name of the ImageConfig."]
    message: Annotated[str, "What it does."]
    says: Annotated[str | None, "What Crossplane prints; null where it stays silent."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Policy(JsonObject):
    image: Annotated[str, "The image as it is asked for."]
    path: Annotated[str, "What is pulled, after rewriting."]
    digest: Annotated[str | None, "The digest that is verified; null where it is not known."]
    config: Annotated[
        str | None, "The ImageConfig that verifies it; null where none does, and it is installed unverified."
    ]
    accepted: Annotated[
        bool | None,
        "Whether it is installed; null where only the verification of a signature decides that, or not all is known.",
    ]
    says: Annotated[str | None, "Crossplane's message, or why it is undecided; null where it is accepted."]
    steps: Annotated[tuple[StepObject, ...], "What is done, in order."]
    voices: Annotated[tuple[_Voice, ...], "What each program finds, and how it verifies or signs."]
    faults: Annotated[tuple[_Fault, ...], "ImageConfigs that do something else than they look like."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Referrers(SourceDocument):
    schema: Annotated[Literal["xpkgtui.referrers/v1"], NAMED] = "xpkgtui.referrers/v1"
    error: Annotated[ErrorObject | None, "Why there is no list; null where nothing failed."]
    state: Annotated[
        SigningState | None,
        "What is known of all together; null where nothing was read. failed: it is not verified by what was given; "
        "refused: it does not match the policy.",
    ]
    sentence: Annotated[str, "The most important in a sentence."]
    attestation: Annotated[
        str | None, "The predicate type of the attestation that decides; null: a signature of the image does."
    ]
    nowhere: Annotated[str | None, "Why a source of this form has no referrers; null where it may have some."]
    subjects: Annotated[tuple[_Subject, ...], "The index and the images of its platforms."]
    asked: Annotated[tuple[_Asked, ...], "What each layout answered."]
    referrers: Annotated[tuple[_Referrer, ...], "What belongs to the subjects, in their order."]
    policy: Annotated[_Policy | None, "What Crossplane does under the ImageConfigs of --policy; null without."]


DOCUMENT = _Referrers


def referrers(found: ListedReferrers) -> str:
    """The text of the document."""
    whole = found.list
    return write(
        _Referrers(
            source=found.inspection.source,
            digest=found.inspection.digest,
            error=elements.error(found.answer.failure),
            state=found.state if found.failure is None else None,
            sentence=found.sentence,
            attestation=found.attestation or None,
            unread=elements.unread(found.answer.unread),
            nowhere=whole.nowhere or None,
            subjects=tuple(_Subject(digest=one.digest, name=one.name) for one in whole.subjects),
            asked=tuple(_Asked(layout=one.layout, answer=one.answer, known=one.is_known) for one in whole.asked),
            referrers=tuple(_referrer(one) for one in whole.referrers),
            policy=_policy(found.decision, found.faults) if found.decision is not None else None,
        )
    )


def _referrer(one: Referrer) -> _Referrer:
    return _Referrer(
        subject=one.subject,
        digest=one.digest or None,
        layout=one.layout,
        reference=one.reference,
        what=one.what,
        media_type=one.media_type or None,
        predicate=one.predicate or None,
        signed=one.is_signed,
        logged=one.is_logged,
        signer=_signer(one.signer) if one.signer is not None else None,
        sbom=_software(one.software) if one.software is not None else None,
        size=one.size,
        state=one.standing,
        by=one.by or None,
        says=one.says or None,
    )


def _signer(one: Signer) -> _Signer:
    return _Signer(
        subject=one.subject or None,
        issuer=one.issuer or None,
        workflow=one.workflow or None,
        repository=one.repository or None,
        commit=one.commit or None,
        ref=one.ref or None,
        time=one.at or None,
        key=one.key or None,
    )


def _software(one: Software) -> _Software:
    return _Software(
        format=one.format,
        components=one.components,
        licenses=tuple(_License(name=name, components=count) for name, count in one.licenses),
        more_licenses=one.more_licenses,
    )


def _policy(one: AdmissionDecision, faults: tuple[PolicyFault, ...]) -> _Policy:
    return _Policy(
        image=one.image,
        path=one.path,
        digest=one.digest or None,
        config=one.config or None,
        accepted=one.accepted,
        says=one.says or None,
        steps=tuple(StepObject(title=step.title, evidence=step.evidence) for step in one.steps),
        voices=tuple(
            _Voice(program=each.program, finds=each.finds, command=each.command or None) for each in one.voices
        ),
        faults=tuple(
            _Fault(rule=each.rule, config=each.config, message=each.message, says=each.says or None)
            for each in faults
        ),
    )
