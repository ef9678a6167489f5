"""Placing an order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from shop.orders.cart import Cart
from shop.orders.order import Order, OrderLine
from shop.pricing.discounts import Discount
from shop.pricing.quotes import PricedLine, quote_items


class EmptyCartError(ValueError):
    """There is nothing to order."""


def place_order(
    cart: Cart,
    *,
    order_id: str,
    customer: str,
    now: datetime,
    discounts: Sequence[Discount] = (),
) -> Order:
    """Fix the prices of everything in the cart.

    Raises EmptyCartError when the cart is empty.
    """
    if not len(cart):
        raise EmptyCartError("the cart is empty")
    quote = quote_items(cart.items(), discounts)
    lines = tuple(_keep(line) for line in quote.lines)
    return Order(order_id=order_id, customer=customer, placed_at=now, lines=lines)


def _keep(line: PricedLine) -> OrderLine:
    return OrderLine(
        sku=line.product.sku,
        name=line.product.name,
        quantity=line.quantity,
        net=line.net,
        saving=line.saving,
        tax=line.tax,
    )
