"""The document of `referrers`: what belongs to an image, and what a policy of the cluster makes of that."""

from xpkgtui.referrers.referrer import Referrer, Signer, Software
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.referrer_list import ListedReferrers
from xpkgtui.rules.admission import AdmissionDecision, PolicyFault


def referrers(found: ListedReferrers) -> str:
    """The text of the document."""
    whole = found.list
    return write(
        {
            "schema": "xpkgtui.referrers/v1",
            "source": found.inspection.source,
            "digest": found.inspection.digest,
            "error": elements.error_of(found),
            "state": str(found.state) if found.failure is None else None,
            "sentence": found.sentence,
            "unread": whole.unread or None,
            "nowhere": whole.nowhere or None,
            "subjects": [{"digest": one.digest, "name": one.name} for one in whole.subjects],
            "asked": [
                {"layout": str(one.layout), "answer": one.answer, "known": one.is_known} for one in whole.asked
            ],
            "referrers": [_referrer(one) for one in whole.referrers],
            "policy": _policy(found.decision, found.faults) if found.decision is not None else None,
        }
    )


def _referrer(one: Referrer) -> JSON:
    return {
        "subject": one.subject,
        "digest": one.digest or None,
        "layout": str(one.layout),
        "reference": one.reference,
        "what": str(one.what),
        "media_type": one.media_type or None,
        "predicate": one.predicate or None,
        "signed": one.is_signed,
        "logged": one.is_logged,
        "signer": _signer(one.signer) if one.signer is not None else None,
        "sbom": _software(one.software) if one.software is not None else None,
        "size": one.size,
        "state": str(one.standing),
        "by": one.by or None,
        "says": one.says or None,
    }


def _signer(one: Signer) -> JSON:
    return {
        "subject": one.subject or None,
        "issuer": one.issuer or None,
        "workflow": one.workflow or None,
        "repository": one.repository or None,
        "commit": one.commit or None,
        "ref": one.ref or None,
        "time": one.at or None,
        "key": one.key or None,
    }


def _software(one: Software) -> JSON:
    return {
        "format": one.format,
        "components": one.components,
        "licenses": [{"name": name, "components": count} for name, count in one.licences],
        "more_licenses": one.more_licences,
    }


def _policy(one: AdmissionDecision, faults: tuple[PolicyFault, ...]) -> JSON:
    return {
        "image": one.image,
        "path": one.path,
        "digest": one.digest or None,
        "config": one.config or None,
        "accepted": one.accepted,
        "says": one.says or None,
        "steps": [{"title": step.title, "evidence": step.evidence} for step in one.steps],
        "voices": [
            {"program": each.program, "finds": each.finds, "command": each.command or None} for each in one.voices
        ],
        "faults": [
            {"rule": each.rule, "config": each.config, "message": each.message, "says": each.says or None}
            for each in faults
        ],
    }
