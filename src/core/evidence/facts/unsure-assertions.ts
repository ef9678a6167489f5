import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { type BlockLine, stepsTo } from '../code/blocks.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { CATCHES } from './kept-from-failing.ts';
import { comparisonOf } from './read-assertions.ts';

type Tokens = readonly CodeToken[];

/** Why an assertion of a test may not run, or not end it; `undefined` where it stands among what always does. */
export function doubtAboutRunning([first]: Tokens, file: PythonFile): string | undefined {
  const { tokens } = file;
  let at = tokens.firstFrom(first?.start ?? 0);
  while (at < tokens.length && tokens.kind(at) < NAME) at++;
  const lines = stepsTo(file, at).flatMap(({ block, index }) => block[index] ?? []);
  const test = lines.findIndex(({ from }) => startsTest(file, from));
  const around = lines.slice(test + 1).filter(line => at >= line.to || line.below !== undefined);
  return around.some(line => mayPass(file, line))
    ? 'whether it runs, or ends the test, is not known'
    : undefined;
}

const startsTest = ({ tokens }: PythonFile, from: number): boolean => {
  const def = tokens.word(from) === word.ASYNC ? from + 1 : from;
  return tokens.word(def) === word.DEF && /^test/i.test(tokens.text(def + 1));
};

const CHOOSING: readonly number[] = [
  ...[word.IF, word.ELIF, word.ELSE, word.WHILE, word.TRY, word.EXCEPT],
  ...[word.DEF, word.CLASS_WORD],
];

/** A condition, a `try`, a function inside, a `with` that catches, or a loop over what is empty. */
function mayPass(file: PythonFile, { from, to }: BlockLine): boolean {
  const { tokens } = file;
  const first = tokens.word(from) === word.ASYNC ? from + 1 : from;
  const line = tokens.slice(first, to);
  if (CHOOSING.includes(tokens.word(first))) return true;
  if (/^(?:match|case)$/.test(tokens.text(first)) && line.at(-1)?.op === op.COLON) return true;
  if (tokens.word(first) === word.WITH)
    return line.some(({ text }) => text === 'suppress' || text === 'ExitStack');
  if (tokens.word(first) !== word.FOR) return false;
  const over = line.slice(line.findIndex(token => token.word === word.IN) + 1);
  const [name, next] = over;
  return (next?.op === op.COLON && isName(name) && isGivenNothing(file, name.text)) || isEmpty(over);
}

/** `[]`, `()`, `{}.items()`, `""` */
const isEmpty = ([first, second]: Tokens): boolean =>
  (first !== undefined && second !== undefined && op.opens(first.op) && op.closes(second.op)) ||
  /^[a-z]*:$/.test(first?.text ?? '');

/** Somewhere the name is given an empty display: `xs = []`. */
const isGivenNothing = ({ tokens }: PythonFile, name: string): boolean =>
  [...tokens].some(
    (token, i) =>
      token.text === name && tokens.op(i + 1) === op.ASSIGN && isEmpty(tokens.slice(i + 2, i + 4)),
  );

/** Why an assertion may say nothing, or what the test says besides in another way. */
export function doubtAboutSaying(gone: Tokens, stay: readonly Tokens[], test: Tokens): string | undefined {
  const root = rootOf(gone);
  if (canHardlyFail(gone)) return 'it can hardly fail';
  if (root === undefined) return undefined;
  if (isRaised(root, test) && comparisonOf(gone)?.operator !== '==') return 'the exception itself may say it';
  const paths = new Set(gone.map(({ text }) => text));
  const others = test.filter(token => !gone.includes(token));
  const isElsewhere = others.some((token, i) => token.text === root && others[i + 1]?.op === op.DOT);
  if (OF_FILES.some(each => paths.has(each)) && isElsewhere) return 'what is done with the file may say it';
  const isMock = OF_MOCKS.some(each => paths.has(each));
  if (isMock && others.some(({ text }, i) => /^assert_/.test(text) && rootBefore(others, i) === root))
    return 'the mock is asked in another way as well';
  if (paths.has('len') && isUnpacked(others, root)) return 'it is unpacked';
  const isLookedUp = ['vars', 'getattr', '__dict__'].some(each => paths.has(each));
  const isOther = stay.some(
    each => rootOf(each) === root && (isLookedUp || isOtherForm(each) || isOtherForm(gone)),
  );
  return isOther ? 'the test says as much in another form' : undefined;
}

const OF_FILES = ['exists', 'is_file', 'is_dir', 'isfile', 'isdir'];
const OF_MOCKS = ['call_args', 'call_args_list', 'mock_calls', 'method_calls', 'called', 'call_count'];

/** `assert A() is not None`, `assert Mock().x`, `isinstance([], list)`, `hasattr(f, "__call__")`, `len(y) > -1`. */
function canHardlyFail(gone: Tokens): boolean {
  if (gone[0]?.word !== word.ASSERT) return false;
  const text = gone
    .slice(1)
    .map(each => each.text)
    .join(' ');
  return (
    /^(?:\w+ \. )?[A-Z]\w* \( [^()]*\)(?: \. \w+)?(?: is not None)?$/.test(text) ||
    /^isinstance \( [[({]/.test(text) ||
    /^hasattr \( \w+ , \w*:__\w+__ \)$/.test(text) ||
    /^len \( [^()]* \) (?:>= 0|> - 1|!= - 1)$/.test(text)
  );
}

/** The first name that it is about: `y` of `assert len(y.a) == 2`. */
function rootOf(assertion: Tokens): string | undefined {
  const from = assertion[0]?.word === word.ASSERT ? 1 : 2;
  return assertion
    .slice(from)
    .find(
      (token, i, all) =>
        isName(token) &&
        !/^(?:not|len|str|vars|getattr|isinstance|sorted|list|set|dict|tuple|repr|type|bool|int|os|path)$/.test(
          token.text,
        ) &&
        all[i - 1]?.op !== op.DOT,
    )?.text;
}

/** `with raises(A) as e` */
const isRaised = (name: string, test: Tokens): boolean =>
  test.some(({ text }, i) => {
    if (text !== name || test[i - 1]?.word !== word.AS) return false;
    let from = i;
    while (from > 0 && !isLayout(test[from - 1] as CodeToken)) from--;
    return test
      .slice(from, i)
      .some(token => CATCHES.test(token.text) || /^(?:warns|assertWarns)/.test(token.text));
  });

function rootBefore(tokens: Tokens, at: number): string | undefined {
  let i = at;
  while (tokens[i - 1]?.op === op.DOT) i -= 2;
  return tokens[i]?.text;
}

/** `a, b = y` */
const isUnpacked = (tokens: Tokens, name: string): boolean =>
  tokens.some(({ text }, i) => {
    if (text !== name || tokens[i - 1]?.op !== op.ASSIGN) return false;
    let from = i;
    while (from > 0 && !isLayout(tokens[from - 1] as CodeToken)) from--;
    return tokens.slice(from, i).some(token => token.op === op.COMMA);
  });

/** `not y != "a"`, `y in ("a",)` */
const isOtherForm = (assertion: Tokens): boolean => {
  const said = comparisonOf(assertion);
  const [first] = said?.other ?? [];
  return (
    assertion[1]?.word === word.NOT ||
    assertion.some(token => token.word === word.OR) ||
    (said?.operator === 'in' && first !== undefined && op.opens(first.op))
  );
};

/** A function of the file that the test calls, or a fixture that it is given, asserts something itself. */
export function doubtAboutHelpers(test: Tokens, file: PythonFile): string | undefined {
  const names = new Set(test.filter(isName).map(({ text }) => text));
  const helper = file.module.index.definitions.find(
    ({ kind, parent, name, body, end }) =>
      kind === 'function' &&
      parent === -1 &&
      !/^test/i.test(name) &&
      names.has(name) &&
      file.range(body, end).some(({ text }) => /^assert/.test(text)),
  );
  return helper && `${helper.name} of the file may say the same`;
}
