import { decodeUtf8 } from '../../kernel/utf8.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, Side } from '../code/two-versions.ts';
import {
  changesBesidePython,
  firstDifference,
  isReordered,
  keptLines,
  type Line,
  linesOf,
  otherwise,
} from './compare-lines.ts';
import { otherDocstring } from './docstrings-kept.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import { exportsBeside, isFiller, linesAroundImports, withoutFiller } from './lines-beside.ts';
import { provedIfReadable } from './prove-unchanged.ts';
import { refusedByPython } from './syntax-check.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

/** What may differ: definitions by their names inside of their module, and the imports at its top. */
export interface Named {
  readonly names: readonly string[];
  readonly imports: boolean;
}

const FORM = /^only (.+) changes?[.!]?$/i;
const WORDS = /[^\p{L}\p{N}_]+/u;
const BETWEEN = /, and |, ?| and /i;
const NAME_FORM = /^`([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*)(?:\(\))?`$/u;
const IMPORTS_FORM = /^(?:the )?imports$/i;

/** Reads "only `f`, `Cart.total` and imports change"; `undefined`: it says something else. */
export function readNamed(phrase: string): Named | undefined {
  const [, list] = FORM.exec(phrase.trim().replace(/\s+/g, ' ')) ?? [];
  if (list === undefined) return undefined;
  const names: string[] = [];
  let imports = false;
  for (const item of list.split(BETWEEN)) {
    const [, name] = NAME_FORM.exec(item) ?? [];
    if (name !== undefined) names.push(name.normalize('NFKC'));
    else if (IMPORTS_FORM.test(item)) imports = true;
    else return undefined;
  }
  return names.length > 0 ? { names, imports } : undefined;
}

/** Every line that is not part of what is named is as before, in the same order. */
export function checkOnlyNamed(facts: Facts, named: Named): Verdict {
  const words = named.names.map(name => `\`${name}\``).join(', ');
  const witnesses: Witness[] = changesBesidePython(facts);
  const open: Verdict[] = [];
  let isDefined = false;
  for (const module of facts.versions.changed) {
    const [before, after] = (['before', 'after'] as const).map(side => readRest(module, side, named));
    if (before === undefined || after === undefined) continue; // said below: it cannot be read
    isDefined ||= before.isDefined || after.isDefined;
    const shared = before.shared ?? after.shared;
    if (shared !== undefined) {
      open.push(
        undecided(`\`${shared.name}\` ${shared.how}`, [
          { file: module.path, line: shared.line, side: shared.side },
        ]),
      );
      continue;
    }
    const difference = firstDifference(module.path, before.lines, after.lines);
    if (difference === undefined) {
      open.push(...documentedOtherwise(module, named));
      if (named.imports) open.push(...importsThatReachFurther(module));
      // A new file may hold what is named, and nothing else.
      if (module.change === 'modified' || !(before.isDefined || after.isDefined))
        open.push(...otherwise(module));
      continue;
    }
    const hasSameExports = before.exports.others === after.exports.others;
    const [old, now] = [before, after].map(({ lines, about, exports }) =>
      lines
        .filter(({ number }) => !about.has(number) && !(hasSameExports && exports.lines.has(number)))
        .map(withoutFiller),
    ) as [Line[], Line[]];
    const clear = firstDifference(module.path, old, now);
    if (clear === undefined)
      open.push(
        undecided(`what differs in ${module.path} outside of ${words} names it, or goes with it`, [
          difference.place,
        ]),
      );
    else if (isReordered(old, now))
      open.push(
        undecided(`lines of ${module.path} outside of ${words} are in another order`, [difference.place]),
      );
    else witnesses.push({ reason: `what is outside of ${words} differs`, ...clear });
  }
  if (hasWitness(witnesses)) {
    if (isDefined) return violated(facts, witnesses);
    return undecided(
      `no changed file defines ${words}`,
      witnesses.map(({ place }) => place),
    );
  }
  return (
    open[0] ??
    refusedByPython(facts) ??
    provedIfReadable(facts, `every line outside of ${words} is as before`)
  );
}

/** What comes to stand above a docstring takes it away. */
function documentedOtherwise({ path, before, after }: ChangedModule, { names }: Named): readonly Verdict[] {
  if (before === undefined || after === undefined) return [];
  const isNamed = (each: string) => names.some(name => name === each || each.startsWith(`${name}.`));
  const name = otherDocstring(before, after, isNamed);
  if (name === undefined) return [];
  const what = name === '' ? path : `\`${name}\` in ${path}`;
  return [undecided(`${what} has a docstring on one side only`, [{ file: path, line: 1, side: 'after' }])];
}

/** Imports that are not as before, and decide what the lines outside mean: of a name that they define, of a builtin one, or of `*`. */
function importsThatReachFurther({ path, before, after }: ChangedModule): readonly Verdict[] {
  if (before === undefined || after === undefined) return [];
  const importsAtTop = (file: PythonFile) =>
    readImports(file).filter(({ statement }) => statement.parent === -1);
  const [old, now] = [importsAtTop(before), importsAtTop(after)];
  if (old.map(({ text }) => text).join('\n') === now.map(({ text }) => text).join('\n')) return [];
  const known = new Set(old.map(({ text }) => text));
  const defined = new Set([
    ...[before, after].flatMap(({ module: { index } }) => [
      ...index.definitions.filter(({ parent }) => parent === -1).map(({ name }) => name),
      ...index.otherNames,
    ]),
  ]);
  const reaching = now.find(
    ({ bound, statement, text }) =>
      defined.has(bound) ||
      (!known.has(text) && (bound === '*' || statement.module === '__future__' || BUILTIN_NAMES.has(bound))),
  );
  if (reaching === undefined) return [];
  const place = placeIn(after, reaching.statement.start, 'after');
  return [undecided(`\`${reaching.text}\` in ${path} may change what other lines mean`, [place])];
}

/** What one version of a file has besides what is named. */
interface Rest {
  readonly lines: readonly Line[];
  readonly isDefined: boolean;
  /** Lines that mention one of the names and may be part of it: `name: str`, `__all__ = ["f"]`, `self.name = 1`. */
  readonly about: ReadonlySet<number>;
  /** The lines of `__all__`, and what it has besides the names. */
  readonly exports: { readonly lines: ReadonlySet<number>; readonly others: string };
  /** A definition of which a line holds something else, or which binds it, too. */
  readonly shared?: {
    readonly name: string;
    readonly how: string;
    readonly line: number;
    readonly side: Side;
  };
}

const NOTHING: Rest = {
  lines: [],
  isDefined: false,
  about: new Set(),
  exports: { lines: new Set(), others: '' },
};

/** `undefined`: this version is there and cannot be read. */
function readRest(module: ChangedModule, side: Side, { names, imports }: Named): Rest | undefined {
  const file = module[side];
  if (file === undefined) return module.unreadable[side] === undefined ? NOTHING : undefined;
  const text = decodeUtf8(file.source);
  if (text === undefined) return undefined;
  const lines = linesOf(text);
  const { index } = file.module;
  const inFunctions = new Set<number>();
  for (const { kind, firstLine, endLine } of index.definitions)
    if (kind === 'function' || kind === 'method' || kind === 'property')
      for (let line = firstLine; line <= endLine; line++) inFunctions.add(line);
  const wanted = new Set(names);
  const definitions = index.definitions.flatMap((definition, at) => {
    const name = qualifiedName(index.definitions, at);
    // `self.name = …` is an attribute, and stands in a method.
    const isInMethod = definition.kind === 'attribute' && inFunctions.has(definition.line);
    return wanted.has(name) ? [{ ...definition, name, isInMethod }] : [];
  });
  const allowed = new Set<number>();
  const take = (first: number, last: number) => {
    for (let line = first; line <= last; line++) allowed.add(line);
  };
  for (const { name, start, end, isInMethod } of definitions) {
    if (isInMethod) continue;
    const [first, last] = [file.lineOf(start), file.lineOf(Math.max(start, end - 1))];
    const isShared = index.definitions.some(
      (other, at) => other.start === start && !wanted.has(qualifiedName(index.definitions, at)),
    );
    const how =
      isShared || hasOtherTarget(file, start, end) || !isAlone(file.source, start, end)
        ? 'is on a line with something else'
        : bindsOther(file, start, end)
          ? 'binds another name by `:=` where it is defined'
          : undefined;
    if (how !== undefined) return { ...NOTHING, isDefined: true, shared: { name, how, line: first, side } };
    take(firstOfComments(lines, first), lastOfComments(lines, first, last));
  }
  if (imports)
    for (const { parent, start, end } of index.imports)
      if (parent === -1 && isAlone(file.source, start, end))
        take(file.lineOf(start), file.lineOf(Math.max(start, end - 1)));
  const rest = keptLines(file, lines, number => !allowed.has(number));
  const last = names.map(lastOf);
  const members = last.filter((name, k) => name !== names[k]);
  const around = imports ? linesAroundImports(file, lines) : new Set<number>();
  const about = new Set(
    rest
      .filter(({ number, text: line }) => {
        const words = line.split(WORDS);
        if (around.has(number) || (isFiller(line) && !inFunctions.has(number))) return true;
        return inFunctions.has(number)
          ? members.some(name => line.includes(`.${name}`) && words.includes(name))
          : last.some(name => words.includes(name));
      })
      .map(({ number }) => number),
  );
  return { lines: rest, isDefined: definitions.length > 0, about, exports: exportsBeside(file, names) };
}

/** `def f(a=(y := 2))`, `f = (y := 2)`: what is run where it is defined binds another name. */
function bindsOther(file: PythonFile, start: number, end: number): boolean {
  const { tokens } = file;
  const inside = file.module.index.definitions.filter(
    each =>
      (each.kind === 'function' || each.kind === 'method' || each.kind === 'class') &&
      each.start >= start &&
      each.end <= end,
  );
  const to = tokens.firstFrom(end);
  for (let i = tokens.firstFrom(start); i < to; i++)
    if (
      tokens.op(i) === op.WALRUS &&
      !inside.some(({ body, end: last }) => body <= tokens.start(i) && tokens.start(i) < last)
    )
      return true;
  return false;
}

/** `o.x = f = 1`: an attribute or an item gets the value, too. */
function hasOtherTarget(file: PythonFile, start: number, end: number): boolean {
  const { tokens } = file;
  let [depth, isOther] = [0, false];
  const from = tokens.firstFrom(start);
  // A definition has no targets, and brackets of a type are none.
  if (tokens.op(from + 1) === op.COLON) return false;
  for (let i = from; i < tokens.length && tokens.start(i) < end; i++) {
    const operator = tokens.op(i);
    if (tokens.word(i) === word.DEF || tokens.word(i) === word.CLASS_WORD || operator === op.AT) return false;
    if (operator === op.ASSIGN && depth === 0 && isOther) return true;
    if (operator === op.DOT || (operator === op.BRACKET_OPEN && tokens.isName(i - 1))) isOther = true;
    if (op.opens(operator)) depth++;
    else if (op.closes(operator)) depth--;
  }
  return false;
}

const [TAB, LINE_FEED, FORM_FEED, RETURN, SPACE, HASH] = [9, 10, 12, 13, 32, 35];
const isBlank = (byte: number | undefined) => byte === TAB || byte === FORM_FEED || byte === SPACE;
const endsLine = (byte: number | undefined) => byte === undefined || byte === LINE_FEED || byte === RETURN;

/** Its first line holds nothing before it, and its last one nothing but a comment behind it. */
function isAlone(source: Uint8Array, start: number, end: number): boolean {
  let before = start - 1;
  while (isBlank(source[before])) before--;
  let behind = end;
  while (isBlank(source[behind])) behind++;
  return endsLine(source[before]) && (endsLine(source[behind]) || source[behind] === HASH);
}

/** Comments right above belong to it. */
function firstOfComments(lines: readonly string[], first: number): number {
  let line = first;
  while (/^\s*#/.test(lines[line - 2] ?? '') && !isOfFile(lines, line - 1)) line--;
  return line;
}

/** Comments at the top that say how the file is run or read. */
const isOfFile = (lines: readonly string[], line: number): boolean =>
  line <= 2 && /^\ufeff?#!|^[ \t\f]*#.*?coding[:=]/.test(lines[line - 1] ?? '');

/** Comments below it that are deeper than its first line stand in it. */
function lastOfComments(lines: readonly string[], first: number, last: number): number {
  const depth = depthOf(lines[first - 1] ?? '');
  let found = last;
  for (let line = last + 1; line <= lines.length; line++) {
    const text = lines[line - 1] ?? '';
    if (text.trim() === '') continue;
    if (!/^\s*#/.test(text) || depthOf(text) <= depth) break;
    found = line;
  }
  return found;
}

const depthOf = (line: string): number => line.search(/\S|$/);
