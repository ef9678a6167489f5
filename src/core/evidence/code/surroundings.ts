import { qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import { DEDENT, INDENT, NEWLINE } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import { definitionsNamed } from './module-names.ts';
import type { Use } from './uses.ts';

/** Words of a line that expects what is in it to fail, or that asks first whether it is there. */
const EXPECTS_FAILURE =
  /^(?:raises|assertRaises\w*|assertWarns\w*|warns|suppress|xfail|hasattr|getattr|version_info|TYPE_CHECKING|isinstance|monkeypatch|patch)$/;

/** What a `with` waits for, whatever it is called. */
const EXPECTED = /(?:Error|Exception|Warning)$|expect|fail|refus|reject|raises/i;

const DEFINES: readonly number[] = [word.DEF, word.ASYNC, word.CLASS_WORD];

/** Calls that do not come back, and conditions that are always the same. */
const NEVER_ENDS =
  /^(?:return|raise|continue|break|sys \. exit|os \. (?:_exit|abort)|exit \(|quit \(|(?:\w+ = )?pytest \. importorskip|(?:pytest|self) \. (?:skip|fail|xfail|skipTest|exit) \(|assert (?:False|0|None)\b)/;
const ALWAYS_THE_SAME = /^(?:if|elif|while) (?:not )?\(? ?(?:True|False|None|\d+|__debug__|: )\b/;
const DECIDED_BESIDE = /\b(?:True|False|None|\d+) (?:and|or)\b|\bif (?:not )?(?:True|False|None|\d+)\b/;

const ALWAYS = /^(?:if|while) (?:True|1) :/;
const COMPOUND = /^(?:if|for|while|with|try|elif|else|except|finally|async)$/;

/** Whether the line of the use is below a line of its block, or of one around it, behind which nothing runs. */
function isNeverReached({ file: { tokens }, at }: Use): boolean {
  let depth = 0;
  let isHeader = false;
  for (let i = at; i >= 0; i--) {
    const kind = tokens.kind(i);
    if (kind === DEDENT) depth++;
    if (kind === INDENT && depth > 0) depth--;
    else if (kind === INDENT) isHeader = true;
    if (isLineEnd(tokens.get(i))) continue;
    const last = i;
    while (i > 0 && !isLineEnd(tokens.get(i - 1))) i--;
    if (depth > 0) continue;
    const line = tokens.slice(i, last + 1).map(({ text }) => text);
    const text = line.join(' ');
    if (ALWAYS_THE_SAME.test(text) && !(isHeader && ALWAYS.test(text))) return true;
    isHeader = false;
    if (COMPOUND.test(line[0] ?? '')) continue;
    const above = text.split(' ; ').slice(0, last === at ? -1 : undefined);
    if (above.some(each => NEVER_ENDS.test(each))) return true;
  }
  return false;
}

/** The function around the use is defined once more, so that this one may never be called. */
function isDefinedAgain({ file, at }: Use): boolean {
  const { definitions } = file.module.index;
  const offset = file.tokens.start(at);
  return definitions.some(
    ({ kind, body, end }, index) =>
      (kind === 'function' || kind === 'method' || kind === 'class') &&
      body <= offset &&
      offset < end &&
      definitionsNamed(file.module.index, qualifiedName(definitions, index)).length > 1,
  );
}

/** Why a use that cannot work may be meant to fail, or never run; `undefined` where nothing says so. */
export function mayFailThere(use: Use): string | undefined {
  if (isNeverReached(use) || isDefinedAgain(use)) return 'it may never run';
  return mayBeMeant(use);
}

function mayBeMeant({ file: { tokens }, at }: Use): string | undefined {
  let depth = 0;
  let isDecorated = false;
  let isHeader = true; // The line itself is looked at like the headers around it.
  for (let i = at; i >= 0; i--) {
    const token = tokens.get(i);
    if (token === undefined) break;
    if (token.kind === DEDENT) depth++;
    else if (token.kind === INDENT) {
      if (depth > 0) depth--;
      else isHeader = true;
    }
    if (!isHeader || token.kind === INDENT || token.kind === DEDENT || token.kind === NEWLINE) continue;
    const end = i;
    while (i > 0 && !isLineEnd(tokens.get(i - 1))) i--;
    // What is asked may stand behind it on the same line: `f() if hasattr(m, "f") else None`.
    let last = end;
    while (end === at && !isLineEnd(tokens.get(last + 1))) last++;
    const line = tokens.slice(i, last + 1);
    if (isDecorated && line[0]?.text !== '@') {
      isDecorated = false;
      isHeader = false;
      continue;
    }
    if (line[0]?.word === word.TRY) return 'it stands under try';
    if (line[0]?.word === word.WITH && line.some(({ text }) => EXPECTED.test(text)))
      return 'it may be expected to fail';
    if (line.some(({ text }) => EXPECTS_FAILURE.test(text))) return 'it may be expected to fail';
    if (DECIDED_BESIDE.test(line.map(({ text }) => text).join(' '))) return 'it may never run';
    // Above a definition stand its decorators.
    isDecorated = isDecorated || DEFINES.includes(line[0]?.word ?? 0);
    isHeader = isDecorated;
  }
  return undefined;
}

const isLineEnd = (token: CodeToken | undefined): boolean =>
  token === undefined || token.kind === NEWLINE || token.kind === INDENT || token.kind === DEDENT;
