import { lastOf } from '../code/dotted-names.ts';

/**
 * What classes of Python inherit from, or are registered as; a name without a dot is one of `builtins`.
 */
const TABLE = `
BaseException: object
Exception BaseExceptionGroup GeneratorExit KeyboardInterrupt SystemExit: BaseException
ArithmeticError AssertionError AttributeError BufferError EOFError ImportError LookupError MemoryError NameError OSError ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError TypeError ValueError Warning: Exception
FloatingPointError OverflowError ZeroDivisionError: ArithmeticError
IndexError KeyError: LookupError
ModuleNotFoundError: ImportError
UnboundLocalError: NameError
NotImplementedError RecursionError: RuntimeError
IndentationError: SyntaxError
TabError: IndentationError
UnicodeError: ValueError
UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError: UnicodeError
IOError EnvironmentError: OSError
BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError ProcessLookupError TimeoutError: OSError
BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError: ConnectionError
BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning ResourceWarning RuntimeWarning SyntaxWarning UnicodeWarning UserWarning: Warning
dict: collections.abc.MutableMapping
list bytearray: collections.abc.MutableSequence
tuple str bytes: collections.abc.Sequence
set: collections.abc.MutableSet
frozenset: collections.abc.Set
int float complex property type staticmethod classmethod: object
bool: int
abc.ABC contextlib.ContextDecorator enum.Enum datetime.date datetime.time datetime.timedelta datetime.tzinfo: object
datetime.datetime: datetime.date
datetime.timezone: datetime.tzinfo
enum.ReprEnum: enum.Enum
enum.IntEnum: int enum.ReprEnum
enum.StrEnum: str enum.ReprEnum
enum.Flag: enum.Enum
enum.IntFlag: int enum.ReprEnum enum.Flag
enum.EnumType abc.ABCMeta: type
enum.EnumMeta: enum.EnumType
collections.OrderedDict collections.defaultdict collections.Counter: dict
collections.deque: collections.abc.MutableSequence
collections.UserDict: collections.abc.MutableMapping
collections.UserList: collections.abc.MutableSequence
collections.abc.Hashable collections.abc.Iterable collections.abc.Sized collections.abc.Container collections.abc.Callable collections.abc.Awaitable collections.abc.AsyncIterable: object
collections.abc.Iterator collections.abc.Reversible: collections.abc.Iterable
collections.abc.Generator: collections.abc.Iterator
collections.abc.Coroutine: collections.abc.Awaitable
collections.abc.AsyncIterator: collections.abc.AsyncIterable
collections.abc.Collection: collections.abc.Sized collections.abc.Iterable collections.abc.Container
collections.abc.Mapping: collections.abc.Collection
collections.abc.MutableMapping: collections.abc.Mapping
collections.abc.Sequence: collections.abc.Reversible collections.abc.Collection
collections.abc.MutableSequence: collections.abc.Sequence
collections.abc.Set: collections.abc.Collection
collections.abc.MutableSet: collections.abc.Set
typing.Generic typing.Protocol: object
json.JSONEncoder json.JSONDecoder argparse.Action string.Formatter string.Template logging.Formatter logging.LoggerAdapter ast.AST html.parser.HTMLParser threading.Thread threading.local: object
logging.Filter logging.Filterer: object
logging.Handler logging.Logger: logging.Filterer
logging.StreamHandler: logging.Handler
logging.FileHandler: logging.StreamHandler
argparse.HelpFormatter: object
ast.NodeVisitor: object
ast.NodeTransformer: ast.NodeVisitor
unittest.TestCase: object
unittest.IsolatedAsyncioTestCase: unittest.TestCase
json.JSONDecodeError json.decoder.JSONDecodeError: ValueError
subprocess.SubprocessError: Exception
subprocess.CalledProcessError subprocess.TimeoutExpired: subprocess.SubprocessError
decimal.Decimal: object
`;

const bases: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap(line => {
      const [names = '', of = ''] = line.split(': ');
      return names.split(' ').map(name => [name, of.split(' ')] as const);
    }),
);

/** Other names of the same class. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  OSError: ['IOError', 'EnvironmentError', 'WindowsError', 'error'],
  Protocol: ['Generic'],
  // What stands above them under a name that Python alone uses.
  Action: ['_AttributeHolder'],
  HTMLParser: ['ParserBase'],
  local: ['_local'],
  EnumMeta: ['EnumType'],
};

/** A class is one of these by its methods, whatever it inherits from. */
const BY_METHODS =
  /^(?:Hashable|Sized|Callable|Iterable|Iterator|Reversible|Container|Collection|Generator|Coroutine|Awaitable|Async\w+|Buffer|PathLike|Abstract(?:Async)?ContextManager|Supports\w+)$/;

/** Whether a class that inherits from the one of Python may be called one of these; `undefined`: it is not known. */
export function mayBeStandard(name: string, wanted: string): boolean | undefined {
  const key = name.replace(/^typing\.(?!Generic$|Protocol$)/, 'collections.abc.');
  if (!bases.has(key)) return undefined;
  const seen = new Set<string>();
  const waiting = [key];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    const last = lastOf(each);
    if (last === wanted || ALSO[last]?.includes(wanted) === true) return true;
    waiting.push(...(bases.get(each) ?? []));
  }
  return BY_METHODS.test(wanted);
}

/** All classes that the table has, with their bases; for comparing it with Python. */
export const standardClasses = (): ReadonlyMap<string, readonly string[]> => bases;
