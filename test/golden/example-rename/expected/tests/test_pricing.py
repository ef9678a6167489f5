from decimal import Decimal

from shop.catalog import Category
from shop.money import Money
from shop.pricing import BuySomePayLess, Discount, PercentOff, quote_items, tax_rate
from tests.goods import KITE, NOVEL, TEA


def test_tax_depends_on_the_category() -> None:
    assert tax_rate(Category.FOOD) == Decimal(7)
    assert tax_rate(Category.TOYS) == Decimal(19)


def test_total_is_net_plus_tax() -> None:
    quote = quote_items([(TEA, 2), (KITE, 1)])
    assert quote.net == Money(2899)
    assert quote.tax == Money(63 + 380)
    assert quote.gross == Money(3342)


def test_only_the_best_discount_counts() -> None:
    ten_percent = PercentOff(Category.FOOD, Decimal(10))
    discounts: list[Discount] = [ten_percent, BuySomePayLess(TEA.sku, take=3, pay=2)]
    assert quote_items([(TEA, 3)], discounts).net == Money(900)


def test_a_discount_leaves_other_products_alone() -> None:
    assert quote_items([(NOVEL, 1)], [PercentOff(Category.TOYS, Decimal(50))]).net == NOVEL.price
