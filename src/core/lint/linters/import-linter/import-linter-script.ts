import { PYTHON_GUARD } from '../../python-guard.ts';

/**
 * Runs import-linter through its own functions and prints one JSON object, because its report is made for
 * people: an error and a broken contract share exit code 1 there, and names have no file.
 *
 * Run as `python -c SCRIPT FOLDER… --cache DIR --run-none FOLDER…` with the workspace as current folder. The first
 * folders are put in front of Python's path only after everything of import-linter is loaded, so that a module of the
 * workspace named like one of its parts is not run in its place. Nothing in the folders after `--run-none` is run; without
 * them, contract types of the workspace are.
 */
export const IMPORT_LINTER_SCRIPT = String.raw`${PYTHON_GUARD}
import contextlib, inspect, io, json

split, end = sys.argv.index("--cache"), sys.argv.index("--run-none")
guarded = guard(sys.argv[end + 1:]) if sys.argv[end + 1:] else None

def say(answer):
    sys.__stdout__.write(json.dumps(answer) + "\n")
    sys.__stdout__.flush()
    os._exit(0)

try:
    import importlinter
    from importlinter import configuration
    from importlinter.application import use_cases
    configuration.configure()
    import grimp, importlib.util
except ImportError as error:
    say({"kind": "not_installed", "message": str(error)})

def version():
    return str(getattr(importlinter, "__version__", ""))

def lock(folder):
    # The cache is not safe for two runs at a time; the second does without.
    if not folder:
        return None
    try:
        os.makedirs(folder, exist_ok=True)
        handle = open(os.path.join(folder, "lock"), "a+")
        if os.name == "nt":
            import msvcrt
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return handle
    except OSError:
        return None

def locate(module):
    parts = module.split(".")
    try:
        spec = importlib.util.find_spec(parts[0])
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    folders = list(spec.submodule_search_locations or [])
    if not folders:
        return spec.origin if len(parts) == 1 else None
    for folder in folders:
        base = os.path.join(folder, *parts[1:])
        for path in (os.path.join(base, "__init__.py"), base + ".py"):
            if os.path.isfile(path):
                return path
    return None

def check(cache):
    options = use_cases.read_user_options(config_filename=None)
    if guarded:
        session = options.session_options
        named = session.get("root_packages", session.get("root_package", []))
        named = [named] if isinstance(named, str) else named
        guarded.first.update(str(name).partition(".")[0] for name in named)
    for name in ("_validate_contracts_present", "_register_contract_types"):
        step = getattr(use_cases, name, None)
        if step:
            step(options)
    held = lock(cache)
    accepted = inspect.signature(use_cases.create_report).parameters
    arguments = {"cache_dir": cache if held else None} if "cache_dir" in accepted else {}
    report = use_cases.create_report(options, **arguments)
    if report.could_not_run:
        return {"kind": "refused", "contracts": {
            name: dict(error.errors) for name, error in report.invalid_contract_options.items()}}
    modules = sorted(str(getattr(m, "name", m)) for m in report.graph.modules)
    contracts = []
    for contract, result in report.get_contracts_and_checks():
        text = io.StringIO()
        if not result.kept:
            with contextlib.redirect_stdout(text):
                contract.render_broken_contract(result)
        contracts.append({
            "name": contract.name,
            "type": str(contract.contract_options.get("type", "")),
            "kept": bool(result.kept),
            "warnings": [str(w) for w in result.warnings],
            "text": text.getvalue(),
        })
    broken = "".join(c["text"] for c in contracts)
    # Cycles are told with names relative to their package: ".child -> .other".
    named = [m for m in modules if m in broken or "." + m.rpartition(".")[2] + " " in broken]
    return {"kind": "report", "contracts": contracts, "modules": len(modules),
            "files": {m: locate(m) for m in named}}

def main():
    sys.path[:0] = sys.argv[1:split]
    cache = sys.argv[split + 1] or None
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            answer = check(cache)
    except BaseException as error:
        import traceback
        place = getattr(error, "filename", None)
        if type(error).__name__ == "SourceSyntaxError" and place:
            say({"kind": "syntax_error", "file": str(place), "line": getattr(error, "lineno", None) or 1,
                 "version": version()})
        answer = {"kind": "failed", "message": str(error) or repr(error), "error": type(error).__name__,
                  "detail": traceback.format_exc()}
    answer["version"] = version()
    say(answer)

main()
`;
