import { words } from '../code/known-names.ts';
import { makersOf, outsideNames } from '../code/outside-names.ts';
import type { Need } from './statement-needs.ts';

/** Exceptions of Python whose names do not say that they are some. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  ...words('builtins', 'BaseException Exception GeneratorExit KeyboardInterrupt StopAsyncIteration'),
  ...words('builtins', 'StopIteration SystemExit'),
  ...words('asyncio', 'QueueEmpty QueueFull'),
  ...words('queue', 'Empty Full'),
  ...words('socket', 'error gaierror herror timeout'),
  ...words('subprocess', 'TimeoutExpired'),
  ...words('unittest', 'SkipTest'),
  ...words('zipfile', 'BadZipFile LargeZipFile'),
  'binascii.Incomplete',
  'bdb.BdbQuit',
  'getopt.error',
  'gzip.BadGzipFile',
  'os.error',
  're.error',
  'select.error',
  'struct.error',
  'zlib.error',
]);
const IS_EXCEPTION = /\.[A-Z]\w*(?:Error|Exception|Warning)$|^[a-zA-Z.]+\.Error$/;
/** Only its name is like one. */
const NO_EXCEPTION = /^traceback\.TracebackException$/;

/** What gives something for `with` when it is called. */
const MANAGERS: ReadonlySet<string> = new Set([
  ...words('builtins', 'open memoryview'),
  ...words('concurrent.futures', 'ThreadPoolExecutor ProcessPoolExecutor'),
  ...words('contextlib', 'suppress redirect_stdout redirect_stderr nullcontext closing ExitStack chdir'),
  ...words('decimal', 'localcontext'),
  ...words('fileinput', 'input FileInput'),
  ...words('gzip', 'open GzipFile'),
  ...words('bz2', 'open BZ2File'),
  ...words('lzma', 'open LZMAFile'),
  ...words('io', 'open BytesIO StringIO FileIO TextIOWrapper BufferedReader BufferedWriter'),
  ...words('mmap', 'mmap'),
  ...words('multiprocessing', 'Pool Lock RLock Semaphore BoundedSemaphore Condition Manager'),
  ...words('os', 'scandir fdopen'),
  ...words('selectors', 'DefaultSelector'),
  ...words('shelve', 'open'),
  ...words('socket', 'socket create_connection create_server'),
  ...words('sqlite3', 'connect'),
  ...words('subprocess', 'Popen'),
  ...words('tarfile', 'open TarFile'),
  ...words('tempfile', 'TemporaryDirectory NamedTemporaryFile TemporaryFile SpooledTemporaryFile'),
  ...words('threading', 'Lock RLock Condition Semaphore BoundedSemaphore'),
  ...words('unittest.mock', 'patch MagicMock'),
  ...words('urllib.request', 'urlopen'),
  ...words('warnings', 'catch_warnings'),
  ...words('zipfile', 'ZipFile'),
  ...words('importlib.resources', 'path as_file'),
  'Path.open',
  ...words('profile', 'Profile'),
  ...words('cProfile', 'Profile'),
]);
const PYTEST_MANAGERS = /^pytest\.(?:raises|warns|deprecated_call|MonkeyPatch\.context)$/;
const LATER_MANAGERS: ReadonlySet<string> = new Set([
  ...words('asyncio', 'Lock Semaphore BoundedSemaphore Condition TaskGroup timeout timeout_at Runner'),
  ...words('contextlib', 'AsyncExitStack aclosing nullcontext'),
  ...words('unittest.mock', 'MagicMock AsyncMock'),
]);

/** What these give can be a key, whatever they are given. */
const KEYS =
  /^(?:builtins\.(?:ascii|bin|bool|bytes|callable|chr|complex|float|format|frozenset|hasattr|hash|hex|id|int|isinstance|issubclass|len|object|oct|ord|range|repr|str|type)|datetime\.\w+|decimal\.\w+|fractions\.\w+|pathlib\.\w+|uuid\.\w+|math\.\w+|time\.\w+|os\.get\w+id|os\.getcwd|os\.path\.\w+|re\.compile)$/;
const NOT_AWAITED =
  /^asyncio\.(?:run|get_\w+|set_\w+|new_\w+|all_tasks|current_task|as_completed|is\w+|[A-Z](?!uture|ask)\w*)$/;

const isAwaitable = (name: string): boolean => name.startsWith('asyncio.') && !NOT_AWAITED.test(name);

/** What may give something for `async for`. */
const LOOPED_LATER = /^(?:asyncio\.(?:as_completed|StreamReader)|builtins\.aiter)$/;
/** They give what somebody put there. */
const GIVES_ANY =
  /^(?:builtins\.(?:eval|getattr|max|min|next)|\w+\.(?:get|get_nowait|pop|popleft|setdefault)|copy\.\w+|unittest\.mock\.\w+)$/;

/** What can be looped over without a call. */
const SERIES: ReadonlySet<string> = new Set([
  ...words('string', 'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable'),
  ...words('string', 'punctuation whitespace'),
  ...words('sys', 'argv path modules meta_path path_hooks builtin_module_names stdlib_module_names stdin'),
  ...words('sys', 'warnoptions orig_argv version_info'),
  ...words('os', 'environ environb'),
  ...words('http', 'HTTPStatus HTTPMethod'),
  ...words('signal', 'Signals'),
  ...words('keyword', 'kwlist softkwlist'),
]);
/** Functions whose calls give no series, though the table of outside names says no type of them. */
const GIVES_NONE =
  /^(?:builtins\.(?:abs|bool|callable|chr|classmethod|complex|delattr|exec|float|format|hasattr|hash|help|hex|id|int|isinstance|issubclass|len|object|oct|ord|pow|print|property|repr|round|setattr|slice|staticmethod|type)|(?:time|math|cmath|operator|threading|logging|warnings|gc|atexit|sched)\.\w+|csv\.writer|heapq\.heap(?:ify|push)|builtins\.sum|random\.(?:random|randint|randrange|uniform|gauss|seed|shuffle|getrandbits)|re\.(?:compile|match|fullmatch|search|purge)|datetime\.\w+|functools\.(?:partial|partialmethod|wraps|cmp_to_key|lru_cache|cache)|json\.dump|(?:pickle|marshal)\.dump|os\.(?!listdir|scandir|walk|fwalk|get|path|pipe|popen|openpty|wait|fork|times|uname|stat|lstat|fstat|sched_|read|environ|f?sencode|fsdecode|urandom|strerror)\w+|os\.get(?:pid|ppid|uid|gid|euid|egid|pgid|sid)|os\.path\.(?:exists|lexists|getsize|get\wtime|is\w+|same\w+)|shutil\.(?:rmtree|copystat|copymode)|sys\.(?:exit|get\w+|set\w+|intern)|copy\.replace|(?:list|dict|set|str|bytes)\.(?:append|extend|insert|remove|clear|sort|reverse|update|add|discard|index|count|find|rfind|startswith|endswith|is\w+))$/;
/** A class gives an object: only those of which the objects hold a series. */
const IS_CLASS = /\.[A-Z]\w*$/;
const SERIES_CLASSES: ReadonlySet<string> = new Set([
  ...words('collections', 'ChainMap Counter OrderedDict UserDict UserList UserString'),
  ...words('configparser', 'ConfigParser RawConfigParser'),
  ...words('csv', 'DictReader'),
  ...words('io', 'BytesIO StringIO FileIO TextIOWrapper BufferedReader'),
  ...words('tempfile', 'NamedTemporaryFile TemporaryFile SpooledTemporaryFile'),
  ...words('types', 'MappingProxyType'),
  ...words('unittest.mock', 'MagicMock'),
  ...words('weakref', 'WeakKeyDictionary WeakSet WeakValueDictionary'),
  ...words('gzip', 'GzipFile'),
]);
/** Objects of these types hold a series. */
const SERIES_TYPES: ReadonlySet<string> = new Set([
  'str',
  'bytes',
  'bytearray',
  'list',
  'dict',
  'set',
  'frozenset',
  'tuple',
  'memoryview',
  'Text',
  'Environ',
]);
/** By what call an object of a type is made, where that is no class of the name. */
const MADE_BY: Readonly<Record<string, string>> = {
  File: 'builtins.open',
  Hash: 'hashlib.new',
  Writer: 'csv.writer',
  Logger: 'logging.getLogger',
  Lock: 'threading.Lock',
};

/** Methods of objects that are not builtin, by the name of their type. */
const isMemberOfOther = (name: string): boolean => {
  const [type = '', ...others] = name.split('.');
  return (
    others.length === 1 &&
    outsideNames(`#${type}`) !== undefined &&
    !SERIES_TYPES.has(type) &&
    !MODULES.has(type)
  );
};

/** Modules that have the name of a class of theirs. */
const MODULES: ReadonlySet<string> = new Set(['datetime', 'time']);
/** Of these methods some give many things. */
const SERIES_MEMBERS =
  /^(?:Path\.(?:iterdir|glob|rglob|parents)|Pattern\.(?:finditer|findall|split)|(?:defaultdict|Counter|OrderedDict|Environ)\.(?:items|keys|values|copy|elements|most_common)|deque\.copy|ThreadPoolExecutor\.map|(?:File|StringIO|BytesIO)\.readlines|ZipFile\.(?:infolist|namelist)|Popen\.communicate)$/;

const isOutsideException = (name: string): boolean =>
  EXCEPTIONS.has(name) || (IS_EXCEPTION.test(name) && !NO_EXCEPTION.test(name));

/** Whether something from outside, not called, suits a statement. */
export function suitsItself(name: string, need: Need): boolean {
  if (need === 'raised' || need === 'caught' || need === 'cause') return isOutsideException(name);
  return need === 'looped' && SERIES.has(name);
}

/** Whether what a call of something from outside gives suits a statement. */
export function suitsCalled(name: string, need: Need): boolean {
  switch (need) {
    case 'raised':
    case 'cause':
      return isOutsideException(name);
    case 'entered':
      return MANAGERS.has(name) || PYTEST_MANAGERS.test(name);
    case 'entered later':
      return LATER_MANAGERS.has(name);
    case 'classes':
    case 'classes above':
    case 'class':
      return name === 'builtins.type';
    case 'key':
      return KEYS.test(name);
    case 'awaitable':
      return isAwaitable(name);
    case 'awaited':
      return isAwaitable(name) || name === 'builtins.anext' || GIVES_ANY.test(name);
    case 'looped':
      if (isMemberOfOther(name)) return SERIES_MEMBERS.test(name);
      return !GIVES_NONE.test(name) && (!IS_CLASS.test(name) || SERIES_CLASSES.has(name));
    default:
      return need === 'looped later' && (LOOPED_LATER.test(name) || GIVES_ANY.test(name));
  }
}

const isSeries = (type: string): boolean => SERIES_TYPES.has(type);

/** Whether an object of a type suits a statement, wherever it comes from: as a call that makes one does. */
export function suitsOfType(type: string, need: Need): boolean {
  if (isSeries(type)) return need === 'looped' || (need === 'caught' && type === 'tuple');
  if (need !== 'looped' && need !== 'entered') return false;
  const makers = makersOf(type);
  const made = MADE_BY[type] ?? makers.find(each => each.endsWith(`.${type}`)) ?? makers[0];
  return made !== undefined && suitsCalled(made, need);
}

/** Bases from outside that make a class one of members, of which each is an object of the class. */
export const isEnum = (name: string): boolean => /^enum\.\w*(?:Enum|Flag)$/.test(name);

/** Bases from outside whose objects can be looped over. */
export const isSeriesBase = (name: string): boolean =>
  isSeries(name.replace(/^builtins\./, '')) || name === 'enum.StrEnum';
