"""What a call shows from outside, as plain data that two processes can compare."""

import collections.abc
import enum
import math
import re
import sys
import types

MOST_ITEMS = 100
MOST_NODES = 5_000
MOST_DEPTH = 30
MOST_TEXT = 300
MOST_SHOWN = 600
# Floats this close differ by how a sum was rounded, not by what was computed.
CLOSE = 1e-9

SCALARS = (int, str, bytes, bool, type(None), complex)
# Equal when they are written the same way.
BY_REPR = {"datetime", "decimal", "fractions", "pathlib", "uuid", "ipaddress", "zoneinfo", "re"}


class Describer:
    """Turns one value into nested lists. Names of types are replaced by those they have after the change."""

    def __init__(self, rename=None):
        self.rename = rename or {}
        self.nodes = 0
        self.seen = {}
        # Something in it can only be told by what it is, not by what it does.
        self.opaque = False

    def type_name(self, kind):
        module, name = getattr(kind, "__module__", "?"), getattr(kind, "__qualname__", str(kind))
        if module == "builtins":
            return name
        return self.rename.get((module, name), f"{module}.{name}")

    def describe(self, value, depth=0):
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > MOST_DEPTH:
            return ["cut"]
        kind = type(value)
        if kind is float:
            return ["float", "nan" if math.isnan(value) else repr(value)]
        if isinstance(value, enum.Enum):
            return ["enum", self.type_name(kind), value.name if value.name is not None else repr(value)]
        if kind in SCALARS:
            return [kind.__name__, repr(value) if kind is not str or len(value) < 10_000 else f"{len(value)} {hash_of(value)}"]
        if id(value) in self.seen:
            return ["again", self.seen[id(value)]]
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type, types.ModuleType)):
            if not isinstance(value, (type, types.ModuleType)):
                self.opaque = True
            return ["named", kind.__name__, getattr(value, "__qualname__", getattr(value, "__name__", "?"))]
        # What is shown is held, so that its identity is not given to something else meanwhile.
        self.seen[id(value)] = len(self.seen)
        self.keep = [*getattr(self, "keep", []), value]
        return self.compound(value, kind, depth + 1)

    def compound(self, value, kind, depth):
        name = self.type_name(kind)
        if isinstance(value, (list, tuple)):
            return ["items", name, [self.describe(each, depth) for each in value[:MOST_ITEMS * 10]], len(value)]
        if isinstance(value, dict):
            pairs = [[self.describe(k, depth), self.describe(v, depth)] for k, v in list(value.items())[:MOST_ITEMS * 10]]
            return ["pairs", name, pairs, len(value)]
        if isinstance(value, (set, frozenset)):
            return ["set", name, sorted((self.describe(each, depth) for each in value), key=repr)]
        if kind.__module__.partition(".")[0] in BY_REPR or kind in (range, slice, bytearray, memoryview):
            return ["written", name, bytes(value).hex() if kind is memoryview else repr(value)]
        if isinstance(value, BaseException):
            return ["exception", name, [self.describe(each, depth) for each in value.args]]
        if isinstance(value, collections.abc.Iterator):
            return ["iterator", *self.first_items(value, depth)]
        return self.instance(value, name, depth)

    def first_items(self, iterator, depth):
        items = []
        try:
            for _ in range(MOST_ITEMS):
                items.append(self.describe(next(iterator), depth))
        except StopIteration:
            return [items, "end"]
        except Exception as error:
            return [items, f"raises {self.type_name(type(error))}"]
        return [items, "goes on"]

    def instance(self, value, name, depth):
        state = attributes_of(value)
        if state:
            return ["object", name, [[key, self.describe(state[key], depth)] for key in sorted(map(str, state)) if key in state]]
        try:
            reduced = value.__reduce_ex__(2)
        except Exception:
            self.opaque = True
            return ["object", name, without_addresses(repr_of(value))]
        if isinstance(reduced, tuple) and len(reduced) > 1 and reduced[0] is not object and len(reduced[1]) > 1:
            return ["object", name, [self.describe(part, depth) for part in reduced[1:3]]]
        return ["object", name, without_addresses(repr_of(value))]


def attributes_of(value):
    """What an object holds, also where its class has slots."""
    state = dict(getattr(value, "__dict__", {}) or {})
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for slot in [slots] if isinstance(slots, str) else slots:
            if slot not in ("__dict__", "__weakref__") and hasattr(value, slot):
                state[slot] = getattr(value, slot)
    return state


def hash_of(text):
    import hashlib

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def without_addresses(text):
    return re.sub(r"\b0x[0-9a-fA-F]+\b", "0x", text)


def repr_of(value):
    try:
        text = repr(value)
    except BaseException as error:
        return f"<{type(value).__name__}, whose repr raises {type(error).__name__}>"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… ({len(text)} characters)"


SAME, ROUNDED, DIFFERENT = 0, 1, 2


def compare(a, b):
    """Two descriptions: SAME, the same but for how floats were rounded (ROUNDED), or DIFFERENT."""
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return DIFFERENT
        if len(a) == 2 and a[0] == "float" == b[0]:
            return compare_floats(a[1], b[1])
        worst = SAME
        for one, other in zip(a, b):
            worst = max(worst, compare(one, other))
            if worst == DIFFERENT:
                break
        return worst
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() != b.keys():
            return DIFFERENT
        return max([compare(a[key], b[key]) for key in a], default=SAME)
    return SAME if type(a) is type(b) and a == b else DIFFERENT


def compare_floats(a, b):
    x, y = float(a), float(b)
    if a == b or x == y:
        return SAME
    if math.isfinite(x) and math.isfinite(y) and abs(x - y) <= CLOSE * max(abs(x), abs(y)):
        return ROUNDED
    return DIFFERENT


def limit_output(text):
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}… ({len(text)} characters)"


assert sys.version_info >= (3, 9), "Python 3.9 or newer is needed"
