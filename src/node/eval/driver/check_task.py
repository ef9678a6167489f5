"""Decides whether a step was done, from the files before and after it.

Reads one JSON object from standard input (folders, what may differ, the task's own check) and prints one as its last
line: {"failures": ["what is wrong", ...]}. Code of the package never runs in this process, only in those that `run` and
`output` start, so that it cannot answer in our place.
"""

import ast
import builtins
import io
import json
import os
import re
import secrets
import subprocess
import sys
import tokenize

QUESTION = json.load(sys.stdin)
BEFORE, AFTER = QUESTION["before"], QUESTION["after"]
SOURCE = QUESTION["source"]
SECONDS = 60
failures = []


def expect(condition, message):
    """Notes what is wrong where something does not hold."""
    if not condition:
        failures.append(message)


def text(path, side=AFTER):
    """A file, or an empty text where there is none."""
    try:
        with open(os.path.join(side, path), encoding="utf-8", newline="") as file:
            return file.read()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


_trees = {}


def tree(path, side=AFTER):
    if (path, side) not in _trees:
        try:
            _trees[path, side] = ast.parse(text(path, side))
        except SyntaxError as error:
            raise Wrong(f"{path} does not parse: {error}") from None
    return _trees[path, side]


class Wrong(Exception):
    """Nothing more can be looked at."""


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _targets(node):
    if isinstance(node, ast.Assign):
        found = node.targets
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        found = [node.target]
    else:
        return []
    return [leaf.id for each in found for leaf in ast.walk(each) if isinstance(leaf, ast.Name)]


def _units(body, prefix=""):
    """Definitions and assignments with their qualified names, also below if and try."""
    for node in body:
        if isinstance(node, DEFINITIONS):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from _units(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.If, ast.Try, ast.With)):
            for part in ("body", "orelse", "finalbody"):
                yield from _units(getattr(node, part, []), prefix)
            for handler in getattr(node, "handlers", []):
                yield from _units(handler.body, prefix)
        else:
            for name in _targets(node):
                yield prefix + name, node


def _all(path, name, side):
    return [node for found, node in _units(tree(path, side).body) if found == name]


def node(path, name, side=AFTER):
    """The last definition of a qualified name, or None."""
    found = _all(path, name, side)
    return found[-1] if found else None


def has(path, name, side=AFTER):
    return node(path, name, side) is not None


def names(path, side=AFTER):
    """All qualified names that a file defines."""
    return {name for name, _ in _units(tree(path, side).body)}


def names_in_order(path, side=AFTER):
    """All qualified names in the order in which they stand in a file."""
    return [name for name, _ in _units(tree(path, side).body)]


def need(path, name, side=AFTER):
    found = node(path, name, side)
    if found is None:
        raise Wrong(f"{name} is not defined in {path}")
    return found


def doc(path, name, side=AFTER):
    """The docstring, or None."""
    return ast.get_docstring(need(path, name, side))


def parameters(path, name, side=AFTER):
    """As they are written, without annotations: `a, b=1, *, c=None`."""
    arguments = need(path, name, side).args
    bare = ast.parse(ast.unparse(ast.FunctionDef("f", arguments, [ast.Pass()], [], lineno=0))).body[0].args
    for argument in ast.walk(bare):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return ast.unparse(bare)


def annotation(path, name, parameter=None, side=AFTER):
    """What a parameter is annotated with, or what the function returns; None without."""
    function = need(path, name, side)
    if parameter is None:
        return ast.unparse(function.returns) if function.returns else None
    for each in ast.walk(function.args):
        if isinstance(each, ast.arg) and each.arg == parameter:
            return ast.unparse(each.annotation) if each.annotation else None
    return None


def calls(path, name=None, side=AFTER):
    """Names of what is called in a definition, or in the whole file: `f`, `a.f` as `f`."""
    where = tree(path, side) if name is None else need(path, name, side)
    found = []
    for each in ast.walk(where):
        if isinstance(each, ast.Call):
            target = each.func
            found.append(target.id if isinstance(target, ast.Name) else getattr(target, "attr", "?"))
    return found


def words(name, *paths, side=AFTER):
    """How often a name stands in the code of files, comments and texts left out."""
    return sum(
        token.type == tokenize.NAME and token.string == name
        for path in paths
        for token in _tokens(text(path, side))
    )


def imports(path, side=AFTER):
    """What a file imports at its top: `a`, `a.b`, `.m.f`."""
    found = set()
    for each in ast.walk(tree(path, side)):
        if isinstance(each, ast.Import):
            found.update(alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom):
            base = "." * each.level + (each.module or "")
            found.update(f"{base}{'' if base.endswith('.') else '.'}{alias.name}" for alias in each.names)
    return found


def code(path, name, side=AFTER):
    """A definition without docstrings, comments and layout, to be compared."""
    copy = ast.parse(ast.unparse(need(path, name, side)))
    for each in ast.walk(copy):
        if isinstance(each, DEFINITIONS) and ast.get_docstring(each) is not None:
            each.body = each.body[1:] or [ast.Pass()]
    return ast.unparse(copy)


def same(path, name, path_after=None, name_after=None):
    """A definition is the same after the step, also in another file or under another name; docstring and all."""
    was, now = need(path, name, BEFORE), need(path_after or path, name_after or name)
    was_text, now_text = ast.unparse(was), ast.unparse(now)
    if name_after:
        was_text = re.sub(rf"\b{re.escape(name.split('.')[-1])}\b", name_after.split(".")[-1], was_text)
    expect(was_text == now_text, f"{name} is not as it was")


def _start(program, side):
    where = os.path.join(side, SOURCE)
    mark = secrets.token_hex(12)
    started = f"import sys; sys.path.insert(0, {where!r})\n{program}\nprint({mark!r})\n"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "default", "PYTHONHASHSEED": "0"}
    try:
        ended = subprocess.run(
            [sys.executable, "-I", "-B", "-c", started], cwd=side, env=env, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return None, "it does not end"
    shown = ended.stdout
    if not shown.endswith(mark + "\n"):
        lines = ended.stderr.strip().splitlines()
        return None, lines[-1] if lines else f"it ended with {ended.returncode}"
    return shown[: -len(mark) - 1], ended.stderr


def run(program, side=AFTER):
    """Python code that imports the package must run to its end: its assertions hold."""
    shown, said = _start(program, side)
    expect(shown is not None, f"its behavior is wrong: {said}")


def output(program, side=AFTER):
    """What Python code prints that imports the package."""
    shown, said = _start(program, side)
    if shown is None:
        raise Wrong(f"its behavior is wrong: {said}")
    return shown


def same_output(program):
    """Python code prints the same before and after the step."""
    expect(output(program, BEFORE) == output(program), "it behaves differently from before")


def _tokens(source):
    try:
        return list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError, IndentationError) as error:
        raise Wrong(f"a file cannot be read as Python: {error}") from None


# What may differ.

LEFT_OUT = {".git", "__pycache__", ".pytest_cache", ".ruff_cache", ".mypy_cache", ".workorder"}


def files(side):
    found = set()
    for folder, folders, here in os.walk(side):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        for name in here:
            found.add(os.path.relpath(os.path.join(folder, name), side).replace(os.sep, "/"))
    return found


def _bytes(path, side):
    try:
        with open(os.path.join(side, path), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def changed_files():
    return sorted(path for path in files(BEFORE) | files(AFTER) if _bytes(path, BEFORE) != _bytes(path, AFTER))


def _span(each):
    first = min([each.lineno, *(decorator.lineno for decorator in getattr(each, "decorator_list", []))])
    return range(first, each.end_lineno + 1)


def _only_imports(each):
    """A try or an if around imports and nothing else."""
    if not isinstance(each, (ast.Try, ast.If)):
        return False
    parts = [*each.body, *each.orelse, *getattr(each, "finalbody", [])]
    parts += [inner for handler in getattr(each, "handlers", []) for inner in handler.body]
    return all(isinstance(one, (ast.Import, ast.ImportFrom)) or _only_imports(one) for one in parts)


def _rest(path, allowed, side):
    """The lines of a file without what may differ, and without empty ones."""
    source = text(path, side)
    lines = source.splitlines()
    gone = set()
    if path.endswith(".py"):
        for each in allowed:
            if each == "<imports>":
                found = [
                    one
                    for one in ast.walk(tree(path, side))
                    if isinstance(one, (ast.Import, ast.ImportFrom)) or _only_imports(one)
                ]
            elif each == "<comments>":
                found = []
                gone.update(number for number, line in enumerate(lines, 1) if line.lstrip().startswith("#"))
            elif each == "<docstring>":
                first = tree(path, side).body[:1]
                found = [one for one in first if isinstance(one, ast.Expr) and ast.get_docstring(tree(path, side)) is not None]
            else:
                found = _all(path, each, side)
            for one in found:
                gone.update(_span(one))
    return [line.rstrip() for number, line in enumerate(lines, 1) if number not in gone and line.strip()]


def _renamed_tokens(path, side, pairs):
    kept = []
    for token in _tokens(text(path, side)):
        value = token.string
        if token.type == tokenize.NL or not value.strip():
            continue
        if token.type == tokenize.NAME and side == BEFORE:
            value = pairs.get(value, value)
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            # There the name may be the old or the new one.
            for old, new in pairs.items():
                value = re.sub(rf"\b{re.escape(old)}\b", new, value)
        kept.append(value)
    return kept


def frame():
    """Nothing differs but what may."""
    allowed, pairs = QUESTION["may_change"], dict(QUESTION["renamed"])
    docs = QUESTION["docs"]
    for path in changed_files():
        may = allowed.get(path, [])
        if "*" in may:
            continue
        if not may and not pairs:
            failures.append(f"{path} was changed, and the step does not ask for it")
            continue
        if pairs and not may:
            if not path.endswith(".py") or _renamed_tokens(path, BEFORE, pairs) != _renamed_tokens(path, AFTER, pairs):
                failures.append(f"{path} differs by more than the new name")
            continue
        if _rest(path, may, BEFORE) != _rest(path, may, AFTER):
            failures.append(f"{path}: something else than {', '.join(may)} was changed")
        for name in may:
            was, now = node(path, name, BEFORE), node(path, name)
            if "*" in docs or name in docs or not isinstance(was, DEFINITIONS) or not isinstance(now, DEFINITIONS):
                continue
            if ast.get_docstring(was, clean=False) != ast.get_docstring(now, clean=False):
                failures.append(f"the docstring of {name} was changed")


def _unbound(path, side):
    """Names that a file uses and that nothing in it, and no builtin, defines; annotations count."""
    bound = set(dir(builtins)) | {"__file__", "__path__", "__spec__"}
    used = set()
    for each in ast.walk(tree(path, side)):
        if isinstance(each, ast.Name):
            (used if isinstance(each.ctx, ast.Load) else bound).add(each.id)
        elif isinstance(each, DEFINITIONS):
            bound.add(each.name)
        elif isinstance(each, ast.arg):
            bound.add(each.arg)
        elif isinstance(each, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).split(".")[0] for alias in each.names)
        elif isinstance(each, ast.ExceptHandler) and each.name:
            bound.add(each.name)
    return set() if "*" in bound else used - bound


def defines_what_it_uses():
    for path in changed_files():
        if path.endswith(".py"):
            earlier = _unbound(path, BEFORE) if text(path, BEFORE) else set()
            for name in sorted(_unbound(path, AFTER) - earlier):
                failures.append(f"{path} uses {name}, and nothing defines it")


def parses():
    for path in changed_files():
        if path.endswith(".py"):
            try:
                compile(text(path), path, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:
                raise Wrong(f"{path} does not compile: {error}") from None


try:
    CHECK = compile(QUESTION["check"], "check", "exec")
except (SyntaxError, ValueError) as error:
    # Nobody's fault but the suite's.
    sys.exit(f"{type(error).__name__}: {error}")

try:
    parses()
    frame()
    defines_what_it_uses()
    exec(CHECK)
except Wrong as wrong:
    failures.append(str(wrong))
except Exception as error:
    # What it looks at is of another kind than in any right change; a check that is wrong itself fails right ones, too.
    failures.append(f"the check cannot look at it: {type(error).__name__}: {error}")
print(json.dumps({"failures": failures}))
