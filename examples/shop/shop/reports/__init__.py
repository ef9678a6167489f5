"""Figures about past orders."""

from shop.reports.sales import (
    average_order,
    best_sellers,
    repeat_customers,
    revenue_by_day,
    total_savings,
)

__all__ = [
    "average_order",
    "best_sellers",
    "repeat_customers",
    "revenue_by_day",
    "total_savings",
]
