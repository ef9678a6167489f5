from datetime import date, datetime, timezone

from shop.money import Money
from shop.orders import Cart, Order, place_order
from shop.reports import average_order, best_sellers, repeat_customers, revenue_by_day
from tests.goods import NOVEL, TEA


def order(customer: str, day: int, pieces: int) -> Order:
    cart = Cart()
    cart.add(TEA, pieces)
    cart.add(NOVEL)
    now = datetime(2025, 3, day, tzinfo=timezone.utc)
    return place_order(cart, order_id=f"{customer}-{day}", customer=customer, now=now)


ORDERS = [order("Ada", 2, 1), order("Bob", 1, 4), order("Ada", 2, 2)]


def test_revenue_is_listed_by_day() -> None:
    assert list(revenue_by_day(ORDERS)) == [date(2025, 3, 1), date(2025, 3, 2)]


def test_without_orders_the_average_is_zero() -> None:
    assert average_order([]) == Money(0)


def test_best_sellers_count_pieces() -> None:
    assert best_sellers(ORDERS, limit=1) == [(TEA.sku, 7)]


def test_a_repeat_customer_ordered_twice() -> None:
    assert repeat_customers(ORDERS) == ["Ada"]
