import type { ApiChange } from '../../../generated/contracts.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import { topDefinitions } from '../../python/index/import-graph.ts';
import * as op from '../../python/lexer/operators.ts';
import { tokensBetween } from '../../python/lexer/token-list.ts';
import { assignedOf, oneLine, signatureOf } from '../../python/query/header.ts';
import { withoutBareBases } from './bare-bases.ts';
import { type CodeToken, codeKey, indicesOfRange, keyOfRange } from './code-tokens.ts';
import { isScope } from './definitions-by-kind.ts';
import { isFlat } from './module-names.ts';
import type { PythonFile } from './python-file.ts';
import { numbersFrom } from './token-columns.ts';

/** A public name that a module itself defines. */
export interface ApiEntry {
  /** Inside the module: `Class.method`. */
  readonly name: string;
  readonly kind: ApiChange['kind'];
  /** Equal keys promise the same to a caller. */
  readonly key: string;
  /** On one line, as written. */
  readonly text: string;
  /** Byte offset of where it begins. */
  readonly start: number;
}

/** Characters of a text that are shown. */
export const LONGEST = 240;

/** What a module offers, by name. */
export type Surface = Pick<ReadonlyMap<string, ApiEntry>, 'get' | 'has' | 'values'>;

/** The public names that the file defines: at its top, and in its classes. Private ones begin with `_`. */
export function readSurface(file: PythonFile): Surface {
  const { definitions, exports } = file.module.index;
  const named = new Set(exports?.names);
  if (isFlat(file.module.index)) return new FlatSurface(file, named);
  const surface = new Map<string, ApiEntry>();
  const keyOf = keyReader(file);
  for (const [index, definition] of definitions.entries()) {
    if (!isPublic(definitions, index, named)) continue;
    const name = qualifiedName(definitions, index);
    const twin = surface.get(name);
    // Overloads, getter and setter, conditional twins: all of them are what a caller sees.
    if (twin === undefined) surface.set(name, new Written(file, definition, name, keyOf));
    else
      surface.set(name, {
        name,
        kind: twin.kind,
        start: twin.start,
        key: `${twin.key}\u0001${keyOf(definition)}`,
        text: cut(`${twin.text} | ${textOf(file, definition)}`),
      });
  }
  return surface;
}

/** Of a module without classes: its entries are made when they are asked for, and there may be very many. */
class FlatSurface implements Surface {
  readonly #file: PythonFile;
  readonly #exported: ReadonlySet<string>;
  readonly #keyOf: (definition: Definition) => string;
  /** Index behind the one that was asked for last: mostly all are asked for, in order. */
  #next = 0;

  constructor(file: PythonFile, exported: ReadonlySet<string>) {
    this.#file = file;
    this.#exported = exported;
    this.#keyOf = keyReader(file);
  }

  get(name: string): ApiEntry | undefined {
    const { index } = this.#file.module;
    const { definitions } = index;
    const at = definitions[this.#next]?.name === name ? this.#next : topDefinitions(index).get(name);
    if (at === undefined) return undefined;
    this.#next = at + 1;
    return isPublic(definitions, at, this.#exported) ? this.#entry(definitions[at] as Definition) : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  values(): MapIterator<ApiEntry> {
    return this.but(() => false);
  }

  /** Those that are not left out by their index; a private name may be public on one side alone. */
  *but(isLeftOut: (index: number) => boolean): MapIterator<ApiEntry> {
    const { definitions } = this.#file.module.index;
    for (let i = 0; i < definitions.length; i++) {
      const definition = definitions[i] as Definition;
      if (isLeftOut(i) && !definition.name.startsWith('_')) continue;
      if (isPublic(definitions, i, this.#exported)) yield this.#entry(definition);
    }
  }

  #entry(definition: Definition): ApiEntry {
    return new Written(this.#file, definition, definition.name, this.#keyOf);
  }
}

/** Whether each entry is one definition at the top. */
export const isOfOwnNames = (surface: Surface): boolean => surface instanceof FlatSurface;

/** The entries but for definitions that need not be looked at, by their index. */
export const entriesBut = (surface: Surface, isLeftOut: (index: number) => boolean): Iterable<ApiEntry> =>
  surface instanceof FlatSurface ? surface.but(isLeftOut) : surface.values();

/** Whether both promise the same to a caller; most are told from their tokens, without keys. */
export function promisesSame(a: ApiEntry, b: ApiEntry): boolean {
  const isSame = a instanceof Written && b instanceof Written ? a.isSameValue(b) : undefined;
  return isSame ?? a.key === b.key;
}

/** Bytes of a statement that is compared by its tokens: that of a longer one may be asked for of each of its targets. */
const MOST_COMPARED = 1000;

/** Its text is only read for the few that are shown, and its key where it is not plainly the same as before. */
class Written implements ApiEntry {
  readonly name: string;
  readonly #file: PythonFile;
  readonly #definition: Definition;
  readonly #keyOf: (definition: Definition) => string;

  constructor(
    file: PythonFile,
    definition: Definition,
    name: string,
    keyOf: (definition: Definition) => string,
  ) {
    this.#file = file;
    this.#definition = definition;
    this.name = name;
    this.#keyOf = keyOf;
  }

  get key(): string {
    return this.#keyOf(this.#definition);
  }

  /** Of two values at the top: whether their tokens are the same. */
  isSameValue(other: Written): boolean | undefined {
    const range = this.#valueRange();
    const others = range && other.#valueRange();
    if (range === undefined || others === undefined) return undefined;
    return this.#file.tokens.isSamePart(range.from, range.to, other.#file.tokens, others.from, others.to);
  }

  #valueRange() {
    const { parent, start, end } = this.#definition;
    if (parent !== -1 || isScope(this.#definition) || end - start > MOST_COMPARED) return undefined;
    return indicesOfRange(this.#file.tokens, start, end);
  }

  get kind(): ApiChange['kind'] {
    return this.#definition.kind;
  }

  get start(): number {
    return this.#definition.start;
  }

  get text(): string {
    return textOf(this.#file, this.#definition);
  }
}

function isPublic(definitions: readonly Definition[], index: number, exported: ReadonlySet<string>): boolean {
  for (let i = index; i >= 0; ) {
    const definition = definitions[i] as Definition;
    const { name, parent, kind } = definition;
    if (i !== index && kind !== 'class') return false;
    if (parent === -1 && name.startsWith('_') && !exported.has(name)) return false;
    if (parent !== -1 && name.startsWith('_') && !/^__\w+__$/.test(name)) return false;
    i = parent;
  }
  return true;
}

/** Reads keys; the targets of one statement `a = b = c = …` stand one after the other, and share theirs. */
function keyReader(file: PythonFile): (definition: Definition) => string {
  let last: (Pick<Definition, 'start' | 'end'> & { readonly key: string }) | undefined;
  return definition => {
    const { start, end } = definition;
    if (isScope(definition)) {
      const decorators = decoratorsThatMatter(file, definition).map(codeKey);
      return `${decorators.join('\u0002')}\u0002${headerKey(file, definition)}`;
    }
    // What a method assigns is a detail; that the attribute is there is not.
    if (isSetInMethod(file, definition)) return attributeText(file, definition).replaceAll(' ', '');
    if (last?.start !== start || last.end !== end)
      last = { start, end, key: keyOfRange(file.tokens, start, end) };
    return last.key;
  };
}

function headerKey(file: PythonFile, { kind, head, body }: Definition): string {
  const { tokens } = file;
  const { from, to } = indicesOfRange(tokens, head, body - 1);
  return kind === 'class'
    ? tokens.keyOf(withoutBareBases(file, numbersFrom(from, to)))
    : tokens.key(from, to);
}

function textOf(file: PythonFile, definition: Definition): string {
  const { start, end } = definition;
  if (isScope(definition)) {
    const decorators = decoratorsThatMatter(file, definition);
    const header = signatureOf(definition, file.text);
    return cut(
      [...decorators.map(tokens => `@${tokens.map(({ text }) => text).join('')}`), header].join(' '),
    );
  }
  if (isSetInMethod(file, definition)) return cut(attributeText(file, definition));
  const written = file.text.text(start, end);
  const isPlain = !/[\r\n\t#\\]| {2}/.test(written);
  return cut(isPlain ? written : oneLine(tokensBetween(file.text.bytes, start, end), file.text));
}

function attributeText(file: PythonFile, definition: Definition): string {
  const { annotation } = assignedOf(definition, file.text);
  return annotation === undefined ? `self.${definition.name}` : `self.${definition.name}: ${annotation}`;
}

/** Decorators that change how a function is called; of a class all of them, because they may add members. */
const CALLING = new Set([
  'staticmethod',
  'classmethod',
  'property',
  'cached_property',
  'contextmanager',
  'asynccontextmanager',
  'overload',
  'setter',
  'getter',
  'deleter',
]);

function decoratorsThatMatter(file: PythonFile, definition: Definition): readonly (readonly CodeToken[])[] {
  if (definition.start === definition.head) return [];
  return readDecorators(file.range(definition.start, definition.head)).filter(
    tokens => definition.kind === 'class' || CALLING.has(tokens.at(-1)?.text ?? ''),
  );
}

/** Each decorator without its `@`. */
export function readDecorators(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] {
  const decorators: CodeToken[][] = [];
  let isLineStart = true;
  for (const token of tokens) {
    if (isLineStart && token.op === op.AT) decorators.push([]);
    else if (token.text !== '\n') decorators.at(-1)?.push(token);
    isLineStart = token.text === '\n';
  }
  return decorators;
}

function isSetInMethod(file: PythonFile, { parent, start }: Definition): boolean {
  if (parent === -1) return false;
  const methods = methodsOf(file).get(parent) ?? [];
  let low = 0;
  let high = methods.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((methods[middle]?.body ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return start < (methods[low - 1]?.end ?? 0);
}

/** The methods of each class, in order, by the index of the class. */
const methodsOf = once(
  ({ module: { index } }: PythonFile): ReadonlyMap<number, readonly Definition[]> =>
    groupBy(
      index.definitions.filter(({ kind }) => kind === 'method' || kind === 'property'),
      ({ parent }) => parent,
    ),
);

export function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
