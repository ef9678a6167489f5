"""Orders as they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from shop.money import Money, sum_money


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A product as it was when it was bought."""

    sku: str
    name: str
    quantity: int
    net: Money
    saving: Money
    tax: Money


@dataclass(frozen=True, slots=True)
class Order:
    """A placed order; it never changes."""

    order_id: str
    customer: str
    placed_at: datetime
    lines: tuple[OrderLine, ...]

    @property
    def gross(self) -> Money:
        """What the customer paid."""
        return sum_money(line.net + line.tax for line in self.lines)
