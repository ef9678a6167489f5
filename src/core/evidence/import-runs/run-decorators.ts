import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { readDecorators } from '../code/api-surface.ts';
import { parametersIn, splitArguments } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { dottedAt, outsideName } from '../proofs/plain-expressions.ts';
import { type ChangedScope, readValue } from './value-reader.ts';

/** What a decorator gets: something to call, an accessor and the like, or what another one made of it. */
type Below = 'function' | 'class' | 'accessor' | 'unknown';

/** Without arguments, of anything, and what they make is no function. */
const ACCESSORS =
  /^(?:builtins\.(?:staticmethod|classmethod|property)|functools\.cached_property|\S+\.(?:setter|getter|deleter))$/;
/** Without arguments, of anything; what they make is as before. */
const MARKING = /^typing(?:_extensions)?\.(?:final|override)$/;
/** Without arguments, of anything; what they make is a function. */
const WRAPPING =
  /^(?:contextlib\.(?:async)?contextmanager|functools\.cache|abc\.abstractmethod|typing(?:_extensions)?\.(?:overload|no_type_check))$/;
/** Of these only of what can be called, or carries attributes. */
const WRAPPING_FUNCTIONS = /\.(?:cache|abstractmethod|no_type_check)$/;
const MARKS = /^pytest\.mark\.(?:parametrize|skip|skipif|xfail|usefixtures|filterwarnings)$/;

/**
 * Why the decorators of a function or class may fail when the module is imported, but for the values in their
 * arguments; of decorators that are not known it is asked elsewhere.
 */
export function doubtAboutDecorators(definition: Definition, scope: ChangedScope): string | undefined {
  const { file } = scope;
  const isClass = definition.kind === 'class';
  const decorators = readDecorators(file.range(definition.start, definition.head));
  let below: Below = isClass ? 'class' : 'function';
  for (const decorator of decorators.toReversed()) {
    const { path, end } = dottedAt(decorator, 0);
    const target = path[0] === definition.name ? path.join('.') : (outsideName(path, scope) ?? '');
    const isBare = end === decorator.length;
    const doubt = `@${path.join('.')} may refuse ${definition.name}`;
    const isOfPlain = below === 'function' || below === 'class';
    if (ACCESSORS.test(target)) {
      if (!isBare) return doubt;
      below = 'accessor';
    } else if (MARKING.test(target)) {
      if (!isBare) return doubt;
    } else if (WRAPPING.test(target)) {
      if (!isBare || (WRAPPING_FUNCTIONS.test(target) && !isOfPlain)) return doubt;
      below = 'function';
    } else if (target === 'functools.lru_cache') {
      if (!isOfPlain || !(isBare || isSize(decorator, scope))) return doubt;
      below = 'function';
    } else if (target === 'dataclasses.dataclass') {
      if (below !== 'class' || optionsOf(decorator) === undefined) return doubt;
    } else if (/^typing(?:_extensions)?\.runtime_checkable$/.test(target)) {
      if (!isBare || below !== 'class' || !isProtocol(definition, scope)) return doubt;
    } else if (target.startsWith('pytest.mark.')) {
      if (!isOfPlain || !(MARKS.test(target) || isMarkOf(scope.before, path.at(-1) ?? ''))) return doubt;
    } else if (/^(?:enum\.unique|functools\.total_ordering)$/.test(target)) return doubt;
    else below = 'unknown';
  }
  return undefined;
}

/** The options of `@dataclass`, those that are on; `undefined` where they may be refused. */
export function optionsOf(decorator: readonly CodeToken[]): ReadonlySet<string> | undefined {
  const { end } = dottedAt(decorator, 0);
  const on = new Set(['init', 'repr', 'eq', 'match_args']);
  if (end === decorator.length) return on;
  if (decorator[end]?.op !== op.PAREN_OPEN) return undefined;
  for (const part of splitArguments(decorator, end)) {
    const [name, assign, value] = part;
    const isKnown = OPTIONS.has(name?.text ?? '') && assign?.op === op.ASSIGN && part.length === 3;
    if (!isKnown || !/^(?:True|False)$/.test(value?.text ?? '')) return undefined;
    if (value?.text === 'True') on.add(name?.text ?? '');
    else on.delete(name?.text ?? '');
  }
  return on.has('order') && !on.has('eq') ? undefined : on;
}

const OPTIONS: ReadonlySet<string> = new Set(
  'init repr eq order unsafe_hash frozen match_args kw_only slots'.split(' '),
);

/** The arguments of `lru_cache`: how much it keeps, and whether types matter. */
function isSize(decorator: readonly CodeToken[], scope: ChangedScope): boolean {
  const parts = splitArguments(decorator, dottedAt(decorator, 0).end);
  const isNumber = (tokens: readonly CodeToken[]) =>
    /^(?:int|none)$/.test(readValue(tokens, scope)?.kind ?? '');
  return (
    parts.length < 3 &&
    parts.every(([name, assign, ...value], i) => {
      const part = parts[i] ?? [];
      if (assign?.op !== op.ASSIGN) return i > 0 || isNumber(part);
      return name?.text === 'typed' || (name?.text === 'maxsize' && isNumber(value));
    })
  );
}

function isProtocol({ head, body }: Definition, scope: ChangedScope): boolean {
  const header = scope.file.range(head, body);
  return parametersIn(header).some(part =>
    /^typing(?:_extensions)?\.Protocol$/.test(outsideName(dottedAt(part, 0).path, scope) ?? ''),
  );
}

/** A test of the file has the mark already; where marks are strict, a new one is refused. */
const isMarkOf = (before: PythonFile | undefined, mark: string): boolean =>
  before?.mentions(`mark.${mark}`) === true;
