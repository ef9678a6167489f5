import type { EvidencePlace } from '../../../generated/contracts.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { callersOf } from '../../python/trace/callers.ts';
import { ModuleReader } from '../../python/trace/module-reader.ts';
import { Resolver } from '../../python/trace/resolver.ts';
import type { Place } from '../../python/trace/value.ts';
import { isName } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import { placesOf } from '../code/uses.ts';
import { countWords, hasWord } from './code-text.ts';
import { noneOf } from './found-definition.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';
import { whoMayCallUnseen } from './unseen-callers.ts';

/** How often a name is in a file: as a name, as text, or on how many lines. */
export async function checkOccurs(look: Lookup, { symbol, count, place }: ClaimOf<'occurs'>): Promise<Truth> {
  const module = look.oneModule(place);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined)
    return truth(module === undefined ? 'absent' : 'unknown', `${place} is not one Python file`);
  const last = lastOf(symbol);
  const tokens = file.tokens.filter(token => isName(token) && token.text === last);
  const text = file.text.text(0, file.source.length);
  const lines = text.split(/\r\n|\n|\r/);
  const places = tokens.slice(0, 5).map(({ start }) => look.place(module, file.lineOf(start)));
  const counts = [
    tokens.length,
    countWords(text, symbol),
    lines.filter(line => hasWord(line, symbol)).length,
  ];
  // As a part of longer names it may be counted as well.
  const parts = [text.split(symbol).length - 1, lines.filter(line => line.includes(symbol)).length];
  const value = counts.includes(count) ? 'true' : parts.includes(count) ? 'unknown' : 'false';
  return truth(value, `it stands there ${tokens.length} times`, places);
}

/** Who calls a function, as far as imports and types tell; tests may or may not be meant. */
export async function checkCallers(
  look: Lookup,
  { symbol, place, count, outside, isExact = false, areCalls = false }: ClaimOf<'callers'>,
): Promise<Truth> {
  const { snapshot, graph } = look.version;
  const written = look
    .definitionsIn(symbol, place)
    .filter(({ definition: { kind } }) => kind !== 'attribute' && kind !== 'constant');
  const [ref, ...others] = written.filter(({ definition: { role } }) => role !== 'overload');
  if (ref === undefined) return noneOf(`function ${symbol}`, written);
  if (others.length > 0) return truth('unknown', `${symbol} is not one function of the workspace`);
  const kept = outside === undefined ? [] : [...look.modulesAt(outside), ...look.modulesIn(outside)];
  if (outside !== undefined && kept.length === 0)
    return truth('unknown', `${outside} is not one Python file`);
  const hidden = await findPrivateUse(look, symbol);
  if (hidden !== undefined) return truth('unknown', 'it is used under its name as a private one', [hidden]);
  const reader = new ModuleReader(snapshot);
  const target = { module: ref.module, index: ref.index };
  const all = await callersOf(target, snapshot, reader, new Resolver(reader, graph));
  const callers = all.filter(({ module }) => !kept.includes(module));
  const resolved = callers.filter(({ certainty }) => certainty === 'resolved');
  const name = lastOf(symbol);
  for (const { module, lines } of resolved) {
    const file = await look.open(module);
    const doubt = file === undefined ? 'it cannot be read' : doubtAboutCalls(file, name, new Set(lines));
    if (doubt !== undefined) return truth('unknown', doubt, [look.place(module, lines[0] ?? 1)]);
  }
  const outsideTests = resolved.filter(({ module }) => !isTestFile(module.path));
  const callsOf = (found: typeof resolved) => found.reduce((sum, { lines }) => sum + lines.length, 0);
  const calls = callsOf(resolved);
  const places = resolved.flatMap(({ module, lines }) => lines.map(line => look.place(module, line)));
  const reason = `${calls} ${calls === 1 ? 'call' : 'calls'} in ${resolved.length} ${resolved.length === 1 ? 'place' : 'places'}`;
  const isOpen = callers.length > resolved.length;
  // Calls, or who calls: with tests or without, with its own calls of itself or without, and with functions in one or not.
  const byOthers = resolved.filter(each => each.module !== ref.module || each.index !== ref.index);
  const counts = [resolved, outsideTests, byOthers].flatMap(found => [
    callsOf(found),
    found.length,
    new Set(found.map(outermost)).size,
  ]);
  // Calls or places, with tests or without: as a fact it must be so however they are counted.
  if (isExact && counts.includes(count) && !counts.every(each => each === count))
    return truth('unknown', reason, places);
  if (isExact || (count === 0 && calls === 0)) {
    const other = await findMention(look, symbol, new Set(kept.map(({ path }) => path)), calls > 0);
    if (other !== undefined) return truth('unknown', `${reason}, and it is mentioned elsewhere`, [other]);
  }
  if (count === 0 && calls === 0) {
    const doubt = await whoMayCallUnseen(look, ref);
    if (doubt !== undefined) return truth('unknown', doubt, [look.place(ref.module, ref.definition.line)]);
  }
  if (areCalls && count > 0) {
    // Who has it under another name may call it as well.
    const given = await findMention(look, symbol, new Set(kept.map(({ path }) => path)), true);
    if (given !== undefined) return truth(calls > count ? 'false' : 'unknown', reason, places);
    if (!isOpen && calls === count) return truth('true', reason, places);
    if (callsOf(outsideTests) === count || calls === count) return truth('unknown', reason, places);
    if (calls > count) return truth('false', reason, places);
    const other = isOpen
      ? undefined
      : await findMention(look, symbol, new Set(kept.map(({ path }) => path)), true);
    return truth(isOpen || other !== undefined ? 'unknown' : 'false', reason, places);
  }
  if (!isOpen && (calls === count || resolved.length === count)) return truth('true', reason, places);
  // All that has the name was looked at: there are not more calls than that.
  const isCalledByName = ref.definition.kind !== 'property' && !/^__\w+__$/.test(name);
  if (isExact && isCalledByName && count > (await countCalls(look, name)))
    return truth('false', reason, places);
  const mayBeMeant = counts.includes(count);
  return truth(resolved.length > count && !mayBeMeant ? 'false' : 'unknown', reason, places);
}

/** Why the calls on some lines of a file may be of something else, or more than the lines are. */
function doubtAboutCalls(file: PythonFile, name: string, lines: ReadonlySet<number>): string | undefined {
  const { tokens, module } = file;
  if (module.index.imports.some(({ names }) => names.some(each => each.name === '*')))
    return `import * may bring another ${name} to ${module.path}`;
  const places = placesOf(file, name);
  const isHidden = places.some(
    at =>
      (tokens.text(at - 1) === 'type' && tokens.op(at + 1) !== op.PAREN_OPEN) ||
      (tokens.word(at - 1) === word.IMPORT && tokens.op(at + 1) === op.DOT) ||
      isOfLambda(file, at),
  );
  if (isHidden) return `${name} is something else in a part of ${module.path}`;
  const counts = new Map<number, number>();
  for (const at of places) {
    const line = file.lineOf(tokens.start(at));
    if (tokens.op(at + 1) === op.PAREN_OPEN && lines.has(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts.values()].some(count => count > 1) ? 'several calls stand on one line' : undefined;
}

/** `lambda f: …`, `def g[f](…)`: a parameter of that name. */
function isOfLambda({ tokens }: PythonFile, at: number): boolean {
  for (let i = at - 1; i >= 0 && tokens.kind(i) >= NAME; i--) {
    if (tokens.op(i) === op.COLON) return false;
    if (tokens.word(i) === word.LAMBDA) return true;
    if (tokens.word(i) === word.DEF) return i !== at - 1;
  }
  return false;
}

/** The definition that it stands in at the top of its module, or of a class. */
function outermost({ module, index }: Place): string {
  const { definitions } = module.index;
  const parent = definitions[index]?.parent ?? -1;
  const isTop = parent < 0 || definitions[parent]?.kind === 'class';
  return isTop ? `${module.path} ${index}` : outermost({ module, index: parent });
}

/** `a._Box__open()`: what a class calls `__open` has another name elsewhere. */
async function findPrivateUse(look: Lookup, symbol: string): Promise<EvidencePlace | undefined> {
  const [name = '', owner = ''] = symbol.split('.').toReversed();
  if (!/^__/.test(name) || /__$/.test(name) || owner === '') return undefined;
  for (const module of look.version.snapshot.modules.values())
    if ((await look.open(module))?.mentions(`_${owner.replace(/^_+/, '')}${name}`) === true)
      return look.place(module, 1);
  return undefined;
}

/** How often anything of that name is called, in all files. */
async function countCalls(look: Lookup, name: string): Promise<number> {
  let count = 0;
  for (const module of look.version.snapshot.modules.values()) {
    const file = await look.open(module);
    if (file === undefined) return Number.POSITIVE_INFINITY;
    if (!file.mentions(name)) continue;
    const { tokens } = file;
    const isCall = (at: number) => tokens.op(at + 1) === op.PAREN_OPEN && tokens.word(at - 1) !== word.DEF;
    count += placesOf(file, name).filter(isCall).length;
  }
  return count;
}

/** Where the name is other than in its definition and in imports: given to someone who may call it. */
async function findMention(
  look: Lookup,
  symbol: string,
  kept: ReadonlySet<string>,
  isCalled: boolean,
): Promise<EvidencePlace | undefined> {
  const name = lastOf(symbol);
  for (const module of look.version.snapshot.modules.values()) {
    const file = kept.has(module.path) ? undefined : await look.open(module);
    if (file === undefined || !file.mentions(name)) continue;
    const { imports } = module.index;
    const found = file.tokens.find((token, i) => {
      const isText = token.kind === STRING && token.text.split(/\W+/).includes(name);
      if (token.text !== name && !isText) return false;
      const isExport = isText && module.index.exports?.names.includes(name) === true;
      const isDefinition = file.tokens.word(i - 1) === word.DEF;
      const isImport = imports.some(
        each =>
          each.start <= token.start &&
          token.start < each.end &&
          each.names.every(imported => imported.name !== name || imported.alias === undefined),
      );
      const isCall = isCalled && !isText && file.tokens.op(i + 1) === op.PAREN_OPEN;
      return !isDefinition && !isImport && !isExport && !isCall;
    });
    if (found !== undefined) return look.place(module, file.lineOf(found.start));
  }
  return undefined;
}
