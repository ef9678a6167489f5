"""Hypothesis strategies for annotations, near to the values that stand in the code."""

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import inspect
import operator
import pathlib
import types
import typing

from hypothesis import strategies as st

from .as_test import write
from .worlds import NotRun

TYPICAL_TEXT = [
    "", " ", "a", "A", "ab", "Ab cd", "hello world", "  padded ", "0", "1", "-1", "007", "3.14", "1e3", "1,234", "true", "None",
    "a,b,c", "a=1", "k:v", "a/b/c.txt", "../x", "name@example.com", "https://example.com/a?b=c", "2024-02-29", "12:30",
    "line one\nline two", "tab\there", "snake_case", "camelCase", "kebab-case", "UPPER", "x" * 40, "<b>", "a  b", "'quoted'",
    "ß", "İ", "é", "e\u0301", "٣", "²", "ﬁ", "\u00a0", "\u200b", "日本", "😀", "ǆ",
]
TYPICAL_DATES = [
    datetime.date(2024, 2, 29), datetime.date(2023, 12, 31), datetime.date(2024, 1, 1), datetime.date(1999, 2, 28),
    datetime.date(2024, 3, 31), datetime.date(2024, 11, 22),
]
MOST_DEPTH = 6


class Strategies:
    def __init__(self, constants, is_own=lambda kind: False):
        self.constants, self.is_own, self.making = constants, is_own, []
        self.int = self.make_int()
        self.float = self.make_float()
        self.str = self.make_str()
        st.register_type_strategy(int, self.int)
        st.register_type_strategy(float, self.float)
        st.register_type_strategy(str, self.str)
        st.register_type_strategy(decimal.Decimal, self.make_decimal())
        st.register_type_strategy(datetime.date, self.make_date())

    def make_int(self):
        known = self.constants.integers()
        near = [st.sampled_from(known)] if known else []
        return st.one_of(st.integers(-9, 20), *near, st.integers(-1_000, 1_000), *near, st.integers(-(10**6), 10**6))

    def make_float(self):
        known = [float(n) for n in self.constants.numbers]
        near = [st.sampled_from(known), st.sampled_from(known).flatmap(lambda x: st.sampled_from([x - 0.01, x + 0.01, x - 1, x + 1, -x]))] if known else []
        odd = [st.sampled_from([float("nan"), float("inf"), float("-inf")])] if self.constants.not_a_number else []
        return st.one_of(
            st.integers(-20, 20).map(float), st.integers(-200, 200).map(lambda n: n / 2), st.integers(-10_000, 10_000).map(lambda n: n / 100),
            st.integers(-4_000, 4_000).map(lambda n: n / 8 / 100), *near, st.floats(-1e6, 1e6, allow_subnormal=False), *odd,
        )

    def make_str(self):
        known = self.constants.strings
        typical = st.sampled_from(TYPICAL_TEXT)
        short = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=8)
        plain = st.text("abcAB019 .,-_:/", max_size=10)
        if not known:
            return st.one_of(typical, plain, short)
        word = st.sampled_from(known)
        around = st.builds(lambda a, b, c: a + b + c, plain, word, plain)
        between = st.builds(lambda sep, parts: sep.join(parts), word, st.lists(plain | word, min_size=2, max_size=4))
        cased = word.flatmap(lambda text: st.sampled_from([text.upper(), text.lower(), text.title(), f" {text} ", text * 2]))
        return st.one_of(word, around, typical, between, plain, cased, short)

    def make_date(self):
        """Also whole years, and as many days as stand in the code, before a typical date."""
        typical = st.sampled_from(TYPICAL_DATES)
        numbers = [n for n in self.constants.integers() if 0 < n < 500] or [1]
        years = st.builds(lambda day, n: day.replace(year=day.year - n, day=min(day.day, 28)), typical, st.sampled_from(numbers))
        days = st.builds(lambda day, n: day - datetime.timedelta(days=n), typical, st.sampled_from(numbers))
        return st.one_of(typical, typical.map(lambda day: day.replace(day=min(day.day, 28))), years, days, st.dates())

    def make_decimal(self):
        near = [st.sampled_from([decimal.Decimal(repr(n)) for n in self.constants.numbers])] if self.constants.numbers else []
        cents = st.integers(-100_000, 100_000).map(lambda n: decimal.Decimal(n) / 100)
        mills = st.integers(-10_000, 10_000).map(lambda n: decimal.Decimal(n) / 1000)
        return st.one_of(cents, mills, st.integers(-20, 20).map(decimal.Decimal), *near)

    def key(self):
        return st.sampled_from(self.constants.keys) if self.constants.keys else None

    def of(self, hint, depth=0):
        """The strategy for an annotation; `NotRun` says what is missing."""
        if depth > MOST_DEPTH:
            raise NotRun(f"{show(hint)} is nested too deeply")
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        simple = {int: self.int, float: self.float, str: self.str, bool: st.booleans(), None: st.none(), type(None): st.none()}
        if isinstance(hint, type) and hint in simple or hint is None:
            return simple[hint]
        if hint in (typing.Any, object):
            return st.one_of(st.none(), st.booleans(), self.int, self.str, self.float)
        if origin is typing.Annotated:
            return self.of(args[0], depth + 1)
        if origin is typing.Union or origin is getattr(types, "UnionType", typing.Union):
            return st.one_of(*[self.of(each, depth + 1) for each in args])
        if origin is typing.Literal:
            return st.sampled_from(args)
        if isinstance(hint, typing.TypeVar):
            bound = hint.__constraints__ or ((hint.__bound__,) if hint.__bound__ else ())
            return self.of(bound[0], depth + 1) if bound else self.int
        if hasattr(hint, "__supertype__"):
            return self.of(hint.__supertype__, depth + 1)
        if hasattr(hint, "__value__") and type(hint).__name__ == "TypeAliasType":
            return self.of(hint.__value__, depth + 1)
        container = self.container(origin or hint, args, depth)
        return container if container is not None else self.instance(hint, origin, depth)

    def container(self, kind, args, depth):
        one = lambda i=0: self.of(args[i], depth + 1) if i < len(args) else self.int | self.str
        abc = collections.abc
        if kind in (list, abc.Sequence, abc.Iterable, abc.Collection, abc.MutableSequence, abc.Container, abc.Reversible):
            return lists(one())
        if kind in (abc.Iterator, abc.Generator):
            return st.lists(one(), max_size=6).map(iter)
        if kind is collections.deque:
            return st.lists(one(), max_size=6).map(collections.deque)
        if kind is tuple:
            if not args:
                return st.lists(self.int | self.str, max_size=4).map(tuple)
            if args[-1] is Ellipsis:
                return st.lists(one(), max_size=6).map(tuple)
            return st.tuples(*[one(i) for i in range(len(args))]) if args != ((),) else st.just(())
        if kind in (set, abc.Set, abc.MutableSet, frozenset):
            made = st.sets(hashable(one()), max_size=6)
            return made.map(frozenset) if kind is frozenset else made
        if kind in (dict, abc.Mapping, abc.MutableMapping, collections.defaultdict, collections.OrderedDict, collections.Counter):
            return self.mapping(kind, args, depth)
        if kind is abc.Callable:
            wanted = args[0] if args else Ellipsis
            if isinstance(wanted, (list, tuple)) and len(wanted) == 1:
                return st.sampled_from([str, repr, bool, operator.not_])
            raise NotRun("it takes a function, and none of that shape can be made here")
        return None

    def mapping(self, kind, args, depth):
        value = self.of(args[1], depth + 1) if len(args) > 1 else self.of(typing.Any)
        if kind is collections.Counter:
            value = st.integers(0, 9)
        key = hashable(self.of(args[0], depth + 1)) if args else self.str
        made = st.dictionaries(key, value, max_size=5)
        known = self.key() if not args or args[0] in (str, typing.Any) else None
        if known is not None:
            # All keys that the code asks for, most of the time: else every call ends at the first that is missing.
            fixed = st.fixed_dictionaries({each: value for each in self.constants.keys[:12]})
            some = st.dictionaries(known, value, max_size=8)
            made = st.one_of(fixed, fixed, some, made, st.builds(lambda a, b: {**a, **b}, some, made))
        if kind is collections.defaultdict:
            factory = args[1] if len(args) > 1 and args[1] in (int, str, list, dict, set, float) else str
            return made.map(lambda d: collections.defaultdict(factory, d))
        return made.map(kind) if kind in (collections.OrderedDict, collections.Counter) else made

    def instance(self, hint, origin, depth):
        kind = origin or hint
        if not isinstance(kind, type):
            raise NotRun(f"no values can be made for the annotation {show(hint)}")
        if issubclass(kind, enum.Enum):
            return st.sampled_from(kind)
        if kind in (datetime.datetime,):
            return st.sampled_from([datetime.datetime.combine(d, datetime.time(h, m)) for d in TYPICAL_DATES for h, m in ((0, 0), (12, 30), (23, 59))]) | st.datetimes()
        if kind in (pathlib.Path, pathlib.PurePath, pathlib.PurePosixPath):
            return st.sampled_from(["a", "a/b.txt", "a/b/c.tar.gz", ".hidden", "/abs/x.py", "..", "no_suffix"]).map(kind)
        if kind is datetime.date:
            return self.make_date()
        if kind in (fractions.Fraction,):
            return st.fractions(-100, 100, max_denominator=50)
        if typing.is_typeddict(kind):
            hints = typing.get_type_hints(kind)
            optional = getattr(kind, "__optional_keys__", frozenset())
            fields = {name: self.of(each, depth + 1) for name, each in hints.items()}
            return st.fixed_dictionaries(
                {n: s for n, s in fields.items() if n not in optional}, optional={n: s for n, s in fields.items() if n in optional}
            )
        if kind.__module__ == "builtins" or not self.is_own(kind):
            return self.from_hypothesis(hint)
        return self.own_instance(kind, depth)

    def own_instance(self, kind, depth):
        """An object of a class of the workspace, by the annotations of what makes it."""
        if kind in self.making:
            raise NotRun(f"{kind.__name__} needs another {kind.__name__}")
        if inspect.isabstract(kind) or getattr(kind, "_is_protocol", False):
            return self.of_subclass(kind, depth)
        self.making.append(kind)
        try:
            needed, optional = {}, {}
            hints = hints_of(kind if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields") else kind.__init__)
            if hasattr(kind, "_fields"):
                hints = hints or hints_of(kind)
            for name, parameter in inspect.signature(kind).parameters.items():
                if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                    continue
                hint = hints.get(name, hint_of_default(parameter))
                if hint is inspect.Parameter.empty:
                    if parameter.default is parameter.empty:
                        raise NotRun(f"it needs a {kind.__name__}, whose {name} has no annotation")
                    continue
                try:
                    made = self.of(hint, depth + 1)
                except NotRun:
                    if parameter.default is parameter.empty:
                        raise
                    continue
                (needed if parameter.default is parameter.empty else optional)[name] = made
            made = st.fixed_dictionaries(needed, optional=optional)
        except (TypeError, ValueError) as error:
            raise NotRun(f"a {kind.__name__} cannot be made: {error}") from None
        finally:
            self.making.pop()
        return made.map(lambda arguments: make(kind, arguments)).filter(lambda each: each is not NOTHING)

    def of_subclass(self, kind, depth):
        for each in sorted(kind.__subclasses__(), key=lambda c: c.__qualname__) if not getattr(kind, "_is_protocol", False) else []:
            if not inspect.isabstract(each):
                return self.own_instance(each, depth + 1)
        raise NotRun(f"it needs a {kind.__name__}, which cannot be made by itself")

    def from_hypothesis(self, hint):
        try:
            made = st.from_type(hint)
            made.validate()
        except Exception:
            raise NotRun(f"no values can be made for the annotation {show(hint)}") from None
        return made


def lists(each):
    """Often short: what depends on a sum or a count is then near to the values that stand in the code."""
    return st.one_of(st.lists(each, max_size=2), st.lists(each, max_size=6))


NOTHING = object()


# How the objects of the current arguments were made: they rarely say it themselves.
MADE = {}
MOST_MADE = 10_000


def make(kind, arguments):
    """What refuses these arguments is not an object to try."""
    try:
        made = kind(**arguments)
    except Exception:
        return NOTHING
    if len(MADE) > MOST_MADE:
        MADE.clear()
    # Written at once: the object may change its arguments.
    MADE[id(made)] = (made, f"{kind.__qualname__}({', '.join(f'{name}={written(each)}' for name, each in arguments.items())})")
    return made


def written(value):
    """A value as an expression, as far as that is possible."""
    known = MADE.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    return write(value, written)


def hashable(strategy):
    def is_hashable(value):
        try:
            hash(value)
        except TypeError:
            return False
        return True

    return strategy.filter(is_hashable)


def hints_of(function):
    try:
        return typing.get_type_hints(function, include_extras=True)
    except Exception:
        # One name that is only imported for type checkers must not hide the others.
        return {name: hint for name, hint in getattr(function, "__annotations__", {}).items() if not isinstance(hint, str)}


def hint_of_default(parameter):
    """The type of a plain default stands for an annotation that is missing."""
    default = parameter.default
    if parameter.annotation is parameter.empty and type(default) in (int, float, str, bool):
        return type(default)
    return inspect.Parameter.empty


def show(hint):
    return getattr(hint, "__qualname__", None) if isinstance(hint, type) else str(hint).replace("typing.", "")
