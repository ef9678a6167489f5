"""What the shop sells."""

from shop.catalog.product import Category, Product, normalize_sku
from shop.catalog.search import find_products, group_by_category

__all__ = ["Category", "Product", "find_products", "group_by_category", "normalize_sku"]
