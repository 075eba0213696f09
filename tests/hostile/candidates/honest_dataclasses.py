# what: uses dataclasses, enums, abstract classes and type hints at run time
# verdict: PASSED
import abc
import enum
import typing
from dataclasses import asdict, dataclass, field


class Order(enum.Enum):
    UP = 1


@dataclass(order=True)
class Item:
    value: int
    order: Order = field(default=Order.UP, compare=False)


class Base(abc.ABC):
    @abc.abstractmethod
    def run(self, n: int, items: list[int]) -> list[int]: ...


class Solver(Base):
    def run(self, n: int, items: list[int]) -> list[int]:
        return [n * asdict(item)["value"] for item in sorted(map(Item, items))]


def solve(n: int, items: list[int]) -> list[int]:
    assert typing.get_type_hints(solve)["n"] is int
    return Solver().run(n, items)
