from shop.catalog import Category, find_products, group_by_category, normalize_sku
from tests.goods import KITE, NOVEL, TEA


def test_a_typed_sku_is_brought_into_form() -> None:
    assert normalize_sku(" foo 0001 ") == TEA.sku


def test_search_finds_every_word_in_any_order() -> None:
    assert find_products([TEA, NOVEL, KITE], "novel long") == [NOVEL]


def test_cheapest_product_comes_first() -> None:
    assert find_products([KITE, NOVEL, TEA], "") == [TEA, NOVEL, KITE]


def test_products_are_grouped() -> None:
    assert group_by_category([TEA, KITE])[Category.TOYS] == [KITE]
