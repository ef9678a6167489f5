import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import { countDocstrings } from '../code/docstrings.ts';
import { importTimeTokens, namesOnImport } from '../code/import-time.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import { isTestFile } from '../code/test-files.ts';
import { isClosing } from '../code/trailing-commas.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { replacedIn } from '../facts/replaced-names.ts';
import { attributesMade } from '../proofs/attributes-made.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import type { ShapeChange } from '../proofs/shape-change.ts';
import type { ClassLine } from './class-lines.ts';
import { isFunction } from './statements.ts';
import { canBeCalledByPytest } from './test-fixtures.ts';
import { UseReader } from './use-reader.ts';

/** What has to be true for a difference to be of no interest to anything in the workspace. */
interface Candidate {
  readonly change: ShapeChange;
  /** Names that nothing may mention: on which side, and how often they stand there for themselves. */
  readonly names: readonly { readonly name: string; readonly side: Side; readonly own: number }[];
  /** A class that has everything as it was declared, and perhaps more methods, or in another order. */
  readonly isOnlyMore: boolean;
}

/** The differences that something may notice. */
export interface Noticed {
  /** By importing and calling. */
  readonly seen: readonly ShapeChange[];
  /** By looking at how what was there is declared. */
  readonly declared: readonly ShapeChange[];
}

/** Of more names it is not asked: each file is searched for each of them. */
const MOST_NAMES = 200;
/** Words by which a module reaches its own names, and those of its classes, without naming them. */
const REACHING = [
  'globals',
  'vars',
  'locals',
  'dir',
  'getmembers',
  'f_globals',
  '__globals__',
  '__subclasses__',
  'exec',
  'eval',
];

const OF_BUILTINS: ReadonlySet<string> = new Set(['globals', 'vars', 'locals', 'dir', 'exec', 'eval']);

/**
 * The differences that something in the workspace may notice. Not among them: a test or a helper of tests that is gone
 * and that no one mentions, a test that pytest can call as it is declared now, methods of a class that are new and of a
 * name that no one mentioned, or gone and of one that no one mentions, and those that stand in another order.
 */
export async function withoutUnseen(
  shape: readonly ShapeChange[],
  versions: TwoVersions,
  pause: () => Promise<void>,
): Promise<Noticed> {
  const all = { seen: shape, declared: shape };
  if (shape.length === 0 || versions.after.snapshot.skipped.length > 0) return all;
  const reader = new UseReader(versions);
  const candidates: Candidate[] = [];
  let asked = 0;
  for (const change of shape) {
    await pause();
    const names = (await removedName(change)) ?? (await testCalledAgain(change, versions));
    const found =
      names === undefined ? await methods(change, versions, reader) : { names, isOnlyMore: false };
    if (found !== undefined) candidates.push({ change, ...found });
    asked += found?.names.length ?? 0;
    if (asked > MOST_NAMES) return all;
  }
  const wanted = candidates.flatMap(({ names }) => names);
  if (candidates.length === 0) return all;
  const counts = {
    before: await countMentions(new Set(namesOn(wanted, 'before')), versions, 'before', pause),
    after: await countMentions(new Set(namesOn(wanted, 'after')), versions, 'after', pause),
  };
  const unseen = candidates.filter(({ names }) =>
    names.every(({ name, side, own }) => (counts[side].get(name) ?? 0) === own),
  );
  const gone = new Set(unseen.flatMap(({ names }) => namesOn(names, 'after')));
  if (unseen.length === 0) return all;
  // A setting, a script or a template may name one.
  if (gone.size > 0 && (await versions.otherTexts?.find(gone, 'all')) !== undefined) return all;
  const without = (left: readonly Candidate[]) => {
    const changes = new Set(left.map(({ change }) => change));
    return shape.filter(change => !changes.has(change));
  };
  return { seen: without(unseen), declared: without(unseen.filter(({ isOnlyMore }) => isOnlyMore)) };
}

const namesOn = (names: Candidate['names'], side: Side): readonly string[] =>
  names.filter(each => each.side === side).map(({ name }) => name);

/** A function, class or value of a test file that is gone. */
function removedName({ what, change, name, module }: ShapeChange): Candidate['names'] | undefined {
  const { after, path } = module;
  const isMeant = change === 'removed' && (what === 'function' || what === 'class' || what === 'value');
  if (!isMeant || after === undefined || !isOfTests(path) || reachesNames(after)) return undefined;
  return [{ name, side: 'after', own: 0 }];
}

/** Neither `conftest.py`, which is for others, nor a helper. */
const isOfTests = (path: string): boolean =>
  isTestFile(path) && /(?:^|\/)test_\w+\.py$|_test\.py$/.test(path);

const reachesNames = (file: PythonFile): boolean => file.once(readReaching);

const readReaching = (file: PythonFile): boolean =>
  hasWord(file, REACHING, (name, i) => !OF_BUILTINS.has(name) || file.tokens.op(i - 1) !== op.DOT);

function hasWord(
  file: PythonFile,
  words: readonly string[],
  isMeant: (name: string, index: number) => boolean = () => true,
): boolean {
  const { tokens } = file;
  const written = words.filter(each => file.mentions(each));
  if (written.length === 0) return false;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== NAME) continue;
    const text = tokens.text(i);
    if (written.includes(text) && isMeant(text, i)) return true;
  }
  return false;
}

/** A test that only pytest calls. */
async function testCalledAgain(
  { what, change, name, module: { after, path } }: ShapeChange,
  versions: TwoVersions,
): Promise<Candidate['names'] | undefined> {
  if (what !== 'function' || change !== 'changed' || after === undefined || !isOfTests(path))
    return undefined;
  const [index, ...others] = definitionsNamed(after.module.index, name);
  const definition = after.module.index.definitions[index ?? -1];
  if (!name.startsWith('test_') || definition?.placement !== 'always' || others.length > 0) return undefined;
  if (reachesNames(after) || !(await canBeCalledByPytest(after, definition, versions))) return undefined;
  return [{ name, side: 'after', own: 1 }];
}

interface Members {
  readonly unit: Unit;
  /** All of the class but its functions. */
  readonly rest: string;
  /** The same with its texts. */
  readonly exactRest: string;
  /** The tokens of that and its functions, in order. */
  readonly parts: readonly (string | Definition)[];
  /** The tokens of what it says itself below its header, and those of the headers of its functions. */
  readonly own: readonly CodeToken[];
  readonly headers: readonly CodeToken[];
  readonly functions: ReadonlyMap<string, { readonly definition: Definition; readonly shape: string }>;
}

/** A class of which nothing differs but its functions. */
async function methods(
  { what, change, name, module: { before, after, path } }: ShapeChange,
  versions: TwoVersions,
  reader: UseReader,
): Promise<Pick<Candidate, 'names' | 'isOnlyMore'> | undefined> {
  if (what !== 'class' || change !== 'changed' || before === undefined || after === undefined)
    return undefined;
  const [old, now] = [membersOf(before, name), membersOf(after, name)];
  if (old === undefined || now === undefined || old.rest !== now.rest) return undefined;
  // What else it gives its objects, and what its making does on import, are looked at on their own.
  if (attributesMade([old.unit]) !== attributesMade([now.unit]) || isUsedOnImport(after, now.unit, name))
    return undefined;
  const [index = -1] = definitionsNamed(after.module.index, name);
  const line = await reader.classes.of({ module: after.module, index });
  const isTest = isOfTests(path) && /^Test/.test(name);
  if (reachesNames(after) || line.isOpen || line.classes.some(decidesMembers)) return undefined;
  const names: Candidate['names'][number][] = [];
  for (const [each, { definition, shape }] of now.functions) {
    const was = old.functions.get(each);
    if (was?.shape === shape) continue;
    const isTestMethod = isTest && each.startsWith('test_');
    if (/^__\w+__$/.test(each) || (line.above === 'unknown' && !isTestMethod)) return undefined;
    if (was === undefined) {
      if (mustBeGiven(after, definition)) return undefined;
      names.push({ name: each, side: 'before', own: 0 });
    } else if (isTestMethod && (await canBeCalledByPytest(after, definition, versions)))
      names.push({ name: each, side: 'after', own: 1 });
    else return undefined;
  }
  for (const [each, { definition }] of old.functions) {
    if (now.functions.has(each)) continue;
    const isTestMethod = isTest && each.startsWith('test_');
    const isOpen = /^__\w+__$/.test(each) || (line.above === 'unknown' && !isTestMethod);
    if (isOpen || setsAttributes(before, definition)) return undefined;
    names.push({ name: each, side: 'after', own: 0 });
  }
  const isOtherOrder = layoutOf(old, now) !== layoutOf(now, old);
  // What differs then is none of its functions.
  if (names.length === 0 && !isOtherOrder) return undefined;
  if (isOtherOrder && !isFreeOfOrder(line, now)) return undefined;
  const isOnlyMore = names.every(({ side }) => side === 'before') && old.exactRest === now.exactRest;
  return { names, isOnlyMore };
}

/** In which order a class says what the other version of it says as well. */
const layoutOf = ({ parts }: Members, { functions }: Members): string =>
  parts
    .flatMap(part => (typeof part === 'string' ? part : functions.has(part.name) ? `def ${part.name}` : []))
    .join('\u0001');

/** Whether no order of the methods of a class is another class: nothing that runs when it is made needs one above it. */
function isFreeOfOrder({ isPlain, above }: ClassLine, { own, headers, functions }: Members): boolean {
  if (!isPlain || above === 'unknown') return false;
  const bound = new Set(own.flatMap(token => (isName(token) ? [token.text] : [])));
  const isQuiet = (token: CodeToken, before: CodeToken | undefined, words: ReadonlySet<number>) => {
    const isCall =
      token.op === op.PAREN_OPEN && before !== undefined && (before.kind === NAME || isClosing(before));
    const isHidden = token.kind === STRING && isFormatted(token.text);
    const isWord = token.kind === NAME && !isName(token) && !words.has(token.word);
    return !isCall && !isHidden && !isWord && token.op !== op.WALRUS;
  };
  const areQuiet = own.every(
    (token, i) => isQuiet(token, own[i - 1], CONSTANTS) && !functions.has(token.text),
  );
  return (
    areQuiet &&
    headers.every((token, i) => {
      const [before, next] = [headers[i - 1], headers[i + 1]];
      if (before?.word === word.DEF) return true;
      if (headers[i - 2]?.word === word.DEF && token.op === op.PAREN_OPEN) return true;
      if (before?.op === op.AT)
        return PLAIN.has(token.text) && next?.op !== op.DOT && next?.op !== op.PAREN_OPEN;
      return isQuiet(token, before, OF_HEADERS) && !functions.has(token.text) && !bound.has(token.text);
    })
  );
}

const CONSTANTS: ReadonlySet<number> = new Set([word.TRUE, word.FALSE, word.NONE]);
const OF_HEADERS: ReadonlySet<number> = new Set([...CONSTANTS, word.DEF, word.ASYNC]);
const PLAIN: ReadonlySet<string> = new Set(['staticmethod', 'classmethod', 'property']);

const isUsedOnImport = (file: PythonFile, own: Unit, name: string): boolean =>
  readUnits(file).some(
    unit => unit !== own && unit.content.kind !== 'import' && namesOnImport(unit, file).has(name),
  );

const DECIDING = ['__init_subclass__', '__getattr__', '__getattribute__', '__dict__', '__dir__', 'getattr'];

/** A class that is told which members it and those below it have, or that answers for some it has not. */
const decidesMembers = ({
  file,
  definition,
}: {
  readonly file: PythonFile;
  readonly definition: Definition;
}): boolean =>
  file.once(mayDecideMembers) &&
  file.range(definition.start, definition.end).some(({ text }) => DECIDING.includes(text));

const mayDecideMembers = (file: PythonFile): boolean => hasWord(file, DECIDING);

const mustBeGiven = (file: PythonFile, { start, head }: Definition): boolean =>
  readDecorators(file.range(start, head)).some(decorator =>
    decorator.some(({ text }) => text.startsWith('abstract') || text === 'overload' || text === 'override'),
  );

function setsAttributes({ module }: PythonFile, { parent, start, end }: Definition): boolean {
  const { definitions } = module.index;
  const inside = namesOfModule(module.index).inside.get(parent) ?? [];
  return inside.some(i => {
    const each = definitions[i];
    return each?.kind === 'attribute' && start <= each.start && each.end <= end;
  });
}

function membersOf(file: PythonFile, name: string): Members | undefined {
  const { definitions } = file.module.index;
  const [index, ...others] = definitionsNamed(file.module.index, name);
  const owner = definitions[index ?? -1];
  const unit = file.once(unitsByDefinition).get(index ?? -1);
  if (owner?.kind !== 'class' || others.length > 0 || unit === undefined) return undefined;
  const functions = new Map<string, { definition: Definition; shape: string }>();
  for (const i of namesOfModule(file.module.index).inside.get(index ?? -1) ?? []) {
    const definition = definitions[i] as Definition;
    if (!isFunction(definition)) continue;
    // Accessors, overloads and twins under a condition belong together.
    if (functions.has(definition.name) || definition.placement !== 'always') return undefined;
    const shape = codeKey(file.range(definition.start, definition.body - 1));
    functions.set(definition.name, { definition, shape });
  }
  const ranges = [...functions.values()].map(each => each.definition).sort((a, b) => a.start - b.start);
  const kept: CodeToken[] = [];
  const headers: CodeToken[] = [];
  const parts: Members['parts'][number][] = [];
  let next = 0;
  for (const token of importTimeTokens(unit, file)) {
    if (token.kind < NAME) continue;
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= token.start)
      parts.push(ranges[next++] as Definition);
    const isInside = token.start >= (ranges[next]?.start ?? Number.POSITIVE_INFINITY);
    (isInside ? headers : kept).push(token);
    if (!isInside && withoutText([token]).length > 0) parts.push(token.text);
  }
  parts.push(...ranges.slice(next));
  const { body } = owner;
  const own = kept.filter(({ start }) => start >= body);
  return { unit, rest: codeKey(withoutText(kept)), exactRest: codeKey(kept), functions, parts, own, headers };
}

const unitsByDefinition = (file: PythonFile): ReadonlyMap<number, Unit> =>
  new Map(
    readUnits(file).flatMap(unit => (unit.content.kind === 'definition' ? [[unit.content.index, unit]] : [])),
  );

/** A docstring above the first member. */
const withoutText = (tokens: readonly CodeToken[]): readonly CodeToken[] =>
  tokens.filter(({ kind, text }) => !(kind === STRING && /^[ru]*:/.test(text)));

const wordsOf = (text: string): readonly string[] => text.slice(text.indexOf(':') + 1).split(/\W+/);

/** Of more names than these, reading a file once is faster than searching it for each. */
const MOST_SEARCHED = 20;

/** How often each name stands in the Python files of a version, as a name or as a word of a text. */
async function countMentions(
  names: ReadonlySet<string>,
  versions: TwoVersions,
  side: Side,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (names.size === 0) return found;
  const add = (name: string) => {
    if (names.has(name)) found.set(name, (found.get(name) ?? 0) + 1);
  };
  for (const module of versions[side].snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, side);
    if (file === undefined) {
      for (const name of names) found.set(name, Number.POSITIVE_INFINITY);
      return found;
    }
    if (names.size <= MOST_SEARCHED && ![...names].some(name => file.mentions(name))) continue;
    const { tokens } = file;
    for (let i = 0; i < tokens.length; i++) {
      const kind = tokens.kind(i);
      if (kind === NAME) add(tokens.text(i));
      else if (kind === STRING) for (const each of wordsOf(tokens.text(i))) add(each);
    }
  }
  return found;
}

/** Attributes that objects are no longer given, and docstrings that are no longer there, though something asks for them. */
export async function findLost(
  versions: TwoVersions,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const lost = new Map<string, OpenUse>();
  let bare: OpenUse | undefined;
  for (const { before, after, path } of versions.changed) {
    await pause();
    if (before === undefined || after === undefined) continue;
    for (const { name, owner, start } of attributesLost(before, after))
      lost.set(name, {
        reason: `${owner} no longer sets ${name}, which is still asked for`,
        place: placeIn(before, start, 'before'),
      });
    const now = replacedIn(after);
    for (const name of replacedIn(before))
      if (!now.has(name) && !lost.has(name))
        lost.set(name, {
          reason: `${path} no longer sets ${name} of an object, which is still asked for`,
          place: { file: path, line: 1, side: 'before' },
        });
    if (bare === undefined && docstringsOf(after) < docstringsOf(before))
      bare = {
        reason: 'a docstring is gone, and something in the workspace reads docstrings',
        place: { file: path, line: 1, side: 'after' },
      };
  }
  const words = new Set([...lost.keys(), ...(bare === undefined ? [] : DOC_READERS)]);
  const counts = await countMentions(words, versions, 'after', pause);
  const found = [...lost].filter(([name]) => counts.has(name)).map(([, use]) => use);
  if (bare !== undefined && DOC_READERS.some(each => counts.has(each))) found.push(bare);
  return found;
}

const DOC_READERS = ['__doc__', 'getdoc'];

const docstringsOf = (file: PythonFile): number => file.once(countAll);
const countAll = ({ tokens }: PythonFile): number => countDocstrings(tokens);

/** `self.name = …` that stood in a class, and nothing of it brings the name any more. */
function attributesLost(
  before: PythonFile,
  after: PythonFile,
): readonly { readonly name: string; readonly owner: string; readonly start: number }[] {
  const members = (file: PythonFile) => {
    const { definitions } = file.module.index;
    const found = new Map<
      string,
      { readonly name: string; readonly owner: string; readonly start: number }
    >();
    for (const { name, parent, start } of definitions) {
      const owner = definitions[parent];
      if (owner?.kind === 'class') found.set(`${owner.name}.${name}`, { name, owner: owner.name, start });
    }
    return found;
  };
  const now = members(after);
  return [...members(before)].filter(([key]) => !now.has(key)).map(([, each]) => each);
}
