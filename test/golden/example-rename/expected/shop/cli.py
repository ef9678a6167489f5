"""The `shop` command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from uuid import uuid4

from shop.catalog import Product, find_products, normalize_sku
from shop.money import format_money
from shop.orders import Cart, place_order, render_receipt
from shop.pricing import quote_items
from shop.reports import best_sellers, revenue_by_day
from shop.storage import append_order, load_catalog, read_orders


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    options = _parser().parse_args(argv)
    products = load_catalog(options.catalog)
    if options.command == "search":
        _search(products, options.query)
    elif options.command == "price":
        _price(products, options.skus)
    elif options.command == "buy":
        _buy(products, options.skus, options.customer, options.orders)
    else:
        _report(options.orders)
    return 0


def _search(products: list[Product], query: str) -> None:
    for product in find_products(products, query):
        print(product.sku, product.name, format_money(product.price))


def _price(products: list[Product], skus: Sequence[str]) -> None:
    quote = quote_items(_cart(products, skus).items())
    print(format_money(quote.gross))


def _buy(products: list[Product], skus: Sequence[str], customer: str, orders: Path) -> None:
    order = place_order(
        _cart(products, skus),
        order_id=uuid4().hex[:8],
        customer=customer,
        now=datetime.now(timezone.utc),
    )
    append_order(orders, order)
    sys.stdout.write(render_receipt(order))
    sys.stdout.write("\n")


def _report(path: Path) -> None:
    orders = read_orders(path)
    for day, revenue in revenue_by_day(orders).items():
        print(day.isoformat(), format_money(revenue))
    for sku, pieces in best_sellers(orders):
        print(sku, pieces)


def _cart(products: list[Product], skus: Sequence[str]) -> Cart:
    by_sku = {product.sku: product for product in products}
    cart = Cart()
    for text in skus:
        cart.add(by_sku[normalize_sku(text)])
    return cart


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="shop", description=__doc__)
    parser.add_argument("--catalog", type=Path, default=Path("catalog.json"))
    parser.add_argument("--orders", type=Path, default=Path("orders.jsonl"))
    commands = parser.add_subparsers(dest="command", required=True)
    search = commands.add_parser("search", help="find products")
    search.add_argument("query")
    price = commands.add_parser("price", help="what some products cost together")
    price.add_argument("skus", nargs="+")
    buy = commands.add_parser("buy", help="order some products")
    buy.add_argument("customer")
    buy.add_argument("skus", nargs="+")
    commands.add_parser("report", help="figures about past orders")
    return parser


if __name__ == "__main__":
    sys.exit(main())
