"""The cart of one customer."""

from __future__ import annotations

from shop.catalog.product import Product


class Cart:
    """Products and quantities, in the order they were added."""

    def __init__(self) -> None:
        self._quantities: dict[Product, int] = {}

    def add(self, product: Product, quantity: int = 1) -> None:
        """Put more of a product into the cart."""
        if quantity < 1:
            raise ValueError(f"quantity must be at least 1, not {quantity}")
        if product.discontinued:
            raise ValueError(f"{product.sku} is no longer sold")
        self._quantities[product] = self._quantities.get(product, 0) + quantity

    def remove(self, product: Product) -> None:
        """Take a product out of the cart; it need not be in it."""
        self._quantities.pop(product, None)

    def items(self) -> list[tuple[Product, int]]:
        """What is in the cart now."""
        return list(self._quantities.items())

    def __len__(self) -> int:
        return sum(self._quantities.values())
