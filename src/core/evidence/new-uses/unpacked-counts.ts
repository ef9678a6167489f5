import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import { splitArguments } from '../code/call-shape.ts';
import { isOneLiteral } from '../code/literal-fields.ts';
import { contentOf, isFormatted } from '../code/string-literal.ts';
import { type Code, codeOf } from './code.ts';
import { codeGiven } from './given-tokens.ts';
import type { Known } from './known.ts';
import { outside } from './statement-needs.ts';
import { readStatements } from './statements.ts';
import { lastPart } from './suiting-values.ts';
import { hasOutside, isStarred, type Names, type Part, several, type Unpacking } from './unpackings.ts';
import type { UseReader } from './use-reader.ts';

/** From one value to the one that it is made of, and on: no further than so often. */
const MOST_STEPS = 4;

/** How many values the calls of functions of Python give. */
const GIVING: readonly (readonly [name: RegExp, count: number])[] = [
  [
    /^(?:builtins\.divmod|os\.path\.split(?:drive|ext)?|math\.(?:frexp|modf)|dict\.popitem|tempfile\.mkstemp|subprocess\.getstatusoutput|Popen\.communicate|re\.subn|Pattern\.subn|asyncio\.(?:open_connection|wait))$/,
    2,
  ],
  [/^(?:str|bytes|Text)\.r?partition$|^shutil\.disk_usage$/, 3],
];
/** How many values each of what they give has. */
const GIVING_EACH: readonly (readonly [name: RegExp, count: number])[] = [
  [/^(?:\w+\.(?:items|most_common)|itertools\.(?:groupby|pairwise))$/, 2],
  [/^os\.walk$/, 3],
  [/^builtins\.range$/, 0],
];
/** They give what they are given, in another order. */
const PASSING = /^builtins\.(?:frozenset|iter|list|reversed|set|sorted|tuple)$/;
/** Each of what these hold is one text, one number, or a key, which is rarely more. */
const HOLDING_SINGLE = /^(?:str|bytes|Text|dict|Environ)$/;

export class UnpackedCounts {
  readonly #reader: UseReader;

  constructor(reader: UseReader) {
    this.#reader = reader;
  }

  /** Whether there are surely more or fewer values than names. */
  isOtherCount(code: Code, { names, from, isEach }: Unpacking): Promise<boolean> {
    const value = { ...code, tokens: from };
    return isEach ? this.#isOfOtherEach(value, names, 0) : this.#isOther(value, names, 0);
  }

  /** Of one value. */
  async #isOther(code: Code, names: Names, steps: number): Promise<boolean> {
    const { tokens } = code;
    const [first, second] = tokens;
    if (first === undefined || first.word === word.YIELD || steps > MOST_STEPS) return false;
    const parts = several(tokens);
    if (parts !== undefined) return this.#isOtherOf(code, parts, names, steps);
    const given = codeGiven(withoutBrackets(code));
    // A list may be filled.
    if (given !== code)
      return given.tokens[0]?.op !== op.BRACKET_OPEN && this.#isOther(given, names, steps + 1);
    const condition = outside(tokens, 0, tokens.length, token => token.word === word.IF);
    const other = outside(tokens, 0, tokens.length, token => token.word === word.ELSE);
    if (condition < other && other < tokens.length)
      return (
        (await this.#isOther({ ...code, tokens: tokens.slice(0, condition) }, names, steps + 1)) ||
        (await this.#isOther({ ...code, tokens: tokens.slice(other + 1) }, names, steps + 1))
      );
    if (first.kind === NUMBER && second === undefined) return true;
    if (first.kind === STRING && isOneLiteral(tokens) && isPlainText(first.text))
      return isOtherNumber([...contentOf(first.text)].length, names);
    const isAwaited = first.word === word.AWAIT;
    const { called } = await this.#calledIn(isAwaited ? { ...code, tokens: tokens.slice(1) } : code);
    if (called?.kind === 'outside') return isOtherOfTable(GIVING, called.name, names);
    return (
      called?.kind === 'function' &&
      this.#isOtherResult(called, { names, isAwaited, isEach: false }, steps + 2)
    );
  }

  /** Values that are written out. */
  async #isOtherOf(code: Code, parts: readonly Part[], names: Names, steps: number): Promise<boolean> {
    if (parts.some(isStarred)) return false;
    if (isOtherNumber(parts.length, names)) return true;
    if (names.hasStar) return false;
    for (const [i, each] of names.parts.entries())
      if (each !== undefined && (await this.#isOther({ ...code, tokens: parts[i] ?? [] }, each, steps + 1)))
        return true;
    return false;
  }

  /** What a function of the workspace gives by some `return`, or each of what that is or what it yields. */
  async #isOtherResult(
    { module, index }: Extract<Known, { kind: 'function' }>,
    {
      names,
      isAwaited,
      isEach,
    }: { readonly names: Names; readonly isAwaited: boolean; readonly isEach: boolean },
    steps: number,
  ): Promise<boolean> {
    const file = await this.#reader.openFile(module);
    const definition = module.index.definitions[index];
    if (file === undefined || definition === undefined || definition.start !== definition.head) return false;
    const isAsync = file.range(definition.head, definition.body)[0]?.word === word.ASYNC;
    const own = readStatements(file).inScope.get(index) ?? [];
    const isGenerator = own.some(({ tokens }) => tokens.some(each => each.word === word.YIELD));
    if (isAsync !== isAwaited || (isGenerator && !isEach)) return false;
    const given = own.filter(({ firstWord }) => firstWord === (isGenerator ? word.YIELD : word.RETURN));
    for (const result of given.slice(0, MOST_RESULTS)) {
      if (result.tokens[1]?.word === word.FROM) continue;
      const value = { ...codeOf(file, result), tokens: result.tokens.slice(1) };
      const isOther =
        isEach && !isGenerator
          ? await this.#isOfOtherEach(value, names, steps)
          : await this.#isOther(value, names, steps);
      if (isOther) return true;
    }
    return false;
  }

  /** Of each of what is looped over. */
  async #isOfOtherEach(code: Code, names: Names, steps: number): Promise<boolean> {
    const { tokens } = code;
    if (steps > MOST_STEPS) return false;
    const items = several(tokens) ?? keysIn(tokens);
    if (items !== undefined) {
      for (const each of items.slice(0, MOST_EACH))
        if (!isStarred(each) && (await this.#isOther({ ...code, tokens: each }, names, steps + 1)))
          return true;
      return false;
    }
    const given = codeGiven(withoutBrackets(code));
    if (given !== code) return this.#isOfOtherEach(given, names, steps + 1);
    const { called, open } = await this.#calledIn(code);
    if (called?.kind === 'function')
      return this.#isOtherResult(called, { names, isAwaited: false, isEach: true }, steps + 2);
    if (called?.kind !== 'outside') {
      const value = await this.#reader.evaluate(code, 0, tokens.length);
      return value.kind === 'value' && HOLDING_SINGLE.test(value.type) && isOtherNumber(1, names);
    }
    const parts = splitArguments(tokens, open).filter(part => part.length > 0);
    if (parts.some(isStarred)) return false;
    const positional = parts.filter(([, second]) => second?.op !== op.ASSIGN);
    const [first = []] = positional;
    if (PASSING.test(called.name)) return this.#isOfOtherEach({ ...code, tokens: first }, names, steps + 1);
    const isNumbering = called.name === 'builtins.enumerate';
    if (!isNumbering && called.name !== 'builtins.zip')
      return isOtherOfTable(GIVING_EACH, called.name, names);
    if (isOtherNumber(isNumbering ? 2 : positional.length, names)) return true;
    if (names.hasStar) return false;
    const sources = isNumbering ? [undefined, first] : positional;
    for (const [i, each] of names.parts.entries()) {
      const source = sources[i];
      if (each === undefined || source === undefined) continue;
      if (await this.#isOfOtherEach({ ...code, tokens: source }, each, steps + 1)) return true;
    }
    return false;
  }

  /** What is called last in `a.b(1).c(2)`. */
  async #calledIn(code: Code): Promise<{ readonly called?: Known; readonly open: number }> {
    const { tokens } = code;
    const open = tokens.length === 0 ? -1 : lastPart(tokens, 0, tokens.length);
    const isCall =
      tokens[open]?.op === op.PAREN_OPEN && open > 0 && closing(tokens, open) === tokens.length - 1;
    return isCall ? { called: await this.#reader.evaluate(code, 0, open), open } : { open };
  }
}

const MOST_EACH = 50;
const MOST_RESULTS = 20;

const isOtherNumber = (count: number, { parts, hasStar }: Names): boolean =>
  hasStar ? count < parts.length - 1 : count !== parts.length;

/** `(a)` is `a`. */
function withoutBrackets(code: Code): Code {
  const { tokens } = code;
  const isWhole =
    tokens[0]?.op === op.PAREN_OPEN && tokens.length > 2 && closing(tokens, 0) === tokens.length - 1;
  return isWhole && several(tokens) === undefined ? { ...code, tokens: tokens.slice(1, -1) } : code;
}

/** The keys of a dictionary that is written out, or what is in a set; `undefined` for other values. */
function keysIn(tokens: Part): readonly Part[] | undefined {
  if (tokens[0]?.op !== op.BRACE_OPEN || closing(tokens, 0) !== tokens.length - 1) return undefined;
  const items = splitArguments(tokens, 0).filter(part => part.length > 0 && !isStarred(part));
  if (items.some(part => hasOutside(part, word.FOR))) return undefined;
  return items.map(part =>
    part.slice(
      0,
      outside(part, 0, part.length, token => token.op === op.COLON),
    ),
  );
}

const isPlainText = (text: string): boolean => !isFormatted(text) && !text.includes('\\');

function isOtherOfTable(
  table: readonly (readonly [name: RegExp, count: number])[],
  called: string,
  names: Names,
): boolean {
  const count = table.find(([name]) => name.test(called))?.[1];
  return count !== undefined && isOtherNumber(count, names);
}
