"""From a full cart to a placed order."""

from shop.orders.cart import Cart
from shop.orders.checkout import EmptyCartError, place_order
from shop.orders.order import Order, OrderLine
from shop.orders.receipt import render_receipt

__all__ = ["Cart", "EmptyCartError", "Order", "OrderLine", "place_order", "render_receipt"]
