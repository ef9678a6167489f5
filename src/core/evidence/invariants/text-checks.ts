import { at } from '../../kernel/at.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { isClosing } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { literalEnd } from '../code/literal-fields.ts';
import { isFormatted } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { isPython } from '../code/two-versions.ts';
import { headOf } from '../proofs/source-head.ts';
import { type Facts, type Pause, undecided, undecidedBy, type Verdict } from './facts.ts';
import { mayBeComments } from './other-comments.ts';
import { provedIfCompiled, provedIfReadable } from './prove-unchanged.ts';
import { decideFound, hasWitness, violated, type Witness } from './witness.ts';

export async function checkKeys(facts: Facts, pause: Pause): Promise<Verdict> {
  const renamed = facts.keys.filter(({ change }) => change === 'renamed');
  const found = decideFound(
    facts,
    renamed,
    ({ name, to, place }) => ({ reason: `${name} became ${to}`, place, before: name, after: to }),
    ({ doubt }) => doubt,
  );
  if (found !== undefined) return found;
  const open = undecidedBy(await facts.openKeys(pause));
  if (open !== undefined) return open;
  const opaque = facts.files.filter(
    ({ path, before, after }) =>
      !isPython(path) && [before, after].some(bytes => bytes && decodeUtf8(bytes) === undefined),
  );
  if (opaque.length > 0) return undecided(`${opaque.map(({ path }) => path).join(', ')} is no text`, []);
  return provedIfReadable(facts, 'every such name stands where it stood');
}

export async function checkSuppressions(facts: Facts, pause: Pause): Promise<Verdict> {
  const added = facts.suppressions.map(
    ({ text, place }): Witness => ({ reason: `"${text}" is new`, place, after: text }),
  );
  if (hasWitness(added)) return violated(facts, added);
  const open = undecidedBy(await facts.openSuppressions(pause));
  if (open !== undefined) return open;
  return provedIfReadable(facts, 'no suppression is new');
}

export function checkCode(facts: Facts, allowed: readonly string[], reason: string): Verdict {
  const others = facts.files.filter(({ path }) => !isPython(path));
  const changed = facts.modules.filter(({ code }) => code !== 'unreadable' && !allowed.includes(code));
  const loose = new Set(
    changed.filter(({ file }) => isSameButForBrackets(facts, file, allowed.includes('docstrings'))),
  );
  // The first of a file counts.
  const firstChanges = new Map(facts.definitions.toReversed().map(({ place }) => [place.file, place]));
  const witnesses: Witness[] = [
    ...changed
      .filter(each => !loose.has(each))
      .map(({ file }): Witness => {
        const place = firstChanges.get(file) ?? { file, line: 1, side: 'after' };
        return { reason: `${file} has other code`, place };
      }),
    ...others
      .filter(change => !mayBeComments(change))
      .map(
        ({ path }): Witness => ({
          reason: `${path} is changed`,
          place: { file: path, line: 1, side: 'after' },
        }),
      ),
  ];
  if (hasWitness(witnesses)) return violated(facts, witnesses);
  const [other] = others;
  if (other !== undefined)
    return undecided(`what differs in ${other.path} may be comments and white space`, [
      { file: other.path, line: 1, side: 'after' },
    ]);
  const [open] = [...loose];
  if (open !== undefined)
    return undecided(
      `${open.file} differs in parentheses, semicolons, spelling or lines, which may mean nothing`,
      [{ file: open.file, line: 1, side: 'after' }],
    );
  const head = facts.versions.changed.find(
    ({ before, after }) => before !== undefined && after !== undefined && headOf(before) !== headOf(after),
  );
  if (head !== undefined)
    return undecided(`the first lines of ${head.path} say another encoding or program`, [
      { file: head.path, line: 1, side: 'after' },
    ]);
  // A text may be refused by what it says.
  const hasTexts = facts.modules.some(({ code }) => code === 'docstrings');
  return (hasTexts ? provedIfCompiled : provedIfReadable)(facts, reason);
}

/**
 * The same tokens but for parentheses, last commas, and strings in several parts or with another prefix: often only
 * another layout. With docstrings, `pass`, the ends of lines and texts that stand alone as well.
 */
function isSameButForBrackets({ versions }: Facts, path: string, hasOtherDocstrings: boolean): boolean {
  const module = versions.changedAt(path);
  if (module?.before === undefined || module.after === undefined) return false;
  if (differInNames(module.before.tokens, module.after.tokens)) return false;
  const sides = otherLines(module.before.tokens, module.after.tokens).map(tokens =>
    hasOtherDocstrings ? withoutNotes(withoutDocstrings(withBareTexts(tokens), 'module')) : tokens,
  );
  const [old, now] = sides.map(tokens =>
    withoutParts(withoutLastCommas(tokens))
      .filter(({ op: each, kind }) => {
        if (kind === NEWLINE) return !hasOtherDocstrings;
        return each !== op.PAREN_OPEN && each !== op.PAREN_CLOSE;
      })
      .map(textOf)
      .join('\u0000'),
  );
  return old === now;
}

/**
 * A quick look at what none of these leaves out: the names and numbers behind the first difference, up to the first
 * text, which may be put together in other ways.
 */
function differInNames(old: CodeTokens, now: CodeTokens): boolean {
  const same = old.sameUntil(0, old.length, now, 0, now.length);
  const next = (tokens: CodeTokens, from: number): number => {
    let i = from;
    while (i < tokens.length && !isKept(tokens, i)) i++;
    return i;
  };
  for (let [i, j] = [next(old, same), next(now, same)]; ; [i, j] = [next(old, i + 1), next(now, j + 1)]) {
    const kind = old.kind(i);
    if ((kind !== NAME && kind !== NUMBER) || (now.kind(j) !== NAME && now.kind(j) !== NUMBER)) return false;
    if (saidAt(old, i) !== saidAt(now, j)) return true;
  }
}

function isKept(tokens: CodeTokens, at: number): boolean {
  const kind = tokens.kind(at);
  return kind === STRING || kind === NUMBER || (kind === NAME && tokens.word(at) !== word.PASS);
}

const saidAt = (tokens: CodeTokens, at: number): string =>
  textOf({ kind: tokens.kind(at), text: tokens.text(at) });

/** The lines from the first to the last that differ, and one more on either side, which may say what they are. */
function otherLines(old: CodeTokens, now: CodeTokens): readonly (readonly CodeToken[])[] {
  const same = old.sameUntil(0, old.length, now, 0, now.length);
  const sameAtEnd = old.sameAtEnd(now, Math.min(old.length, now.length) - same);
  const start = lineBefore(old, lineBefore(old, same));
  return [old, now].map(tokens => {
    let end = tokens.length - sameAtEnd;
    for (let lines = 0; end < tokens.length && lines < 2; end++) if (tokens.kind(end) < NAME) lines++;
    return tokens.slice(start, end);
  });
}

/** Index of the first token of the line that ends above the one at `at`. */
function lineBefore(tokens: CodeTokens, at: number): number {
  let i = at - 1;
  while (i > 0 && tokens.kind(i - 1) >= NAME) i--;
  return Math.max(0, i);
}

/**
 * Without commas at the end of a line that has others, of a `with` or a pattern between brackets, of the parameters of
 * a type and of a lambda: there they mostly mean nothing.
 */
function withoutLastCommas(tokens: readonly CodeToken[]): readonly CodeToken[] {
  let [commas, isList, isLambda, isLineStart] = [0, false, false, true];
  return tokens.filter((token, i) => {
    const isEnd = token.kind < NAME;
    if (isEnd) [commas, isList, isLambda] = [0, false, false];
    else if (isLineStart) isList = OF_LISTS.has(token.word);
    isLineStart = isEnd;
    isLambda ||= token.word === word.LAMBDA;
    const next = tokens[i + 1];
    if (token.op !== op.COMMA) return true;
    if (next === undefined || next.kind < NAME) return commas === 0;
    commas++;
    return !(isClosing(next) ? isList : isLambda && next.op === op.COLON);
  });
}

const OF_LISTS: ReadonlySet<number> = new Set([
  ...[word.WITH, word.ASYNC, word.CASE, word.DEF, word.CLASS_WORD, word.TYPE],
]);

/** Strings one behind the other say the same as one, with all their fields behind it. */
function withoutParts(tokens: readonly CodeToken[]): readonly CodeToken[] {
  const parts: CodeToken[] = [];
  let i = 0;
  while (i < tokens.length) {
    const token = at(tokens, i);
    const texts: string[] = [];
    const fields: CodeToken[] = [];
    while (tokens[i]?.kind === STRING) {
      texts.push(at(tokens, i).text);
      const end = literalEnd(tokens, i);
      fields.push(...tokens.slice(i + 2, end - 1));
      i = end;
    }
    if (texts.length === 0) i++;
    const text = texts.length > 1 ? `f:${texts.map(bodyOf).join('')}` : token.text;
    parts.push({ ...token, text }, ...withoutParts(fields.filter(each => each.op !== op.COMMA)));
  }
  return parts;
}

const bodyOf = (text: string): string => text.replace(/^[a-z]*:/, '');

/**
 * Of a string what it says, as far as that can be seen; its documentation is the same either way. White space and
 * quotes in a field mostly say nothing.
 */
const textOf = ({ kind, text }: Pick<CodeToken, 'kind' | 'text'>): string => {
  const number = kind === NUMBER ? Number(text.replaceAll('_', '')) : Number.NaN;
  if (!Number.isNaN(number)) return `${number}`;
  if (kind !== STRING) return text;
  // A character may be written by its name or its number, and a line may go on behind a backslash.
  const said = text
    .replace(/^([a-z]*):/, (_, letters) => letters.replace(/[ur]/g, ''))
    .replaceAll('\\\n', '')
    .replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4}))/gi, (_, short?: string, long?: string) =>
      String.fromCharCode(Number.parseInt(short ?? long ?? '', 16)),
    )
    .replaceAll(/\\N\{[^{}]*\}|[^\0-\x7F]/gu, '?')
    .replaceAll('\\', '');
  if (!isFormatted(text)) return said;
  // What is in its fields, and in the fields of their formats, stands behind it.
  return [1, 2, 3].reduce(text => text.replaceAll(/\{[^{}]*\}/g, ''), said).replaceAll(/\s/g, '');
};

/** Without the parentheses around a text that is all of its line, as a docstring may have them. */
function withBareTexts(tokens: readonly CodeToken[]): readonly CodeToken[] {
  const kept: CodeToken[] = [];
  let line: CodeToken[] = [];
  const finish = () => {
    const isText = line.some(({ kind }) => kind === STRING) && line.every(isTextOrParenthesis);
    for (const token of line) if (!isText || token.kind === STRING) kept.push(token);
    line = [];
  };
  for (const token of tokens) {
    if (token.kind >= NAME) {
      line.push(token);
      continue;
    }
    finish();
    kept.push(token);
  }
  finish();
  return kept;
}

const isTextOrParenthesis = ({ kind, op: sign }: CodeToken): boolean =>
  kind === STRING || sign === op.PAREN_OPEN || sign === op.PAREN_CLOSE;

/** Without what documents the value above it, and without `pass` and `...`. */
function withoutNotes(tokens: readonly CodeToken[]): readonly CodeToken[] {
  const isEnd = (token: CodeToken | undefined) => token === undefined || token.kind < NAME;
  let isValue = false;
  let isLineStart = true;
  return tokens.filter((token, i) => {
    const isAlone = isLineStart && isEnd(tokens[i + 1]);
    if (isAlone && token.kind === STRING && isValue) return false;
    if (isLineStart && !isEnd(token)) isValue = false;
    isValue ||= token.op === op.ASSIGN;
    isLineStart = isEnd(token);
    const isNothing = token.word === word.PASS || token.op === op.ELLIPSIS;
    const isFirst = isEnd(tokens[i - 1]) || tokens[i - 1]?.op === op.COLON;
    return !(isNothing && isFirst && isEnd(tokens[i + 1]));
  });
}
