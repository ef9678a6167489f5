"""Figures for the weekly sales report."""

from __future__ import annotations

from shop.reports.customers import repeat_customers
from shop.reports.products import best_sellers
from shop.reports.revenue import average_order, revenue_by_day
from shop.reports.savings import total_savings

__all__ = [
    "average_order",
    "best_sellers",
    "repeat_customers",
    "revenue_by_day",
    "total_savings",
]
