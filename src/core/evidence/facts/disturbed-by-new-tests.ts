import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, codeKey, isLayout, isName } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { changingUses, type Spoken, type Way } from './changing-uses.ts';
import type { OpenTest } from './open-test.ts';
import { rangesIn } from './test-ranges.ts';

/** Over how many calls a function is followed. */
const MOST_CALLS = 2;
/** A name that more have, such as `get`, says nothing of what is called. */
const MOST_NAMED = 16;

/**
 * New code of tests that may change what other tests go through, in whatever file: a list, an iterator or a class
 * attribute, by its name, by a local one, or by what it calls.
 */
export async function findDisturbedByNewTests(versions: TwoVersions): Promise<readonly OpenTest[]> {
  const all: { readonly unit: Unit; readonly uses: Uses }[] = [];
  const functions: Functions = new Map();
  for (const { path, before, after } of versions.changed) {
    if (after === undefined || !isTestFile(path)) continue;
    for (const { unit, tokens } of freshCode(before, after))
      all.push({ unit, uses: await usesIn(tokens, after, versions, functions) });
  }
  const kinds = new Map<string, Kind>();
  for (const { uses } of all)
    for (const name of uses.keys()) if (!kinds.has(name)) kinds.set(name, await kindOf(name, versions));
  const isWanted = (name: string, ways: ReadonlySet<Way>) => mayChange(kinds.get(name) ?? 'none', ways, true);
  const wanted = all.flatMap(({ uses }) =>
    [...uses].flatMap(([name, ways]) => (isWanted(name, ways) ? [name] : [])),
  );
  const through = await goneThroughByTests(new Set(wanted), versions);
  return all.flatMap(({ unit, uses }) => {
    const [name] =
      [...uses].find(([each, ways]) => {
        const isInside = through.get(each);
        return isInside !== undefined && mayChange(kinds.get(each) ?? 'none', ways, isInside);
      }) ?? [];
    if (name === undefined) return [];
    const { file, start } = unit;
    const reason = `new code in ${file.module.path} may change ${name}, which other tests go through`;
    return [{ reason, place: placeIn(file, start, 'after') }];
  });
}

/** What is new in a file, statement by statement; of a test that is there already, its new lines. */
function freshCode(
  before: PythonFile | undefined,
  after: PythonFile,
): readonly { readonly unit: Unit; readonly tokens: readonly CodeToken[] }[] {
  // Of most lines of large files: a plain value uses nothing.
  const units = readUnits(after).filter(
    ({ content, isPlainSet }) => content.kind !== 'import' && !isPlainSet,
  );
  if (units.length === 0) return [];
  const old = before === undefined ? [] : readUnits(before);
  const keys = new Set(old.map(({ key }) => key));
  const byName = new Map(old.map(unit => [nameOf(unit), unit]));
  return units.flatMap(unit => {
    if (keys.has(unit.key)) return [];
    const name = nameOf(unit);
    const twin = name === undefined ? undefined : byName.get(name);
    return [{ unit, tokens: twin === undefined ? unit.tokens : freshLines(unit.tokens, twin.tokens) }];
  });
}

const nameOf = ({ content }: Unit): string | undefined =>
  content.kind === 'definition' ? content.definition.name : undefined;

function freshLines(tokens: readonly CodeToken[], old: readonly CodeToken[]): readonly CodeToken[] {
  const known = new Set(linesOf(old).map(line => codeKey(line)));
  return linesOf(tokens)
    .filter(line => !known.has(codeKey(line)))
    .flat();
}

/** Each with the end of its line. */
function linesOf(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] {
  const lines: CodeToken[][] = [[]];
  for (const token of tokens) {
    lines.at(-1)?.push(token);
    if (isLayout(token)) lines.push([]);
  }
  return lines;
}

type Uses = Map<string, Set<Way>>;
/** What the functions of a name do, each read once. */
type Functions = Map<string, readonly Does[]>;

async function usesIn(
  tokens: readonly CodeToken[],
  file: PythonFile,
  versions: TwoVersions,
  functions: Functions,
): Promise<Uses> {
  const uses: Uses = new Map();
  const add = (name: string, way: Way) => uses.set(name, (uses.get(name) ?? new Set()).add(way));
  const givers = new Map<string, readonly string[]>();
  const top = file.once(namesAtTop);
  const fixtures = new Map<string, string>();
  const seen = new Set<string>();
  let called = new Set(calledIn(tokens, file));
  for (const name of fixturesOf(tokens)) called.add(name);
  for (let further = MOST_CALLS; further > 0; further--) {
    const inside = new Set<string>();
    for (const name of called) {
      if (seen.has(name)) continue;
      seen.add(name);
      const known = functions.get(name) ?? (await functionsNamed(name, versions));
      functions.set(name, known);
      for (const { taken, given, calls } of known) {
        for (const each of taken) add(each, 'taken');
        for (const each of calls) inside.add(each);
        if (given.length === 0 || further < MOST_CALLS) continue;
        givers.set(name, [...(givers.get(name) ?? [`${name}()`]), ...given]);
        // What a fixture gives has its name.
        if (!top.has(name) && !fixtures.has(name)) fixtures.set(name, given[0] ?? '');
      }
    }
    called = inside;
  }
  const spoken: Spoken = { get: name => top.get(name) ?? fixtures.get(name) };
  for (const { name, way } of changingUses(tokens, spoken, givers)) add(name, way);
  return uses;
}

/** What the names at the top of a file stand for elsewhere, classes and functions aside. */
const namesAtTop = (file: PythonFile): ReadonlyMap<string, string> =>
  new Map([
    ...file.module.index.definitions.flatMap(({ kind, name, parent }): [string, string][] =>
      parent === -1 && kind !== 'function' && kind !== 'class' ? [[name, name]] : [],
    ),
    ...file.once(importedNames),
  ]);

const importedNames = (file: PythonFile): ReadonlyMap<string, string> =>
  new Map(readImports(file).map(({ bound, target }) => [bound, lastOf(target)]));

/** Last names of what is called, also under other names. */
function calledIn(tokens: readonly CodeToken[], file: PythonFile): readonly string[] {
  const targets = file.once(importedNames);
  return tokens.flatMap((token, i) => {
    if (!isName(token) || tokens[i + 1]?.op !== op.PAREN_OPEN || tokens[i - 1]?.word === word.DEF) return [];
    const target = targets.get(token.text);
    return target === undefined ? [token.text] : [token.text, target];
  });
}

/** The parameters of tests. */
function fixturesOf(tokens: readonly CodeToken[]): readonly string[] {
  const found: string[] = [];
  for (const [i, { text }] of tokens.entries()) {
    if (tokens[i - 1]?.word !== word.DEF || !/^test/.test(text)) continue;
    for (let at = i + 2; at < tokens.length && !isLayout(tokens[at] as CodeToken); at++)
      if ([op.COMMA, op.PAREN_OPEN].includes(tokens[at - 1]?.op ?? 0)) found.push(tokens[at]?.text ?? '');
  }
  return found;
}

interface Does {
  /** What it takes something from, or sets. */
  readonly taken: readonly string[];
  /** What its result is. */
  readonly given: readonly string[];
  readonly calls: readonly string[];
}

async function functionsNamed(name: string, versions: TwoVersions): Promise<readonly Does[]> {
  const refs = versions.after.snapshot.table.definitionsNamed(name);
  if (refs.length > MOST_NAMED) return [];
  const found: Does[] = [];
  for (const { module, definition } of refs) {
    if (!/^(?:function|method|property)$/.test(definition.kind)) continue;
    const file = await versions.open(module, 'after');
    if (file !== undefined) found.push(readDoes(file.range(definition.body, definition.end), file));
  }
  return found;
}

function readDoes(tokens: readonly CodeToken[], file: PythonFile): Does {
  const top = file.once(namesAtTop);
  // `self.cases = []` sets what `conf.cases` is, too.
  const ofOthers = tokens.map(token => (token.text === 'self' ? { ...token, text: 'cls' } : token));
  const taken = changingUses(ofOthers, top).flatMap(({ name, way }) => (way === 'taken' ? [name] : []));
  for (const [i, { text }] of tokens.entries()) {
    const name = tokens[i + 4];
    const isSetting = /^(?:set|del)attr$/.test(text) && tokens[i + 3]?.op === op.COMMA;
    if (isSetting && name?.kind === STRING) taken.push(name.text.replace(/^\w*:/, ''));
  }
  const given = linesOf(tokens).flatMap(line => {
    const [first, ...path] = line.filter(each => !isLayout(each));
    if (first?.word !== word.RETURN && first?.word !== word.YIELD) return [];
    const isPath = path.every((each, i) => (i % 2 === 0 ? isName(each) : each.op === op.DOT));
    const last = path.at(-1)?.text ?? '';
    if (!isPath || path.length === 0) return [];
    return path.length > 1 ? [last] : [top.get(last) ?? []].flat();
  });
  return { taken, given, calls: calledIn(tokens, file) };
}

/** @param isInside whether others go through a part of it */
function mayChange(kind: Kind, ways: ReadonlySet<Way>, isInside: boolean): boolean {
  if (kind === 'none') return false;
  if (ways.has('taken')) return true;
  if (kind === 'plain') return false;
  return ways.has('given') || (isInside && ways.has('element')) || (kind === 'open' && ways.has('through'));
}

/** Those of the names that some test goes through. */
async function goneThroughByTests(
  names: ReadonlySet<string>,
  { before, open }: TwoVersions,
): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  const words = [...names].map(name => name.replace('()', ''));
  for (const module of names.size === 0 ? [] : before.snapshot.modules.values()) {
    if (!isTestFile(module.path)) continue;
    const file = await open(module, 'before');
    if (file === undefined || !words.some(each => file.mentions(each))) continue;
    for (const [name, isInside] of file.once(goneThrough))
      if (names.has(name)) found.set(name, (found.get(name) ?? false) || isInside);
  }
  return found;
}

/** By all that gives something of the name its value. */
async function kindOf(name: string, { after, open }: TwoVersions): Promise<Kind> {
  // The result of a function that gives the same thing each time.
  if (name.endsWith('()')) return 'kept';
  const refs = after.snapshot.table.definitionsNamed(name);
  if (refs.length > MOST_NAMED) return 'open';
  const kinds = new Set<Kind>();
  for (const { module, definition } of refs) {
    const { kind } = definition;
    if (kind === 'property') kinds.add('kept');
    if (!/^(?:constant|variable|attribute)$/.test(kind)) continue;
    const file = await open(module, 'after');
    kinds.add(file === undefined ? 'open' : kindOfStatement(file, definition));
  }
  if (kinds.has('open')) return 'open';
  return kinds.has('kept') ? 'kept' : kinds.has('plain') ? 'plain' : 'none';
}

/** `plain` is what nothing changes, `kept` what is there again when it is gone through once more. */
type Kind = 'plain' | 'kept' | 'open' | 'none';

const KEPT = /^(?:list|tuple|dict|set|frozenset|sorted|range|OrderedDict|defaultdict|deque|Counter|field)$/i;

/** One statement may give very many names their values. */
function kindOfStatement(file: PythonFile, { start, end }: Definition): Kind {
  const known = file.once(newKinds);
  const kind = known.get(start) ?? kindOfValue(file.range(start, end));
  known.set(start, kind);
  return kind;
}

const newKinds = () => new Map<number, Kind>();

function kindOfValue(tokens: readonly CodeToken[]): Kind {
  const sign = tokens.findIndex(each => each.op === op.ASSIGN);
  const [first, second] =
    sign < 0 ? tokens.slice(tokens.findIndex(each => each.op === op.COLON) + 1) : tokens.slice(sign + 1);
  if (first === undefined) return 'open';
  if (first.kind === NUMBER || (first.kind === STRING && second === undefined)) return 'plain';
  if (/^(?:True|False|None|-)$/.test(first.text)) return 'plain';
  if (first.kind === STRING || KEPT.test(first.text)) return 'kept';
  const isLazy = first.op === op.PAREN_OPEN && tokens.some(each => each.word === word.FOR);
  return op.opens(first.op) && !isLazy ? 'kept' : 'open';
}

/** Those in which a `for` stands say with it what is gone through. */
const ASKING = /^(?:all|any|fixture|cases|data|params)$/;
const READING = /^(?:items|keys|values|copy)$/;

/**
 * Last names of what the tests of a file go through when they run, and whether it is only a part of that: what other
 * modules have, or the top of the file.
 */
function goneThrough(file: PythonFile): ReadonlyMap<string, boolean> {
  const { tokens } = file;
  const top = file.once(namesAtTop);
  const outside = new Set(
    readImports(file).flatMap(({ bound, target }) =>
      STANDARD_LIBRARY.has(target.split('.')[0] ?? '') ? [bound] : [],
    ),
  );
  const found = new Map<string, boolean>();
  let [depth, at] = [0, 0];
  for (const [from, to] of rangesIn(file)) {
    for (; at < from; at++) depth += tokens.kind(at) === INDENT ? 1 : tokens.kind(at) === DEDENT ? -1 : 0;
    if (depth === 0) continue;
    if (ASKING.test(tokens.text(from - 2)) && tokens.slice(from, to).some(each => each.word === word.FOR))
      continue;
    for (let i = from; i < to; i++) {
      const root = tokens.text(i);
      if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT || !top.has(root) || outside.has(root)) continue;
      let [name, isPart, end] = [top.get(root) ?? root, false, i + 1];
      if (tokens.op(end) === op.PAREN_OPEN) [name, end] = [`${name}()`, tokens.closing(end) + 1];
      while (end < to && tokens.op(end) === op.DOT && tokens.isName(end + 1)) {
        const isCall = tokens.op(end + 2) === op.PAREN_OPEN;
        if (isCall && READING.test(tokens.text(end + 1))) break;
        name = `${tokens.text(end + 1)}${isCall ? '()' : ''}`;
        end = isCall ? tokens.closing(end + 2) + 1 : end + 2;
        isPart = false;
        while (tokens.op(end) === op.BRACKET_OPEN) [isPart, end] = [true, tokens.closing(end) + 1];
      }
      found.set(name, (found.get(name) ?? false) || isPart);
    }
  }
  return found;
}
