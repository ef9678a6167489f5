"""Prints the table of src/core/evidence/code/outside-classes.ts: what objects of classes of Python have.

python3 scripts/outside-classes.py [TYPESHED/stdlib]   (without it, the stubs of an installed mypy)

One line for all classes that have the same: their names, then what this Python has, what its source sets of `self`,
and what the stubs say of other versions. `_*` stands for all names with one underscore, of
which other versions may have others.
"""

import ast
import builtins
import importlib
import inspect
import os
import re
import textwrap

from typeshed import path_of

CLASSES = {
    "abc": "ABC",
    "typing": "Generic Protocol",
    "enum": "Enum IntEnum Flag IntFlag",
    "collections": "OrderedDict defaultdict Counter deque ChainMap UserDict UserList UserString",
    "collections.abc": "Hashable Iterable Iterator Reversible Generator Sized Container Collection Callable Awaitable Coroutine "
    "AsyncIterable AsyncIterator AsyncGenerator Mapping MutableMapping Sequence MutableSequence Set MutableSet",
    "contextlib": "AbstractContextManager AbstractAsyncContextManager ContextDecorator ExitStack AsyncExitStack",
    "datetime": "date datetime time timedelta tzinfo",
    "json": "JSONEncoder JSONDecoder JSONDecodeError",
    "argparse": "Action ArgumentParser HelpFormatter Namespace RawDescriptionHelpFormatter RawTextHelpFormatter ArgumentDefaultsHelpFormatter ArgumentTypeError",
    "logging": "Filter Filterer Formatter Handler Logger LoggerAdapter NullHandler StreamHandler FileHandler",
    "threading": "Thread Timer local",
    "string": "Formatter Template",
    "subprocess": "Popen SubprocessError CalledProcessError TimeoutExpired",
    "unittest": "TestCase IsolatedAsyncioTestCase",
    "queue": "Queue PriorityQueue LifoQueue",
    "random": "Random",
    "asyncio": "Protocol DatagramProtocol Queue",
    "io": "StringIO BytesIO RawIOBase TextIOBase TextIOWrapper",
    "decimal": "Decimal",
    "types": "ModuleType SimpleNamespace",
}
BUILTIN = "object dict list set frozenset tuple str int float complex bytes bytearray"


def stub(module):
    path = path_of(module)
    return ast.parse(open(path).read()) if os.path.exists(path) else ast.Module([], [])


def said_of(module, name):
    """What the stubs say of a class, in whatever version."""
    for each in ast.walk(stub(module)):
        if isinstance(each, ast.ClassDef) and each.name == name:
            for inner in ast.walk(each):
                if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    yield inner.name
                elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    yield inner.target.id
                elif isinstance(inner, ast.Assign):
                    yield from (target.id for target in inner.targets if isinstance(target, ast.Name))


def members(owner):
    found = set()
    for each in owner.__mro__:
        if each is object:
            continue
        found.update(vars(each), said_of(each.__module__, each.__name__))
        try:
            source = textwrap.dedent(inspect.getsource(each))
        except (OSError, TypeError):
            continue
        found.update(re.findall(r"\bself\.(\w+)", source))
    if any(re.match(r"_(?!_|abc_|is_)", name) for name in found):
        found.add("_*")
    return sorted(name for name in found if name == "_*" or not name.startswith("_"))


def table():
    lines = {}
    for module, names in {"builtins": BUILTIN, **CLASSES}.items():
        for name in names.split():
            lines.setdefault(" ".join(members(getattr(importlib.import_module(module), name))), []).append(f"{module}.{name}")
    for name, each in vars(builtins).items():
        if isinstance(each, type) and issubclass(each, BaseException):
            lines.setdefault(" ".join(members(each)), []).append(f"builtins.{name}")
    return lines


if __name__ == "__main__":
    for has, names in sorted(table().items()):
        print(f"{' '.join(names)}: {has}".rstrip())
