import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { assignedOf } from '../../python/query/header.ts';
import { signOutside } from '../code/brackets.ts';
import { type CodeToken, isLayout, isSameCode } from '../code/code-tokens.ts';
import { lastOf, rootOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import { placesOf } from '../code/uses.ts';
import { doubtWhetherOnly } from './certainty.ts';
import { entriesOf, isLiteral, tokensOf, withoutLines } from './code-text.ts';
import { isTruth } from './found-definition.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

interface Written {
  readonly text: string;
  /** A set or a mapping, of which the same thing or key counts once. */
  readonly isKeyed: boolean;
  /** What stands between its commas. */
  readonly entries: readonly (readonly CodeToken[])[];
  readonly places: Truth['places'];
}

/** A list, tuple, set or mapping that is written out, and that nothing changes. */
export async function findWritten(
  look: Lookup,
  symbol: string,
  place: string | undefined,
): Promise<Written | Truth> {
  const [ref, ...others] = look.definitionsIn(symbol, place);
  const file = ref === undefined || others.length > 0 ? undefined : await look.open(ref.module);
  if (ref === undefined) return truth('absent', `no ${symbol} was found`);
  if (file === undefined || doubtWhetherOnly(ref, file) !== undefined)
    return truth('unknown', `${symbol} is not one value that is always the same`);
  const { value: assigned } = assignedOf(ref.definition, file.text);
  const inside = assigned === undefined ? undefined : insideOf(assigned, look);
  const value = inside ?? assigned;
  const places = [look.place(ref.module, ref.definition.line)];
  if (value === undefined || !/^[[({]/.test(value) || /\*|\bfor\b/.test(value))
    return truth('unknown', `${symbol} is not written out`, places);
  const mayChange = inside === undefined && !value.startsWith('(');
  if (mayChange && (isChangedInPlace(file, ref.definition.name) || (await isChangedElsewhere(look, ref))))
    return truth('unknown', `${symbol} may be changed when it is used`, places);
  if (inside !== undefined && (await isSetElsewhere(look, ref)))
    return truth('unknown', `another file sets ${symbol}`, places);
  const entries = entriesOf(withoutLines(tokensOf(value)));
  if (entries === undefined) return truth('unknown', `${symbol} is not all written out`, places);
  return { text: value, isKeyed: value.startsWith('{'), entries, places };
}

/** A mapping that cannot be changed, made of one that is written out. */
const UNCHANGEABLE = /^(?:\w+\.){0,3}(?:ImmutableDict|MappingProxyType|frozendict)\(/;

function insideOf(text: string, look: Lookup): string | undefined {
  const made = UNCHANGEABLE.exec(text)?.[0];
  if (made === undefined || !text.endsWith(')') || isMadeOtherwise(made.slice(0, -1), look)) return undefined;
  const inside = text.slice(made.length, -1).trim().replace(/,$/, '').trim();
  return inside.startsWith('{') && inside.endsWith('}') ? inside : undefined;
}

/** A class of the workspace that is called so may hold something else than it is given. */
const isMadeOtherwise = (name: string, look: Lookup): boolean =>
  look
    .definitions(lastOf(name))
    .some(
      ({ module, index, definition: { kind } }) =>
        kind !== 'class' ||
        module.index.definitions.some(
          each =>
            each.parent === index && /^__(?:new|init|getitem|contains|missing|len|iter)__$/.test(each.name),
        ),
    );

/** Methods that only read. */
const READS =
  /^(?:copy|count|get|index|items|keys|values|join|issubset|issuperset|union|intersection|difference)$/;
/** Functions that only read. */
const LOOKS = /^(?:len|sorted|list|tuple|set|frozenset|any|all|sum|min|max|str|repr|print|isinstance)$/;
/** In front of a value that is only looked at. */
const ASKS = /^(?:in|if|elif|while|not|and|or|is)$/;

/** Whether anything is done with the name but reading from it: whoever is given the value may change it. */
export function isChangedInPlace({ tokens }: PythonFile, name: string): boolean {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.text(i) !== name || isBoundHere(tokens, i)) continue;
    const from = rootOf(tokens, i);
    const next = tokens.op(i + 1);
    const isPlain = next !== op.DOT && next !== op.BRACKET_OPEN && !op.isAugmented(next);
    const isGivenToLook = tokens.op(from - 1) === op.PAREN_OPEN && LOOKS.test(tokens.text(from - 2));
    const isAsked = isPlain && (ASKS.test(tokens.text(from - 1)) || isGivenToLook);
    const isRead = next === op.DOT && READS.test(tokens.text(i + 2)) && tokens.op(i + 3) === op.PAREN_OPEN;
    if (!isAsked && !isRead && !(next === op.BRACKET_OPEN && isReadPart(tokens, i))) return true;
  }
  return false;
}

/** `X = …`, `X: list = …`, `import X`. */
function isBoundHere(tokens: PythonFile['tokens'], i: number): boolean {
  const next = tokens.op(i + 1);
  const isStart = i === 0 || isLayout({ kind: tokens.kind(i - 1) });
  return (
    (isStart && (next === op.ASSIGN || next === op.COLON)) || ['import', 'as'].includes(tokens.text(i - 1))
  );
}

/** `X[0]` that nothing is done to. */
function isReadPart(tokens: PythonFile['tokens'], i: number): boolean {
  const behind = tokens.op(tokens.closing(i + 1) + 1);
  const isDeleted = tokens.text(i - 1) === 'del';
  return !isDeleted && !(behind === op.ASSIGN || behind === op.DOT || op.isAugmented(behind));
}

/** Whether another file, which is no test, gives the name a value where it lies: `m.LIMIT = 5`, `Box.size = 5`. */
export async function isSetElsewhere(look: Lookup, { module, definition }: SymbolRef): Promise<boolean> {
  const { name, parent } = definition;
  const owner = module.index.definitions[parent]?.name;
  const last = owner ?? lastOf(module.name);
  const whole = owner === undefined ? module.name : `${module.name}.${owner}`;
  for (const other of look.version.snapshot.modules.values()) {
    if (other === module || isTestFile(other.path)) continue;
    const file = await look.open(other);
    if (file === undefined) return true;
    if (!file.mentions(`.${name}`)) continue;
    const known = new Set([
      last,
      ...readImports(file).flatMap(each => (each.target === whole ? [each.bound] : [])),
    ]);
    const { tokens } = file;
    const isSet = placesOf(file, name).some(at => {
      const next = tokens.op(at + 1);
      const isGiven = op.assigns(next);
      return isGiven && tokens.op(at - 1) === op.DOT && known.has(tokens.text(at - 2));
    });
    if (isSet) return true;
  }
  return false;
}

/** Whether another file that imports the name, its class or its module may change the value. */
export async function isChangedElsewhere(look: Lookup, { module, definition }: SymbolRef): Promise<boolean> {
  const owner = module.index.definitions[definition.parent]?.name ?? '';
  const own = [definition.name, owner, lastOf(module.name), '*'];
  for (const other of look.version.snapshot.modules.values()) {
    const isNamed = other.index.imports.some(each =>
      each.names.some(({ name }) => own.includes(lastOf(name))),
    );
    if (other === module || !isNamed) continue;
    const file = await look.open(other);
    if (file === undefined || (file.mentions(definition.name) && isChangedInPlace(file, definition.name)))
      return true;
  }
  return false;
}

/** Whether a value that is written out has something in it, as one of its things or keys. */
export async function checkValueHas(
  look: Lookup,
  { symbol, place, text, is }: ClaimOf<'value_has'>,
): Promise<Truth> {
  const written = await findWritten(look, symbol, place);
  if (isTruth(written)) return written;
  const { entries, places } = written;
  const things = entries.map(thingOf);
  const [plain, quoted] = [text, JSON.stringify(text)].map(each => {
    const wanted = withoutLines(tokensOf(each));
    return wanted.length > 0 && things.some(thing => isSameCode(thing, wanted));
  });
  // A text is no name, and `"1"` no number: which of them is said is not read.
  const isOther = isLiteral(text) ? plain !== true && quoted === true : quoted !== true && isBareName(text);
  if ((plain === true || quoted === true) && isOther)
    return truth('unknown', `${text} stands in it, as a name or a text`, places);
  if (plain === true || quoted === true)
    return truth(is === 'there' ? 'true' : 'false', `${text} stands in it`, places);
  const last = text.split(/\W+/).findLast(part => part !== '') ?? text;
  if (written.text.includes(last)) return truth('unknown', `${last} stands in it in another way`, places);
  // What is no text that is written out may be what is said.
  const areTexts = things.every(([thing, ...more]) => more.length === 0 && isPlainText(thing));
  return truth(
    areTexts ? (is === 'there' ? 'false' : 'true') : 'unknown',
    `${text} does not stand in it`,
    places,
  );
}

const isBareName = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text);

/** Of a mapping its keys are in it. */
export function thingOf(entry: readonly CodeToken[]): readonly CodeToken[] {
  const colon = signOutside(entry, op.COLON);
  return colon < 0 ? entry : entry.slice(0, colon);
}

/** No f-string, and nothing in it that stands for something else. */
export const isPlainText = (token: CodeToken | undefined): boolean =>
  token?.kind === STRING && /^b?:[^\\]*$/.test(token.text);

/** Whether so many things are in a value that is written out. */
export async function checkEntryCount(
  look: Lookup,
  { symbol, place, count, noun }: ClaimOf<'entry_count'>,
): Promise<Truth> {
  const written = await findWritten(look, symbol, place);
  if (isTruth(written)) return written;
  const { isKeyed, entries, places } = written;
  const keys = entries.map(thingOf);
  if (entries.some(entry => entry.some(({ text }) => text === 'lambda')))
    return truth('unknown', 'a comma of it may be one of a lambda', places);
  const isMapping = isKeyed && keys.every((key, i) => key.length < (entries[i]?.length ?? 0));
  const isClear =
    !isKeyed ||
    (new Set(keys.map(([key]) => key?.text)).size === keys.length &&
      keys.every(([key, ...more]) => more.length === 0 && isPlainText(key)));
  const hasSuch = noun === undefined || (noun === 'key' && isMapping);
  const value = !isClear ? 'unknown' : entries.length !== count ? 'false' : hasSuch ? 'true' : 'unknown';
  return truth(value, `${entries.length} things are in it`, places);
}
