"""Prints the text of src/core/evidence/code/outside-names-table.ts: names outside of the workspace, and their calls.

python3 scripts/outside-names.py [TYPESHED/stdlib]   (without it, the stubs of an installed mypy)

One line a module: its names, each with what its calls look like where that is known. `_` is given by its place only,
`name=` has a default, `;` stands before what is given by name only, `|` between several ways, `>` before the type that
a call gives, or that is there without one. Kept is what all versions and systems have and what this Python has, too.
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
csv decimal argparse concurrent.futures zipfile
""".split()
# Of these only the names.
NAMED = """
inspect urllib.error http http.client unittest unittest.mock codecs socket signal contextvars html pickle gzip statistics
""".split()
TYPES = "str bytes list dict set frozenset tuple int float".split()
PATHS = "abspath basename commonprefix dirname expanduser expandvars join normcase normpath realpath relpath"
HASHES = "md5 sha1 sha224 sha256 sha384 sha512 sha3_256 sha3_512 blake2b blake2s new"
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
    "hashlib": {name: ("_=,;,usedforsecurity=",) for name in HASHES.split()[:8]},
    "csv": {"reader": ("_,_=,**",), "writer": ("_,_=,**",)},
    "threading": {"Lock": ("",), "RLock": ("",)},
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
    "#Text": {"replace": ("_,_,_=>Text",)},
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
        **{name: ("!>str",) for name in "name stem suffix anchor root drive".split()},
        "parent": ("!>Path",),
        "parts": ("!>tuple",),
        "suffixes": ("!>list",),
        "parents": None,
        "chmod": ("mode",),
        "glob": ("pattern",),
        "rglob": ("pattern",),
        "joinpath": ("*>Path",),
        "mkdir": ("mode=,parents=,exist_ok=",),
        "open": ("mode=,buffering=,encoding=,errors=,newline=>File",),
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
    "#Lock": {"acquire": ("blocking=,timeout=",), "release": ("",), "locked": ("",)},
    "#Hash": {
        "update": ("_",),
        "digest": (">bytes",),
        "hexdigest": (">str",),
        "copy": (">Hash",),
        **{name: None for name in "name digest_size block_size".split()},
    },
    "#Environ": {
        "get": ("key,default=",),
        "pop": ("key|key,default",),
        "popitem": (">tuple",),
        "setdefault": ("key,value",),
        "update": ("_=,**",),
        "copy": (">dict",),
        **{name: ("",) for name in "clear items keys values".split()},
    },
    "#Writer": {"writerow": ("_",), "writerows": ("_",), "dialect": None},
    # What `open` gives, in whatever mode.
    "#File": {
        "read": ("_=>Text",),
        "readline": ("_=>Text",),
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
# Classes whose objects are known by their names, with the module whose stub defines them.
CLASSES = {
    name: module
    for module, names in {
        "re": "Pattern",
        "datetime": "datetime date time timedelta",
        "decimal": "Decimal",
        "uuid": "UUID",
        "collections": "deque defaultdict Counter OrderedDict",
        "subprocess": "CompletedProcess Popen",
        "threading": "Event Thread Condition",
        "io": "StringIO BytesIO",
        "argparse": "ArgumentParser",
        "concurrent.futures.thread": "ThreadPoolExecutor",
        "queue": "Queue",
        "string": "Template",
        "csv": "DictReader DictWriter",
        "zipfile": "ZipFile",
        "contextlib": "ExitStack",
        "urllib.parse": "ParseResult SplitResult",
    }.items()
    for name in names.split()
}
# What is hardly asked of objects.
RARE = re.compile(r"(?:compare|copy|logical|is_[qs]nan|next_|max_|min_|conjugate|canonical|radix|rotate|scaleb|shift)\w*")
# Only files have these, and what is above them in the stubs.
OF_FILES = {"buffer", "mode", "name"}
ALIASES = {"_Date": "date", "_Time": "time", "AnyStr": "Text"}
# Calls that give a value of such a type. `Text` is one of texts or of bytes, as what is given.
GIVES = {
    ("logging", "getLogger"): "Logger",
    ("pathlib", "Path"): "Path",
    ("builtins", "open"): "File",
    ("threading", "Lock"): "Lock",
    ("csv", "writer"): "Writer",
    **{("os.path", name): "Text" for name in PATHS.split()},
    **{("hashlib", name): "Hash" for name in HASHES.split()},
    **{(module.removesuffix(".thread"), name): name for name, module in CLASSES.items()},
}
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


def type_given(function, owner):
    """The builtin type, or one of the classes above, that a call gives."""
    if function.returns is None or skipped_constructor(function):
        return ""
    given = ast.unparse(function.returns).split("[")[0].strip("'\"")
    given = owner if given == "Self" and owner else ALIASES.get(given, given)
    return given if given in (*TYPES, *CLASSES, "Text") else ""


def signature(function, skipped, owner=None):
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
    gives = type_given(function, owner)
    return ",".join(parts) + (f">{gives}" if gives else "")


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


def members_of(owner, version, of_class=False, given=None):
    """Name -> (kind, signatures); `of_class`: of what can be called without an object."""
    members = {}
    for each in statements(owner.body, version, "linux"):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found = decorators(each)
            if of_class and not found & {"classmethod", "staticmethod"}:
                continue
            if found & {"property", "cached_property"}:
                kind = type_given(each, given)
                members[each.name] = ("property", (f"!>{kind}",)) if kind else ("value", None)
                continue
            _, others = members.get(each.name, ("function", ()))
            members[each.name] = ("function", (others or ()) + (signature(each, 0 if "staticmethod" in found else 1, given),))
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and not of_class:
            members[each.target.id] = ("value", None)
    return members


def class_in(module, name, version):
    for each in statements(tree_of(module).body, version, "linux"):
        if isinstance(each, ast.ClassDef) and each.name == name:
            return module, each
        if isinstance(each, ast.ImportFrom) and any((alias.asname or alias.name) == name for alias in each.names):
            original = next(alias.name for alias in each.names if (alias.asname or alias.name) == name)
            source = each.module or ""
            if each.level:
                source = ".".join([*module.split(".")[: -each.level if not path_of(module).endswith("__init__.pyi") else None], *filter(None, [source])])
            return class_in(source, original, version)
    return None


def all_members(module, name, version, of_class):
    """With those of the classes above."""
    found = class_in(module, name, version)
    members = {}
    todo = [found]
    while todo:
        current = todo.pop(0)
        if current is None:
            continue
        source, owner = current
        for member, entry in members_of(owner, version, of_class, name).items():
            members.setdefault(member, entry)
        for base in owner.bases:
            text = ast.unparse(base).split("[")[0]
            if text not in ("Generic", "Protocol", "object", "NamedTuple", "typing.NamedTuple"):
                todo.append(class_in("builtins" if text in TYPES else source, text, version))
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
        if kinds == {"property"} and len({signatures for _, signatures in entries}) == 1:
            kept = entries[0][1]
        found[name] = kept or None
    return found


def text(module, name, signatures):
    if not signatures:
        return name
    if signatures[0].startswith("!"):
        return name + signatures[0][1:]
    gives = {each.split(">")[1] if ">" in each else "" for each in signatures}
    kept = list(signatures)
    if len(gives) > 1 and gives <= {"str", "bytes", "Text"}:
        kept = [f"{each.split('>')[0]}>Text" for each in signatures]
        gives = {"Text"}
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


LONG_ONES = {("subprocess", "run"), ("subprocess", "Popen"), ("argparse", "ArgumentParser"), ("json", "dumps"), ("json", "dump"), ("builtins", "open"), ("dataclasses", "field"), ("dataclasses", "dataclass")}


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
    for name, module in CLASSES.items():
        real = getattr(importlib.import_module(module), name)
        for prefix, of_class in (("#", False), ("@", True)):
            members = in_all([all_members(module, name, version, of_class) for version in VERSIONS])
            kept = {member: each for member, each in members.items() if hasattr(real, member) or each is None}
            kept = {member: each for member, each in kept.items() if name != "Decimal" or not RARE.fullmatch(member)}
            kept = {member: each for member, each in kept.items() if not name.endswith("IO") or member not in OF_FILES}
            if kept:
                found[f"{prefix}{name}"] = kept
    found["#Text"] = {
        name: each and tuple(re.sub(">(str|bytes)$", ">Text", one) for one in each)
        for name, each in in_all([{name: ("function", signatures) for name, signatures in found[f"#{kind}"].items()} for kind in ("str", "bytes")]).items()
    }
    every = in_all([names_of("builtins", version, "linux") for version in VERSIONS])
    found["builtins"] = {name: each for name, each in every.items() if hasattr(builtins, name)}
    for module, names in BY_HAND.items():
        found[module] = {**found.get(module, {}), **names}
    return found


if __name__ == "__main__":
    print("\n".join(" ".join([module, *(text(module, name, each) for name, each in sorted(names.items()))]) for module, names in table().items()))
