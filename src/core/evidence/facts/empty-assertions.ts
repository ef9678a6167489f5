import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { colonOf, stepsTo } from '../code/blocks.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isNeverReached } from '../code/surroundings.ts';
import { splitAt } from './read-assertions.ts';

/** Why an assertion said nothing before it was removed; `undefined` where nothing shows that. */
export function doubtAboutEmpty(
  assertion: readonly CodeToken[],
  test: readonly CodeToken[],
  file: PythonFile,
): string | undefined {
  const at = file.tokens.firstFrom(assertion[0]?.start ?? 0);
  const first = lineTokenAt(file, at);
  if (isNeverReached({ file, at: first }) || isInEmptyBlock(file, first)) return 'it never ran';
  return isAlwaysTrue(assertion, test, file) ? 'it was always true' : undefined;
}

/** Ends of blocks stand where the next line begins. */
function lineTokenAt({ tokens }: PythonFile, at: number): number {
  let i = at;
  while (i < tokens.length && tokens.kind(i) < NAME) i++;
  return i;
}

/** Below a `for` over nothing, in the `else` of a loop without end, or behind what a `raises` waits for. */
function isInEmptyBlock(file: PythonFile, at: number): boolean {
  const { tokens } = file;
  return stepsTo(file, at).some(({ block, index }) => {
    const line = block[index];
    if (line === undefined || at < line.to) return false;
    const text = tokens
      .slice(line.from, Math.min(colonOf(file, line), line.from + MOST_LOOKED_AT))
      .map(each => each.text)
      .join(' ');
    if (EMPTY_LOOP.test(text)) return true;
    if (tokens.word(line.from) === word.ELSE) return isEndless(file, block[index - 1]?.from ?? -1);
    const below = line.below ?? [];
    const isFirst = (below[0]?.from ?? at) >= at || (below[0]?.to ?? 0) > at;
    return WAITS_FOR_FAILURE.test(text) && !isFirst;
  });
}

const MOST_LOOKED_AT = 24;
const EMPTY_LOOP =
  /^(?:async )?for .{1,80} in (?:\[ \]|\( \)|\{ \}|range \( 0 \)|(?:list|tuple|dict|set) \( \)|\w*:)$/;
const WAITS_FOR_FAILURE = /^with (?:\w+ \. )?(?:raises|assertRaises|assertRaisesRegex) \(/;

const isEndless = ({ tokens }: PythonFile, from: number): boolean =>
  tokens.word(from) === word.WHILE && /^(?:True|1)$/.test(tokens.text(from + 1));

/** The parts of what it says: of `assert x == 1, "m"` the condition, of `assertEqual(x, 1)` what it is given. */
function partsOf(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] {
  const isStatement = tokens[0]?.word === word.ASSERT;
  const parts = splitAt(isStatement ? tokens.slice(1) : tokens.slice(2, -1), each => each.op === op.COMMA);
  return isStatement ? parts.slice(0, 1) : parts;
}

function isAlwaysTrue(tokens: readonly CodeToken[], test: readonly CodeToken[], file: PythonFile): boolean {
  const [condition = [], ...others] = partsOf(tokens);
  const isRaising = /^(?:raises|warns)$|Raises|Warns|Logs/.test(tokens[0]?.text ?? '');
  if (isRaising || condition.length === 0) return false;
  if ([condition, ...others].every(part => part.every(token => isConstant(token, test)))) return true;
  if (tokens[0]?.word !== word.ASSERT) return false;
  return isDisplay(condition) || isOfItself(condition) || isOfDefined(condition, file);
}

/** No name, or one to which the test gives one plain value and nothing else. */
function isConstant(token: CodeToken, test: readonly CodeToken[]): boolean {
  if (!isName(token)) return true;
  const uses = test.flatMap(({ text }, i) => (text === token.text && test[i - 1]?.op !== op.DOT ? [i] : []));
  const given = uses.filter(i => test[i + 1]?.op === op.ASSIGN && test[i + 3]?.text === '\n');
  const [only] = given;
  const value = only === undefined ? undefined : test[only + 2];
  if (value === undefined || isName(value) || given.length > 1) return false;
  // It is not changed, given on or bound in another way: it only stands beside operators.
  return uses.every(i => i === only || (!isBound(test, i) && test[i + 1]?.op !== op.DOT));
}

const isBound = (test: readonly CodeToken[], i: number): boolean => {
  const sign = test[i + 1]?.op ?? 0;
  const before = test[i - 1];
  return (
    sign === op.ASSIGN ||
    sign === op.WALRUS ||
    op.isAugmented(sign) ||
    [word.FOR, word.AS, word.GLOBAL, word.DEL].includes(before?.word ?? 0)
  );
};

/** `(x == 2, "m")`, `[x == 2]` and `lambda: x` are always true. */
function isDisplay(condition: readonly CodeToken[]): boolean {
  const [first] = condition;
  if (first?.word === word.LAMBDA) return true;
  if (first === undefined || !op.opens(first.op)) return false;
  let depth = 0;
  let hasComma = false;
  for (const [i, token] of condition.entries()) {
    if (op.opens(token.op)) depth++;
    if (op.closes(token.op)) depth--;
    if (depth === 0 && i < condition.length - 1) return false;
    if (depth === 1 && token.word === word.FOR) return false;
    hasComma ||= depth === 1 && token.op === op.COMMA;
  }
  return first.op === op.PAREN_OPEN ? hasComma : condition.length > 2;
}

/** `x == x`, and `len(x) >= 0`. */
function isOfItself(condition: readonly CodeToken[]): boolean {
  const isSign = ({ text }: CodeToken) => text === '==' || text === 'is' || text === '>=';
  const [left = [], right = [], ...more] = splitAt(condition, isSign);
  if (more.length > 0 || right.length === 0) return false;
  if (codeKey(left) === codeKey(right)) return true;
  return left[0]?.text === 'len' && condition[left.length]?.text === '>=' && right[0]?.text === '0';
}

/** `f`, `f is not None` and `callable(f)` of what is imported, or of a function or a class of the file. */
function isOfDefined(condition: readonly CodeToken[], { module: { index } }: PythonFile): boolean {
  const text = condition.map(each => each.text).join(' ');
  const name = DEFINED.exec(text)
    ?.slice(1)
    .find(each => each !== undefined);
  if (name === undefined) return false;
  const isDefinition = index.definitions.some(
    each => each.parent === -1 && each.name === name && /^(?:function|class)$/.test(each.kind),
  );
  return (
    isDefinition ||
    index.imports.some(each =>
      each.names.some(({ name: own, alias }) => (alias ?? own).split('.')[0] === name),
    )
  );
}

const DEFINED = /^(?:([\p{L}\p{N}_]+)(?: is not None)?|callable \( ([\p{L}\p{N}_]+) \))$/u;
