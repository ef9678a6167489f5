"""Prints the text of src/core/evidence/code/outside-names-table.ts: names outside of the workspace, and their calls.

python3 scripts/outside-names.py [TYPESHED/stdlib]   (without it, the stubs of an installed mypy)

One line a module: its names, each with what its calls look like where that is known. `_` is given by its place only,
`name=` has a default, `;` stands before what is given by name only, `|` between several ways, `>` before the builtin
type that a call gives. Kept is what all versions and systems have and what this Python has, too.
"""

import ast
import builtins
import importlib
import re

from typeshed import path_of

CALLED = """
os os.path sys re json time typing collections collections.abc functools itertools logging pathlib datetime math random
string textwrap copy io shutil subprocess tempfile threading traceback types uuid warnings weakref contextlib dataclasses
enum abc operator hashlib base64 urllib.parse glob fnmatch struct asyncio secrets queue platform heapq bisect shlex
""".split()
# Of these only the names.
NAMED = """
inspect urllib.error http http.client unittest unittest.mock csv decimal argparse concurrent.futures codecs socket signal
contextvars html pickle gzip zipfile statistics
""".split()
TYPES = "str bytes list dict set frozenset tuple int float".split()
# Said by hand: the stubs say these in more than one way, or not at all.
BY_HAND = {
    "builtins": {
        "type": ("_", "_,_,_,**"),
        "dict": ("_=,**",),
        "object": ("",),
        "list": ("_=",),
        "tuple": ("_=",),
        "set": ("_=",),
        "zip": ("*,strict=",),
        "map": ("_,_,*",),
        "range": ("_", "_,_", "_,_,_"),
        "slice": ("_", "_,_", "_,_,_"),
        "str": ("_=",),
        "exit": ("_=",),
        "quit": ("_=",),
        "help": ("_=",),
    },
    "os": {"path": None},
    "__future__": {"annotations": None},
    "pytest": {
        "mark": None,
        "raises": ("expected_exception,*,match=",),
        "approx": ("expected,rel=,abs=,nan_ok=",),
        "param": ("*,id=,marks=",),
        "skip": ("reason",),
        "fail": ("reason",),
        "fixture": None,
    },
    "#MonkeyPatch": {
        "chdir": ("path",),
        "context": ("",),
        "delattr": ("target,name=,raising=",),
        "delenv": ("name,raising=",),
        "delitem": ("dic,name,raising=",),
        "setattr": ("target,name,value=,raising=",),
        "setenv": ("name,value,prepend=",),
        "setitem": ("dic,name,value",),
        "syspath_prepend": ("path",),
        "undo": ("",),
    },
    "#CaptureFixture": {"disabled": ("",), "readouterr": ("",)},
    # What the stubs have in the classes above them.
    "#dict": {"clear": ("",), "popitem": ("",), "setdefault": ("_,_=",), "update": ("_=,**",)},
    "#list": {"clear": ("",), "reverse": ("",)},
    "#set": {"clear": ("",), "pop": ("",), "update": ("*",)},
    # Values of types that are no builtins, under names of our own.
    "#Logger": {
        **{name: ("msg,*,exc_info=,stack_info=,stacklevel=",) for name in "debug info warning error critical exception".split()},
        "log": ("level,msg,*,exc_info=,stack_info=,stacklevel=",),
        "addHandler": ("hdlr",),
        "removeHandler": ("hdlr",),
        "setLevel": ("level",),
        "isEnabledFor": ("level",),
        "getEffectiveLevel": (">int",),
        "getChild": ("suffix>Logger",),
        "hasHandlers": ("",),
        **{name: None for name in "name level handlers propagate parent disabled".split()},
    },
    "#Path": {
        **{name: (">Path",) for name in "absolute expanduser readlink".split()},
        **{name: ("_>Path",) for name in "with_name with_stem with_suffix rename replace".split()},
        **{name: ("",) for name in "is_absolute is_symlink iterdir rmdir lstat".split()},
        **{name: ("",) for name in "exists is_dir is_file owner group stat".split()},
        **{name: (">str",) for name in "as_posix as_uri".split()},
        **{name: None for name in "name stem suffix suffixes parent parents parts anchor root drive".split()},
        "chmod": ("mode",),
        "glob": ("pattern",),
        "rglob": ("pattern",),
        "joinpath": ("*>Path",),
        "mkdir": ("mode=,parents=,exist_ok=",),
        "open": ("mode=,buffering=,encoding=,errors=,newline=",),
        "read_bytes": (">bytes",),
        "read_text": ("encoding=,errors=>str",),
        "relative_to": ("_>Path",),
        "is_relative_to": ("_",),
        "resolve": ("strict=>Path",),
        "samefile": ("other_path",),
        "symlink_to": ("target,target_is_directory=",),
        "touch": ("mode=,exist_ok=",),
        "unlink": ("missing_ok=",),
        "write_bytes": ("data>int",),
        "write_text": ("data,encoding=,errors=,newline=>int",),
    },
    # What `open` gives, in whatever mode.
    "#File": {
        "read": ("_=",),
        "readline": ("_=",),
        "readlines": ("_=>list",),
        "write": ("_>int",),
        "writelines": ("_",),
        "seek": ("_,_=>int",),
        "tell": (">int",),
        "fileno": (">int",),
        "truncate": ("_=>int",),
        **{name: ("",) for name in "close flush isatty readable writable seekable".split()},
        **{name: None for name in "closed mode name".split()},
    },
}
# Calls that give a value of such a type.
GIVES = {("logging", "getLogger"): "Logger", ("pathlib", "Path"): "Path"}
VERSIONS = [(3, minor) for minor in range(10, 15)]
PLATFORMS = ["linux", "win32", "darwin"]
LONGEST = 180


def holds(node, version, platform):
    """A condition of a stub."""
    if isinstance(node, ast.BoolOp):
        parts = [holds(each, version, platform) for each in node.values]
        return all(parts) if isinstance(node.op, ast.And) else any(parts)
    if isinstance(node, ast.UnaryOp):
        return not holds(node.operand, version, platform)
    if isinstance(node, ast.Compare):
        right, operator = ast.literal_eval(node.comparators[0]), node.ops[0]
        if ast.unparse(node.left) == "sys.platform":
            return (platform == right) == isinstance(operator, ast.Eq)
        left = version[: len(right)] if len(right) <= 2 else (*version, 0)
        return {ast.GtE: left >= right, ast.Lt: left < right, ast.Gt: left > right, ast.LtE: left <= right, ast.Eq: left == right}[type(operator)]
    if isinstance(node, ast.Call):
        return platform.startswith(ast.literal_eval(node.args[0]))
    return bool(node.value) if isinstance(node, ast.Constant) else True


def statements(body, version, platform):
    for each in body:
        if isinstance(each, ast.If):
            yield from statements(each.body if holds(each.test, version, platform) else each.orelse, version, platform)
        elif isinstance(each, ast.Try):
            yield from statements(each.body, version, platform)
        else:
            yield each


trees = {}


def tree_of(module):
    if module not in trees:
        with open(path_of(module)) as file:
            trees[module] = ast.parse(file.read())
    return trees[module]


def signature(function, skipped):
    args = function.args
    positional = [("_", True) for _ in args.posonlyargs]
    positional += [("_" if each.arg.startswith("__") and not each.arg.endswith("__") else each.arg, True) for each in args.args]
    first = len(positional) - len(args.defaults)
    parts = [name + ("=" if i >= first else "") for i, (name, _) in enumerate(positional)][skipped:]
    if args.vararg:
        parts.append("*")
    elif args.kwonlyargs:
        parts.append(";")
    parts += [each.arg + ("" if default is None else "=") for each, default in zip(args.kwonlyargs, args.kw_defaults)]
    if args.kwarg:
        parts.append("**")
    gives = ast.unparse(function.returns).split("[")[0] if function.returns else ""
    return ",".join(parts) + (f">{gives}" if gives in TYPES and not skipped_constructor(function) else "")


def skipped_constructor(function):
    return function.name in ("__init__", "__new__")


def decorators(function):
    return {ast.unparse(each).split(".")[-1] for each in function.decorator_list}


known = {}


def names_of(module, version, platform):
    """Name -> (kind, signatures)."""
    key = (module, version, platform)
    if key in known:
        return known[key]
    names = known[key] = {}
    for each in statements(tree_of(module).body, version, platform):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            kind, others = names.get(each.name, ("function", ()))
            names[each.name] = ("function", (others if kind == "function" else ()) + (signature(each, 0),))
        elif isinstance(each, ast.ClassDef):
            names[each.name] = ("class", made_by(each, version, platform, names))
        elif isinstance(each, ast.Assign):
            for target in each.targets:
                if isinstance(target, ast.Name):
                    same = names.get(each.value.id) if isinstance(each.value, ast.Name) else None
                    names[target.id] = same or ("value", None)
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            names[each.target.id] = ("value", None)
        elif isinstance(each, ast.ImportFrom):
            imported(each, module, version, platform, names)
        elif isinstance(each, ast.Import):
            for alias in each.names:
                if alias.asname == alias.name:
                    names[alias.asname] = ("value", None)
    return names


def imported(statement, module, version, platform, names):
    source = statement.module or ""
    if statement.level:
        parts = module.split(".") if path_of(module).endswith("__init__.pyi") else module.split(".")[:-1]
        parts = parts[: len(parts) - statement.level + 1]
        source = ".".join([*parts, source] if source else parts)
    for alias in statement.names:
        bound = alias.asname or alias.name
        if alias.name == "*":
            found = names_of(source, version, platform)
            names.update({name: each for name, each in found.items() if not name.startswith("_")})
        elif alias.asname == alias.name or module in ("asyncio", "concurrent.futures", "collections.abc"):
            try:
                names[bound] = names_of(source, version, platform).get(alias.name, ("value", None))
            except FileNotFoundError:
                names[bound] = ("value", None)
        else:
            names.setdefault(bound, ("hidden", None))


def made_by(owner, version, platform, names):
    makers = [each for each in statements(owner.body, version, platform) if isinstance(each, ast.FunctionDef) and skipped_constructor(each)]
    if any(each.arg == "metaclass" for each in owner.keywords) or len({each.name for each in makers}) > 1:
        return None
    if makers:
        return tuple(signature(each, 1) for each in makers)
    base = owner.bases[0].id if len(owner.bases) == 1 and isinstance(owner.bases[0], ast.Name) else None
    kind, signatures = names.get(base, (None, None))
    return signatures if kind == "class" else None


def members_of(owner, version):
    members = {}
    for each in statements(owner.body, version, "linux"):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found = decorators(each)
            if "property" in found:
                members[each.name] = ("value", None)
                continue
            _, others = members.get(each.name, ("function", ()))
            members[each.name] = ("function", (others or ()) + (signature(each, 0 if "staticmethod" in found else 1),))
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            members[each.target.id] = ("value", None)
    return members


def split(parts):
    for i, each in enumerate(parts):
        if each in ("*", ";"):
            return parts[:i], each, parts[i + 1 :]
        if each == "**":
            return parts[:i], "", parts[i:]
    return parts, "", []


def is_within(one, other):
    """Whether every call that fits the one fits the other."""
    if one.split(">")[0] == other.split(">")[0]:
        return True
    (placed, mark, named), (placed2, mark2, named2) = (split([each for each in text.split(">")[0].split(",") if each]) for text in (one, other))
    if "*" in (mark, mark2) and (mark != mark2 or len(placed) != len(placed2)):
        return False

    def fits(x, y):
        return x.rstrip("=") == y.rstrip("=") and (y.endswith("=") or not x.endswith("="))

    more = placed2[len(placed) :]
    if len(placed2) < len(placed) or not all(map(fits, placed, placed2)) or not all(each.endswith("=") for each in more):
        return False
    if "**" in named and "**" not in named2:
        return False
    given = [each for each in named if each != "**"]
    taken = [each for each in named2 if each != "**"]
    return all(any(fits(x, y) for y in taken + more) for x in given) and all(
        y.endswith("=") or any(fits(x, y) for x in given) for y in taken
    )


def in_all(tables):
    """What is in every table; of the ways to call it those that every version takes."""
    first, *others = tables
    found = {}
    for name in first:
        entries = [table.get(name) for table in tables]
        if name.startswith("_") or not all(entries):
            continue
        kinds = {kind for kind, _ in entries}
        kept = None
        if len(kinds) == 1 and kinds <= {"function", "class"} and all(signatures for _, signatures in entries):
            every = dict.fromkeys(each for _, signatures in entries for each in signatures)
            kept = tuple(x for x in every if all(any(is_within(x, y) for y in signatures) for _, signatures in entries))
        found[name] = kept or None
    return found


def text(module, name, signatures):
    if not signatures:
        return name
    gives = {each.split(">")[1] if ">" in each else "" for each in signatures}
    kept = list(signatures)
    if len(gives) == 1:
        kept = [
            x
            for i, x in enumerate(kept)
            if not any(is_within(x, y) and (not is_within(y, x) or j < i) for j, y in enumerate(kept) if j != i)
        ]
    if sum(map(len, kept)) > LONGEST and (module, name) not in LONG_ONES:
        return name
    result = f">{gives.pop()}" if len(gives) == 1 and gives != {""} else ""
    result = f">{GIVES[module, name]}" if (module, name) in GIVES else result
    return f"{name}({'|'.join(dict.fromkeys(each.split('>')[0] for each in kept))}){result}"


LONG_ONES = {("subprocess", "run"), ("json", "dumps"), ("json", "dump"), ("builtins", "open"), ("dataclasses", "field"), ("dataclasses", "dataclass")}


def table():
    found = {}
    for module in CALLED + NAMED:
        names = [
            {name: each for name, each in names_of("posixpath" if module == "os.path" else module, version, platform).items() if each[0] != "hidden"}
            for version in VERSIONS
            for platform in PLATFORMS
        ]
        here = importlib.import_module(module)
        found[module] = {
            name: signatures if module in CALLED else None
            for name, signatures in in_all(names).items()
            if hasattr(here, name) and (module in CALLED or not re.match(r"[A-Z]+_|E[A-Z]+$", name))
        }
    for name in TYPES:
        owners = [
            next(each for each in statements(tree_of("builtins").body, version, "linux") if isinstance(each, ast.ClassDef) and each.name == name)
            for version in VERSIONS
        ]
        members = in_all([members_of(owner, version) for owner, version in zip(owners, VERSIONS)])
        found[f"#{name}"] = {member: each for member, each in members.items() if hasattr(getattr(builtins, name), member)}
    every = in_all([names_of("builtins", version, "linux") for version in VERSIONS])
    found["builtins"] = {name: each for name, each in every.items() if hasattr(builtins, name)}
    for module, names in BY_HAND.items():
        found[module] = {**found.get(module, {}), **names}
    return found


if __name__ == "__main__":
    print("\n".join(" ".join([module, *(text(module, name, each) for name, each in sorted(names.items()))]) for module, names in table().items()))
