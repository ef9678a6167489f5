"""Amounts of money that never lose a cent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

DEFAULT_CURRENCY = "EUR"


class CurrencyMismatchError(ValueError):
    """Two amounts of different currencies were combined."""


@dataclass(frozen=True, slots=True)
class Money:
    """A whole number of cents in one currency."""

    cents: int
    currency: str = DEFAULT_CURRENCY

    def __add__(self, other: Money) -> Money:
        self._require_same_currency(other)
        return Money(self.cents + other.cents, self.currency)

    def __sub__(self, other: Money) -> Money:
        self._require_same_currency(other)
        return Money(self.cents - other.cents, self.currency)

    def times(self, quantity: int) -> Money:
        """The price of `quantity` pieces."""
        return Money(self.cents * quantity, self.currency)

    def percent(self, rate: Decimal) -> Money:
        """`rate` percent of this amount, halves rounded up."""
        exact = Decimal(self.cents) * rate / Decimal(100)
        return Money(int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP)), self.currency)

    def _require_same_currency(self, other: Money) -> None:
        if self.currency != other.currency:
            raise CurrencyMismatchError(f"cannot combine {self.currency} and {other.currency}")


def sum_money(amounts: Iterable[Money], currency: str = DEFAULT_CURRENCY) -> Money:
    """Add the amounts up; nothing at all is zero in `currency`."""
    total = Money(0, currency)
    for amount in amounts:
        total += amount
    return total


def format_money(amount: Money) -> str:
    """An amount as people write it: `12.50 EUR`."""
    sign = "-" if amount.cents < 0 else ""
    units, cents = divmod(abs(amount.cents), 100)
    return f"{sign}{units}.{cents:02d} {amount.currency}"
