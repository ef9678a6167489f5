/** `module.name` of each name. */
export const words = (module: string, names: string): readonly string[] =>
  names.split(' ').map(name => `${module}.${name}`);

const typing = (names: string): readonly string[] => [
  ...words('typing', names),
  ...words('typing_extensions', names),
];

/** Decorators that only wrap or mark what is below them, by what they are, not by how they are called. */
export const HARMLESS_DECORATORS: ReadonlySet<string> = new Set([
  ...words('builtins', 'staticmethod classmethod property'),
  ...words('functools', 'cache lru_cache cached_property total_ordering'),
  ...words('contextlib', 'contextmanager asynccontextmanager'),
  ...words('abc', 'abstractmethod'),
  ...words('dataclasses', 'dataclass'),
  ...words('enum', 'unique'),
  ...typing('overload override final runtime_checkable no_type_check'),
]);

/** Bases that run no code of the workspace when someone inherits from them. */
export const PLAIN_BASES: ReadonlySet<string> = new Set([
  ...words(
    'builtins',
    'object str int float tuple list dict set BaseException Exception ArithmeticError AssertionError ' +
      'AttributeError ImportError IndexError KeyError LookupError NotImplementedError OSError RuntimeError ' +
      'StopIteration TypeError ValueError Warning UserWarning DeprecationWarning',
  ),
  ...words('abc', 'ABC'),
  ...words('enum', 'Enum IntEnum StrEnum Flag IntFlag'),
  ...typing('Protocol NamedTuple TypedDict Generic'),
]);

/** Calls that only make a value, wherever and whenever they run. */
export const PLAIN_CALLS: ReadonlySet<string> = new Set([
  ...words('builtins', 'frozenset set tuple list dict int float str bytes bool object range'),
  ...words('dataclasses', 'field'),
  ...words('enum', 'auto'),
  ...words('re', 'compile'),
  ...words('decimal', 'Decimal'),
  ...words('fractions', 'Fraction'),
  ...words('pathlib', 'Path PurePath'),
  ...words('datetime', 'timedelta'),
  ...words('logging', 'getLogger'),
  ...typing('TypeVar ParamSpec NewType TypeVarTuple'),
]);

/** Modules whose attributes are the same at all times. */
export const CONSTANT_MODULES: ReadonlySet<string> = new Set(
  'typing typing_extensions collections.abc abc enum dataclasses functools contextlib types re collections'.split(
    ' ',
  ),
);
