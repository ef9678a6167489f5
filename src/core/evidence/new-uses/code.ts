import { readDecorators } from '../code/api-surface.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { dottedAt } from '../proofs/plain-expressions.ts';
import { namesOutside } from './inner-scopes.ts';
import { type Known, UNKNOWN } from './known.ts';
import { type Statement, timesFirstIsBound } from './statements.ts';

/** Code of a file in the version after the change: a statement, or a field of a formatted string in it. */
export interface Code {
  readonly file: PythonFile;
  readonly tokens: readonly CodeToken[];
  readonly scope: number;
  /** Names of comprehensions and lambdas in it. */
  readonly inner: ReadonlySet<string>;
}

export const codeOf = (file: PythonFile, statement: Statement): Code => ({
  file,
  tokens: statement.tokens,
  scope: statement.scope,
  inner: statement.innerNames,
});

/** The same for what begins at a token, which a lambda or comprehension beside it hides nothing from. */
export function codeAt(
  file: PythonFile,
  statement: Statement,
  tokens: readonly CodeToken[],
  from: number,
): Code {
  const code = { ...codeOf(file, statement), tokens };
  const isOutside = tokens === statement.tokens && namesOutside(tokens, code.inner).has(from);
  return isOutside ? { ...code, inner: NO_NAMES } : code;
}

const NO_NAMES: ReadonlySet<string> = new Set();

export const isPrivate = (name: string): boolean => name.startsWith('__') && !name.endsWith('__');

/** Index of the innermost class around the code; -1 where there is none. */
export function classAround({ file, scope }: Pick<Code, 'file' | 'scope'>): number {
  const { definitions } = file.module.index;
  let at = scope;
  while (at >= 0 && definitions[at]?.kind !== 'class') at = definitions[at]?.parent ?? -1;
  return at;
}

/** Outside of classes `__name` is itself; inside, it is of the class alone. */
export function isOfClassAround(value: Known, code: Code): boolean {
  const around = classAround(code);
  const isObject = value.kind === 'class' || value.kind === 'instance';
  if (!isObject) return around < 0 && value.kind === 'module';
  return value.index === around && value.module.path === code.file.module.path;
}

/** Whether a decorator may give back another class than the one in whose body `super()` stands. */
function isMadeAnew(file: PythonFile, owner: number): boolean {
  const { start = 0, head = 0 } = file.module.index.definitions[owner] ?? {};
  return readDecorators(file.range(start, head)).some(
    decorator =>
      !KEEPING.test(dottedAt(decorator, 0).path.at(-1) ?? '') ||
      decorator.some(({ text }) => text === 'slots'),
  );
}

const KEEPING = /^(?:dataclass|final|total_ordering|runtime_checkable|unique)$/;

/** What `super()` is there: it asks for the first parameter, which a comprehension and a static method do not have. */
export function superOf({ file, scope, inner }: Code): Known {
  const { module } = file;
  const method = module.index.definitions[scope];
  const owner = method?.parent ?? -1;
  const decorators = method === undefined ? [] : file.range(method.start, method.head);
  if (inner.size > 0 || decorators.some(({ text }) => text === 'staticmethod')) return UNKNOWN;
  if (timesFirstIsBound(file, scope) > 1 || isMadeAnew(file, owner)) return UNKNOWN;
  return module.index.definitions[owner]?.kind === 'class'
    ? {
        kind: 'super',
        module,
        index: owner,
        isOfClass: decorators.some(({ text }) => text === 'classmethod'),
      }
    : UNKNOWN;
}
