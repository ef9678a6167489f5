import type { TestChange } from '../../../generated/contracts.ts';
import { at } from '../../kernel/at.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NEWLINE } from '../../python/lexer/token-kinds.ts';
import { closing, isClosing, isOpening } from '../code/brackets.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';

/** One test function, or what is around them in the file. */
export interface Test {
  readonly name: string;
  readonly file: PythonFile;
  readonly start: number;
  readonly tokens: readonly CodeToken[];
  /** The tokens behind the name: two tests with the same ones are the same test. */
  readonly body: string;
}

export type TestFact = TestChange & {
  /** Why the tests may check as much as before all the same; only without one it is a violation. */
  readonly doubt: string | undefined;
};

export const fullName = ({ file, name }: Test): string => `${file.module.name}.${name}`;

export function readTests(file: PythonFile): readonly Test[] {
  const { definitions } = file.module.index;
  const tests: Test[] = [];
  for (let index = 0; index < definitions.length; index++) {
    const { kind, name, parent, start, end } = at(definitions, index);
    if ((kind !== 'function' && kind !== 'method') || !/^test/i.test(name)) continue;
    const around = definitions[parent];
    if (around !== undefined && around.kind !== 'class') continue;
    const tokens = file.range(start, end);
    const body = codeKey(tokens.filter(({ text }) => text !== name));
    tests.push({ name: qualifiedName(definitions, index), file, start, tokens, body });
  }
  return tests;
}

/** `assert …` statements, calls of `assert…()`, and `pytest.raises(…)`. */
export function assertionsOf({ tokens }: Test): readonly (readonly CodeToken[])[] {
  const found: (readonly CodeToken[])[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.word === word.ASSERT) found.push(tokens.slice(i, statementEnd(tokens, i)));
    else if (isName(token) && tokens[i + 1]?.op === op.PAREN_OPEN) {
      const isAssertion = /^assert/i.test(token.text) || /^(?:raises|warns)$/.test(token.text);
      if (isAssertion) found.push(tokens.slice(i, closing(tokens, i + 1) + 1));
    }
  }
  return found;
}

function statementEnd(tokens: readonly CodeToken[], from: number): number {
  let i = from;
  while (i < tokens.length && tokens[i]?.kind !== NEWLINE) i++;
  return i;
}

const EQUAL = 0x3d3d;
const STRONG = /^assert(?:\w*Equals?|Is|DictEqual|ListEqual|AlmostEqual|Raises\w*|CalledOnceWith|HasCalls)$/i;

/** How much an assertion says: a constant says nothing, a truth little, an equality most. */
export function strength(tokens: readonly CodeToken[]): 0 | 1 | 2 | 3 {
  const [first, second] = tokens;
  if (first?.word !== word.ASSERT) return STRONG.test(first?.text ?? '') || first?.text === 'raises' ? 3 : 1;
  const isConstant = tokens.length === 2 && !isName(second);
  if (isConstant) return 0;
  let depth = 0;
  let best: 1 | 2 | 3 = 1;
  for (const token of tokens) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.op === op.COMMA) break;
    else if (depth === 0 && (token.op === EQUAL || token.word === word.IS)) best = 3;
    else if (depth === 0 && best < 3 && (COMPARING.test(token.text) || token.word === word.IN)) best = 2;
  }
  return best;
}

const COMPARING = /^(?:<|>|<=|>=|!=)$/;
