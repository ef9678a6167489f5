"""Who buys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shop.orders.order import Order


def repeat_customers(orders: Sequence[Order]) -> list[str]:
    """Customers with more than one order, by name."""
    counts = Counter(order.customer for order in orders)
    return sorted(customer for customer, count in counts.items() if count > 1)
