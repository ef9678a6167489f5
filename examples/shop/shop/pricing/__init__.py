"""What things cost."""

from shop.pricing.discounts import BuySomePayLess, Discount, PercentOff, best_discount
from shop.pricing.quotes import PricedLine, Quote, calc_total
from shop.pricing.tax import tax_rate

__all__ = [
    "BuySomePayLess",
    "Discount",
    "PercentOff",
    "PricedLine",
    "Quote",
    "best_discount",
    "calc_total",
    "tax_rate",
]
