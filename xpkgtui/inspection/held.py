"""Values compared by identity, so that what is made of a long list is kept while the list is the same."""

from typing import Generic, TypeVar

from xpkgtui.values import dataclass

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, eq=False)
class Held(Generic[Value]):
    """A value that is the same only if it is the same one in memory, and so is kept as long as it is compared."""

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)
