"""Products and their stock keeping units."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from shop.money import Money

_SKU = re.compile(r"[A-Z]{3}-\d{4}")


class Category(Enum):
    """Kinds of goods; tax depends on them."""

    BOOKS = "books"
    FOOD = "food"
    HOUSEHOLD = "household"
    TOYS = "toys"


@dataclass(frozen=True, slots=True)
class Product:
    """Something a customer can put into the cart."""

    sku: str
    name: str
    category: Category
    price: Money
    discontinued: bool = False


def normalize_sku(text: str) -> str:
    """Bring a typed stock keeping unit into the form `ABC-1234`.

    Raises ValueError when the text is no stock keeping unit.
    """
    sku = text.strip().upper().replace(" ", "-")
    if not _SKU.fullmatch(sku):
        raise ValueError(f"not a stock keeping unit: {text!r}")
    return sku
