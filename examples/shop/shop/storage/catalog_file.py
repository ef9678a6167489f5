"""The catalogue as a JSON file."""

from __future__ import annotations

import json
from pathlib import Path

from shop.catalog.product import Category, Product, normalize_sku
from shop.money import Money


def load_catalog(path: Path) -> list[Product]:
    """Read the products; a wrong entry is named with its position."""
    products = []
    for position, entry in enumerate(json.loads(path.read_text(encoding="utf-8")), start=1):
        try:
            products.append(
                Product(
                    sku=normalize_sku(entry["sku"]),
                    name=entry["name"],
                    category=Category(entry["category"]),
                    price=Money(entry["cents"]),
                    discontinued=entry.get("discontinued", False),
                )
            )
        except (KeyError, ValueError) as error:
            raise ValueError(f"{path.name}, product {position}: {error}") from error
    return products
