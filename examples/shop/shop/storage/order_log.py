"""Placed orders, one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from shop.money import Money
from shop.orders.order import Order, OrderLine


def append_order(path: Path, order: Order) -> None:
    """Add an order at the end of the log."""
    record = asdict(order)
    record["placed_at"] = order.placed_at.isoformat()
    with path.open("a", encoding="utf-8") as log:
        log.write(json.dumps(record) + "\n")


def read_orders(path: Path) -> list[Order]:
    """All orders of the log, oldest first; no log is no orders."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as log:
        return [_order(json.loads(line)) for line in log if line.strip()]


def _order(record: dict[str, Any]) -> Order:
    return Order(
        order_id=record["order_id"],
        customer=record["customer"],
        placed_at=datetime.fromisoformat(record["placed_at"]),
        lines=tuple(_line(line) for line in record["lines"]),
    )


def _line(record: dict[str, Any]) -> OrderLine:
    return OrderLine(
        sku=record["sku"],
        name=record["name"],
        quantity=record["quantity"],
        net=Money(**record["net"]),
        saving=Money(**record["saving"]),
        tax=Money(**record["tax"]),
    )
