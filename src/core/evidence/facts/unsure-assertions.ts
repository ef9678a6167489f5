import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { type BlockLine, stepsTo } from '../code/blocks.ts';
import { closing } from '../code/brackets.ts';
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
  return (next?.op === op.COLON && isName(name) && file.once(givenNothing).has(name.text)) || isEmpty(over);
}

/** `[]`, `()`, `{}.items()`, `""` */
const isEmpty = ([first, second]: Tokens): boolean =>
  (first !== undefined && second !== undefined && op.opens(first.op) && op.closes(second.op)) ||
  /^[a-z]*:$/.test(first?.text ?? '');

/** Names that are somewhere given an empty display: `xs = []`. */
function givenNothing({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++)
    if (tokens.isName(i) && tokens.op(i + 1) === op.ASSIGN && isEmpty(tokens.slice(i + 2, i + 4)))
      found.add(tokens.text(i));
  return found;
}

/** Why an assertion may say nothing, or what the test says besides in another way. */
export function doubtAboutSaying(gone: Tokens, stay: readonly Tokens[], test: Tokens): string | undefined {
  if (canHardlyFail(gone)) return 'it can hardly fail';
  const root = rootOf(gone);
  if (root === undefined) return undefined;
  const words = wordsOf(test);
  if (words.raised.has(root) && comparisonOf(gone)?.operator !== '==')
    return 'the exception itself may say it';
  const paths = new Set(gone.map(({ text }) => text));
  const inside = gone.filter(({ text }, i) => text === root && gone[i + 1]?.op === op.DOT).length;
  if (OF_FILES.some(each => paths.has(each)) && (words.asked.get(root) ?? 0) > inside)
    return 'what is done with the file may say it';
  if (OF_MOCKS.some(each => paths.has(each)) && words.asserted.has(root))
    return 'the mock is asked in another way as well';
  if (paths.has('len') && words.unpacked.has(root)) return 'it is unpacked';
  if (paths.has('in') && stay.some(each => words.looped.get(rootOf(each) ?? '') === root))
    return 'each value of it is looked at';
  const isLookedUp = ['vars', 'getattr', '__dict__'].some(each => paths.has(each));
  const isOther = stay.some(
    each => rootOf(each) === root && (isLookedUp || isOtherForm(each) || isOtherForm(gone)),
  );
  return isOther ? 'the test says as much in another form' : undefined;
}

/** What a test does with each name. */
interface Words {
  /** How often something is asked of it behind a dot. */
  readonly asked: ReadonlyMap<string, number>;
  /** `with raises(A) as e` */
  readonly raised: ReadonlySet<string>;
  /** `m.assert_called_once()` */
  readonly asserted: ReadonlySet<string>;
  /** `a, b = y`, `[a] = y`, `zip(y, z, strict=True)` */
  readonly unpacked: ReadonlySet<string>;
  /** `for a in y:` by `a` */
  readonly looped: ReadonlyMap<string, string>;
}

/** For all that is removed from a test. */
const wordsOf = once(readWords);

function readWords(test: Tokens): Words {
  const asked = new Map<string, number>();
  const [raised, asserted, unpacked] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const looped = new Map<string, string>();
  let [hasComma, isRaising] = [false, false];
  for (const [i, token] of test.entries()) {
    if (isLayout(token)) [hasComma, isRaising] = [false, false];
    const isList = op.opens(token.op) && isLayout(test[i - 1] ?? token);
    hasComma ||= token.op === op.COMMA || isList;
    if (token.text === 'zip' && test[i + 1]?.op === op.PAREN_OPEN)
      for (const name of strictly(test.slice(i + 2, closing(test, i + 1)))) unpacked.add(name);
    isRaising ||= CATCHES.test(token.text) || /^(?:warns|assertWarns)/.test(token.text);
    if (!isName(token)) continue;
    const [before, next] = [test[i - 1], test[i + 1]];
    if (next?.op === op.DOT) asked.set(token.text, (asked.get(token.text) ?? 0) + 1);
    if (before?.word === word.FOR && next?.word === word.IN) looped.set(token.text, test[i + 2]?.text ?? '');
    if (before?.word === word.AS && isRaising) raised.add(token.text);
    if (before?.op === op.ASSIGN && hasComma) unpacked.add(token.text);
    if (before?.op === op.DOT && token.text.startsWith('assert_')) asserted.add(rootBefore(test, i) ?? '');
  }
  return { asked, raised, asserted, unpacked, looped };
}

/** The names that `zip` is given with `strict=True`: those of another length fail. */
const strictly = (given: Tokens): readonly string[] =>
  given.some(({ text }, i) => text === 'strict' && given[i + 2]?.text === 'True')
    ? given.filter(isName).map(({ text }) => text)
    : [];

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

function rootBefore(tokens: Tokens, at: number): string | undefined {
  let i = at;
  while (tokens[i - 1]?.op === op.DOT) i -= 2;
  return tokens[i]?.text;
}

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
  const helpers = file.once(assertingHelpers);
  const helper = helpers.size === 0 ? undefined : test.find(each => isName(each) && helpers.has(each.text));
  return helper && `${helper.text} of the file may say the same`;
}

const assertingHelpers = (file: PythonFile): ReadonlySet<string> =>
  new Set(
    file.module.index.definitions.flatMap(({ kind, parent, name, body, end }) =>
      kind === 'function' &&
      parent === -1 &&
      !/^test/i.test(name) &&
      file.range(body, end).some(({ text }) => /^assert/.test(text))
        ? [name]
        : [],
    ),
  );
