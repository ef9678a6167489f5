"""From products and quantities to the amount to pay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shop.catalog.product import Product
from shop.money import Money, sum_money
from shop.pricing.discounts import Discount, best_discount
from shop.pricing.tax import tax_on


@dataclass(frozen=True, slots=True)
class PricedLine:
    """One product with its quantity and what it costs."""

    product: Product
    quantity: int
    net: Money
    saving: Money
    tax: Money


@dataclass(frozen=True, slots=True)
class Quote:
    """What a customer would pay now."""

    lines: tuple[PricedLine, ...]
    net: Money
    tax: Money

    @property
    def gross(self) -> Money:
        """The amount on the bill."""
        return self.net + self.tax


def quote_items(items: Sequence[tuple[Product, int]], discounts: Sequence[Discount] = ()) -> Quote:
    """Price the items line by line and add them up."""
    lines = tuple(_price_line(product, quantity, discounts) for product, quantity in items)
    return Quote(
        lines=lines,
        net=sum_money(line.net for line in lines),
        tax=sum_money(line.tax for line in lines),
    )


def _price_line(product: Product, quantity: int, discounts: Sequence[Discount]) -> PricedLine:
    saving = best_discount(product, quantity, discounts)
    net = product.price.times(quantity) - saving
    return PricedLine(product, quantity, net, saving, tax_on(net, product.category))
