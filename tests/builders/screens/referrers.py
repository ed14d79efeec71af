"""The screen of what belongs to an image, over a registry that a script has."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from builders.pilots import Shown
from builders.screens.port import ScriptedPort
from builders.screens.stories import accepted

from xpkgtui.app.application import Application
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.referrers import ReadReferrers, ReferrersRead
from xpkgtui.inspection.messages.requests import Options, Request, Text
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.referrers.referrer import (
    Asked,
    Referrer,
    ReferrerLayout,
    ReferrerList,
    Signer,
    Software,
    Standing,
    SubjectImage,
    What,
)
from xpkgtui.rules.admission import AdmissionDecision, PolicyFault, Voice

INDEX, AMD = "sha256:9c1f0b7e" + "a" * 56, "sha256:2f0c77ab" + "b" * 56
_WORKFLOW = "https://github.com/upbound/provider-aws/.github/workflows/publish.yml@refs/tags/v1.21.0"
CI = Signer(
    subject=_WORKFLOW,
    issuer="https://token.actions.githubusercontent.com",
    workflow=_WORKFLOW,
    repository="https://github.com/upbound/provider-aws",
    commit="4b1a5c09d2" * 4,
    ref="refs/tags/v1.21.0",
    at="2026-09-01T12:00:00Z",
)
SBOM = Software(format="SPDX 2.3", components=412, licenses=(("Apache-2.0", 301), ("MIT", 97)), more_licenses=3)
SIGNATURE = Referrer(
    subject=INDEX,
    layout=ReferrerLayout.TAGS,
    digest="sha256:" + "1" * 64,
    reference=INDEX.replace(":", "-") + ".sig",
    what=What.SIGNATURE,
    media_type="application/vnd.dev.cosign.simplesigning.v1+json",
    is_signed=True,
    is_logged=True,
    signer=CI,
    content="sha256:" + "5" * 64,
    size=243,
)
ATTESTED = Referrer(
    subject=AMD,
    layout=ReferrerLayout.REFERRERS,
    digest="sha256:" + "2" * 64,
    reference="sha256:" + "2" * 64,
    what=What.ATTESTATION,
    predicate="https://spdx.dev/Document",
    is_signed=True,
    is_logged=False,
    signer=Signer(key="aGludA=="),
    software=SBOM,
)
MOVED = Referrer(
    subject=AMD,
    layout=ReferrerLayout.REFERRERS,
    digest="sha256:" + "3" * 64,
    reference="sha256:" + "3" * 64,
    what=What.SIGNATURE,
    is_signed=True,
    standing=Standing.FAILED,
    signer=Signer(subject="\x1b[2Jmallory@example.org"),
    says="it is about another image, sha256:00ff00ff00ff",
)
ASKED = (
    Asked(layout=ReferrerLayout.TAGS, answer="the tags were listed"),
    Asked(layout=ReferrerLayout.REFERRERS, answer="it does not say: the registry sent 502", is_known=False),
    Asked(layout=ReferrerLayout.FALLBACK, answer="the tags were listed"),
)
FOUND = ReferrerList(
    subjects=(SubjectImage(digest=INDEX, name="index"), SubjectImage(digest=AMD, name="linux/amd64")),
    asked=ASKED,
    referrers=(SIGNATURE, ATTESTED, MOVED),
)
_PATH = "xpkg.upbound.io/upbound/provider-aws-s3:v1.21.0"
DECIDED = AdmissionDecision(
    image=_PATH,
    path=_PATH,
    digest=INDEX,
    config="verify-upbound",
    accepted=False,
    says="signature verification failed: none of the expected identities matched what was in the certificate",
    steps=(
        Step(title="Rewrite", evidence="no ImageConfig rewrites it"),
        Step(title="Choose", evidence=f"verify-upbound (longest prefix) verifies {_PATH}"),
        Step(title="Authority release", evidence="none of the expected identities matched", sign=Sign.BAD),
    ),
    voices=(
        Voice(program="cosign 3", finds="no bundle; then sha256-….sig with 1", command="cosign verify IMAGE"),
        Voice(program="cosign 2", finds="sha256-….sig with 1", command="cosign verify IMAGE"),
        Voice(program="Crossplane", finds="sha256-….sig with 1", command="cosign sign IMAGE"),
    ),
)
FAULT = PolicyFault(rule="XPKG222", config="verify-upbound", message="ImageConfig verify-upbound also matches …")
_STATEMENT = {
    "payloadType": "application/vnd.in-toto+json",
    "payload": {"predicateType": "https://spdx.dev/Document"},
}


class Attached:
    """A package, and what belongs to its image; asked again, or to verify, the answers of another list."""

    def __init__(self, folder: Path, *answers: Sequence[Event]) -> None:
        self.story = accepted(folder)
        self.story.texts[Text.REFERRER] = (json.dumps(_STATEMENT, indent=2).encode(), "json", False)
        self.answers = [*answers]

    def __call__(self, request: Request) -> Sequence[Event]:
        """The events that answer a request."""
        if not isinstance(request, ReadReferrers):
            return self.story(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def answer(whole: ReferrerList, decision: AdmissionDecision | None = None) -> list[Event]:
    """The events that carry a list."""
    faults = (FAULT,) if decision is not None else ()
    return [ReferrersRead(whole=whole, decision=decision, faults=faults)]


@asynccontextmanager
async def referrers(
    folder: Path, *keys: str, answers: Sequence[Sequence[Event]] = (), size: tuple[int, int] = (120, 40)
) -> AsyncIterator[Shown]:
    """The screen of a package after some keys."""
    port = ScriptedPort(Attached(folder, *(answers or (answer(FOUND),))))
    app = Application(port, source="xpkg.upbound.io/upbound/provider-aws-s3:v1.21.0", options=Options())
    async with app.run_test(size=size) as pilot:
        shown = Shown(app, port, pilot)
        await shown.settle()
        await shown.press(*keys)
        yield shown
