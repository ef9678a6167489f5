"""A counterexample as a pytest test: it passes before the change and fails after it."""

import ast
import builtins
import enum
import itertools
import math
import re

from .describe import repr_of

WELL_KNOWN = {
    "datetime": "import datetime", "Decimal": "from decimal import Decimal", "Fraction": "from fractions import Fraction",
    "PosixPath": "from pathlib import PosixPath", "UUID": "from uuid import UUID", "deque": "from collections import deque",
    "OrderedDict": "from collections import OrderedDict", "Counter": "from collections import Counter",
    "defaultdict": "from collections import defaultdict",
}
MOST_CHARACTERS = 2_000
MOST_ITEMS = 100


def write(value, each=None):
    """A value as a Python expression, as far as that is possible."""
    part = each or write
    kind = type(value)
    if isinstance(value, enum.Enum):
        return f"{kind.__qualname__}.{value.name}"
    if kind is float and not math.isfinite(value):
        return f"float('{value}')"
    if kind in (list, tuple, dict, set, frozenset) and len(value) > MOST_ITEMS:
        return f"<{kind.__name__} of {len(value)} items: {', '.join(map(part, itertools.islice(value, 20)))}, …>"
    if kind in (str, bytes) and len(value) > MOST_CHARACTERS:
        return f"<{kind.__name__} of {len(value)} characters: {value[:100]!r}…>"
    if kind is list:
        return f"[{', '.join(map(part, value))}]"
    if kind is tuple:
        return f"({', '.join(map(part, value))}{',' if len(value) == 1 else ''})"
    if kind is dict:
        return "{" + ", ".join(f"{part(k)}: {part(v)}" for k, v in value.items()) + "}"
    if kind.__repr__ is object.__repr__ and getattr(value, "__dict__", None):
        # Not an expression: nothing says that it can be made like this.
        return f"<{kind.__qualname__} {', '.join(f'{name}={part(each)}' for name, each in vars(value).items())}>"
    return repr_of(value)


def is_expression(text):
    try:
        return len(text) <= MOST_CHARACTERS and bool(ast.parse(text, mode="eval"))
    except (SyntaxError, ValueError, RecursionError):
        return False


def call_text(kind, name, positional, named):
    """The call as it is written; a method is called on what its first argument is."""
    given = [*positional, *(f"{key}={text}" for key, text in named.items())]
    last = name.rpartition(".")[2]
    if kind in ("method", "property") and positional and is_expression(positional[0]):
        return f"{positional[0]}.{last}" if kind == "property" else f"{positional[0]}.{last}({', '.join(given[1:])})"
    return f"{name}({', '.join(given)})"


def make_test(request, found, classes, outcomes, index, differs):
    """The text of a test file; `outcomes` are those of the call that differs, before and after."""
    before, after = outcomes
    module, name = request["before"]["module"], request["before"]["name"]
    positional, named = found["positional"], found["named"]
    is_held = "value" not in differs and ("arguments" in differs or "same" in differs)
    holders = [f"value{i + 1}" for i in range(len(positional))] if is_held else positional
    call = call_text(found["kind"], name, holders, named)
    if found.get("awaited"):
        call = f"asyncio.run({call})"
    body = [f"{holder} = {text}" for holder, text in zip(holders, positional) if holder != text]
    body += [call] * index
    needs_pytest, fixture = False, ""
    if before["kind"] == "raised":
        needs_pytest = True
        error = before["value"][1].rpartition(".")
        body += [f"with pytest.raises({error[2]}):", f"    {call}"]
        if error[0] and error[0] != "builtins":
            classes = {**classes, error[2]: error[0]}
    elif "output" in differs and "value" not in differs:
        fixture = "capsys"
        body += ["capsys.readouterr()"] * bool(index) + [call, f"assert capsys.readouterr().out == {before['output']!r}"]
    elif holders is not positional:
        left = list(zip(holders, before["shown_arguments"]))
        whole = [f"assert {h} == {t}" for h, t in left if is_expression(t)]
        odd = [f"# {h} was {one_line(t)}" for h, t in left if not is_expression(t)]
        among = f"any(result is each for each in [{', '.join(holders)}])"
        same = [f"assert {among}" if before["same"] else f"assert not {among}"] if "same" in differs else []
        body += [f"result = {call}" if same else call, *same, *([] if same else [*whole, *odd])]
    elif looks_equal(before, after):
        body += [f"assert repr({call}) == {before['repr']!r}"]
    elif before.get("items") is not None:
        body += [f"assert list({call}) == {before['items']}"]
    elif is_expression(before["shown"]):
        body += [f"assert {call} == {before['shown']}" if before["shown"] not in ("None", "True", "False") else f"assert {call} is {before['shown']}"]
    else:
        body += [f"result = {call}", f"# Before the change this was {one_line(before['shown'])}", "assert result is not None"]
    lines = [line if is_code(line) else f"# To be completed: {one_line(line)}" for line in body]
    names = names_in("\n".join(lines))
    first = name.partition(".")[0]
    needed = {first: module, **{n: m for n, m in classes.items() if n in names}}
    imports = sorted({WELL_KNOWN[n] for n in names if n in WELL_KNOWN and n not in classes})
    imports += ["import asyncio"] if found.get("awaited") else []
    by_module = {}
    for each, place in needed.items():
        by_module.setdefault(place, []).append(each)
    imports += [f"from {place} import {', '.join(sorted(each))}" for place, each in sorted(by_module.items())]
    title = re.sub(r"\W+", "_", name).strip("_").lower()
    text = "\n".join(f"    {line}" for line in lines)
    head = ["import pytest", ""] if needs_pytest else []
    return "\n".join([*head, *imports, "", "", f"def test_{title}_behaves_as_before({fixture}):", text, ""])


def looks_equal(before, after):
    """Equal in Python's eyes though the type or the order differs, or equal to nothing."""
    if "nan" in before.get("repr", ""):
        return True
    try:
        return ast.literal_eval(before["shown"]) == ast.literal_eval(after["shown"])
    except (ValueError, SyntaxError, KeyError, TypeError):
        return False


def is_code(line):
    try:
        ast.parse(line if not line.startswith("    ") and not line.startswith("with ") else f"if 1:\n    {line.strip()}\n        pass" if line.startswith("with ") else line.strip())
    except (SyntaxError, ValueError):
        return False
    return True


def names_in(text):
    found = set(re.findall(r"[A-Za-z_]\w*", text))
    return {each for each in found if not hasattr(builtins, each)}


def one_line(text):
    return " ".join(text.split())[:200]
