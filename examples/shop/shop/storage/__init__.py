"""Files on disk."""

from shop.storage.catalog_file import load_catalog
from shop.storage.order_log import append_order, read_orders

__all__ = ["append_order", "load_catalog", "read_orders"]
