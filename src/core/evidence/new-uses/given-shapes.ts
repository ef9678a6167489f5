import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { readParameters, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { isOneLiteral } from '../code/literal-fields.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import { whyOtherKeys } from './asked-keys.ts';
import { changedScopes, type ScopePart } from './changed-scopes.ts';
import { AS_IT_IS, type Form, formsGiven, INSIDE, MAKERS, NOTHING, OTHER } from './given-forms.ts';
import { keysGiven, keysSet, keysTaken } from './given-keys.ts';
import { isAlwaysEntered, type Statement } from './statements.ts';
import { toldAttributes } from './told-attributes.ts';

/**
 * What a changed function gives to whoever calls it is called or taken apart there, under no name that could be looked
 * for: a lambda takes other parameters, `partial` is given something else, a tuple is of another length, a
 * dictionary lacks a key, nothing is given any more. Likewise what it takes by keys: `options["b"]` of a parameter.
 * New ones beside those that stay are nobody's yet.
 */
export function* givenShapeDoubts(
  before: PythonFile | undefined,
  after: PythonFile,
): Generator<{ readonly start: number; readonly reason: string }> {
  for (const { name, known, now, gone, fresh } of changedScopes(before, after)) {
    if (gone.length === 0 && fresh.length === 0 && !isManager(now)) continue;
    const reason = whyOtherScope(known, now, gone, fresh);
    const { head } = now.definition;
    if (reason !== undefined) yield { start: fresh[0]?.start ?? head, reason: `${name}: ${reason}` };
  }
}

function whyOtherScope(
  known: ScopePart,
  now: ScopePart,
  gone: readonly Statement[],
  fresh: readonly Statement[],
): string | undefined {
  if (now.definition.kind === 'class')
    return [...gone, ...fresh].every(isText)
      ? undefined
      : `${now.definition.name} may be given, and who uses what it has or takes is not known`;
  return (
    whyRefused(now, fresh) ??
    whyOtherControl(known, now) ??
    (gone.length === 0 || fresh.length === 0 ? undefined : whyOther(shapesOf(gone), shapesOf(fresh))) ??
    whyOtherInside(known, now, gone, fresh) ??
    whyOtherForms(known, now, fresh) ??
    whyLacksKeys(known, now) ??
    whyOtherKeys(now.file, now.scope, known.statements, now.statements)
  );
}

const isText = ({ tokens }: Statement): boolean => isOneLiteral(tokens);

/** What of it others take by its form. */
interface Shapes {
  /** The parameters of each lambda, without their names. */
  readonly lambdas: readonly string[];
  /** Calls of makers, as they are written. */
  readonly made: readonly string[];
}

function whyOther(old: Shapes, now: Shapes): string | undefined {
  const differ = (key: keyof Shapes) => missing(old[key], now[key]) && missing(now[key], old[key]);
  if (differ('lambdas')) return 'a lambda takes other parameters, and who calls it is not known';
  return differ('made') ? 'it makes something of another form, and who uses it is not known' : undefined;
}

const ITERATING = /^__(?:iter|aiter|reversed)__$/;

/** What Python takes from methods that it calls itself, as far as that is written out. */
const TAKEN: readonly (readonly [name: RegExp, forms: RegExp])[] = [
  [/^__init__$/, /^nothing$/],
  [ITERATING, /^(?:other|as it is|nothing|generator)$/],
  [/^__(?:len|hash|index|int|bool)__$/, /^(?:other|as it is|number|bool)$/],
  [/^__(?:str|repr|format)__$/, /^(?:other|as it is|text)$/],
];

/** Python refuses what it gives now. */
function whyRefused({ file, scope, definition }: ScopePart, fresh: readonly Statement[]): string | undefined {
  const taken = TAKEN.find(([method]) => method.test(definition.name))?.[1];
  const results = taken && formsGiven(file, scope, fresh).get('return');
  return results?.some(({ name }) => taken?.test(name) === false) === true
    ? 'Python does not take what it gives'
    : undefined;
}

const MANAGER = /(?:contextmanager|fixture)$/;

const isManager = ({ file, definition: { start, head } }: ScopePart): boolean =>
  start < head && file.range(start, head).some(({ text }) => MANAGER.test(text));

/** What must give control exactly once may do so never, or more than once. */
function whyOtherControl(known: ScopePart, now: ScopePart): string | undefined {
  if (!isManager(now)) return undefined;
  const [old, is] = [known, now].map(controlOf);
  if (old === undefined || is === undefined || old.yields.length === 0) return undefined;
  if (is.yields.length > old.yields.length) return 'it may yield more than once';
  const conditions = new Set(old.yields);
  return is.yields.length === 0 || is.yields.some(each => !conditions.has(each)) || is.exits > old.exits
    ? 'it may not yield any more'
    : undefined;
}

/** Under which conditions it yields, and how often it returns. */
function controlOf({ statements }: ScopePart) {
  const yields = statements.filter(({ tokens }) => tokens.some(token => token.word === word.YIELD));
  return {
    yields: yields.map(({ guards }) => guards.filter(guard => !isAlwaysEntered(guard)).join('\u0001')),
    exits: statements.filter(({ firstWord }) => firstWord === word.RETURN).length,
  };
}

/** Functions in it that it does not only call take other parameters, or its classes are other ones. */
function whyOtherInside(
  known: ScopePart,
  now: ScopePart,
  gone: readonly Statement[],
  fresh: readonly Statement[],
): string | undefined {
  const [old, is] = [
    [known, gone],
    [now, fresh],
  ].map(([part, statements]) => givenFunctions(part as ScopePart, statements as readonly Statement[]));
  if (old !== undefined && is !== undefined && missing(old, is) && missing(is, old))
    return 'a function in it takes other parameters, and who calls it is not known';
  const isOfClass = ({ tokens: [first] }: Statement) =>
    first?.word === word.CLASS_WORD || first?.op === op.AT;
  return gone.some(isOfClass) && fresh.length > 0
    ? 'a class or a decorator in it is another one, and who uses it is not known'
    : undefined;
}

/** What the functions take that are defined in the statements, and mentioned elsewhere than in calls. */
function givenFunctions(part: ScopePart, statements: readonly Statement[]): readonly string[] {
  const headers = statements.filter(
    ({ tokens: [first, second] }) => first?.word === word.DEF || second?.word === word.DEF,
  );
  if (headers.length === 0) return [];
  const given = new Set(
    part.statements.flatMap(({ tokens }) =>
      tokens.flatMap(({ text }, i) => {
        const isDefined = tokens[i - 1]?.word === word.DEF;
        return isDefined || tokens[i + 1]?.op === op.PAREN_OPEN ? [] : [text];
      }),
    ),
  );
  return headers.flatMap(({ tokens }) => {
    const define = tokens.findIndex(token => token.word === word.DEF);
    const isGiven = given.has(tokens[define + 1]?.text ?? '');
    return isGiven ? [`${define} ${JSON.stringify(readParameters(tokens))}`] : [];
  });
}

/** It gives something that is written in another form than what it gave, or nothing any more. */
function whyOtherForms(known: ScopePart, now: ScopePart, fresh: readonly Statement[]): string | undefined {
  const [old, is] = [known, now].map(formsOf);
  if (old === undefined || is === undefined) return undefined;
  for (const [place, forms] of is)
    if (isOtherForm(old.get(place) ?? [], forms, place.startsWith(INSIDE)))
      return 'it gives something of another form, and who takes it apart is not known';
  const results = (forms: typeof old) => [...(forms.get('return') ?? []), ...(forms.get('yield') ?? [])];
  const isNothing = ({ name }: Form) => name === NOTHING;
  const isRaised = fresh.some(({ firstWord }) => firstWord === word.RAISE);
  return results(is).every(isNothing) && !results(old).every(isNothing) && !isRaised
    ? 'it gives nothing any more, and who uses what it gave is not known'
    : undefined;
}

/** To Python itself a generator is an iterator like others. */
function formsOf({ file, scope, definition, statements }: ScopePart): ReadonlyMap<string, readonly Form[]> {
  const forms = formsGiven(file, scope, statements);
  if (!ITERATING.test(definition.name)) return forms;
  const results = forms.get('return') ?? [];
  const taken = results.map(form => (form.name === 'generator' ? { name: OTHER, isWritten: false } : form));
  return new Map([...forms, ['return', taken]]);
}

/** What was worked out may have been a list before, but hardly two values between commas, a lambda and the like. */
const MAY_BE_WORKED_OUT = /^(?:list|mapping|dictionary|set|generator)$/;

/** @param isInside of what is inside of other values, a further one takes the place of nothing */
function isOtherForm(old: readonly Form[], now: readonly Form[], isInside: boolean): boolean {
  if (old.length === 0) return false;
  const [lost, come] = [without(old, now, isWithin), without(now, old, (a, b) => isWithin(b, a))];
  if (lost.some(({ isWritten }) => isWritten) && come.length > 0) return true;
  const fresh = come.filter(form => !old.some(each => isWithin(each.name, form.name)));
  const isGiven = lost.some(({ name }) => name !== OTHER);
  if (lost.length > 0)
    if (fresh.some(({ name, isWritten }) => isWritten && (isGiven || !MAY_BE_WORKED_OUT.test(name))))
      return true;
  if (isInside || fresh.length === 0) return false;
  return (
    old.some(({ isWritten }) => isWritten) ||
    (lost.some(isLiteral) && fresh.some(form => isLiteral(form) && form.name !== NOTHING))
  );
}

/** What was worked out may have been a number or a text before, too. */
const isLiteral = ({ name }: Form): boolean => name !== OTHER && name !== AS_IT_IS;

/** A dictionary that is filled where it is written has all that an empty one has. */
const isWithin = (old: string, now: string): boolean =>
  old === now || (old === 'mapping' && now === 'dictionary');

/** The forms of the one side for which the other side has none. */
function without(
  some: readonly Form[],
  others: readonly Form[],
  isFor: (some: string, other: string) => boolean,
): readonly Form[] {
  const left = new Map<string, number>();
  for (const { name } of others) left.set(name, (left.get(name) ?? 0) + 1);
  const take = (name: string) => {
    const twin = left.get(name) ? name : [...left.keys()].find(each => isFor(name, each) && left.get(each));
    if (twin !== undefined) left.set(twin, (left.get(twin) ?? 0) - 1);
    return twin !== undefined;
  };
  return some.filter(({ name }) => !take(name));
}

/** Keys that are looked for in the whole workspace when nothing in their file sets them any more. */
const TOLD = /^"[A-Za-z_]\w+"$/;

interface KeysAsked {
  /** Without those that are there under a condition alone. */
  readonly isAlways?: boolean;
  /** With the name of what has each, or that it is given back. */
  readonly isPlaced?: boolean;
}

function keysOf(
  part: ScopePart,
  of: typeof keysGiven,
  { isAlways, isPlaced }: KeysAsked = {},
): readonly string[] {
  const returned = isPlaced === true ? namesReturned(part) : NO_NAMES;
  return part.statements.flatMap(statement => {
    if (isAlways === true && !statement.guards.every(isAlwaysEntered)) return [];
    const place = isPlaced === true ? `${placeOf(statement, returned)} ` : '';
    return of(statement.tokens).map(key => `${place}${key}`);
  });
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Local names that the function gives back as they are. */
const namesReturned = ({ statements }: ScopePart): ReadonlySet<string> =>
  new Set(
    statements.flatMap(({ tokens: [first, second, third] }) =>
      first?.word === word.RETURN && third === undefined ? [second?.text ?? ''] : [],
    ),
  );

function placeOf({ tokens: [first] }: Statement, returned: ReadonlySet<string>): string {
  const name = first?.text ?? '';
  return first?.word === word.RETURN || returned.has(name) ? 'return' : name;
}

/** Whether it makes dictionaries in several places: then a key of one is none of another. */
const hasSeveral = (part: ScopePart): boolean => {
  const returned = namesReturned(part);
  const places = part.statements.flatMap(each =>
    keysGiven(each.tokens).length + keysSet(each.tokens).length > 0 ? [placeOf(each, returned)] : [],
  );
  return new Set(places).size > 1;
};

/** A dictionary in it lacks a key, or one is taken out of it. Nobody is given what a test makes. */
function whyLacksKeys(known: ScopePart, now: ScopePart): string | undefined {
  if (isTestFile(now.file.module.path) && /^test/i.test(now.definition.name)) return undefined;
  const [setBefore, taken] = [keysOf(known, keysSet), keysOf(now, keysTaken)];
  // Most functions have no keys at all.
  if (setBefore.length + taken.length + keysOf(known, keysGiven).length === 0) return undefined;
  const isPlaced = hasSeveral(known) || hasSeveral(now);
  const keysNow = (how: KeysAsked) => new Set([...keysOf(now, keysGiven, how), ...keysOf(now, keysSet, how)]);
  const given = keysNow({});
  const placed = keysNow({ isPlaced });
  const isLost = (key: string) => !given.has(key);
  // What nothing in the file sets any more is looked for elsewhere.
  const told = toldAttributes(now.file);
  const always = keysNow({ isPlaced, isAlways: true });
  const isLacking =
    keysOf(known, keysGiven, { isPlaced }).some(key => !placed.has(key)) ||
    keysOf(known, keysGiven, { isPlaced, isAlways: true }).some(key => !always.has(key)) ||
    setBefore.some(key => isLost(key) && (told.has(key.slice(1, -1)) || !TOLD.test(key))) ||
    missing(taken, keysOf(known, keysTaken));
  return isLacking ? 'a dictionary lacks a key, and who asks for that is not known' : undefined;
}

/** Whether something of the first is not in the second. */
function missing(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others);
  return some.some(each => !known.has(each));
}

function shapesOf(statements: readonly Statement[]): Shapes {
  const lambdas: string[] = [];
  const made: string[] = [];
  for (const { tokens } of statements) {
    for (const [i, token] of tokens.entries()) {
      if (token.word === word.LAMBDA) lambdas.push(parametersOf(tokens, i));
      const isMade = MAKERS.has(token.text) && tokens[i + 1]?.op === op.PAREN_OPEN;
      if (isMade)
        made.push(
          splitArguments(tokens, i + 1)
            .map(codeKey)
            .join('\u0001'),
        );
    }
  }
  return { lambdas, made };
}

/** Equal for two lambdas that take as many in the same ways. */
function parametersOf(tokens: readonly CodeToken[], lambda: number): string {
  const kinds: string[] = [''];
  let depth = 0;
  for (let i = lambda + 1; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (depth === 0 && token.op === op.COLON) break;
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth > 0) continue;
    else if (token.op === op.COMMA) kinds.push('');
    else if (token.op === op.ASSIGN) kinds.push(`${kinds.pop()}=`);
    else if (token.op !== 0) kinds.push(`${kinds.pop()}${token.text}`);
    else if (!kinds.at(-1)?.includes('=')) kinds.push(`${kinds.pop()}_`);
  }
  return kinds.join();
}
