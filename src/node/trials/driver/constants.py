"""Values that stand in the code: the places where its behavior changes are most often near them."""

import ast
import inspect
import math
import textwrap

MOST = 60
MOST_STRING = 200


class Constants:
    def __init__(self):
        self.numbers, self.strings, self.keys = [], [], []
        # Whether the code speaks of numbers that are none; else they are not tried.
        self.not_a_number = False

    def read(self, function, module):
        """From the source of a function, and the plain values of its module that it names."""
        tree = tree_of(function)
        if tree is None:
            return
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        words = names | {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        if any(word.lower() in ("nan", "inf", "-inf", "isnan", "isinf", "isfinite", "infinity") for word in words):
            self.not_a_number = True
        for node in ast.walk(tree):
            self.take_node(node)
        for name in sorted(names):
            self.take_value(vars(module).get(name))

    def take_node(self, node):
        if isinstance(node, ast.Constant):
            self.take_value(node.value)
        keys = []
        if isinstance(node, ast.Subscript):
            keys = [node.slice]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop", "setdefault"):
            keys = node.args[:1]
        elif isinstance(node, ast.Compare) and any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops):
            keys = [node.left]
        for key in keys:
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                add(self.keys, key.value)

    def take_value(self, value, depth=0):
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, (int, float)):
            if math.isfinite(value) and abs(value) < 1e12:
                add(self.numbers, value)
        elif isinstance(value, str):
            if 0 < len(value) <= MOST_STRING:
                add(self.strings, value)
        elif depth < 2 and isinstance(value, (list, tuple, set, frozenset)):
            for each in list(value)[:30]:
                self.take_value(each, depth + 1)
        elif depth < 2 and isinstance(value, dict):
            for key, each in list(value.items())[:30]:
                self.take_value(key, depth + 1)
                self.take_value(each, depth + 1)

    def integers(self):
        found = []
        for number in self.numbers:
            for near in (0, -1, 1):
                if float(number).is_integer():
                    add(found, int(number) + near)
                else:
                    add(found, math.floor(number) + near)
        return found[: 2 * MOST]


def add(known, value):
    if len(known) < MOST and not any(type(value) is type(one) and value == one for one in known):
        known.append(value)


def tree_of(function):
    """The syntax of the function without its docstring; `None` where its source is not there."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    except Exception:
        return None
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body = body[1:] or [ast.Pass()]
    return tree
