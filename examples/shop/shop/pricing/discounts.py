"""Discounts on one line of a cart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from shop.catalog.product import Category, Product
from shop.money import Money


class Discount(Protocol):
    """Something that makes a line cheaper."""

    def saving(self, product: Product, quantity: int) -> Money:
        """How much cheaper `quantity` pieces of the product become."""


@dataclass(frozen=True, slots=True)
class PercentOff:
    """A percentage off everything of one category."""

    category: Category
    rate: Decimal

    def saving(self, product: Product, quantity: int) -> Money:
        if product.category is not self.category:
            return Money(0, product.price.currency)
        return product.price.times(quantity).percent(self.rate)


@dataclass(frozen=True, slots=True)
class BuySomePayLess:
    """Take three, pay two."""

    sku: str
    take: int
    pay: int

    def saving(self, product: Product, quantity: int) -> Money:
        if product.sku != self.sku:
            return Money(0, product.price.currency)
        return product.price.times(quantity // self.take * (self.take - self.pay))


def best_discount(product: Product, quantity: int, discounts: Sequence[Discount]) -> Money:
    """The largest single saving; discounts are not added up."""
    savings = [discount.saving(product, quantity) for discount in discounts]
    nothing = Money(0, product.price.currency)
    return max(savings, key=lambda saving: saving.cents, default=nothing)
