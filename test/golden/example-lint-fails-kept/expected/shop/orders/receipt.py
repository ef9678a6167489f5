"""The receipt a customer gets."""

from __future__ import annotations

from textwrap import shorten

from shop.money import Money, sum_money
from shop.orders.order import Order, OrderLine

_WIDTH = 40


def format_money(amount: Money) -> str:
    """An amount as people write it: `12.50 EUR`."""
    sign = "-" if amount.cents < 0 else ""
    units, cents = divmod(abs(amount.cents), 100)
    return f"{sign}{units}.{cents:02d} {amount.currency}"


def render_receipt(order: Order) -> list[str]:
    """The lines of the receipt, one for each product."""
    tax = sum_money(line.tax for line in order.lines)
    return [
        f"Order {order.order_id}",
        *(_row(_label(line), line.net) for line in order.lines),
        _row("Tax", tax),
        _row("To pay", order.gross),
    ]


def _label(line: OrderLine) -> str:
    return f"{line.quantity} x {line.name}"[:24]


def _row(label: str, amount: Money) -> str:
    text = format_money(amount)
    return f"{label}{text:>{_WIDTH - len(label)}}"
