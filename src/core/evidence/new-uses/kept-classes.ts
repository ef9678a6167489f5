import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { importTimeTokens } from '../code/import-time.ts';
import type { Importers } from '../code/importers.ts';
import { kindOfCall } from '../code/kind-of-call.ts';
import { HARMLESS_DECORATORS, words } from '../code/known-names.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { type Unit, unitOfDefinition } from '../code/units.ts';
import { attributesMade } from '../proofs/attributes-made.ts';
import { findRunnerOfClasses, type Runner } from '../proofs/runners.ts';
import type { ShapeChange } from '../proofs/shape-change.ts';
import { DECIDING_HOW, isPlainText } from './changed-methods.ts';
import { type ClassLine, EXCEPTIONS } from './class-line.ts';
import { mayHaveClassBelow } from './classes-below.ts';
import { type OtherMembers, otherMembers } from './looked-at-members.ts';
import { isEnum } from './outside-kinds.ts';
import { hasWord } from './reached-names.ts';
import type { UseReader } from './use-reader.ts';

/** Of more classes it is asked for all of them at once who runs them on import. */
const MOST_ASKED = 20;

/**
 * Marks the changed classes that are bound as before, whatever members come, go or are others: nothing that runs on
 * import makes an object of one or asks it for something, nothing decides by its members how it is made, and what its
 * body evaluates names no member that differs. Whether what its body newly evaluates may fail is looked at elsewhere.
 */
export async function withKeptClasses(
  shape: readonly ShapeChange[],
  versions: TwoVersions,
  importers: () => Importers,
  reader: UseReader,
  pause: () => Promise<void>,
): Promise<readonly ShapeChange[]> {
  // What cannot be read may run anything.
  if (versions.after.snapshot.skipped.length > 0) return shape;
  const candidates = shape.flatMap((change): readonly Candidate[] => {
    const { before, after } = change.module;
    const isMeant = change.what === 'class' && change.change === 'changed' && change.keepsName !== true;
    return isMeant && before !== undefined && after !== undefined ? [{ change, before, after }] : [];
  });
  const runners = await runnersOf(candidates, versions, importers, pause);
  const plain = new Set<Definition>();
  const kept = new Map<ShapeChange, readonly ShapeChange[]>();
  for (const { change, before, after } of candidates) {
    const runner = runners.get(change);
    if (!runners.has(change) || runner?.isOfTests === false) continue;
    await pause();
    const [old, now] = [readClass(before, change.name), readClass(after, change.name)];
    if (old === undefined || now === undefined || !isMadeAlike(old, now)) continue;
    const line = await reader.classes.of({ module: after.module, index: now.index });
    const other = otherMembers(old, now);
    if (!isMadePlainly(line, versions, plain, other)) continue;
    // What comes in a plain class may be taken for the value of a field of a dataclass below it.
    const isLookedAt = now.header.includes('dataclass') || line.outside.some(isEnum);
    const named = { name: change.name, ofDecorated: !isLookedAt };
    if (other.areNew && (await mayHaveClassBelow(after, named, versions, importers()))) continue;
    kept.set(change, [{ ...change, keepsName: true }, ...runOfTests(change, runner)]);
  }
  return shape.flatMap(change => kept.get(change) ?? [change]);
}

/** What tests alone run is told of beside it. */
function runOfTests(change: ShapeChange, runner: Runner | undefined): readonly ShapeChange[] {
  if (runner === undefined) return [];
  const reason = `${runner.by} runs ${change.name} on import, and it does something else`;
  return [{ ...change, what: 'statement', reason, isOfTests: true }];
}

interface Candidate {
  readonly change: ShapeChange;
  readonly before: PythonFile;
  readonly after: PythonFile;
}

/** Who runs each of the classes on import; of many of which one is run, none is told apart, and the map is empty. */
async function runnersOf(
  candidates: readonly Candidate[],
  versions: TwoVersions,
  importers: () => Importers,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<ShapeChange, Runner | undefined>> {
  const find = (some: readonly Candidate[]) =>
    findRunnerOfClasses(
      some.map(({ change: { name, module }, after }) => ({ name, module, file: after })),
      versions,
      importers,
    );
  const found = new Map<ShapeChange, Runner | undefined>();
  if (candidates.length === 0) return found;
  const ofAll = await find(candidates);
  if (ofAll !== undefined && candidates.length > MOST_ASKED) return found;
  for (const each of candidates) {
    await pause();
    const isKnown = ofAll === undefined || candidates.length === 1;
    found.set(each.change, isKnown ? ofAll : await find([each]));
  }
  return found;
}

interface OneClass {
  readonly file: PythonFile;
  readonly index: number;
  readonly unit: Unit;
  /** Decorators, name and bases. */
  readonly header: string;
  /** What its body evaluates, in order: names of its own functions and values, and the words of everything else. */
  readonly layout: readonly Part[];
  /** Its own functions by how they are declared, its own values by what they are given. */
  readonly members: ReadonlyMap<string, string>;
  /** The names that its body looks up. */
  readonly asked: ReadonlySet<string>;
  /** Its own functions and values. */
  readonly direct: readonly Definition[];
}

function readClass(file: PythonFile, name: string): OneClass | undefined {
  const { index: read } = file.module;
  const [index = -1, ...others] = definitionsNamed(read, name);
  const owner = read.definitions[index];
  const unit = unitOfDefinition(file, index);
  if (owner?.kind !== 'class' || owner.placement !== 'always' || others.length > 0 || unit === undefined)
    return undefined;
  const own = (namesOfModule(read).inside.get(index) ?? [])
    .flatMap(i => read.definitions[i] ?? [])
    .filter(each => each.placement === 'always' && (isFunction(each) || each.kind === 'attribute'));
  const functions = own.filter(isFunction);
  const isInFunction = ({ start }: Definition) =>
    functions.some(each => each.start <= start && start < each.end);
  const direct = own
    .filter(each => isFunction(each) || !isInFunction(each))
    .sort((a, b) => a.start - b.start);
  const members = new Map<string, string>();
  for (const each of direct) {
    const code = isFunction(each)
      ? `${kindOfCall(file, each)}\u0001${codeKey(file.range(each.start, each.body - 1))}`
      : codeKey(file.range(each.start, each.end));
    members.set(each.name, `${members.get(each.name) ?? ''}\u0002${code}`);
  }
  const tokens = importTimeTokens(unit, file).filter(({ kind }) => kind >= NAME);
  const isHeader = ({ start }: CodeToken) => start < owner.body;
  const body = tokens.filter(token => !isHeader(token));
  const asked = namesAsked(body, new Set(direct.map(({ start }) => start)));
  const header = codeKey(tokens.filter(isHeader));
  return { file, index, unit, header, layout: layoutOf(body, direct), members, asked, direct };
}

type Part = { readonly member: string } | { readonly other: string };

/** A member stands where it begins; texts alone, as docstrings are, are left out. */
function layoutOf(body: readonly CodeToken[], members: readonly Definition[]): readonly Part[] {
  const parts: Part[] = [];
  let next = 0;
  let until = 0;
  for (const token of body) {
    for (let each = members[next]; each !== undefined && each.start <= token.start; each = members[++next]) {
      parts.push({ member: each.name });
      until = Math.max(until, each.end);
    }
    if (token.start >= until && !isPlainText(token)) parts.push({ other: codeKey([token]) });
  }
  return parts;
}

/** Names that are neither declared there nor asked of something else; a name of a parameter counts. */
function namesAsked(tokens: readonly CodeToken[], declared: ReadonlySet<number>): ReadonlySet<string> {
  const asked = new Set<string>();
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const isDeclared =
      before?.word === word.DEF || before?.word === word.CLASS_WORD || declared.has(token.start);
    if (isName(token) && before?.op !== op.DOT && !isDeclared) asked.add(token.text);
  });
  return asked;
}

/** Whether the class is made in the same way, and what its making evaluates asks for no member that differs. */
function isMadeAlike(old: OneClass, now: OneClass): boolean {
  if (old.header !== now.header || commonLayout(old, now) !== commonLayout(now, old)) return false;
  if (attributesMade([old.unit]) !== attributesMade([now.unit])) return false;
  const other = [...new Set([...old.members.keys(), ...now.members.keys()])].filter(
    name => old.members.get(name) !== now.members.get(name),
  );
  return other.every(
    name =>
      !DECIDING_HOW.test(name) && !DECIDING_TOO.test(name) && !old.asked.has(name) && !now.asked.has(name),
  );
}

/** What the other version of the class says as well, in order. */
const commonLayout = ({ layout }: OneClass, { members }: OneClass): string =>
  layout
    .flatMap(part => ('other' in part ? part.other : members.has(part.member) ? `\u0002${part.member}` : []))
    .join('\u0001');

/** Values and methods beside these by which a class, or one below it, is made. */
const DECIDING_TOO = /^(?:__(?:subclasshook|slots|match_args)__|mro|model_config|_)$/;

/** Bases from outside that take any members in those below them. */
const FREE_BASES: ReadonlySet<string> = new Set([
  ...words('builtins', 'object dict list set str int'),
  ...words('abc', 'ABC'),
  ...words('typing', 'Generic'),
  ...words('unittest', 'TestCase IsolatedAsyncioTestCase'),
  ...words('threading', 'Thread'),
  ...words('json', 'JSONEncoder JSONDecoder'),
  ...words('logging', 'Handler Formatter Filter'),
]);

/** Nothing at it or above it looks at the members of a class that is made; `known`: classes of which that is shown. */
function isMadePlainly(
  { classes, outside, isOpen, isPlain }: ClassLine,
  versions: TwoVersions,
  known: Set<Definition>,
  other: OtherMembers,
): boolean {
  const isAlone = classes.length === 1 && outside.length === 1;
  const isFree = (base: string) =>
    FREE_BASES.has(base) ||
    EXCEPTIONS.test(base) ||
    (isEnum(base) && (other.areFunctions || (isAlone && other.areMembersOf(base))));
  if (isOpen || !outside.every(isFree)) return false;
  const [own, ...above] = classes;
  // What comes may stand behind fields of a base.
  const suitDataclass = other.areFunctions || (above.length === 0 && other.areFields);
  if (own === undefined || looksAtMembers(own, versions, suitDataclass)) return false;
  for (const { file, definition } of classes) {
    // Of one base each, all that is above a known one is known.
    if (known.has(definition) && isPlain) break;
    if (!known.has(definition) && !hasPlainBody(definition, file)) return false;
  }
  known.add(own.definition);
  return true;
}

/** Whether a decorator looks at members of a kind that differs; those of its bases have seen theirs alone. */
const looksAtMembers = (
  { file, definition: { start, head } }: ClassLine['classes'][number],
  versions: TwoVersions,
  suitDataclass: boolean,
): boolean =>
  readDecorators(file.range(start, head)).some(decorator => {
    const target = decoratorTarget(decorator, file, versions.after.graph) ?? '';
    if (target.startsWith('pytest.mark.')) return false;
    if (target === 'dataclasses.dataclass') return !suitDataclass;
    return !HARMLESS_DECORATORS.has(target) || LOOKING.test(target);
  });

/** Nothing in a class makes it, or those below it, by looking at members. */
function hasPlainBody({ start, head, body, end }: Definition, file: PythonFile): boolean {
  return (
    !file.range(head, body).some(({ text }) => text === 'metaclass') &&
    !(hasWord(file, DECIDING) && file.range(start, end).some(({ text }) => DECIDING.includes(text)))
  );
}

/** Decorators of a class that look at its members. */
const LOOKING = /total_ordering$|unique$|runtime_checkable$/;
const DECIDING = ['__init_subclass__', '__slots__', '__set_name__', '__class_getitem__', 'locals', 'vars'];
