"""What things cost."""

from shop.pricing.discounts import BuySomePayLess, Discount, PercentOff, best_discount
from shop.pricing.quotes import PricedLine, Quote, quote_items
from shop.pricing.tax import tax_rate

__all__ = [
    "BuySomePayLess",
    "Discount",
    "PercentOff",
    "PricedLine",
    "Quote",
    "best_discount",
    "quote_items",
    "tax_rate",
]
