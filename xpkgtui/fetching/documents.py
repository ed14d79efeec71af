"""Manifests and configs in memory, up to a size."""


class Documents:
    """Those that were not asked for the longest make room for others."""

    def __init__(self, limit: int) -> None:
        """`limit` is in bytes; nothing larger is kept."""
        self._left = limit
        self._kept: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        """What is kept under this key."""
        data = self._kept.pop(key, None)
        if data is not None:
            self._kept[key] = data
        return data

    def keep(self, key: str, data: bytes) -> None:
        """Keeps it, in place of what was kept under this key."""
        self._left += len(self._kept.pop(key, b"")) - len(data)
        self._kept[key] = data
        while self._left < 0:
            self._left += len(self._kept.pop(next(iter(self._kept))))
