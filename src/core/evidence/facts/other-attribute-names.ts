import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { rootOf } from '../code/dotted-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { mayFailThere } from '../code/surroundings.ts';
import { isTestFile } from '../code/test-files.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';

/** Public attributes that only one version of a changed module surely gives to objects. */
export function otherAttributeNames({ changed }: TwoVersions): readonly {
  readonly reason: string;
  readonly place: EvidencePlace;
}[] {
  return changed.flatMap(({ path, before, after }) => {
    if (before === undefined || after === undefined || isTestFile(path)) return [];
    return [...only(before, after, 'before', 'no longer'), ...only(after, before, 'after', 'newly')];
  });
}

function only(file: PythonFile, other: PythonFile, side: Side, how: string) {
  const others = other.once(attributesGiven);
  return [...file.once(attributesGiven)].flatMap(([key, { what, start }]) =>
    others.has(key) ? [] : { reason: what(how), place: placeIn(file, start, side) },
  );
}

interface Given {
  readonly what: (how: string) => string;
  readonly start: number;
}

/**
 * What gives public attributes to objects, or takes them away, each with where it stands first: `self.x = …`, `o.x += 1`,
 * `setattr(o, "x", …)`, `del self.x`; while an object is made also what is called of it, or given it.
 */
function attributesGiven(file: PythonFile): ReadonlyMap<string, Given> {
  const { tokens } = file;
  const found = new Map<string, Given>();
  const classAt = finderOf(file, ({ kind }) => kind === 'class');
  const makerAt = finderOf(file, ({ name, kind }) => kind === 'method' && MAKING.test(name));
  const add = (key: string, at: number, what: Given['what']) => {
    if (!found.has(key) && mayFailThere({ file, at }) === undefined)
      found.set(key, { what, start: tokens.start(at) });
  };
  const addName = (name: string, owner: string, at: number) => {
    if (!name.startsWith('_')) add(`${owner}.${name}`, at, how => `${name} is ${how} set on an object`);
  };
  for (let i = 1; i < tokens.length; i++) {
    if (tokens.kind(i) === STRING && /^_{0,2}setattr(?:__)?$/.test(tokens.text(i - 4))) {
      if (tokens.op(i - 1) === op.COMMA) addName(contentOf(tokens.text(i)), '', i);
      continue;
    }
    if (!tokens.isName(i)) continue;
    const start = tokens.start(i);
    const isMember = tokens.op(i - 1) === op.DOT;
    const root = isMember ? tokens.text(i - 2) : '';
    const owner = root === 'self' || root === 'cls' ? classAt(start) : '';
    const isDeleted = isMember && tokens.word(rootOf(tokens, i) - 1) === word.DEL;
    if (isDeleted) add(`del ${owner}.${tokens.text(i)}`, i, how => `${tokens.text(i)} is ${how} deleted`);
    else if (isMember && isSet(tokens, i)) addName(tokens.text(i), owner, i);
    const maker = tokens.op(i + 1) === op.PAREN_OPEN ? makerAt(start) : '';
    const called = maker === '' ? undefined : calledForMaking(tokens, i);
    if (called !== undefined && mayGive(file, called))
      add(
        `${classAt(start)} ${called}()`,
        i,
        how => `${maker} ${how} calls ${called}, which may set attributes`,
      );
  }
  return found;
}

/** Run while an object is made. */
const MAKING = /^(?:__new__|__init__|__post_init__|__attrs_(?:pre|post)_init__|__setstate__)$/;

/** The name of the definition around a place; the empty text for none. */
function finderOf(file: PythonFile, isMeant: (definition: Definition) => boolean): (start: number) => string {
  const all = file.module.index.definitions.filter(isMeant);
  let next = 0;
  let open: Definition[] = [];
  // Asked of one place after the other.
  return start => {
    while (next < all.length && (all[next]?.start ?? 0) <= start) open.push(all[next++] as Definition);
    open = open.filter(({ end }) => start < end);
    return open.at(-1)?.name ?? '';
  };
}

/** At the start of a statement, or among several targets; a type alone sets nothing. */
function isSet(tokens: CodeTokens, at: number): boolean {
  const next = tokens.op(at + 1);
  const first = rootOf(tokens, at);
  const before = tokens.op(first - 1);
  const isFirst = tokens.kind(first - 1) < NAME;
  if (next === op.COLON) return isFirst && hasValue(tokens, at + 1);
  if (next === op.COMMA) return isFirst || isAmongTargets(before);
  return (next === op.ASSIGN || op.isAugmented(next)) && (isFirst || isAmongTargets(before));
}

const isAmongTargets = (before: number): boolean =>
  before === op.COMMA || before === op.ASSIGN || before === op.PAREN_OPEN;

function hasValue(tokens: CodeTokens, colon: number): boolean {
  for (let i = colon; tokens.kind(i) >= NAME; i++) {
    if (tokens.op(i) === op.ASSIGN) return true;
    if (op.opens(tokens.op(i))) i = tokens.closing(i);
  }
  return false;
}

/** `super().__init__(…)`, `Base.__init__(self)`, `self.set_up()`, `fill(self)`: what is called there, if it is that. */
function calledForMaking(tokens: CodeTokens, at: number): string | undefined {
  if (tokens.word(at - 1) === word.DEF) return undefined;
  const name = tokens.text(at);
  if (tokens.op(at - 1) === op.DOT && (tokens.text(at - 2) === 'self' || MAKING.test(name))) return name;
  const close = tokens.closing(at + 1);
  for (let i = at + 2; i < close; i++) {
    const [before, next] = [tokens.op(i - 1), tokens.op(i + 1)];
    const isWhole =
      (before === op.PAREN_OPEN || before === op.COMMA || before === op.ASSIGN) &&
      (next === op.COMMA || next === op.PAREN_CLOSE);
    if (tokens.text(i) === 'self' && isWhole) return name;
  }
  return undefined;
}

/** A function of the file that sets nothing and calls nothing gives no attribute; of others that is not known. */
function mayGive(file: PythonFile, name: string): boolean {
  const { tokens, module } = file;
  const own = module.index.definitions.filter(each => each.name === name && each.body < each.end);
  if (own.length === 0 || MAKING.test(name)) return !LOOKING.test(name);
  return own.some(({ body, end }) => {
    for (let i = tokens.firstFrom(body); tokens.start(i) < end && i < tokens.length; i++)
      if (tokens.op(i) === op.DOT || (tokens.op(i) === op.PAREN_OPEN && tokens.isName(i - 1))) return true;
    return false;
  });
}

/** Functions that look at what they are given. */
const LOOKING = /^(?:super|isinstance|type|id|len|repr|str|hash|getattr|hasattr|callable|print|ref|proxy)$/;
