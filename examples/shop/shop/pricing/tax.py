"""Value added tax."""

from __future__ import annotations

from decimal import Decimal

from shop.catalog.product import Category
from shop.money import Money

STANDARD_RATE = Decimal(19)
REDUCED_RATE = Decimal(7)


def tax_rate(category: Category) -> Decimal:
    """Percent of tax on goods of this category."""
    if category is Category.BOOKS:
        return REDUCED_RATE
    if category is Category.FOOD:
        return REDUCED_RATE
    return STANDARD_RATE


def tax_on(net: Money, category: Category) -> Money:
    """The tax to add to a net amount."""
    return net.percent(tax_rate(category))
