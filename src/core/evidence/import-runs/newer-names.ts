import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { NEWER_NAMES } from './newer-names-table.ts';
import { needs } from './newer-syntax.ts';

/** Members of objects, and builtins. */
const ATTRIBUTES = byName([
  [9, 'removeprefix removesuffix is_relative_to with_stem readlink randbytes isocalendar_week'],
  [10, 'anext aiter bit_count hardlink_to assertNoLogs add_note EncodingWarning'],
  [11, 'ExceptionGroup BaseExceptionGroup add_note enterContext enterClassContext'],
]);

/** What is in a module and came with 3.8 to 3.10, said by hand: the stubs no longer say it of all of them. */
const OLDER_MEMBERS = byName([
  [
    8,
    'functools.cached_property functools.singledispatchmethod math.dist math.prod math.perm math.comb math.isqrt',
  ],
  [
    8,
    'typing.Literal typing.Final typing.TypedDict typing.Protocol typing.final typing.get_args typing.get_origin',
  ],
  [
    8,
    'typing.runtime_checkable typing.SupportsIndex importlib.metadata shlex.join statistics.fmean statistics.quantiles',
  ],
  [
    8,
    'statistics.geometric_mean statistics.multimode statistics.NormalDist unittest.IsolatedAsyncioTestCase',
  ],
  [8, 'unittest.mock.AsyncMock asyncio.current_task threading.excepthook multiprocessing.shared_memory'],
  [9, 'functools.cache math.lcm math.nextafter math.ulp random.randbytes asyncio.to_thread typing.Annotated'],
  [9, 'graphlib zoneinfo ast.unparse pkgutil.resolve_name os.waitstatus_to_exitcode os.pidfd_open'],
  [
    9,
    'importlib.resources.files importlib.resources.as_file tracemalloc.reset_peak gc.is_finalized keyword.softkwlist',
  ],
  [9, 'keyword.issoftkeyword types.GenericAlias sys.platlibdir'],
  [
    10,
    'itertools.pairwise typing.TypeAlias typing.ParamSpec typing.Concatenate typing.TypeGuard typing.is_typeddict',
  ],
  [
    10,
    'typing.ParamSpecArgs typing.ParamSpecKwargs types.NoneType types.EllipsisType types.NotImplementedType',
  ],
  [10, 'types.UnionType contextlib.aclosing contextlib.AsyncContextDecorator statistics.covariance'],
  [
    10,
    'statistics.correlation statistics.linear_regression inspect.get_annotations io.text_encoding sys.orig_argv',
  ],
  [
    10,
    'sys.stdlib_module_names base64.b32hexencode base64.b32hexdecode os.eventfd os.eventfd_read os.eventfd_write',
  ],
  [
    10,
    'threading.gettrace threading.getprofile importlib.metadata.packages_distributions dataclasses.KW_ONLY',
  ],
]);

/** What is in a module, which older ones lack. */
const MEMBERS: Since = new Map([...membersOf(NEWER_NAMES), ...OLDER_MEMBERS]);

/** Arguments by their names: `f(x=…)`. */
const ARGUMENTS = byName([
  [8, 'unlink.missing_ok copytree.dirs_exist_ok prod.start accumulate.initial'],
  [
    9,
    'basicConfig.encoding basicConfig.errors shutdown.cancel_futures get_type_hints.include_extras indent.level',
  ],
  [9, 'md5.usedforsecurity sha1.usedforsecurity sha256.usedforsecurity'],
  [
    10,
    'zip.strict dataclass.slots dataclass.kw_only dataclass.match_args field.kw_only write_text.newline glob.root_dir',
  ],
  [
    10,
    'iglob.root_dir bisect.key bisect_left.key bisect_right.key insort.key insort_left.key insort_right.key',
  ],
  [10, 'stat.follow_symlinks chmod.follow_symlinks print_exception.exc entry_points.group'],
  [11, 'fmean.weights create_task.context glob.include_hidden'],
  [12, 'rmtree.onexc relative_to.walk_up glob.case_sensitive NamedTemporaryFile.delete_on_close'],
]);

type Since = ReadonlyMap<string, number>;

function byName(all: readonly (readonly [since: number, names: string])[]): Since {
  return new Map(all.flatMap(([since, names]) => names.split(' ').map(name => [name, since] as const)));
}

/** `module.name` for each name of the table. */
function* membersOf(table: string): Generator<readonly [string, number]> {
  for (const line of table.split('\n')) {
    const [module, ...words] = line.split(' ');
    let since = 0;
    for (const word of words) {
      if (/^\d+$/.test(word)) since = Number(word);
      else yield [module === '-' ? word : `${module}.${word}`, since];
    }
  }
}

/** What the oldest Python that settings allow does not have, and the file did not ask for before. */
export function* newerNamesIn(
  before: PythonFile | undefined,
  after: PythonFile,
  oldest: number,
): Generator<{ readonly start: number; readonly reason: string }> {
  const known = before === undefined ? undefined : new Set(namesAsked(before).keys());
  for (const [name, { since, start }] of namesAsked(after))
    if (oldest < since && known?.has(name) !== true)
      yield { start, reason: `${needs(name, since, oldest)} is asked for` };
}

interface Asked {
  readonly since: number;
  readonly start: number;
}

const namesAsked = (file: PythonFile): ReadonlyMap<string, Asked> => file.once(readNames);

function readNames(file: PythonFile): ReadonlyMap<string, Asked> {
  const found = new Map<string, Asked>();
  const add = (table: Since, key: string, start: number, name = key) => {
    const since = table.get(key);
    if (since !== undefined && !found.has(name)) found.set(name, { since, start });
  };
  const targets = new Map<string, string>();
  for (const { statement, bound, target } of readImports(file)) {
    targets.set(bound, bound === target.split('.')[0] ? bound : target);
    // Under a condition or in a `try` it may be there for newer ones alone.
    if (statement.placement === 'always') add(MEMBERS, target, statement.start);
  }
  const { tokens } = file;
  const isOfInterest = tokens.asking(mayBeNewer);
  for (let i = 0; i < tokens.length; i++) {
    if (!isOfInterest(i)) continue;
    const [text, start] = [tokens.text(i), tokens.start(i)];
    add(ATTRIBUTES, text, start);
    if (tokens.op(i - 1) === op.DOT) add(MEMBERS, `${targetBefore(tokens, i - 1, targets)}.${text}`, start);
    if (ASKING_TYPES.has(text) && asksForEither(tokens, i))
      found.set(EITHER, found.get(EITHER) ?? { since: 10, start });
    if (tokens.op(i + 1) !== op.ASSIGN) continue;
    const called = calledAround(tokens, i);
    add(ARGUMENTS, `${called}.${text}`, start, `${called}(${text}=…)`);
  }
  return found;
}

const EITHER = 'isinstance(x, A | B)';
const ASKING_TYPES: ReadonlySet<string> = new Set(['isinstance', 'issubclass']);

/** `isinstance(x, int | str)`: none of the words between is an operand of anything else. */
function asksForEither(tokens: PythonFile['tokens'], at: number): boolean {
  if (tokens.op(at + 1) !== op.PAREN_OPEN) return false;
  const close = tokens.closing(at + 1);
  let last = close;
  for (let i = at + 2; i < close; i++) if (tokens.op(i) === op.COMMA) last = i;
  for (let i = last; i < close; i++) if (tokens.op(i) === op.BAR) return true;
  return false;
}

const LAST_NAMES: ReadonlySet<string> = new Set(
  [...ASKING_TYPES, ...ATTRIBUTES.keys(), ...MEMBERS.keys(), ...ARGUMENTS.keys()].map(name =>
    name.slice(name.lastIndexOf('.') + 1),
  ),
);

const mayBeNewer = (kind: number, text: string): boolean => kind === NAME && LAST_NAMES.has(text);

/** Where the name in front of the dot leads. */
function targetBefore(
  tokens: PythonFile['tokens'],
  dot: number,
  targets: ReadonlyMap<string, string>,
): string {
  let first = dot - 1;
  const parts: string[] = [];
  while (tokens.op(first - 1) === op.DOT) {
    parts.unshift(tokens.text(first));
    first -= 2;
  }
  return [targets.get(tokens.text(first)) ?? '', ...parts].join('.');
}

/** The name of what is called with the argument at `at`. */
function calledAround(tokens: PythonFile['tokens'], at: number): string {
  return tokens.text(tokens.opening(at) - 1);
}
