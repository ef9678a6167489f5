import { readDecorators } from '../code/api-surface.ts';
import { words } from '../code/known-names.ts';
import { isOfDictionaries } from './class-line.ts';
import type { InModule } from './known.ts';
import type { UseReader } from './use-reader.ts';

/** Classes of builtins that are written small, as far as the name of one is not that of a function, too. */
const SMALL: ReadonlySet<string> = new Set([
  ...words(
    'builtins',
    'bool bytearray bytes classmethod complex dict enumerate filter float frozenset int list',
  ),
  ...words(
    'builtins',
    'map memoryview object property range reversed set slice staticmethod str super tuple',
  ),
  ...words('builtins', 'type zip'),
  ...words('collections', 'defaultdict deque'),
  ...words('datetime', 'date datetime time timedelta timezone tzinfo'),
  ...words('functools', 'cached_property partial partialmethod singledispatchmethod'),
  ...words('array', 'array'),
  ...words('ast', 'AST'),
  ...words('abc', 'ABC'),
  ...words('uuid', 'UUID'),
  ...words('itertools', 'chain count cycle'),
  ...words('socket', 'socket'),
  ...words('weakref', 'ref'),
]);
const IN_CAPITALS = /\.[A-Z][A-Z\d_]*[a-z]\w*$/;
/** Functions and objects whose names are like those of classes. */
const NO_CLASS =
  /^(?:builtins\.(?:Ellipsis|NotImplemented)|threading\.R?Lock|multiprocessing\..*|tempfile\.(?:Named)?TemporaryFile|xml\.etree\.ElementTree\.(?:Comment|SubElement|ProcessingInstruction)|typing\..*|typing_extensions\..*|dataclasses\.InitVar)$/;
/** Of `typing` these can be asked for; the others only say something to tools. */
const TYPING =
  /^typing\.(?:AbstractSet|Async\w+|Awaitable|ByteString|Callable|ChainMap|Collection|Container|Coroutine|Counter|DefaultDict|Deque|Dict|FrozenSet|Generator|Hashable|ItemsView|Iterable|Iterator|KeysView|List|Mapping|MappingView|Match|Mutable\w+|OrderedDict|Pattern|Reversible|Sequence|Set|Sized|Supports\w+|Tuple|Type|ValuesView|Text)$/;

/** Whether something from outside is a class. */
export const isOutsideClass = (name: string): boolean =>
  SMALL.has(name) || TYPING.test(name) || (IN_CAPITALS.test(name) && !NO_CLASS.test(name));

/**
 * Whether a class of the workspace can be asked for by `isinstance`.
 * @param isAbout the class is asked about other classes: then a protocol need not answer
 */
export async function canBeAsked(reader: UseReader, value: InModule, isAbout: boolean): Promise<boolean> {
  const line = await reader.classes.of(value);
  const [own] = line.classes;
  if (own === undefined || line.isMadeOtherwise || isOfDictionaries(line)) return false;
  if (!line.isProtocol) return true;
  const decorators = readDecorators(own.file.range(own.definition.start, own.definition.head));
  return !isAbout && decorators.some(each => each.some(({ text }) => text === 'runtime_checkable'));
}
