"""Folders read and judged by the code of their format, without anything that opens sources."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile

from builders.goldens import described
from builders.packages.case_facts import case_about

from xpkgtui.formats.format import Format
from xpkgtui.formats.registry_v1.tools.turns import OlmV1Turn, RukPakTurn
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.readers.folder import FolderReading
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import Case, KnownPackage, StreamFile
from xpkgtui.rules.finding import Finding, Verdict
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.verdict import conclude_all
from xpkgtui.sources.folder.walk import OpenedFolder


@dataclass(frozen=True)
class Judged:
    """What became of a folder."""

    data: bytes
    case: Case
    findings: tuple[Finding, ...]
    verdict: Verdict
    beside: Mapping[str, Sequence[Finding]]
    """The findings of each profile whose verdict is said too, its own among them."""

    def of(self, rule: str) -> list[Finding]:
        """The findings of one rule."""
        return [one for one in self.findings if one.rule == rule]


def is_applied(profile: str, finding: Finding) -> bool:
    """Whether the API server refuses it as OLM v1 or RukPak applies the objects, which their libraries do not."""
    return finding.met[0] == {"olmv1": OlmV1Turn.APPLIED, "rukpak": RukPakTurn.APPLIED}.get(profile)


def stream_of(format: Format, path: Path, limits: Limits = LIMITS) -> tuple[bytes, FolderReading]:
    """The stream of a folder, and its reading."""
    reader, folder, sink = format.folder, OpenedFolder(path, str(path), limits=limits), BytesIO()
    assert reader is not None
    place = reader.place(folder)
    assert place is not None
    with TemporaryFile() as spool:
        reading = reader.read(folder, place, sink, spool)
    return sink.getvalue(), reading


def reading_of(format: Format, path: Path, limits: Limits = LIMITS) -> str:
    """How a folder is read, in words, and its stream."""
    data, reading = stream_of(format, path, limits)
    return described(reading).replace(f"{path.parent}/", "") + data.decode("utf-8", "replace")


def judged(format: Format, path: Path, profile: str = "", limits: Limits = LIMITS) -> Judged:
    """A folder, judged for a profile of its format."""
    case, data = _read(format, path, limits)
    return _judged(format, replace(case, profile=format.summary.profile_of(profile)), data)


def judged_by(format: Format, path: Path, profiles: Sequence[str], limits: Limits = LIMITS) -> Mapping[str, Judged]:
    """A folder, judged once for all of these profiles."""
    return judged_together(format, *_read(format, path, limits), profiles)


def judged_alone(format: Format, path: Path, profiles: Sequence[str]) -> Mapping[str, Judged]:
    """A folder that is read once, and judged for each of these profiles by itself."""
    case, data = _read(format, path, LIMITS)
    return {one: _judged(format, replace(case, profile=format.summary.profile_of(one)), data) for one in profiles}


def judged_together(
    format: Format, case: Case, data: bytes | None, profiles: Sequence[str], only: str = ""
) -> Mapping[str, Judged]:
    """A case, judged once for all of these profiles; `only` by one rule, which nothing silences."""
    ruleset = format.ruleset()
    if only:
        parts = {name: getattr(ruleset, name) for name in ("image", "documents", "package")}
        parts = {name: tuple(one for one in rules if one.id == only) for name, rules in parts.items()}
        ruleset = replace(ruleset, **parts)
    together = replace(ruleset, judged_together=tuple(dict.fromkeys((*ruleset.judged_together, *profiles))))
    judgement = Judgement(replace(case, profile=profiles[0]), data, together)
    for _ in judgement.rulings():
        pass
    found = judgement.findings
    return {
        profile: Judged(data or b"", case, tuple(found[profile]), conclude_all(one, found, ruleset), found)
        for profile in profiles
        for one in (replace(case, profile=profile),)
    }


def _read(format: Format, path: Path, limits: Limits) -> tuple[Case, bytes]:
    data, read = stream_of(format, path, limits)
    reading = Reading(reader="stream", size=len(data), origins=read.origins, files=read.files)
    case = case_about(
        str(path),
        is_assembled=True,
        has_manifest=False,
        format=format.summary.name,
        reading=reading,
        stream=StreamFile(path="", size=len(data), sha256=""),
        limits=limits,
        reached=read.reached,
    )
    return case, data


def judged_text(
    format: Format, text: str, profile: str = "", known: tuple[KnownPackage, ...] = (), limits: Limits = LIMITS
) -> Judged:
    """A stream, judged for a profile of its format."""
    data = text.encode()
    case = case_about(
        "stream.yaml",
        has_manifest=False,
        known=known,
        format=format.summary.name,
        profile=format.summary.profile_of(profile),
        reading=Reading(reader="stream", size=len(data)),
        stream=StreamFile(path="", size=len(data), sha256=""),
        limits=limits,
    )
    return _judged(format, case, data)


def said_of(judged: Judged) -> list[str]:
    """What each profile is told of a package, a line for each finding, and the reason of each verdict."""
    reasons = (judged.verdict.reason, *(f"{one.profile}: {one.reason}" for one in judged.verdict.others))
    return [*found_by(judged.beside), *reasons]


def found_by(findings: Mapping[str, Iterable[Finding]]) -> list[str]:
    """A line for each finding, with the profiles that have it."""
    told: dict[str, list[str]] = {}
    for profile, found in findings.items():
        for one in found:
            place = f"{one.place.file or ''}:{one.place.document or ''}:{one.place.field or ''}"
            line = f"{one.rule} {one.severity.word} {place} {one.message} | {one.says} {one.met}"
            told.setdefault(line, []).append(profile)
    return [f"{' '.join(profiles)} {line}" for line, profiles in told.items()]


def _judged(format: Format, case: Case, data: bytes) -> Judged:
    judgement = Judgement(case, data, format.ruleset())
    findings = tuple(one for ruling in judgement.rulings() for one in ruling.findings)
    verdict = conclude_all(case, judgement.findings, format.ruleset())
    return Judged(data, case, findings, verdict, judgement.findings)
