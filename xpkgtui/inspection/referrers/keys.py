"""Keys that were given, and what they verify."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from xpkgtui.errors import Malformed, Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.referrers import GivenKey
from xpkgtui.inspection.referrers.contents import ReadReferrer
from xpkgtui.inspection.referrers.verification import verified
from xpkgtui.referrers.checks import CheckedSignatures, check_of, check_of_log, is_key
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.referrers.referrer import Referrer, Standing


class KeyRing:
    """The keys of signers and of transparency logs; raises `Usage` for what is no public key in PEM."""

    def __init__(self, keys: Sequence[GivenKey], logs: Sequence[str], pool: Threads) -> None:
        for name, pem in (*((one.name, one.pem) for one in keys), *(("the key of the log", one) for one in logs)):
            if not is_key(pem):
                raise Usage(f"{name} is not a public key in PEM", hint="Save it with: cosign public-key --key KEY")
        self._keys, self.logs, self._pool = keys, logs, pool

    async def checked(self, make: Callable[[CheckedSignatures], object]) -> CheckedSignatures:
        """What is known of the signatures that `make` wants to know of."""
        asking = CheckedSignatures()
        make(asking)
        return CheckedSignatures(await verified(tuple(asking.wanted), self._pool))

    async def verified(self, read: Sequence[ReadReferrer]) -> list[Referrer]:
        """The things with what the keys verify; what is damaged or of another image stays so."""

        def all_of(checked: CheckedSignatures) -> list[Referrer]:
            return [self._standing(one, layer, checked) for one, layer in read]

        return all_of(await self.checked(all_of))

    def _standing(self, one: Referrer, layer: SignedLayer | None, checked: CheckedSignatures) -> Referrer:
        if layer is None or one.standing is Standing.FAILED or not one.is_signed or not self._keys:
            return one
        good = [key.name for key in self._keys if _is_good(layer, key.pem, checked)]
        promised, says = self._of_log(one, layer, checked)
        if not good:
            return replace(one, says=one.says or "no key that was given verifies it")
        if promised is False:
            return replace(one, standing=Standing.FAILED, says=says)
        return replace(one, standing=Standing.VERIFIED, by=good[0], says=says)

    def _of_log(self, one: Referrer, layer: SignedLayer, checked: CheckedSignatures) -> tuple[bool | None, str]:
        """Whether the promise of the log is good, and what is said of it."""
        if not one.is_logged:
            return None, "without an entry in a transparency log"
        try:
            check = check_of_log(layer, self.logs)
        except Malformed:
            check = None
        is_promised = checked.of(check) if check is not None else None
        if is_promised is None:
            return None, "its entry in the log is not verified"
        return is_promised, "" if is_promised else "the promise of the log is not by its key"


def _is_good(layer: SignedLayer, key: str, checked: CheckedSignatures) -> bool:
    try:
        check = check_of(layer, key)
    except Malformed:
        return False
    return check is not None and checked.of(check) is True
