import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import { literalEnd } from '../code/literal-fields.ts';
import { outsideNames } from '../code/outside-names.ts';
import { contentOf } from '../code/string-literal.ts';
import { splitAt } from './read-assertions.ts';

/** Of how much an assertion says: a truth little, an order or a part more, a value most; of a mock, how it was called. */
type Power = 1 | 2 | 3 | 4;

/** One condition of an assertion. */
export interface Said {
  readonly power: Power;
  /** `==`, `<`, `in`; nothing for a truth, `?` for an order that is not read. */
  readonly operator: string;
  /** What it is about, and what that is compared with. */
  readonly values: readonly Value[];
  readonly other: readonly CodeToken[];
  /** `assert_called_once_with`, or how a mock says the same. */
  readonly ofMock: string;
}

export interface Value {
  /** Of `r.a[0]` and all that is in it the key begins with that of `r`. */
  readonly key: string;
  /** The function that it is given to: of `len(r)`. */
  readonly inside: string;
}

const RAISING = /^(?:raises|warns|deprecated_call)$|Raises|Warns|Logs/;
const MOCKED =
  /^assert_(?:any_call|(?:not_|any_)?(?:called|awaited)\w*|(?:any_)?await\w*|has_(?:calls|awaits))$/;
const HAPPENED = /^(?:called|call_count|awaited|await_count)$/;
const OF_UNITTEST: Readonly<Record<string, string>> = {
  ...{ Is: 'is', IsNot: 'is not', In: 'in', NotIn: 'in', Greater: '>', Less: '<', NotEqual: '!=' },
  ...{ GreaterEqual: '>=', LessEqual: '<=', True: '', False: '', IsNotNone: '', _: '' },
  ...{ IsInstance: '', NotIsInstance: '', IsNone: 'is' },
};

/**
 * What an assertion says, each of what `and` combines alone.
 *
 * @param before the tokens before it, where it is a call
 */
export function saidBy(assertion: readonly CodeToken[], before: readonly CodeToken[]): readonly Said[] {
  const [first] = assertion;
  if (first === undefined) return [];
  if (first.word === word.ASSERT) return conditions(partsBy(assertion.slice(1), op.COMMA)[0] ?? []);
  if (RAISING.test(first.text)) return [];
  if (before.at(-1)?.op === op.DOT && MOCKED.test(first.text)) {
    const key = codeKey(before.slice(chainStart(before, before.length - 2), -1));
    const isExact = /_with$|has_calls|has_awaits/.test(first.text);
    const power = isExact ? 4 : /any_/.test(first.text) ? 2 : /_(?:called|awaited)$/.test(first.text) ? 1 : 3;
    const isNever = first.text.startsWith('assert_not');
    const values = [{ key, inside: '' }];
    return [{ power: isNever ? 3 : power, operator: '', values, other: [], ofMock: first.text }];
  }
  const [given = [], other = []] = partsBy(assertion.slice(2, -1), op.COMMA);
  const operator = OF_UNITTEST[first.text.replace(/^assert/, '')];
  if (operator === '' && !/Instance/.test(first.text)) return conditions(given);
  return [comparison(given, operator ?? '==', operator === '' ? [] : other)];
}

const partsBy = (tokens: readonly CodeToken[], sign: number) => splitAt(tokens, each => each.op === sign);

/** Brackets around all of it say nothing. */
function conditions(tokens: readonly CodeToken[]): readonly Said[] {
  const isNested = tokens[0]?.op === op.PAREN_OPEN && closing(tokens, 0) === tokens.length - 1;
  if (isNested) return conditions(tokens.slice(1, -1));
  const parts = splitAt(tokens, each => each.word === word.AND);
  return parts.length > 1 ? parts.flatMap(conditions) : [condition(tokens)];
}

function condition(tokens: readonly CodeToken[]): Said {
  const [left = [], right = [], ...more] = splitAt(tokens, ({ text }) => COMPARES.test(text));
  const sign = tokens[left.length]?.text ?? '';
  const isNone = sign === 'is' && right[0]?.word === word.NOT;
  const said = comparison(left, isNone ? 'is not' : sign, isNone ? right.slice(1) : right);
  return more.length > 0 ? { ...said, operator: '?' } : said;
}

const COMPARES = /^(?:==|!=|<|>|<=|>=|in|is)$/;

function comparison(left: readonly CodeToken[], operator: string, right: readonly CodeToken[]): Said {
  const [main, other] = operator === 'in' ? [right, left] : [left, right];
  const own = valuesIn(main);
  const values = own.length > 0 ? own : valuesIn(other);
  const isCounted = values.some(({ key }) => COUNTED.test(key));
  const power = /^(?:==|is)$/.test(operator) ? (isCounted ? 4 : 3) : /^(?:|is not)$/.test(operator) ? 1 : 2;
  const isTurned = own.length === 0;
  return {
    power,
    operator: isTurned && power === 2 ? '?' : operator,
    values,
    other: isTurned ? main : other,
    ofMock: happens(main),
  };
}

/** What a mock keeps of its calls. */
export const COUNTED = /call_args|(?:mock|method)_calls/;

/** `m.called` and `m.call_count`. */
const happens = (tokens: readonly CodeToken[]): string => {
  const last = tokens.at(-1)?.text ?? '';
  return HAPPENED.test(last) && tokens.at(-2)?.op === op.DOT ? last : '';
};

/** The longest paths of names, and those that are given to functions which only look at a value. */
function valuesIn(tokens: readonly CodeToken[], inside = ''): readonly Value[] {
  const found: Value[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (token.kind === STRING) {
      const end = literalEnd(tokens, i);
      found.push(...valuesIn(tokens.slice(i + 1, end), 'str'));
      i = end - 1;
      continue;
    }
    if (!isName(token) || tokens[i - 1]?.op === op.DOT || tokens[i + 1]?.op === op.ASSIGN) continue;
    const end = chainEnd(tokens, i);
    const path = tokens.slice(i, end);
    const open = path.findIndex(each => each.op === op.PAREN_OPEN);
    const called = open > 0 ? path.slice(0, open) : [];
    if (token.text === 'getattr' && path[open + 3]?.kind === STRING) found.push(takenByName(path));
    else if (token.text !== 'self' || path.length > 1) {
      const isHappening = happens(path) !== '';
      found.push({ key: codeKey(isHappening ? path.slice(0, -2) : path), inside });
    }
    if (called.length > 0 && (isBuiltin(token) || LOOKING.test(token.text))) {
      const given = path.slice(open + 1, closing(path, open));
      const looked = OF_FIRST.test(token.text) ? (partsBy(given, op.COMMA)[0] ?? []) : given;
      found.push(...valuesIn(looked, called.at(-1)?.text).filter(({ key }) => !isNamedBuiltin(key)));
    }
    i = end - 1;
  }
  return found;
}

/** Modules whose functions look at what they are given. */
const LOOKING =
  /^(?:re|math|json|pytest|approx|np|numpy|operator|itertools|inspect|os|isclose|deepcopy|copy)$/;

/** What else these are given says nothing of a value. */
const OF_FIRST = /^(?:isinstance|issubclass|hasattr|getattr)$/;

const isNamedBuiltin = (key: string): boolean => outsideNames('builtins')?.has(key.slice(1, -1)) === true;

const isBuiltin = ({ text }: CodeToken): boolean => outsideNames('builtins')?.has(text) === true;

/** `getattr(r, "x")` is `r.x`. */
function takenByName(path: readonly CodeToken[]): Value {
  const [object = [], name = []] = partsBy(path.slice(2, closing(path, 1)), op.COMMA);
  const [dot, text] = [path[1] as CodeToken, name[0] as CodeToken];
  const taken = { ...text, kind: NAME, text: contentOf(text.text) };
  return { key: codeKey([...object, { ...dot, text: '.' }, taken]), inside: '' };
}

/** Index of the first token of the path that ends at `at`. */
function chainStart(tokens: readonly CodeToken[], at: number): number {
  let i = at;
  for (;;) {
    if (op.closes(tokens[i]?.op ?? 0)) {
      let depth = 0;
      do {
        const sign = tokens[i]?.op ?? 0;
        depth += op.closes(sign) ? 1 : op.opens(sign) ? -1 : 0;
        i--;
      } while (depth > 0 && i >= 0);
    } else if (tokens[i - 1]?.op === op.DOT) i -= 2;
    else return i;
  }
}

function chainEnd(tokens: readonly CodeToken[], from: number): number {
  let i = from + 1;
  for (;;) {
    const sign = tokens[i]?.op;
    if (sign === op.DOT) i += 2;
    else if (sign === op.PAREN_OPEN || sign === op.BRACKET_OPEN) i = closing(tokens, i) + 1;
    else return Math.min(i, tokens.length);
  }
}
