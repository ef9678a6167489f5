import type { Value } from './value.ts';

type External = Extract<Value, { kind: 'external' }>;
type Builtin = Extract<Value, { kind: 'builtin' }>;

const UNKNOWN: Value = { kind: 'unknown' };

/** Modules whose functions give objects of their own, or plain data, never one of the workspace. */
const OWN_RESULTS =
  /^(?:argparse|base64|binascii|configparser|csv|datetime|decimal|email|fractions|hashlib|hmac|html|http|io|json|logging|math|mimetypes|os|pathlib|platform|random|re|secrets|shlex|shutil|socket|sqlite3|ssl|stat|statistics|string|struct|subprocess|sys|tempfile|textwrap|time|tomllib|unicodedata|urllib|uuid|warnings|xml|zipfile|zlib)\b/;
/** Classes that are not written like classes. */
const SMALL_CLASSES = /^(?:collections\.(?:deque|defaultdict)|threading\.local|array\.array)$/;
/** What stands for anything: an annotation with it promises nothing. */
const SAYS_NOTHING = /^(?:typing|typing_extensions|types|collections\.abc)\./;

/** Builtins that give text, numbers or truth, and so do the methods of what they give. */
const PLAIN = new Set(
  'abs ascii bin bool bytes callable chr complex divmod float format hasattr hash hex id input int isinstance issubclass len oct ord pow print repr round str any all plain'.split(
    ' ',
  ),
);
const CONTAINERS = new Set(
  'bytearray dict enumerate filter frozenset list map memoryview object open range reversed set slice sorted tuple zip'.split(
    ' ',
  ),
);
const EXCEPTION = /(?:Error|Exception|ExceptionGroup|Warning|Exit|Interrupt|Iteration)$/;

/** Text and numbers written down. */
export const LITERAL_VALUE: Value = { kind: 'builtin', name: 'plain()' };

/** What calling something from outside gives, when it surely is nothing of the workspace. */
export function calledOutside(value: External | Builtin): Value {
  const { kind, name } = value;
  if (kind === 'external') return isOwnResult(name) ? { kind, name: `${name}()` } : UNKNOWN;
  if (name.startsWith('plain()') || PLAIN.has(name)) return LITERAL_VALUE;
  return CONTAINERS.has(name) || EXCEPTION.test(name) ? { kind, name: `${name}()` } : UNKNOWN;
}

function isOwnResult(name: string): boolean {
  if (OWN_RESULTS.test(name)) return true;
  const isResult = name.includes('(');
  return (
    !isResult && !SAYS_NOTHING.test(name) && (/(?:^|\.)_*[A-Z]\w*$/.test(name) || SMALL_CLASSES.test(name))
  );
}

/** The instance of a class from outside that an annotation promises. */
export function promisedOutside(value: External | Builtin): Value {
  if (value.kind === 'external') return SAYS_NOTHING.test(value.name) ? UNKNOWN : value;
  return calledOutside(value);
}

/** Functions that give what they are given: the first argument, or an instance of the class that it names. */
export function passesOn(value: Value): 'argument' | 'annotation' | undefined {
  if (value.kind === 'external') {
    if (/^(?:typing|typing_extensions)\.cast$/.test(value.name)) return 'annotation';
    return /^copy\.(?:deep)?copy$/.test(value.name) ? 'argument' : undefined;
  }
  return value.kind === 'builtin' && value.name === 'staticmethod' ? 'argument' : undefined;
}

export const isSelfType = (value: Value): boolean =>
  value.kind === 'external' && /^(?:typing|typing_extensions)\.Self$/.test(value.name);
