"""Moments in words: how long ago something was, as people say it."""

from datetime import UTC, datetime, timedelta

_MINUTE, _HOUR = 60, 3600


def moment(at: float, now: float) -> str:
    """`2 minutes ago`, `today, 09:12`, `yesterday`, `12 August`, `May 2024`; empty where it is not known."""
    if at <= 0:
        return ""
    passed = now - at
    if 0 <= passed < _MINUTE:
        return "just now"
    if 0 <= passed < _HOUR:
        minutes = int(passed // _MINUTE)
        return f"{minutes} minute{'' if minutes == 1 else 's'} ago"
    try:
        then, today = _local(at), _local(now).date()
    except (OverflowError, ValueError, OSError):
        return ""
    if then.date() == today:
        return f"today, {then:%H:%M}"
    if then.date() == today - timedelta(days=1):
        return "yesterday"
    return f"{then.day} {then:%B}" if then.year == today.year else f"{then:%B %Y}"


def _local(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone()
