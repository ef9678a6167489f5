"""Products the tests share."""

from shop.catalog import Category, Product
from shop.money import Money

TEA = Product("FOO-0001", "Green tea", Category.FOOD, Money(450))
NOVEL = Product("BOO-0007", "A long novel", Category.BOOKS, Money(1200))
KITE = Product("TOY-0003", "Kite", Category.TOYS, Money(1999))
