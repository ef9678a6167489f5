"""Finding products."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from shop.catalog.product import Category, Product


def find_products(products: Iterable[Product], query: str) -> list[Product]:
    """Products on sale whose name or sku contains every word of the query, cheapest first."""
    words = query.casefold().split()
    found = [
        product
        for product in products
        if not product.discontinued and _mentions_all(product, words)
    ]
    return sorted(found, key=lambda product: (product.price.cents, product.name))


def group_by_category(products: Iterable[Product]) -> dict[Category, list[Product]]:
    """Products by category, in the order given."""
    groups: dict[Category, list[Product]] = defaultdict(list)
    for product in products:
        groups[product.category].append(product)
    return dict(groups)


def _mentions_all(product: Product, words: list[str]) -> bool:
    text = f"{product.name} {product.sku}".casefold()
    return all(word in text for word in words)
