import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { basesOf } from '../../python/query/header.ts';
import { cut } from '../code/api-surface.ts';
import type { Parameters } from '../code/call-shape.ts';
import { lastOf } from '../code/dotted-names.ts';
import { bodyKey } from '../code/kind-of-call.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Use } from '../code/uses.ts';

export interface Signature {
  readonly parameters: Parameters;
  readonly resultChanged: boolean;
  /** It takes whatever it took before, and gives the same. */
  readonly isWider: boolean;
  /** Names of what was given by position before, in order; none where that is not known. */
  readonly positionalBefore: readonly string[];
}

/**
 * What was given by position and is now given to another parameter, though the old one is still there: `f(a, b)`
 * became `f(b, a)`, or `f(a, new, b)`. `undefined`: every position means what it meant.
 */
export function misplaced(
  { parameters: { positional, named }, positionalBefore }: Signature,
  given: number,
): string | undefined {
  const names = new Set([...positional, ...named].map(({ name }) => name));
  const at = positionalBefore.findIndex(
    (name, i) => i < given && name !== positional[i]?.name && names.has(name),
  );
  const now = positional[at]?.name;
  return now === undefined ? undefined : `argument ${at + 1} was ${positionalBefore[at]}, and is ${now} now`;
}

export const className = (member: string): string => member.slice(0, member.indexOf('.'));

export function functionsNamed(file: PythonFile, name: string): readonly Definition[] {
  const { index } = file.module;
  return definitionsNamed(index, name).flatMap(i => {
    const definition = index.definitions[i];
    return definition?.kind === 'function' || definition?.kind === 'method' ? [definition] : [];
  });
}

export const lineAt = (file: PythonFile, offset: number): string => cut(wholeLineAt(file, offset));

function wholeLineAt(file: PythonFile, offset: number): string {
  const { source } = file;
  const start = source.lastIndexOf(NEW_LINE, offset - 1) + 1;
  const end = source.indexOf(NEW_LINE, offset);
  return file.copy(offset === 0 ? 0 : start, end < 0 ? source.length : end).trim();
}

/** Whether the file had such a line before, so that nobody adapted it. */
export const hadLine = (before: PythonFile, file: PythonFile, offset: number): boolean =>
  before.once(linesIn).has(wholeLineAt(file, offset));

const linesIn = (file: PythonFile): ReadonlySet<string> =>
  new Set(
    file
      .copy(0, file.source.length)
      .split('\n')
      .map(line => line.trim()),
  );

const NEW_LINE = 0x0a;

/** Several such calls on one line, or one on the class itself: which object it is given is not read. */
export function isAmbiguous(use: Use, uses: readonly Use[], owner: string): boolean {
  const { file, at } = use;
  const line = ({ at: each }: Use) => file.lineOf(file.tokens.start(each));
  const last = lastOf(owner);
  const object = file.tokens.get(at - 2)?.text;
  const isOnClass = object === last || object === 'cls';
  return isOnClass || uses.some(other => other.at !== at && line(other) === line(use));
}

/** A class without decorators, metaclass and `__new__`: calling it calls its `__init__`. */
export function isMadeByInit(file: PythonFile, index: number): boolean {
  const { definitions } = file.module.index;
  const owner = definitions[index];
  if (owner === undefined || owner.start !== owner.head) return false;
  const bases = basesOf(owner, file.text);
  const hasNew =
    definitionsNamed(file.module.index, `${qualifiedName(definitions, index)}.__new__`).length > 0;
  return !hasNew && !bases.some(base => base.startsWith('metaclass'));
}

/** That the same statements give something of a type which nobody had named is no other result. */
export function hasOtherResult(
  before: PythonFile | undefined,
  old: Definition,
  after: PythonFile,
  now: Definition,
): boolean {
  if (before === undefined) return true;
  const was = resultOf(before, old);
  return was !== resultOf(after, now) && !(was === '' && bodyKey(before, old) === bodyKey(after, now));
}

function resultOf(file: PythonFile, definition: Definition): string {
  const header = file.range(definition.head, definition.body - 1);
  const arrow = header.findLastIndex(token => token.op === op.ARROW);
  return arrow < 0
    ? ''
    : header
        .slice(arrow)
        .map(token => token.text)
        .join(' ');
}
