"""The receipt a customer gets."""

from __future__ import annotations

from textwrap import shorten

from shop.money import Money, format_money, sum_money
from shop.orders.order import Order, OrderLine

_WIDTH = 40


def render_receipt(order: Order) -> str:
    """The receipt as plain text, one line for each product."""
    tax = sum_money(line.tax for line in order.lines)
    rows = [
        f"Order {order.order_id}",
        *(_row(_label(line), line.net) for line in order.lines),
        _row("Tax", tax),
        _row("To pay", order.gross),
    ]
    return "\n".join(rows)


def _label(line: OrderLine) -> str:
    return shorten(f"{line.quantity} x {line.name}", width=24, placeholder="...")


def _row(label: str, amount: Money) -> str:
    text = format_money(amount)
    return f"{label}{text:>{_WIDTH - len(label)}}"
