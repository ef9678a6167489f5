import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { words } from '../code/known-names.ts';
import { type Given, type Kind, type Made, made } from './made-values.ts';

/** Classes that are builtins: what is called by a small letter and is none of these is a function. */
const CLASSES =
  /^builtins\.(?:int|str|float|bool|bytes|bytearray|complex|list|dict|tuple|set|frozenset|type|object|range|slice|memoryview|property|staticmethod|classmethod|super|enumerate|filter|map|reversed|zip|BaseException|BaseExceptionGroup|Exception|ExceptionGroup|\w+(?:Error|Warning|Exit|Interrupt|Iteration))$/;

export const isBuiltinClass = (name: string): boolean => CLASSES.test(name);

/** Calls without arguments that only make something. */
const EMPTY: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['builtins.int', 'int'],
  ['builtins.float', 'float'],
  ['builtins.bool', 'int'],
  ['builtins.str', 'text'],
  ['builtins.bytes', 'bytes'],
  ['builtins.list', 'list'],
  ['builtins.dict', 'dict'],
  ['builtins.set', 'set'],
  ['builtins.tuple', 'tuple'],
  ...[
    ...words('builtins', 'object frozenset'),
    ...words('threading', 'Lock RLock Event Condition Semaphore local'),
    ...words('itertools', 'count'),
    ...words('queue', 'Queue LifoQueue PriorityQueue SimpleQueue'),
    ...words('pathlib', 'Path PurePath PurePosixPath PureWindowsPath'),
    ...words('datetime', 'timedelta'),
    ...words('decimal', 'Decimal'),
    ...words('fractions', 'Fraction'),
    ...words('dataclasses', 'field'),
    ...words('enum', 'auto'),
    ...words('logging', 'getLogger NullHandler'),
    ...words('io', 'StringIO BytesIO'),
  ].map(name => [name, 'object'] as const),
  // What can be changed is no key.
  ...[
    'builtins.bytearray',
    ...words('collections', 'OrderedDict defaultdict deque Counter ChainMap'),
    ...words('weakref', 'WeakKeyDictionary WeakValueDictionary WeakSet'),
  ].map(name => [name, 'other'] as const),
]);

const DISPLAYS: ReadonlySet<Kind> = new Set<Kind>(['list', 'tuple', 'set', 'dict', 'text', 'bytes']);

/** What a call of something outside of the workspace makes; `undefined` where it may fail. */
export function madeByCall(name: string, given: readonly Given[]): Made | undefined {
  if (name === 'pytest.param') return made('object');
  if (given.some(each => each.isStarred)) return undefined;
  if (given.length === 0) {
    const kind = EMPTY.get(name);
    return kind && made(kind);
  }
  const [first] = given;
  const isOne = given.length === 1 && first?.name === undefined;
  const kind = first?.value.kind;
  const named = given.filter(each => each.name !== undefined);
  const areNamed = named.length === given.length;
  switch (name) {
    case 'builtins.list':
    case 'builtins.tuple':
      return isOne && kind && DISPLAYS.has(kind)
        ? made(name === 'builtins.list' ? 'list' : 'tuple', false)
        : undefined;
    case 'builtins.set':
    case 'builtins.frozenset':
      // What is in a list was made to be looked at only as a whole.
      return isOne && (kind === 'text' || kind === 'set' || kind === 'dict' || isOfKeys(first))
        ? made('set', name === 'builtins.frozenset')
        : undefined;
    case 'builtins.dict':
      return areNamed || (isOne && kind === 'dict') ? made('dict') : undefined;
    case 'builtins.str':
    case 'builtins.bool':
      return isOne && kind !== 'other' ? made(name === 'builtins.str' ? 'text' : 'int') : undefined;
    case 'builtins.int':
      return isOne && (kind === 'int' || isTextOf(first, INTEGER)) ? made('int') : undefined;
    case 'builtins.float':
      return isOne && (kind === 'int' || isTextOf(first, FLOAT)) ? made('float') : undefined;
    case 'builtins.range':
      return given.length < 3 && given.every(each => each.value.kind === 'int')
        ? made('tuple', true)
        : undefined;
    case 'pathlib.Path':
    case 'pathlib.PurePath':
      return given.every(each => each.name === undefined && each.value.kind === 'text')
        ? made('object')
        : undefined;
    case 'logging.getLogger':
      return isOne && kind === 'text' ? made('object') : undefined;
    case 'datetime.timedelta':
      return areNamed && named.every(each => /^(?:int|float)$/.test(each.value.kind))
        ? made('object')
        : undefined;
    case 'decimal.Decimal':
      return isOne && (kind === 'int' || isTextOf(first, FLOAT)) ? made('object') : undefined;
    case 'fractions.Fraction':
      return isOne && kind === 'int' ? made('object') : undefined;
    case 'shutil.which':
      return isOne && kind === 'text' ? made('other', true) : undefined;
    case 'contextvars.ContextVar':
      return kind === 'text' && (given.length === 1 || (given.length === 2 && given[1]?.name === 'default'))
        ? made('object')
        : undefined;
    case 'collections.defaultdict':
      return isOne && (kind === 'class' || kind === 'function') ? made('other') : undefined;
    case 'dataclasses.field':
      return areNamed &&
        !(has(given, 'default') && has(given, 'default_factory')) &&
        // What objects should not share is refused.
        given.every(each => each.name !== 'default' || each.value.isHashable)
        ? made('object')
        : undefined;
    case 're.compile':
      return isPattern(first) && given.length < 3 && given.slice(1).every(each => isFlag(each, first))
        ? made('object')
        : undefined;
    default:
      return /^typing(?:_extensions)?\./.test(name)
        ? typeMade(name.slice(name.indexOf('.') + 1), given)
        : undefined;
  }
}

const has = (given: readonly Given[], name: string): boolean => given.some(each => each.name === name);

/** A display of literals that can be keys. */
const isOfKeys = (given: Given | undefined): boolean => given?.value.holdsKeys === true;

/** One text that is written like that. */
function isTextOf(given: Given | undefined, written: RegExp): boolean {
  const [token, ...more] = given?.tokens ?? [];
  return more.length === 0 && token?.kind === STRING && written.test(token.text);
}

const INTEGER = /^:-?\d{1,400}$/;
const FLOAT = /^:-?(?:\d{1,400}(?:\.\d{1,400})?(?:e-?\d{1,4})?|inf|nan)$/;

/** Type variables, and types of another name. */
function typeMade(name: string, given: readonly Given[]): Made | undefined {
  const [first, ...others] = given;
  if (first?.name !== undefined || first?.value.kind !== 'text') return undefined;
  const isText = first.tokens.length === 1 && /^:[A-Za-z_]\w*$/.test(first.tokens[0]?.text ?? '');
  if (!isText) return undefined;
  switch (name) {
    case 'TypeVar': {
      const constraints = others.filter(each => each.name === undefined).length;
      const isPlain =
        constraints !== 1 &&
        !(constraints > 0 && has(others, 'bound')) &&
        !(has(others, 'covariant') && has(others, 'contravariant')) &&
        others.every(
          each => each.name === undefined || /^(?:bound|covariant|contravariant)$/.test(each.name),
        );
      return isPlain ? made('type') : undefined;
    }
    case 'ParamSpec':
    case 'TypeVarTuple':
      return others.length === 0 ? made('type') : undefined;
    case 'NewType':
      return others.length === 1 && others[0]?.name === undefined ? made('type') : undefined;
    default:
      return undefined;
  }
}

/** A regular expression that Python compiles for certain: of what JavaScript reads in the same way. */
function isPattern(given: Given | undefined): boolean {
  const [token, ...more] = given?.tokens ?? [];
  if (token === undefined || more.length > 0 || given?.name !== undefined) return false;
  const [, prefix, pattern = ''] = /^([a-z]*):([\s\S]*)$/.exec(token.text) ?? [];
  if (prefix !== '' && prefix !== 'r' && prefix !== 'b' && prefix !== 'br') return false;
  const plain = pattern.replace(/\(\?P<([A-Za-z_]\w*)>/g, '(?<$1>');
  const isShared =
    !HUGE.test(pattern) &&
    !/\\[^dDwWsSbBnrt\W_]/.test(plain) &&
    !/\(\?(?!P<[A-Za-z_]|[:=!])/.test(pattern) &&
    !/\[\^?\]/.test(plain) &&
    !/\[\[|--|&&|~~|\|\|/.test(plain);
  // Without a prefix a backslash may have been read before.
  if (!isShared || (prefix === '' && pattern.includes('\\'))) return false;
  try {
    new RegExp(plain, 'u');
    return true;
  } catch {
    return false;
  }
}

/** More repetitions than this Python may refuse. */
const HUGE = /\d{9}/;

/** `re.I` and the like fit any pattern; with `re.X` white space and `#` in it mean something else. */
function isFlag({ value, tokens }: Given, pattern: Given | undefined): boolean {
  const flag = tokens.at(-1)?.text ?? '';
  const text = pattern?.tokens[0]?.text ?? '';
  if (value.kind !== 'outside') return false;
  if (/^(?:X|VERBOSE)$/.test(flag)) return !/[\s#]/.test(text);
  if (/^(?:U|UNICODE)$/.test(flag)) return !text.startsWith('b');
  return /^(?:I|M|S|A|IGNORECASE|MULTILINE|DOTALL|ASCII)$/.test(flag);
}

const ONE =
  /^(?:Optional|List|Set|FrozenSet|Type|Sequence|MutableSequence|Iterable|Iterator|Collection|Container|Awaitable|AsyncIterable|AsyncIterator|Deque|AbstractSet|MutableSet|KeysView|ValuesView|Reversible|Counter|Final|ClassVar|Required|NotRequired|ReadOnly|TypeGuard|TypeIs)$/;
const TWO =
  /^(?:Dict|Mapping|MutableMapping|DefaultDict|OrderedDict|ItemsView|AsyncGenerator|ChainMap|Callable)$/;
const ANY = /^(?:Union|Tuple|Literal)$/;
const GENERIC: ReadonlySet<string> = new Set([
  ...words('builtins', 'list dict tuple set frozenset type'),
  ...words('collections', 'deque defaultdict OrderedDict Counter ChainMap'),
  ...words('re', 'Pattern Match'),
  ...words('os', 'PathLike'),
  ...words('queue', 'Queue LifoQueue PriorityQueue SimpleQueue'),
  ...words('contextlib', 'AbstractContextManager AbstractAsyncContextManager'),
  ...words('asyncio', 'Future Task Queue'),
  ...words('weakref', 'ref WeakKeyDictionary WeakValueDictionary WeakSet'),
  ...words('functools', 'partial cached_property'),
  ...words('subprocess', 'Popen CompletedProcess'),
  ...words('concurrent.futures', 'Future'),
  ...words('contextvars', 'ContextVar Token'),
  ...words('types', 'MappingProxyType'),
]);
const ABSTRACT =
  /^collections\.abc\.(?:Iterable|Iterator|Generator|Sequence|MutableSequence|Collection|Container|Awaitable|Coroutine|AsyncIterable|AsyncIterator|AsyncGenerator|Set|MutableSet|Mapping|MutableMapping|KeysView|ValuesView|ItemsView|MappingView|Reversible)$/;

/** A name that is written as those of types are, wherever it leads. */
export function isNameOfType(tokens: readonly CodeToken[]): boolean {
  if (!tokens.every(token => isName(token) || token.op === op.DOT)) return false;
  const name = (tokens.at(-1)?.text ?? '').replace(/^_+/, '');
  // `T`, `KT`, `Name`; a name in capitals alone is a constant.
  return SMALL_TYPES.has(name) || (/^[A-Z]/.test(name) && (name.length <= 2 || /[a-z]/.test(name)));
}

const SMALL_TYPES: ReadonlySet<string> = new Set(
  'date datetime time timedelta timezone tzinfo deque defaultdict array partial socket ndarray float64 int64'.split(
    ' ',
  ),
);

/** What `name[…]` makes, where it is a type: one of lists and the like cannot be a key. */
export const madeType = (name: string, given: readonly Given[]): Made =>
  made(
    'type',
    name.endsWith('Callable') ||
      given.every(
        ({ value: { kind, isHashable } }) =>
          isHashable || !['list', 'set', 'dict', 'type', 'other', 'outside'].includes(kind),
      ),
  );

/** The same of something outside of the workspace. */
export const madeGeneric = (name: string, given: readonly Given[]): Made =>
  STANDING_ALONE.test(name) ? made('form') : madeType(name, given);

const STANDING_ALONE = /^typing(?:_extensions)?\.(?:ClassVar|Final|Generic|Protocol)$/;
/** Without brackets they are no part of another type. */
const BARE_FORMS =
  /^(?:Union|Optional|Literal|Annotated|ClassVar|Final|Concatenate|TypeGuard|TypeIs|Required|NotRequired|ReadOnly|Unpack|Generic|Protocol)$/;

/** What a name of `typing` is; `undefined` for one of another module. */
export function kindInTyping(name: string): Kind | undefined {
  const [, short] = /^typing(?:_extensions)?\.(\w+)$/.exec(name) ?? [];
  if (short === undefined) return undefined;
  if (short === 'TYPE_CHECKING') return 'int';
  if (BARE_FORMS.test(short)) return 'form';
  return /^[a-z]/.test(short) || short === 'TypedDict' || short === 'NamedTuple' ? 'function' : 'type';
}

/** Whether `name[…]` of something outside of the workspace makes a type, whatever is done with it later. */
export function isGeneric(name: string, given: readonly Given[]): boolean {
  if (given.length === 0 || given.some(each => each.isStarred)) return false;
  if (GENERIC.has(name) || ABSTRACT.test(name)) return true;
  if (name === 'collections.abc.Callable') return isCallable(given);
  const [, short = ''] = /^typing(?:_extensions)?\.(\w+)$/.exec(name) ?? [];
  if (short === 'Literal') return true;
  if (short === 'Annotated') return given.length > 1 && isType(given[0]);
  if (short === 'Callable') return isCallable(given);
  if (short === 'Generator') return given.length === 3 && given.every(isType);
  if (short === 'Coroutine') return given.length === 3 && given.every(isType);
  if (short === 'Generic' || short === 'Protocol') return given.every(each => each.value.kind === 'type');
  const count = ONE.test(short) ? 1 : TWO.test(short) ? 2 : ANY.test(short) ? given.length : -1;
  return given.length === count && given.every(isType);
}

const isCallable = (given: readonly Given[]): boolean =>
  given.length === 2 &&
  given[0] !== undefined &&
  (given[0].value.kind === 'list' || given[0].value.kind === 'type' || given[0].tokens[0]?.text === '...') &&
  isType(given[1]);

/** Numbers and lists are refused; a text must be an expression. */
export function isType(given: Given | undefined): boolean {
  if (given === undefined || given.name !== undefined || given.isStarred) return false;
  const { kind } = given.value;
  if (kind === 'text')
    return (
      given.tokens.length === 1 && /^:[A-Za-z_][\w.]*(?:\[[\w., ]+\])?$/.test(given.tokens[0]?.text ?? '')
    );
  if (kind === 'type') return given.value.isHashable;
  if (kind === 'other' || kind === 'outside') return isNameOfType(given.tokens);
  return kind === 'class' || kind === 'none';
}
