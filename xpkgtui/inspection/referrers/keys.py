"""Keys and identities that were given, and what they verify, in a process that alone loads libraries for that."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import xpkgtui
from xpkgtui.codec import Unreadable
from xpkgtui.errors import Malformed, Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.referrers import GivenTrust
from xpkgtui.inspection.referrers.contents import ReadReferrer
from xpkgtui.referrers.annotated import unreadable
from xpkgtui.referrers.checks import (
    Check,
    CheckAnswer,
    CheckAnswers,
    CheckedSignatures,
    CheckOutcome,
    CheckRequest,
    EntryCheck,
    SignatureCheck,
    certificate_check_of,
    check_of,
    is_key,
)
from xpkgtui.referrers.layer import OF_TAGS, SignedLayer, read_json
from xpkgtui.referrers.log import ONLY_A_PROMISE, entries_of
from xpkgtui.referrers.referrer import NO_KEY, Referrer, ReferrerLayout, Standing
from xpkgtui.referrers.verifying import ANSWERS, NO_LIBRARY, REQUESTS
from xpkgtui.untyped import field, text

_ROOT = "application/vnd.dev.sigstore.trustedroot"


_OF_NOTATION = "it is of Notation, which `notation verify` verifies"


class KeyRing:
    """The keys and identities of signers, and whom they are believed by; raises `Usage` for what is none of these."""

    def __init__(self, given: GivenTrust, pool: Threads) -> None:
        named = ((one.name, one.pem) for one in given.keys)
        for name, pem in (*named, *(("the key of the log", one) for one in given.logs)):
            if not is_key(pem):
                raise Usage(f"{name} is not a public key in PEM", hint="Save it with: cosign public-key --key KEY")
        if given.root and not _is_root(given.root):
            hint = "It is JSON with the media type application/vnd.dev.sigstore.trustedroot+json."
            raise Usage("The trusted root is not one of Sigstore", hint=hint)
        self._given, self.logs, self._pool = given, given.logs, pool

    @classmethod
    def of(cls, given: GivenTrust | None, pool: Threads) -> "KeyRing | None":
        """Those that were given; None where nothing is verified."""
        return cls(given, pool) if given is not None else None

    async def checked(self, make: Callable[[CheckedSignatures], object]) -> CheckedSignatures:
        """What is known of the signatures that `make` wants to know of."""
        asking = CheckedSignatures()
        make(asking)
        return CheckedSignatures(await verified(tuple(asking.wanted), self._pool, self._given.root))

    async def verified(self, read: Sequence[ReadReferrer]) -> list[Referrer]:
        """The things with what the keys verify; what is damaged or of another image stays so."""

        def all_of(checked: CheckedSignatures) -> list[Referrer]:
            return [self._standing(one, layer, checked) for one, layer in read]

        return all_of(await self.checked(all_of))

    def _standing(self, one: Referrer, layer: SignedLayer | None, checked: CheckedSignatures) -> Referrer:
        if layer is None or one.standing is Standing.FAILED:
            return one
        if one.layout is ReferrerLayout.TAGS and layer.media_type in OF_TAGS and (fault := unreadable(layer)):
            return replace(one, standing=Standing.FAILED, says=fault)
        if one.notation:
            return replace(one, says=one.says or _OF_NOTATION)
        if not one.is_signed:
            return one
        found = [*self._by_keys(one, layer, checked), *self._by_identity(one, layer, checked)]
        for standing in (Standing.VERIFIED, Standing.FAILED):
            if (best := next((each for each in found if each.standing is standing), None)) is not None:
                return best
        says = next((each.says for each in found if each.says not in ("", NO_KEY)), "")
        says = says or next((each.says for each in found if each.says), "")
        return replace(one, says=one.says or says)

    def _by_keys(self, one: Referrer, layer: SignedLayer, checked: CheckedSignatures) -> Iterator[Referrer]:
        for key in self._given.keys:
            try:
                check = check_of(layer, key.pem)
                answer = checked.answer(check) if check is not None else None
            except Malformed as error:
                yield replace(one, says=f"its signature cannot be read: {error}")
                return
            is_logged, says = self._of_log(layer, check, checked) if check is not None else (None, "")
            if answer is None or answer.outcome is not CheckOutcome.GOOD:
                says = answer.says if answer is not None and answer.outcome is CheckOutcome.UNKNOWN else ""
                yield replace(one, says=says or NO_KEY)
            elif is_logged is False:
                yield replace(one, standing=Standing.FAILED, says=says)
            elif is_logged or self._given.ignores_logs:
                yield replace(one, standing=Standing.VERIFIED, by=key.name, says=says)
            else:
                yield replace(one, says=f"it is by {key.name}, but {says}; --ignore-log takes it so")

    def _by_identity(self, one: Referrer, layer: SignedLayer, checked: CheckedSignatures) -> Iterator[Referrer]:
        """What the certificate of a signature proves, if it is of an identity that was given."""
        if self._given.identity is None:
            return
        try:
            check = certificate_check_of(layer, one.subject)
        except Malformed as error:
            yield replace(one, says=f"its signature cannot be read: {error}")
            return
        if check is None:
            yield replace(one, says=_without(one))
        elif (answer := checked.answer(check)) is not None:
            yield self._identified(one, answer)

    def _identified(self, one: Referrer, answer: CheckAnswer) -> Referrer:
        assert self._given.identity is not None
        match answer.outcome:
            case CheckOutcome.BAD:
                return replace(one, standing=Standing.FAILED, says=answer.says)
            case CheckOutcome.UNKNOWN:
                return replace(one, says=f"it cannot be verified: {answer.says}")
        if self._given.identity.matches(answer.subjects, answer.issuer) is not True:
            return replace(one, says=f"it is by another identity, {answer.name}")
        return replace(one, standing=Standing.VERIFIED, by=answer.name, says=answer.says)

    def _of_log(
        self, layer: SignedLayer, check: SignatureCheck, checked: CheckedSignatures
    ) -> tuple[bool | None, str]:
        """Whether a log has taken the signature, and why not; None where that is not known."""
        try:
            return self._by_log(layer, check, checked)
        except Malformed as error:
            return None, f"its entry in the log cannot be read: {error}"

    def _by_log(
        self, layer: SignedLayer, check: SignatureCheck, checked: CheckedSignatures
    ) -> tuple[bool | None, str]:
        says = "it has no entry in a transparency log"
        is_logged, note = None, ""
        for entry in entries_of(layer):
            if contradiction := entry.contradiction(check):
                return False, contradiction
            proving = entry.check(self.logs)
            answer = checked.answer(proving) if proving is not None else None
            says = "its entry in the log is neither proved nor promised"
            if answer is not None and answer.outcome is CheckOutcome.BAD:
                return False, answer.says or "the promise of the log is not by its key"
            if answer is not None and answer.outcome is CheckOutcome.GOOD:
                is_logged, note = True, "" if isinstance(proving, EntryCheck) else ONLY_A_PROMISE
            elif answer is not None:
                says = answer.says
        return is_logged, note if is_logged else says


def _without(one: Referrer) -> str:
    """Why a signature cannot be by an identity."""
    if one.signer is None or not (one.signer.subject or one.signer.issuer):
        return "it is by a key, and not by an identity"
    return "it has no promise of a transparency log, so when it was signed is not known"


def _is_root(root: str) -> bool:
    try:
        return text(field(read_json(root), "mediaType")).startswith(_ROOT)
    except Malformed:
        return False


SECONDS = 60.0
"""The time of the process."""
_MOST = 2_000
"""Checks of one call."""
_LONGEST = 4 << 20
"""Bytes of the answers."""
BOOT = "import sys; sys.path[:0] = sys.argv[1:]; from xpkgtui.referrers.verifying import main; sys.exit(main())"
"""The program of the process."""


async def verified(checks: Sequence[Check], pool: Threads, root: str = "") -> dict[Check, CheckAnswer]:
    """What the checks give; what the process does not say is unknown. Raises `Usage` without the libraries."""
    some = tuple(checks[:_MOST])
    known = dict.fromkeys(checks, _unknown(f"only {_MOST:,} signatures are verified in one call"))
    if some:
        request = REQUESTS.encode(CheckRequest(checks=some, root=root))
        answers = await pool.run(lambda: _asked(request, len(some)))
        known.update(zip(some, answers, strict=True))
    return known


def _unknown(says: str) -> CheckAnswer:
    return CheckAnswer(outcome=CheckOutcome.UNKNOWN, says=says)


def _asked(request: bytes, count: int) -> CheckAnswers:
    """The answers of the process, one for each check; where it gives none, why."""
    data, code = run(request)
    if code == NO_LIBRARY:
        raise Usage(
            "Signatures are verified with the libraries cryptography and sigstore, which are not installed.",
            hint="Install them: pip install 'xpkgtui[verify]'",
        )
    if code:
        return (_unknown("the process that verifies ended without an answer"),) * count
    with suppress(Unreadable):
        answers = ANSWERS.decode(data)
        if len(answers) == count:
            return answers
    return (_unknown("the process that verifies answered something else"),) * count


def run(request: bytes) -> tuple[bytes, int]:
    """What the process writes, as far as that is read, and its exit code; it is ended when its time is over."""
    paths = [str(Path(xpkgtui.__file__).parents[1]), *(one for one in sys.path if Path(one).is_absolute())]
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", BOOT, *paths],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(request)
            process.stdin.close()
        data = process.stdout.read(_LONGEST + 1)
        if len(data) > _LONGEST:
            process.kill()
        return data, process.wait()
    finally:
        timer.cancel()
        process.stdout.close()
