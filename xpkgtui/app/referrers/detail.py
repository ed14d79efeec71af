"""One thing that belongs to an image in full; what a layout is and answered; and a policy, step by step."""

from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Ends, Fact, Hanging, Line, NumberedStep, Page, ShellLine, Tab
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.drawing.waiting import with_text
from xpkgtui.app.referrers.list import SIGNS, mark_of
from xpkgtui.app.state.referrers import ReferrerRow
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import TabId
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.referrers.referrer import Asked, Referrer, ReferrerLayout, Signer, Software, Standing
from xpkgtui.reporting.contents.referrer_list import ListedReferrers
from xpkgtui.rules.admission import AdmissionDecision

_COLUMN = 12
_PLACES = {
    ReferrerLayout.TAGS: "Tags named after the digest: sha256-….sig, .att, .sbom. cosign 1 and 2 write them, and "
    "Crossplane reads only these.",
    ReferrerLayout.REFERRERS: "Manifests that name the image as their subject. cosign 3, ORAS and Notation write "
    "them; the registry lists them by its referrers API, a layout in its index.json.",
    ReferrerLayout.FALLBACK: "The tag sha256-…, which lists such manifests where a registry has no referrers API.",
    ReferrerLayout.INDEX: "Entries of the image's own index. BuildKit writes them.",
}


def page(found: ListedReferrers | None, replies: Replies, row: ReferrerRow | None, tab: TabId) -> Page:
    """The page of the row under the cursor."""
    if row is None or found is None:
        return Page(key="none", title="Referrer")
    if (one := row.referrer) is not None:
        tabs = (Tab(id=TabId.FACTS, name="Referrer"), Tab(id=TabId.CONTENT, name="Content"))
        plain = Page(key=f"{row.key}:{tab}", tabs=tabs, tab=tab, copied=one.digest or one.reference)
        if tab is not TabId.CONTENT:
            return replace(plain, body=tuple(_referrer(found, one)), note="enter: its content" if one.content else "")
        if not one.content:
            return replace(
                plain, body=(words("Its content was not read. Y copies its reference, for oras pull.", "$muted"),)
            )
        request = ReadText(text=Text.REFERRER, path=one.content)
        return with_text(replace(plain, file=str(one.what)), request, replies, "reading the content")
    if row.asked is not None:
        return Page(key=row.key, title="Layout", body=tuple(_asked(found, row.asked)), copied=row.asked.answer)
    assert found.decision is not None  # else there is no such row
    return Page(key=row.key, title="Policy", body=tuple(_policy(found, found.decision)), copied=found.decision.says)


def _referrer(found: ListedReferrers, one: Referrer) -> Iterator[Line]:
    what = str(one.what)
    yield Ends(safe(visible.capitalized(what), "bold $foreground"), safe(str(one.layout), "$muted"))
    yield Content("")
    yield join(sign(mark_of(one) if one.says else SIGNS[one.standing]), " ", safe(_standing(one), "$foreground"))
    if one.standing is Standing.UNVERIFIED and one.signer is not None:
        yield words("Names and times are what it says itself; anyone can write them.", "$muted")
    yield Content("")
    yield from _facts(("predicate", one.predicate))
    yield from _software(one.software) if one.software is not None else ()
    yield from _signer(one.signer) if one.signer is not None else ()
    if one.is_signed:
        log = {True: "with an entry", False: "without an entry", None: ""}[one.is_logged]
        yield from _facts(("log", log))
    yield Content("")
    size = visible.size(one.size) if one.size is not None else ""
    yield from _facts(
        ("belongs to", f"{found.name_of(one.subject)}  {one.subject}"),
        ("pulled by", one.reference),
        ("digest", one.digest if one.digest != one.reference else ""),
        ("type", one.media_type),
        ("size", size),
    )


def _standing(one: Referrer) -> str:
    """What is known of its signature, in a sentence."""
    says = visible.line(one.says).rstrip(".")
    if one.standing is Standing.VERIFIED:
        return f"Verified, by {visible.line(one.by)}" + (f"; {says}." if says else ".")
    if one.standing is Standing.FAILED:
        return f"It does not count: {says}."
    # Of what was not read it is not known whether it is signed.
    lead = "Found, not verified" if one.is_signed or says else "Found; it is not signed"
    return f"{lead}: {says}." if says else f"{lead}."


def _signer(one: Signer) -> Iterator[Line]:
    yield from _facts(
        ("signed by", one.subject or (f"a key, {one.key}" if one.key else "a certificate without a name")),
        ("issuer", one.issuer),
        ("workflow", one.workflow),
        ("repository", one.repository),
        ("commit", one.commit),
        ("ref", one.ref),
        ("time", one.at),
    )


def _software(one: Software) -> Iterator[Line]:
    yield from _facts(("format", one.format), ("components", f"{one.components:,}"))
    licenses = [f"{name}  {count:,}" for name, count in one.licenses]
    licenses += [f"and {one.more_licenses:,} more"] if one.more_licenses else []
    for number, text in enumerate(licenses):
        yield Fact("" if number else "licenses", safe(visible.line(text), "$foreground"), _COLUMN)


def _facts(*pairs: tuple[str, str]) -> Iterator[Line]:
    for label, text in pairs:
        if text:
            yield Fact(label, safe(visible.line(text), "$foreground"), _COLUMN)


def _asked(found: ListedReferrers, one: Asked) -> Iterator[Line]:
    yield safe(str(one.layout), "bold $foreground")
    yield Content("")
    yield Hanging("", "", safe(_PLACES[one.layout], "$foreground"))
    yield Content("")
    answer = visible.line(one.answer)
    yield join(sign("·" if one.is_known else "!"), " ", safe(f"{visible.capitalized(answer)}.", "$foreground"))
    if not one.is_known:
        yield words("So there may be more than is listed.", "$muted")
    if found.list.unread:
        yield Content("")
        yield join(sign("!"), " ", safe(f"The list is not whole: {visible.line(found.list.unread)}.", "$foreground"))


def _policy(found: ListedReferrers, one: AdmissionDecision) -> Iterator[Line]:
    """What is chosen and asked, what others find, the commands, and what is odd about the policies."""
    yield Hanging("", "", safe(visible.line(found.sentence), "bold $foreground"))
    yield Content("")
    yield from _facts(("image", one.image), ("pulled as", one.path if one.path != one.image else ""))
    for step in one.steps:
        lead = join(sign(step.sign.glyph), " ", safe(step.title, "$foreground"))
        yield NumberedStep(lead, safe(visible.line(step.evidence), "$muted"))
    if one.voices:
        yield Content("")
        yield words("**Who finds what**")
        yield from _facts(*((each.program, each.finds) for each in one.voices))
        for each in one.voices[1:]:
            yield Content("")
            is_signing = each.program == "Crossplane"
            yield words("Sign so that Crossplane finds it" if is_signing else "Verify", "$muted")
            yield ShellLine(visible.line(each.command))
    if found.faults:
        yield Content("")
        yield words("**Policies that do something else than they look like**")
        for fault in found.faults:
            text = join(safe(f"{fault.rule}  ", "$muted"), safe(visible.line(fault.message), "$foreground"))
            yield Hanging("! ", "  ", text)
