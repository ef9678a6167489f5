import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { assignedOf } from '../../python/query/header.ts';
import { type CodeToken, isName, isSameCode } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isLiteralText } from './body-facts.ts';
import { doubtWhetherOnly } from './certainty.ts';
import { entriesOf, tokensOf } from './code-text.ts';
import { isTruth } from './found-definition.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

interface Written {
  readonly text: string;
  readonly tokens: readonly CodeToken[];
  readonly places: Truth['places'];
}

/** A list, tuple, set or mapping that is written out, and that nothing in its file changes. */
async function findWritten(
  look: Lookup,
  symbol: string,
  place: string | undefined,
): Promise<Written | Truth> {
  const [ref, ...others] = look.definitionsIn(symbol, place);
  const file = ref === undefined || others.length > 0 ? undefined : await look.open(ref.module);
  if (ref === undefined) return truth('absent', `no ${symbol} was found`);
  if (file === undefined || doubtWhetherOnly(ref, file) !== undefined)
    return truth('unknown', `${symbol} is not one value that is always the same`);
  const { value } = assignedOf(ref.definition, file.text);
  const places = [look.place(ref.module, ref.definition.line)];
  if (value === undefined || !/^[[({]/.test(value) || /\*|\bfor\b/.test(value))
    return truth('unknown', `${symbol} is not written out`, places);
  if (isChangedInPlace(file, ref.definition.name))
    return truth('unknown', `${symbol} is changed in its file`, places);
  return { text: value, tokens: tokensOf(value).filter(({ text }) => text.trim() !== ''), places };
}

const CHANGES =
  /^(?:append|add|clear|discard|extend|insert|pop|popitem|remove|reverse|setdefault|sort|update|\w+_update)$/;

/** `X.append(…)`, `X[key] = …`, `X += …`, `del X[0]`. */
function isChangedInPlace({ tokens }: PythonFile, name: string): boolean {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.text(i) !== name) continue;
    const next = tokens.op(i + 1);
    if (next === op.DOT && CHANGES.test(tokens.text(i + 2))) return true;
    if (next > 0 && op.isAugmented(next)) return true;
    if (tokens.text(i - 1) === 'del') return true;
    if (next === op.BRACKET_OPEN) {
      let depth = 0;
      let end = i + 1;
      for (; end < tokens.length; end++) {
        if (tokens.op(end) === op.BRACKET_OPEN) depth++;
        else if (tokens.op(end) === op.BRACKET_CLOSE && --depth === 0) break;
      }
      const behind = tokens.op(end + 1);
      if (behind === op.ASSIGN || (behind > 0 && op.isAugmented(behind))) return true;
    }
  }
  return false;
}

/** Whether a value that is written out has something in it. */
export async function checkValueHas(
  look: Lookup,
  { symbol, place, text, is }: ClaimOf<'value_has'>,
): Promise<Truth> {
  const written = await findWritten(look, symbol, place);
  if (isTruth(written)) return written;
  const { tokens, places } = written;
  const wanted = tokensOf(text).filter(({ text: each }) => each.trim() !== '');
  const quoted = tokensOf(JSON.stringify(text)).filter(({ text: each }) => each.trim() !== '');
  const has = (part: typeof wanted) =>
    tokens.some(
      (_, i) =>
        part.length > 0 && isSameCode(tokens.slice(i, i + part.length), part) && tokens[i - 1]?.op !== op.DOT,
    );
  if (has(wanted) || has(quoted))
    return truth(is === 'there' ? 'true' : 'false', `${text} stands in it`, places);
  const last = text.split(/\W+/).findLast(word => word !== '') ?? text;
  if (written.text.includes(last)) return truth('unknown', `${last} stands in it in another way`, places);
  // Another name may stand for it, where not only texts and numbers are in it.
  const isPlain = !tokens.some(token => isName(token) && !/^(?:None|True|False)$/.test(token.text));
  const isText = /^['"]/.test(text.trim()) || isPlain;
  return truth(
    isText ? (is === 'there' ? 'false' : 'true') : 'unknown',
    `${text} does not stand in it`,
    places,
  );
}

/** Whether so many things are in a value that is written out. */
export async function checkEntryCount(
  look: Lookup,
  { symbol, place, count }: ClaimOf<'entry_count'>,
): Promise<Truth> {
  const written = await findWritten(look, symbol, place);
  if (isTruth(written)) return written;
  const { tokens, places } = written;
  const entries = entriesOf(tokens);
  if (entries === undefined) return truth('unknown', `${symbol} is not all written out`, places);
  // Of a set or mapping the same one counts once.
  const isKeyed = tokens[0]?.op === op.BRACE_OPEN;
  const keys = entries.map(entry => entry[0]?.text ?? '');
  const isClear =
    !isKeyed ||
    (new Set(keys).size === keys.length &&
      entries.every(
        ([key, next]) =>
          (key?.kind === STRING || isLiteralText(key?.text ?? '')) &&
          (next === undefined || next.op === op.COLON),
      ));
  const value = !isClear ? 'unknown' : entries.length === count ? 'true' : 'false';
  return truth(value, `${entries.length} things are in it`, places);
}
