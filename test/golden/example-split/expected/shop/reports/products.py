"""What sells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shop.orders.order import Order


def best_sellers(orders: Sequence[Order], limit: int = 5) -> list[tuple[str, int]]:
    """Stock keeping units sold most often, with the pieces sold."""
    sold: Counter[str] = Counter()
    for order in orders:
        for line in order.lines:
            sold[line.sku] += line.quantity
    return sorted(sold.items(), key=lambda entry: (-entry[1], entry[0]))[:limit]
