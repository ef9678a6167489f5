import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { type CodeToken, codeKey, isLayout, isName } from '../code/code-tokens.ts';
import { type Said, saidBy } from './said-values.ts';

/** Why an assertion says nothing: the test gave the value itself just before, or it is a mock, of which all is true. */
export function doubtAboutOwnValue(
  gone: readonly CodeToken[],
  test: readonly CodeToken[],
): string | undefined {
  const at = test.findIndex(({ start, kind }) => start === gone[0]?.start && kind === gone[0].kind);
  const said = saidBy(gone, test.slice(0, at));
  if (said.length === 0) return undefined;
  if (said.every(each => isOfMock(each, test))) return 'what is asked of a mock is true';
  const given = givenBefore(test, at);
  return given !== undefined && said.every(each => isOf(each, given))
    ? 'the test itself gave the value'
    : undefined;
}

/** The line above, assertions aside, where it gives a name a value without any other name in it. */
function givenBefore(test: readonly CodeToken[], at: number): string | undefined {
  let end = at;
  for (;;) {
    while (end > 0 && !isLayout(test[end - 1] as CodeToken)) end--;
    while (end > 0 && isLayout(test[end - 1] as CodeToken)) end--;
    let from = end;
    while (from > 0 && !isLayout(test[from - 1] as CodeToken)) from--;
    const [name, sign, ...value] = test.slice(from, end);
    if (name === undefined) return undefined;
    if (name.word !== word.ASSERT) {
      const isGiven = isName(name) && sign?.op === op.ASSIGN && !value.some(isName);
      return isGiven ? codeKey([name]) : undefined;
    }
    end = from;
  }
}

const isOf = ({ values, other }: Said, given: string): boolean =>
  values.some(({ key }) => key.startsWith(given)) && !other.some(isName);

/** `assert m.foo` of what `Mock()` or `patch` gave; whether it was called is something else. */
function isOfMock({ values, power, operator, ofMock }: Said, test: readonly CodeToken[]): boolean {
  if (power > 1 || operator !== '' || ofMock !== '' || values.length !== 1) return false;
  const key = values[0]?.key ?? '';
  return (
    !/call_args|await_args|_calls|return_value/.test(key) && mocksIn(test).some(each => key.startsWith(each))
  );
}

function mocksIn(test: readonly CodeToken[]): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (let i = 0; i <= test.length; i++) {
    if (i < test.length && !isLayout(test[i] as CodeToken)) continue;
    const line = test.slice(from, i);
    from = i + 1;
    if (!line.some(({ text }) => MAKING.test(text))) continue;
    for (const [j, token] of line.entries())
      if (isName(token) && (line[j - 1]?.word === word.AS || (j === 0 && line[1]?.op === op.ASSIGN)))
        found.push(codeKey([token]));
  }
  return found;
}

const MAKING = /^(?:\w*Mock|patch|create_autospec|mocker)$/;
