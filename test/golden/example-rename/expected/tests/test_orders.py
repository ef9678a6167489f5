from datetime import datetime, timezone

from shop.money import Money, format_money
from shop.orders import Cart, Order, place_order, render_receipt
from tests.goods import NOVEL, TEA


def order_of_tea_and_a_novel() -> Order:
    cart = Cart()
    cart.add(TEA, 2)
    cart.add(NOVEL)
    now = datetime(2025, 3, 1, 12, 0, tzinfo=timezone.utc)
    return place_order(cart, order_id="a1", customer="Ada", now=now)


def test_an_order_keeps_what_was_paid() -> None:
    assert order_of_tea_and_a_novel().gross == Money(2247)


def test_the_receipt_ends_with_the_amount_to_pay() -> None:
    last = render_receipt(order_of_tea_and_a_novel()).splitlines()[-1]
    assert last.startswith("To pay")
    assert last.endswith("22.47 EUR")


def test_negative_amounts_have_one_sign() -> None:
    assert format_money(Money(-1205)) == "-12.05 EUR"
