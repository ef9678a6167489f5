"""Figures for the weekly sales report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from shop.money import Money, sum_money
from shop.orders.order import Order

__all__ = [
    "average_order",
    "best_sellers",
    "repeat_customers",
    "revenue_by_day",
    "total_savings",
]


def revenue_by_day(orders: Sequence[Order]) -> dict[date, Money]:
    """What was sold on each day, oldest day first."""
    days: dict[date, Money] = {}
    for order in sorted(orders, key=lambda order: order.placed_at):
        day = order.placed_at.date()
        days[day] = days.get(day, Money(0)) + order.gross
    return days


def average_order(orders: Sequence[Order]) -> Money:
    """The mean amount of an order, cents cut off; zero without orders."""
    if not orders:
        return Money(0)
    total = sum_money(order.gross for order in orders)
    return Money(total.cents // len(orders), total.currency)


def best_sellers(orders: Sequence[Order], limit: int = 5) -> list[tuple[str, int]]:
    """Stock keeping units sold most often, with the pieces sold."""
    sold: Counter[str] = Counter()
    for order in orders:
        for line in order.lines:
            sold[line.sku] += line.quantity
    return sorted(sold.items(), key=lambda entry: (-entry[1], entry[0]))[:limit]


def total_savings(orders: Sequence[Order]) -> Money:
    """What customers saved through discounts."""
    return sum_money(line.saving for order in orders for line in order.lines)


def repeat_customers(orders: Sequence[Order]) -> list[str]:
    """Customers with more than one order, by name."""
    counts = Counter(order.customer for order in orders)
    return sorted(customer for customer, count in counts.items() if count > 1)
