"""How much is sold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from shop.money import Money, sum_money
from shop.orders.order import Order


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
