"""What discounts cost the shop."""

from __future__ import annotations

from collections.abc import Sequence

from shop.money import Money, sum_money
from shop.orders.order import Order


def total_savings(orders: Sequence[Order]) -> Money:
    """What customers saved through discounts."""
    return sum_money(line.saving for order in orders for line in order.lines)
