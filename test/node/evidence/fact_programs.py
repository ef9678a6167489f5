"""Small programs before and after a change, facts about them, and in which readings each fact is true.

Called with a seed and a count; writes one JSON object a line: before, after, facts, readings. A reading is what
the text says or what Python finds when it imports the module; a fact whose readings differ must be left open.
"""
import ast
import builtins
import dis
import difflib
import enum
import inspect
import json
import random
import shutil
import sys
import tempfile
import textwrap
from pathlib import Path

HEAD = """import abc, contextlib, dataclasses, enum, functools, sys, typing
from dataclasses import dataclass, field
from functools import cache, cache as memo, wraps
from typing import TYPE_CHECKING, NamedTuple, overload
from . import base
from .base import Base, deco, keep, Base as Root
"""
BASE = """import functools
class Root: pass
class Base(Root):
    inherited = 1
    def g(self, a): return a
    def brought(self): return 1
def deco(function):
    def inner(*args, **kwargs): return function(*args, **kwargs)
    return inner
def keep(function):
    @functools.wraps(function)
    def inner(*args, **kwargs): return function(*args, **kwargs)
    return inner
def adds(function):
    def inner(a, extra=1): return function(a)
    return inner
"""
PARAMETERS = [
    "", "a", "a, b", "a, b=1", "a, b=None", "a, /, b", "a, /, b=2, *, c", "a, *, b=1", "*args", "a, *args, b", "**kwargs",
    "a, b=1, **kwargs", "a, b=1 + 2", "a, b=[]", "a, b='x'", "a: int, b: str = 'x'", "a: 'int', b: \"str\" = 'x'",
    "b, a", "a, b=2", "a, b=True", "a=(1, 2), b=-1", "a, c", "a, b: int = 1_0",
]
RESULTS = ["", "", " -> int", " -> str", " -> 'int'", " -> list[int]", " -> None", " -> int | None"]
VALUES = ["3", "4", "True", "1", "None", "'x'", "'y'", '"x"', "'x' 'y'", "1_000", "1000", "0x10", "-1", "(1, 2)", "[1]", "1.0", "int('3')", "3 + 0"]
FUNCTION_NAMES = ["f", "g", "_h"]
CLASS_NAMES = ["A", "B"]
CONSTANTS = ["LIMIT", "MODE"]


def some_parameters(rng, own=""):
    chosen = rng.choice(PARAMETERS)
    return own if chosen == "" else chosen if own == "" else f"{own}, {chosen}"


def indent(text, by=4):
    return "".join(" " * by + line if line.strip() else line for line in text.splitlines(True))


def function(rng, name, own="", decorators=True):
    head = rng.choice(["def", "def", "def", "async def"])
    doc = rng.choice(["", "", '    "doc"\n'])
    lines = f"{head} {name}({some_parameters(rng, own)}){rng.choice(RESULTS)}:\n{doc}    {rng.choice(['return 1', 'pass', 'raise ValueError(1)', 'x = 1; return x', 'raise errors.ValueError', 'raise KeyError from ValueError()', 'if a: raise KeyError(1)', 'def inner(): raise ValueError(1)', 'error = ValueError(); raise error', 'return ValueError(1)', 'return (yield 1)'])}\n"
    if decorators and rng.random() < 0.25:
        lines = f"@{rng.choice(['cache', 'memo', 'functools.cache', 'deco', 'keep', 'base.deco', 'base.adds', 'contextlib.contextmanager'])}\n{lines}"
    return lines


def shape_function(rng):
    name = rng.choice(FUNCTION_NAMES)
    text = function(rng, name)
    other = rng.choice(FUNCTION_NAMES)
    return rng.choice([
        text, text, text, text, text,
        f"if sys.platform == 'nowhere':\n{indent(text)}",
        f"if TYPE_CHECKING:\n{indent(text)}",
        f"if True:\n{indent(text)}else:\n{indent(function(rng, name))}",
        f"try:\n{indent(text)}except Exception:\n{indent(function(rng, name))}",
        f"for _ in ():\n{indent(text)}",
        f"with contextlib.suppress(Exception):\n{indent(text)}",
        f"{text}{name} = deco({name})\n",
        f"{text}{name} = len\n",
        f"{text}del {name}\n",
        f"{text}import inspect\n{name}.__signature__ = inspect.Signature()\n",
        f"{text}globals()['{name}'] = len\n",
        f"{text}globals().pop('{name}')\n",
        f"def outer():\n{indent(text)}    return {name}\n",
        f"def outer():\n    global {name}\n{indent(text)}\nouter()\n",
        f"{text}for {name} in (): pass\n",
        f"{text}with contextlib.suppress() as {name}: pass\n",
        f"{text}[{name} := 1]\n",
        f"{text}(lambda: ({name} := 1))()\n",
        f"{text}{name}, other = len, 1\n",
        f"{name} = lambda a, b=1: a\n",
        f"{name} = functools.partial(max, 1)\n",
        f"from .base import keep as {name}\n",
        f"{text}from .base import keep as {name}\n",
        f"{text}from .other import *\n",
        f"{text}{other} = {name}\n",
        f"@overload\ndef {name}(a: int) -> int: ...\n@overload\ndef {name}(a: str) -> str: ...\n{function(rng, name, decorators=False)}",
        f"class {name}:\n    def __init__(self, a, b=1): pass\n",
        f"class {name}:\n    def __call__(self, a): pass\n",
        f"def {name}[T](a: T, b=1) -> T:\n    return a\n" if sys.version_info >= (3, 12) else text,
    ])


def member(rng):
    name = rng.choice(["f", "g", "x", "y"])
    method = function(rng, name, "self")
    return rng.choice([
        method, method, method,
        function(rng, name, rng.choice(["this", "_self", "cls", "mcs"]), decorators=False),
        f"@staticmethod\n{function(rng, name, decorators=False)}",
        f"@classmethod\n{function(rng, name, 'cls', decorators=False)}",
        f"@staticmethod\n@cache\n{function(rng, name, decorators=False)}",
        f"@property\ndef {name}(self) -> int:\n    return 1\n",
        f"@property\ndef {name}(self) -> int:\n    return 1\n@{name}.setter\ndef {name}(self, value) -> None:\n    pass\n",
        f"@functools.cached_property\ndef {name}(self) -> int:\n    return 1\n",
        f"@abc.abstractmethod\n{method}",
        f"{name} = {rng.choice(VALUES)}\n",
        f"{name}: int = {rng.choice(VALUES)}\n",
        f"{name}: int\n",
        f"{name}, z = 1, 2\n",
        f"def __init__(self, a, b=1):\n    self.{name} = {rng.choice(VALUES)}\n",
        f"def setup(self):\n    self.{name} = {rng.choice(VALUES)}\n",
        f"def __new__(cls, a):\n    return object.__new__(cls)\n",
        f"if sys.platform == 'nowhere':\n{indent(method)}",
        f"{method}del {name}\n",
        f"{method}{name} = staticmethod(len)\n",
        f"{method}other = {name}\n",
        f"__slots__ = ('{name}',)\n",
        f"class {name}:\n    LIMIT = 1\n    def f(self, a): pass\n",
        f"for {name} in (1, 2): pass\n",
        f"def __getattr__(self, name):\n    return 1\n",
        f"{name} = field = 3\n",
        f"def inner(self):\n    def {name}(a, b=1): return a\n    return {name}\n",
    ])


def shape_class(rng):
    name = rng.choice(CLASS_NAMES)
    base = rng.choice(["", "", "(Base)", "(base.Base)", "(Root)", "(object)", "(Exception)", "(ValueError)", "(dict)", "(typing.Generic[typing.TypeVar('T')])",
                       "(NamedTuple)", "(enum.Enum)", "(enum.IntEnum)", "(abc.ABC)", "(metaclass=abc.ABCMeta)", "(typing.NamedTuple('P', [('x', int)]))",
                       "(__import__('collections').namedtuple('P', 'x y', defaults=(1,)))", "(*[Base])", "(Base, dict)", "(keep(Base) if False else Base)", "(typing.TypedDict)", "(typing.Protocol)"])
    members = "".join(member(rng) for _ in range(rng.randint(1, 4)))
    if "NamedTuple)" in base or "TypedDict" in base:
        members = "x: int\ny: int = 3\n" if "Named" in base else "x: int\ny: str\n"
    if "num" in base:
        members = "x = 1\ny = 'x'\nz = enum.auto()\n" if "Int" not in base else "x = 1\ny = 2\n"
    decorator = rng.choice(["", "", "", "", "@dataclass\n", "@dataclass(frozen=True)\n", "@dataclasses.dataclass(kw_only=True)\n", "@functools.total_ordering\n", "@(lambda c: c)\n", "@keep\n"]) if "num" not in base else ""
    if "dataclass" in decorator:
        members = rng.choice(["x: int\ny: int = 3\n", "x: int\ny: list = field(default_factory=list)\n", "x: int = 1\ndef f(self, a): pass\n", "x: typing.ClassVar[int] = 3\ny: dataclasses.InitVar[int] = 1\n"])
    text = f"{decorator}class {name}{base}:\n{indent(members)}"
    attribute = rng.choice(["f", "g", "x"])
    return rng.choice([
        text, text, text, text, text, text,
        f"if sys.platform == 'nowhere':\n{indent(text)}",
        f"if TYPE_CHECKING:\n{indent(text)}",
        f"{text}{name}.{attribute} = 5\n",
        f"{text}setattr({name}, '{attribute}', len)\n",
        f"{text}{name} = keep\n",
        f"{text}del {name}\n",
        f"{text}if hasattr({name}, '{attribute}'): del {name}.{attribute}\n",
        f"def outer():\n{indent(text)}    return {name}\n",
        f"class Outer:\n{indent(text)}",
        f"{name} = enum.Enum('{name}', 'x y')\n",
        f"{name} = NamedTuple('{name}', [('x', int)])\n",
        f"{text}class C({name}): pass\n{name} = C\n",
        f"{text}abc.ABCMeta.register(abc.ABCMeta('V', (), {{}}), {name})\n",
    ])


def shape_constant(rng):
    name, value = rng.choice(CONSTANTS), rng.choice(VALUES)
    text = f"{name} = {value}\n"
    return rng.choice([
        text, text, text, text, text,
        f"{name}: int = {value}\n", f"{name}: int\n", f"{name} = other = {value}\n", f"{name}, MODE = 1, 2\n",
        f"({name}) = {value}\n", f"[{name}] = [{value}]\n",
        f"{text}{name} += 1\n" if value in {"3", "4", "1"} else text,
        f"{text}{name} = {rng.choice(VALUES)}\n",
        f"if sys.platform == 'nowhere':\n{indent(text)}else:\n    {name} = {rng.choice(VALUES)}\n",
        f"if TYPE_CHECKING:\n{indent(text)}",
        f"try:\n{indent(text)}except Exception:\n    {name} = {rng.choice(VALUES)}\n",
        f"{text}def change():\n    global {name}\n    {name} = 99\nchange()\n",
        f"{text}del {name}\n",
        f"{text}for {name} in range(9): pass\n",
        f"({name} := {value})\n",
        f"{text}globals()['{name}'] = 77\n",
        f"{text}globals().update({name}=77)\n",
        f"{text}from .other import *\n",
        f"from .other import {name}\n",
        f"{text}from .other import {name}\n",
        f"{text}sys.modules[__name__].{name} = 55\n",
        f"{text}setattr(sys.modules[__name__], '{name}', 55)\n",
        f"{text}vars()['{name}'] = 44\n",
        f"{text}[1 for {name} in range(3)]\n",
        f"def f({name}=1): pass\n",
        f"{text}try: 1 / 0\nexcept ZeroDivisionError as {name}: pass\n",
        f"{text}match 5:\n    case {name}: pass\n",
        f"{text}import abc as {name}\n",
    ])


def shape_import(rng):
    return rng.choice([
        "import os\n", "import os.path\n", "import os as system\n", "from os import path\n", "from os import path as p\n", "from os.path import join\n",
        "from . import other\n", "from .other import LIMIT\n", "from .other import LIMIT as LIMITS\n", "from .json import loads\n", "from . import json\n",
        "import json\n", "from json import loads\n", "def late():\n    import json\n", "if TYPE_CHECKING:\n    import json\n", "if TYPE_CHECKING:\n    from json import loads\n",
        "try:\n    import json\nexcept ImportError:\n    json = None\n", "import pkg.other\n", "import pkg.json as j\n", "json = __import__('json')\n",
        "import importlib\njson = importlib.import_module('json')\n", "import json\ndel json\n", "from xml.etree import ElementTree\n", "import xml.etree.ElementTree as ET\n",
    ])


SHAPES = [shape_function, shape_function, shape_class, shape_class, shape_constant, shape_import]


def program(rng):
    return [rng.choice(SHAPES)(rng) for _ in range(rng.randint(2, 5))]


def changed(rng, parts):
    parts = list(parts)
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(parts))
        deed = rng.random()
        if deed < 0.3:
            parts[at] = rng.choice(SHAPES)(rng)
        elif deed < 0.5:
            parts.insert(at, rng.choice(SHAPES)(rng))
        elif deed < 0.65 and len(parts) > 1:
            parts.pop(at)
        elif deed < 0.8:
            parts[at] = parts[at].replace("def f(", "def g(").replace("class A", "class B").replace("LIMIT", "MODE")
        elif deed < 0.9:
            parts[at] = parts[at].replace("return 1", "return 2").replace(" 3", " 4").replace("b=1", "b=5")
        else:
            rng.shuffle(parts)
    return parts


# Facts.

NAMES = ["f", "g", "_h", "A", "B", "LIMIT", "MODE", "A.f", "A.g", "A.x", "A.y", "B.f", "B.x", "B.y", "Outer.A", "Outer.A.f", "outer", "A.x.f", "nothing"]


def facts_of(rng, trees):
    facts = []
    tables = [trees[side] for side in ("before", "after")]
    known = sorted({name for table in tables for name in table if "__" not in name} | set(NAMES))
    headers = sorted({header_of(node) for table in tables for nodes in table.values() for node in nodes if is_function(node)} | {"(a, b)", "(a, b=1)"})
    place = lambda: rng.choice([{"in": "pkg/m.py"}, {"in": "pkg/m.py"}, {}])
    for _ in range(50):
        kind = rng.choice(KINDS)
        fitting = [name for name in known if any(fits(kind, node) for table in tables for node in table.get(name, []))]
        subject = rng.choice(fitting if fitting and rng.random() < 0.8 else known)
        fact = {"kind": kind, "subject": subject}
        if kind in {"exists", "absent", "signature", "returns", "parameter", "no_parameter", "base", "decorator", "value", "member", "raises"}:
            when = rng.choice([None, None, None, "before", "after"])
            if when is not None:
                fact["when"] = when
        if kind not in {"imports", "no_import", "importable"}:
            fact.update(place())
        if kind == "signature":
            header = rng.choice(headers)
            fact["value"] = rng.choice([header, header, header.replace("self, ", ""), header.replace("=1", "").replace("=2", "")])
        elif kind == "returns":
            fact["value"] = rng.choice(["int", "str", "list[int]", "None", "int | None", "T"])
        elif kind in {"parameter", "no_parameter"}:
            fact["name"] = rng.choice(["a", "b", "c", "args", "kwargs", "extra", "self", "T"])
            if kind == "parameter" and rng.random() < 0.4:
                fact["value"] = rng.choice(["1", "2", "None", "'x'", '"x"', "[]", "True", "-1", "(1, 2)", "3", "10"])
        elif kind == "base":
            fact["name"] = rng.choice(["Base", "base.Base", "Root", "object", "Exception", "BaseException", "dict", "tuple", "Enum", "ABC", "NamedTuple", "int", "other.Base", "A", "pkg.base.Base"])
        elif kind == "decorator":
            fact["name"] = rng.choice(["cache", "memo", "functools.cache", "deco", "base.deco", "other.deco", "property", "dataclass", "dataclasses.dataclass", "staticmethod", "contextmanager", "wraps", "overload"])
        elif kind == "value":
            fact["value"] = rng.choice(VALUES[:14])
        elif kind == "member":
            fact["subject"] = rng.choice([*CLASS_NAMES, *CLASS_NAMES, "Outer", "Outer.A", "outer.A"])
            fact["name"] = rng.choice(["f", "g", "x", "y", "z", "inherited", "brought", "__init__"])
        elif kind in {"imports", "no_import"}:
            fact["subject"] = "pkg/m.py"
            fact["name"], source = rng.choice([("json", None), ("os", None), ("path", None), ("path", "os"), ("os.path", None), ("join", "os.path"), ("join", "os"), ("loads", "json"), ("loads", ".json"),
                ("loads", "pkg.json"), ("loads", None), ("LIMIT", ".other"), ("LIMIT", "pkg.other"), ("LIMIT", "other"), ("LIMITS", None), ("LIMITS", ".other"), ("pkg.other", None), ("other", "."), ("other", "pkg"), ("pkg", None),
                ("etree", None), ("etree", "xml"), ("xml", None), ("ElementTree", None), ("xml.etree.ElementTree", None), ("ET", None), ("re", None), ("p", None), ("p", "os"), ("j", None), ("system", None), ("cache", "functools"), ("memo", "functools"), ("memo", None), ("Base", "pkg.base"), ("Base", "base"), ("Root", ".base"), ("os.path", "os"), ("json", "."), ("json", "pkg")])
            if source is not None:
                fact["from"] = source
        elif kind == "importable":
            fact["subject"], fact["name"] = "pkg.m", rng.choice(["f", "g", "A", "B", "LIMIT", "MODE", "json", "loads", "os", "path", "other", "Base", "TYPE_CHECKING", "nothing", "ElementTree", "outer", "Outer", "late", "p"])
        elif kind == "raises":
            fact["name"] = rng.choice(["ValueError", "ValueError", "KeyError", "errors.ValueError", "TypeError", "error"])
        elif kind == "only_changed":
            fact["subject"] = rng.choice(["pkg/m.py", "pkg/m.py", "./pkg/m.py", "pkg/", "pkg/m.py, pkg/other.py", "pkg/other.py", "m.py", "pkg/m.py, pkg/"])
            fact.pop("in", None)
        elif kind == "renamed":
            fact["name"] = rng.choice(["f", "g", "A", "B", "LIMIT", "MODE"])
        facts.append(fact)
    return facts


def fits(kind, node):
    if kind in {"signature", "same_signature", "returns", "parameter", "no_parameter", "raises"}:
        return is_function(node) or (isinstance(node, ast.ClassDef) and kind != "returns")
    if kind in {"base", "member"}:
        return isinstance(node, ast.ClassDef)
    if kind == "decorator":
        return hasattr(node, "decorator_list")
    if kind == "value":
        return isinstance(node, (ast.Assign, ast.AnnAssign))
    return True


KINDS = ["exists", "absent", "signature", "signature", "same_signature", "returns", "parameter", "parameter", "no_parameter", "base", "decorator", "value", "value", "member", "imports", "imports", "no_import", "importable", "renamed", "unchanged", "raises", "raises", "only_changed"]


# What the text says.

def is_other_exception(raised, said):
    """Both are exceptions of Python itself, and who raises the one does not raise the other."""
    classes = [getattr(builtins, each, None) for each in (raised, said)]
    return all(inspect.isclass(each) and issubclass(each, BaseException) for each in classes) and not issubclass(*classes)


def is_function(node):
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


def are_apart(shown, said):
    """Nothing is of both types, so that neither is another way to write the other."""
    one, other = ({each.strip() for each in text.split("|")} for text in (shown, said))
    return one | other <= {"int", "str", "None", "list[int]"} and not one & other


def header_of(node):
    result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    return f"({ast.unparse(node.args)}){result}"


def table_of(text):
    """Every name that the text defines, wherever: `outer.f` for what is inside of functions."""
    table = {}

    def add(prefix, name, node):
        table.setdefault(f"{prefix}{name}", []).append(node)

    def walk(statements, prefix, owner):
        for node in statements:
            if is_function(node):
                add(prefix, node.name, node)
                walk(node.body, f"{prefix}{node.name}.", owner)
                if owner is not None and node.args.args:
                    own = node.args.args[0].arg
                    for each in ast.walk(node):
                        if isinstance(each, (ast.Assign, ast.AnnAssign)):
                            for target in each.targets if isinstance(each, ast.Assign) else [each.target]:
                                if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == own:
                                    add(owner, target.attr, each)
            elif isinstance(node, ast.ClassDef):
                add(prefix, node.name, node)
                walk(node.body, f"{prefix}{node.name}.", f"{prefix}{node.name}.")
            else:
                if isinstance(node, ast.Assign):
                    for target in node.targets:
                        for each in ast.walk(target):
                            if isinstance(each, ast.Name):
                                add(prefix, each.id, node)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    add(prefix, node.target.id, node)
                for part in ("body", "orelse", "finalbody", "handlers", "cases"):
                    inner = getattr(node, part, [])
                    for each in inner:
                        walk(each.body if hasattr(each, "body") and isinstance(each, (ast.ExceptHandler, ast.match_case)) else [each], prefix, owner)

    walk(ast.parse(text).body, "", None)
    return table


# What Python finds.

def load(folder, files):
    for path, text in files.items():
        target = Path(folder, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    for name in [name for name in sys.modules if name == "pkg" or name.startswith("pkg.")]:
        del sys.modules[name]
    sys.path.insert(0, folder)
    try:
        import importlib
        importlib.invalidate_caches()
        return importlib.import_module("pkg.m")
    finally:
        sys.path.remove(folder)


MISSING = object()


def resolve(module, dotted):
    value, owner = module, None
    for name in dotted.split("."):
        owner = value
        try:
            value = getattr(value, name)
        except Exception:
            return MISSING, owner
    return value, owner


def shape_of(signature_text):
    try:
        node = ast.parse(f"def f{signature_text}: pass").body[0]
    except SyntaxError:
        return None
    return shape_of_node(node)


def shape_of_node(node):
    args = node.args
    shown = lambda each: None if each is None else ast.unparse(each)
    found = []
    positional = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
    for each, default in zip(positional, defaults):
        kind = "/" if each in args.posonlyargs else "+"
        found.append((each.arg, kind, shown(default), shown(each.annotation)))
    if args.vararg:
        found.append((f"*{args.vararg.arg}", "+", None, shown(args.vararg.annotation)))
    for each, default in zip(args.kwonlyargs, args.kw_defaults):
        found.append((each.arg, "k", shown(default), shown(each.annotation)))
    if args.kwarg:
        found.append((f"**{args.kwarg.arg}", "+", None, shown(args.kwarg.annotation)))
    return found, shown(node.returns)


def runtime_shapes(value, owner, name):
    """Signatures as `inspect` sees them: of the function itself, and of it bound to something."""
    shapes = []
    if isinstance(value, property):
        value = value.fget
    try:
        signature = inspect.signature(value)
    except Exception:
        return None
    marks = {"POSITIONAL_ONLY": "/", "POSITIONAL_OR_KEYWORD": "+", "VAR_POSITIONAL": "+", "VAR_KEYWORD": "+", "KEYWORD_ONLY": "k"}
    found = []
    for each in signature.parameters.values():
        stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(each.kind.name, "")
        default = None if each.default is each.empty else repr(each.default)
        found.append((f"{stars}{each.name}", marks[each.kind.name], default, None))
    shapes.append(found)
    is_static = isinstance(inspect.getattr_static(owner, name, None), staticmethod)
    if inspect.isclass(owner) and inspect.isfunction(value) and not is_static and found and not found[0][0].startswith("*"):
        shapes.append(found[1:])
    return shapes


def matches(actual, said):
    """`True`, `False`, or `None` where it depends on what is left out."""
    names = lambda shape: [(name, kind) for name, kind, _, _ in shape]
    if names(actual) != names(said):
        plain = lambda shape: [name for name, _, _, _ in shape]
        return None if plain(actual) == plain(said) and all(kind == "+" for _, kind, _, _ in said) else False
    for (_, _, default, annotation), (_, _, said_default, said_annotation) in zip(actual, said):
        if (default is None) != (said_default is None):
            return None if said_default is None and not any(d for _, _, d, _ in said) else False
        if default is not None and not same_code(default, said_default):
            return None if same_value(default, said_default) else False
        if said_annotation is not None and annotation is not None and not same_code(annotation, said_annotation):
            return None if annotation.strip("'\"") == said_annotation.strip("'\"") else False
    return True


def same_code(a, b):
    try:
        return ast.dump(ast.parse(a, mode="eval")) == ast.dump(ast.parse(b, mode="eval"))
    except SyntaxError:
        return a == b


def same_value(a, b):
    try:
        return eval(a) == eval(b)
    except Exception:
        return True


def both(*values):
    """Readings from `True`, `False` and `None` (either)."""
    found = set()
    for value in values:
        found |= {True, False} if value is None else {bool(value)}
    return found


class Side:
    def __init__(self, text, module):
        self.text, self.module, self.table = text, module, table_of(text)
        self.tree = ast.parse(text)

    def exists(self, dotted, said=False):
        text = dotted in self.table
        value, owner = resolve(self.module, dotted)
        if text and inspect.isclass(owner) and value is MISSING:
            # An attribute of objects, or a field without a value.
            if any(not is_function(node) and not isinstance(node, ast.ClassDef) for node in self.table[dotted]):
                return {True}
        if text and "." in dotted and is_function((self.table.get(dotted.split(".")[0]) or [None])[0]):
            return both(None)
        owners = self.table.get(dotted.rsplit(".", 1)[0], []) if "." in dotted else []
        if text and value is MISSING and any(getattr(each, "decorator_list", []) for each in owners):
            return {True}
        found = {text, value is not MISSING}
        longer = [name for name in self.table if name.endswith(f".{dotted}")]
        # Said of a class or a function by its last name; that it is absent may be said of the module.
        if found == {False} and longer and said:
            return {True} if any(self.exists(each) == {True} for each in longer) else both(None)
        if longer:
            found.add(True)
        return found

    def functions(self, dotted):
        return [node for node in self.table.get(dotted, []) if is_function(node)]

    def shapes(self, dotted):
        """All shapes that something of that name has: as written, and as Python finds it."""
        written = []
        for node in self.functions(dotted):
            shape, result = shape_of_node(node)
            written.append(shape)
        init = self.functions(f"{dotted}.__init__")
        for node in init:
            written.append(shape_of_node(node)[0])
        value, owner = resolve(self.module, dotted)
        found = None if value is MISSING else runtime_shapes(value, owner, dotted.split(".")[-1])
        plain = all(not node.decorator_list for node in [*self.functions(dotted), *init])
        return written, found, plain, owner

    def has_owner(self, dotted):
        return "." in dotted and any(isinstance(node, ast.ClassDef) for node in self.table.get(dotted.rsplit(".", 1)[0], []))

    def is_method(self, dotted):
        return self.has_owner(dotted) or any(isinstance(node, ast.ClassDef) for node in self.table.get(dotted, []))

    def variants(self, dotted):
        written, found, plain, _ = self.shapes(dotted)
        static = any(ast.unparse(d) == "staticmethod" for node in self.functions(dotted) for d in node.decorator_list)
        groups = []
        for shape in written:
            group = [shape]
            if self.is_method(dotted) and not static and shape:
                group.append(shape[1:])
            groups.append(group)
        return groups, found, plain

    def signature(self, dotted, said):
        claimed = shape_of(said)
        groups, found, plain = self.variants(dotted)
        if claimed is None or (not groups and not found):
            return both(None)
        results = []
        for group in groups:
            verdicts = [matches(shape, claimed[0]) for shape in group]
            results.append(True if True in verdicts else None if None in verdicts else False)
        if found:
            verdicts = [matches(shape, claimed[0]) for shape in found]
            best = True if True in verdicts else None if None in verdicts else False
            if (best is False and plain) or best or set(results) != {True}:
                results.append(best)
        if claimed[1] is not None:
            returns = [node.returns for node in self.functions(dotted)]
            plain_types = {"int", "str", "None", "list[int]"}
            if any(each is not None and ast.unparse(each) != claimed[1] and {ast.unparse(each).strip("'\""), claimed[1].strip("'\"")} <= plain_types and ast.unparse(each).strip("'\"") != claimed[1].strip("'\"") for each in returns) and (len(returns) == 1 or set(results) == {False}) and self.sure(dotted):
                return {False}
            if set(results) != {False} and not all(each is not None and same_code(ast.unparse(each), claimed[1]) for each in returns):
                results.append(None)
        if not self.sure(dotted):
            results.append(None)
        return both(*results)

    def sure(self, dotted):
        """Whether what Python finds is there at all."""
        value, _ = resolve(self.module, dotted)
        return value is not MISSING

    def parameter(self, dotted, name, value):
        groups, found, plain = self.variants(dotted)
        if not groups and not found:
            return both(None)
        def holds(group):
            verdicts = []
            for shape in group:
                names = {each.lstrip("*"): default for each, _, default, _ in shape}
                if name in names:
                    if value is None:
                        verdicts.append(True)
                    elif names[name] is None:
                        verdicts.append(False)
                    else:
                        verdicts.append(True if same_code(names[name], value) else None if same_value(names[name], value) else False)
                else:
                    verdicts.append(None if any(each.startswith("**") for each, *_ in shape) else False)
            if True in verdicts and False in verdicts:
                return None
            return True if True in verdicts else None if None in verdicts else False
        results = [holds(group) for group in groups]
        if found:
            best = holds(found)
            if best or plain:
                results.append(best)
        if not self.sure(dotted):
            results.append(None)
        return both(*results)

    def returns(self, dotted, said):
        nodes = self.functions(dotted)
        if not nodes:
            return both(None)
        results = []
        for node in nodes:
            if node.returns is None:
                results.append(None)
            else:
                shown = ast.unparse(node.returns).strip("'\"")
                results.append(True if same_code(shown, said) else False if are_apart(shown, said) else None)
        if not self.sure(dotted) and not self.is_decorated(dotted):
            results.append(None)
        elif not self.is_decorated(dotted) and not hasattr(resolve(self.module, dotted)[0], "func") and not callable(resolve(self.module, dotted)[0]) and not isinstance(resolve(self.module, dotted)[0], property):
            results.append(None)
        return both(*results)

    def raises(self, dotted, said):
        """What the function itself raises, as it is written, and in what Python finds there."""
        results = []
        nodes = [*self.functions(dotted), *self.functions(f"{dotted}.__init__")]
        for node in nodes:
            own, waiting = [], list(node.body)
            for each in waiting:
                if isinstance(each, ast.Raise):
                    own.append(each.exc.func if isinstance(each.exc, ast.Call) else each.exc)
                if not is_function(each):
                    waiting.extend(ast.iter_child_nodes(each))
            named = {ast.unparse(each) for each in own if each is not None}
            is_said = any(f".{each}".endswith(f".{said}") for each in named)
            results.append(True if is_said else False if all(is_other_exception(each, said) for each in named) and None not in own else None)
        value, _ = resolve(self.module, dotted)
        value = inspect.unwrap(getattr(value, "__func__", value)) if value is not MISSING else value
        value = getattr(value, "fget", getattr(value, "func", value))
        if inspect.isclass(value):
            value = value.__dict__.get("__init__")
        code = getattr(value, "__code__", None)
        # A wrapper that keeps nothing of what it wraps.
        results.append(None if code is None else said.split(".")[-1] in (*code.co_names, *code.co_varnames, *code.co_freevars) and any(each.opname == "RAISE_VARARGS" for each in dis.get_instructions(code)))
        if not nodes:
            return both(None)
        return both(*results)

    def is_decorated(self, dotted):
        return any(getattr(each, "decorator_list", []) for each in self.table.get(dotted.rsplit(".", 1)[0], []))

    def base(self, dotted, said):
        nodes = [node for node in self.table.get(dotted, []) if isinstance(node, ast.ClassDef)]
        value, _ = resolve(self.module, dotted)
        results = []
        for node in nodes:
            results.append(any(ast.unparse(each).split("[")[0].split(".")[-1] == said.split(".")[-1] for each in node.bases))
        if inspect.isclass(value):
            full = [f"{each.__module__}.{each.__qualname__}" for each in value.__mro__[1:]]
            tail = [name for name in full if f".{name}".endswith(f".{said}")]
            written = any(ast.unparse(each).split("[")[0] == said for node in nodes for each in node.bases)
            results.append(bool(tail) or written or (True in results and "." not in said))
            if said == "object":
                return both(True if written else None)
        elif not all(node.decorator_list for node in nodes):
            results.append(None)
        return both(*results)

    def decorator(self, dotted, said):
        nodes = [node for node in self.table.get(dotted, []) if hasattr(node, "decorator_list")]
        if not nodes:
            return both(None)
        aliases = {alias.asname: alias.name for each in ast.walk(self.tree) if isinstance(each, ast.ImportFrom) for alias in each.names if alias.asname}
        results = []
        for node in nodes:
            shown = [ast.unparse(each).split("(")[0] for each in node.decorator_list]
            exact = any(each == said for each in shown)
            last = any(each.split(".")[-1] == said.split(".")[-1] for each in shown)
            same = any(aliases.get(each, each) == said.split(".")[-1] for each in shown)
            alike = last and not ("." in said and any("." in each and each != said for each in shown))
            if said in {"other.deco"}:
                alike = False if not any(each == "other.deco" for each in shown) else True
            full = said == "functools.cache" and "memo" in shown
            results.append(True if exact or alike or full else None if same else False)
        if len(nodes) > 1 and True in results:
            return {True} if said == "property" and None not in results else both(None)
        if any(isinstance(each, ast.Assign) and ast.unparse(each).startswith(f"{dotted} = {said.split('.')[-1]}(") for each in ast.walk(self.tree)):
            results.append(True)
        if not self.sure(dotted):
            results.append(None)
        return both(*results)

    def value(self, dotted, said):
        results = []
        for node in self.table.get(dotted, []):
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                shown = ast.unparse(node.value)
                results.append(True if same_code(shown, said) else None if same_value(shown, said) else False)
            else:
                results.append(None)
        found, owner = resolve(self.module, dotted)
        if results and inspect.isclass(owner) and (issubclass(owner, tuple) and found is not MISSING and not isinstance(found, (int, str)) or dotted.split(".")[-1] not in vars(owner)):
            return both(*results)
        if isinstance(found, enum.Enum):
            found = found.value
        if found is not MISSING and not callable(found) and not isinstance(found, property):
            expected = eval(said)
            results.append(True if type(found) is type(expected) and found == expected else None if found == expected else False)
        elif found is not MISSING:
            results.append(None)
        elif not self.has_owner(dotted):
            results.append(None)
        return both(*(results or [None]))

    def member(self, dotted, name):
        if not any(isinstance(node, ast.ClassDef) for node in self.table.get(dotted, [])):
            return {False} if dotted not in self.table and resolve(self.module, dotted)[0] is MISSING and not any(name.endswith(f".{dotted}") for name in self.table) else both(None)
        text = f"{dotted}.{name}" in self.table
        value, _ = resolve(self.module, dotted)
        results = [text]
        if inspect.isclass(value):
            own = name in vars(value)
            if own and name not in ("__init__",):
                results.append(True)
            elif text and any(isinstance(node, (ast.Assign, ast.AnnAssign)) for node in self.table[f"{dotted}.{name}"]):
                pass
            elif hasattr(value, name) and not text:
                results.append(None if name != "__init__" else own)
            else:
                results.append(own)
        elif not all(each.decorator_list for each in self.table[dotted] if isinstance(each, ast.ClassDef)):
            results.append(None)
        return both(*results)

    def imports(self, name, source, said):
        results = []
        top = {id(node) for node in self.tree.body}
        for node in ast.walk(self.tree):
            strict = True if id(node) in top or said else None
            if isinstance(node, ast.Import):
                for alias in node.names:
                    full = alias.name
                    if source is None:
                        if name in {full, alias.asname} or (alias.asname is None and full.startswith(f"{name}.")):
                            results.append(strict)
                        elif name in full.split(".") or full.startswith(f"{name}."):
                            results.append(None)
                    elif full == f"{source.lstrip('.')}.{name}" or full.endswith(f".{name}"):
                        results.append(None)
            elif isinstance(node, ast.ImportFrom):
                raw = "." * node.level + (node.module or "")
                absolute = raw if node.level == 0 else ".".join(["pkg", *([node.module] if node.module else [])])
                for alias in node.names:
                    full = f"{absolute}.{alias.name}"
                    if alias.name == "*":
                        results.append(strict if source is None and name == absolute else None)
                    elif source is None:
                        if name in {full, absolute}:
                            results.append(strict)
                        elif name in {alias.name, alias.asname}:
                            # An own module, said like one of the standard library.
                            results.append(None if name in {"json", "os"} else strict)
                        elif name in full.split("."):
                            results.append(None)
                        elif f".{full}.".find(f".{name}.") >= 0:
                            results.append(None)
                    else:
                        if source in {raw, absolute} and alias.name == name:
                            results.append(strict)
                        elif source in {raw, absolute} and alias.asname == name:
                            results.append(None)
                        elif f".{full}.".find(f".{source.lstrip('.')}.{name}.") >= 0:
                            results.append(None)
        if f"'{name.split('.')[-1]}'" in self.text and ("__import__" in self.text or "import_module" in self.text):
            results.append(None)
        if "\nfrom .other import *" in self.text:
            results.append(None)
        if not results:
            return {False}
        return {True} if True in results else both(None)


def importable(folder, module, name):
    import importlib
    if hasattr(module, name):
        return {True}
    return {False}


def unchanged(before, after, dotted):
    def segments(side):
        found = []
        for node in side.table.get(dotted, []):
            start = min([node.lineno, *[each.lineno for each in getattr(node, "decorator_list", [])]])
            found.append("\n".join(side.text.split("\n")[start - 1 : node.end_lineno]))
        return found
    old, new = segments(before), segments(after)
    if not old or not new:
        return both(None)
    results = [old == new]
    code = lambda texts: [ast.dump(ast.parse(textwrap.dedent(text))) for text in texts]
    try:
        if old != new and code(old) == code(new):
            results.append(True)
    except SyntaxError:
        results.append(None)
    was, now = resolve(before.module, dotted)[0], resolve(after.module, dotted)[0]
    if (was is MISSING) != (now is MISSING):
        results.append(False)
    elif was is not MISSING and isinstance(was, (int, str, tuple, list, float, type(None))) and (type(was).__name__ != type(now).__name__ or was != now):
        results.append(False)
    elif was is not MISSING and type(was).__name__ != type(now).__name__:
        results.append(False)
    elif inspect.isfunction(was) and inspect.isfunction(now) and was.__code__.co_code != now.__code__.co_code and old == new:
        results.append(False)
    return both(*results)


def same_signature(before, after, dotted):
    results = []
    a, b = before.shapes(dotted), after.shapes(dotted)
    if not (a[0] or a[1]) or not (b[0] or b[1]):
        return both(None)
    def alike(x, y):
        if [each[:3] for each in x] == [each[:3] for each in y]:
            return True
        return None if [each[:2] + (each[2] is None,) for each in x] == [each[:2] + (each[2] is None,) for each in y] else False
    for x in a[0]:
        for y in b[0]:
            results.append(alike(x, y))
    if a[1] and b[1]:
        verdict = alike(a[1][0], b[1][0])
        if not (a[2] and b[2]) and verdict is False:
            verdict = None if a[0] == [] or not all(result is True for result in results) or not sames(before, after, dotted) else True
        results.append(verdict)
    elif a[1] or b[1]:
        results.append(None)
    if not (before.sure(dotted) and after.sure(dotted)):
        results.append(None)
    def headers(side):
        return [header_of(node) for node in side.functions(dotted)]
    if headers(before) != headers(after):
        results.append(None if all(result is True for result in results) else False)
    return both(*(results or [None]))


def sames(before, after, dotted):
    def decorators(side):
        return [[ast.unparse(each) for each in node.decorator_list] for node in side.functions(dotted)]
    return decorators(before) == decorators(after)


def renamed(before, after, old, new):
    around = f"{old.rsplit('.', 1)[0]}.{new}" if "." in old else new
    if around not in after.table and not any(name.endswith(f".{around}") for name in after.table) and "." in around:
        return {False}
    parts = [before.exists(old), {not each for each in after.exists(old)}, after.exists(around)]
    found = set()
    if all(part == {True} for part in parts):
        if before.exists(around) == {False}:
            bodies = lambda side, name: [ast.unparse(node).replace(name.split(".")[-1], "NAME") for node in side.table.get(name, [])]
            was, now = "".join(bodies(before, old)), "".join(bodies(after, around))
            return {True} if difflib.SequenceMatcher(None, was, now).ratio() > 0.5 else both(None)
        return both(None)
    if any(part == {False} for part in parts):
        return {False}
    return both(None)


def reading(fact, before, after, folder):
    kind, subject = fact["kind"], fact["subject"]
    when = fact.get("when")
    if kind == "renamed":
        return renamed(before, after, subject, fact["name"])
    if kind == "only_changed":
        places = [each.strip().removeprefix("./") for each in subject.split(",")]
        return both(None) if "m.py" in places else {all(each in ("pkg/m.py", "pkg/") for each in places)}
    if kind in {"unchanged", "same_signature"}:
        tables = [before.table, after.table]
        longer = {name for table in tables for name in table if name.endswith(f".{subject}")}
        if len(longer) == 1 and not any(subject in table for table in tables):
            subject = longer.pop()
        return (unchanged if kind == "unchanged" else same_signature)(before, after, subject)

    def on(side):
        if kind == "exists":
            return side.exists(subject, True)
        if kind == "absent":
            return {not each for each in side.exists(subject)}
        if kind == "signature":
            return side.signature(subject, fact["value"])
        if kind == "returns":
            return side.returns(subject, fact["value"])
        if kind == "parameter":
            return side.parameter(subject, fact["name"], fact.get("value"))
        if kind == "no_parameter":
            return {not each for each in side.parameter(subject, fact["name"], None)}
        if kind == "raises":
            return side.raises(subject, fact["name"])
        if kind == "base":
            return side.base(subject, fact["name"])
        if kind == "decorator":
            return side.decorator(subject, fact["name"])
        if kind == "value":
            return side.value(subject, fact["value"])
        if kind == "member":
            return side.member(subject, fact["name"])
        if kind == "imports":
            return side.imports(fact["name"], fact.get("from"), True)
        if kind == "no_import":
            return {not each for each in side.imports(fact["name"], fact.get("from"), False)}
        if kind == "importable":
            return importable(folder, side.module, fact["name"])

    def is_there(side):
        if kind in {"base", "member"}:
            return any(isinstance(node, ast.ClassDef) for name, nodes in side.table.items() for node in nodes if f".{name}".endswith(f".{subject}")) or inspect.isclass(resolve(side.module, subject)[0])
        if kind in {"signature", "returns", "parameter", "no_parameter", "raises"}:
            return any(fits(kind, node) for name, nodes in side.table.items() for node in nodes if f".{name}".endswith(f".{subject}")) or callable(resolve(side.module, subject)[0])
        return subject in side.table or resolve(side.module, subject)[0] is not MISSING or any(name.endswith(f".{subject}") for name in side.table)

    # What is said of the code as it is, and is not there any more, was said of the code before.
    if when is None and kind not in {"exists", "absent", "imports", "no_import", "importable"} and not is_there(after):
        if kind == "member":
            return {False}
        when = "before"
    if kind not in {"exists", "absent", "imports", "no_import", "importable"}:
        # A name without what is around it.
        side = before if when == "before" else after
        if subject not in side.table and resolve(side.module, subject)[0] is MISSING:
            longer = [name for name in side.table if name.endswith(f".{subject}")]
            if len(longer) > 1:
                return both(None)
            subject = (longer or [subject])[0]
    return on(before) if when == "before" else on(after)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    made = 0
    while made < count:
        parts = program(rng)
        now = changed(rng, parts)
        texts = [HEAD + "".join(each) for each in (parts, now)]
        rest = {"pkg/__init__.py": "", "pkg/base.py": BASE, "pkg/other.py": "LIMIT = 12\nMODE = 'o'\ndef g(z): pass\n", "pkg/json.py": "def loads(): pass\n"}
        folder = tempfile.mkdtemp()
        try:
            sides = []
            for at, text in enumerate(texts):
                module = load(f"{folder}/{at}", {**rest, "pkg/m.py": text})
                sides.append(Side(text, module))
        except Exception:
            continue
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        before, after = sides
        facts = facts_of(rng, {"before": before.table, "after": after.table})
        # Names that other files define as well are said with their file.
        for fact in facts:
            if fact["subject"].split(".")[-1] in {"g", "LIMIT", "MODE", "loads", "Base", "Root"} and "in" not in fact and fact["kind"] not in {"imports", "no_import", "importable"}:
                fact["in"] = "pkg/m.py"
        readings = []
        for fact in facts:
            try:
                readings.append(sorted(reading(fact, before, after, folder)))
            except RecursionError:
                readings.append([False, True])
        print(json.dumps({"before": {**rest, "pkg/m.py": texts[0]}, "after": {"pkg/m.py": texts[1]}, "facts": facts, "readings": readings}))
        made += 1


sys.dont_write_bytecode = True
import warnings
warnings.simplefilter("ignore")
main()
