import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import {
  argumentsAt,
  hasCall,
  headEnd,
  isLiteral,
  isText,
  partsOf,
  withoutParentheses,
} from './range-parts.ts';
import type { Locals, Range } from './test-locals.ts';

/** What decides in a test file which tests run, or how much they check. */
export interface Decider {
  /** Its tokens in those of the file. */
  readonly from: number;
  readonly to: number;
  readonly by: By;
}

/**
 * What decides: which values there are, what functions do as well, or all of a class below which tests stand; what is
 * called there, what is entered there, or what is called there and serves tests alone.
 */
export type By = 'values' | 'functions' | 'classes' | 'calls' | 'entered' | 'judges';

export const ASSERTION = /^(?:assert\w*|AssertionError|fail|failUnless\w*)$/;
const TRUTH = /^assert(?:True|False|_)$/;

/** What one line of a test file says of what decides. */
export class DecidingLine {
  readonly #tokens: CodeTokens;
  readonly #locals: Locals;
  readonly #from: number;
  readonly #to: number;
  readonly #found: Decider[] = [];

  constructor(tokens: CodeTokens, locals: Locals, from: number, to: number) {
    this.#tokens = tokens;
    this.#locals = locals;
    this.#from = from;
    this.#to = to;
  }

  /** @param checks functions that assert something: what is given one decides whether it is called */
  deciders(checks: ReadonlySet<string>): readonly Decider[] {
    const tokens = this.#tokens;
    const from = this.#from;
    const first = tokens.word(from) === word.ASYNC ? from + 1 : from;
    const to = BLOCKS.has(tokens.word(first)) ? this.#headerEnd() : this.#to;
    switch (tokens.word(first)) {
      case word.IF:
      case word.ELIF:
      case word.WHILE:
        this.#add(from + 1, to, 'calls');
        break;
      case word.FOR:
        this.#addLoops(first, to);
        break;
      case word.WITH:
        for (const item of partsOf(tokens, [first + 1, to], i => tokens.op(i) === op.COMMA))
          this.#addEntered(item);
        break;
      case word.ASSERT:
        this.#addBounds();
        this.#addCondition(partsOf(tokens, [from + 1, to], i => tokens.op(i) === op.COMMA)[0] ?? [to, to]);
        break;
      case word.MATCH:
        if (tokens.op(this.#to - 1) === op.COLON) this.#add(from + 1, to, 'calls');
        break;
      default:
        this.#addBounds();
        for (const [start, end] of this.#choices()) this.#addHead([start, end], 'judges');
        if (tokens.op(from) === op.AT) {
          if (this.#isOfCheck(checks)) this.#addMark([from + 1, to]);
        } else if (tokens.text(from) === 'pytestmark') this.#addMark([from + 2, to]);
        else {
          this.#addStatement();
          if (this.#calls(checks, to)) this.#addLoops(from, to);
        }
    }
    if (this.#givesOn(checks, to)) this.#add(from, to, 'calls');
    return this.#found;
  }

  /** Whether the decorator is one of a test, a class of tests, a fixture or something else that asserts. */
  #isOfCheck(checks: ReadonlySet<string>): boolean {
    const tokens = this.#tokens;
    for (let i = this.#from; i < Math.min(tokens.length, this.#from + MOST_BETWEEN); i++) {
      if (tokens.text(i) === 'fixture') return true;
      const name = tokens.text(i + 1);
      if (tokens.word(i) === word.CLASS_WORD) return /^Test|Tests?$|TestCase/.test(name) || checks.has(name);
      if (tokens.word(i) === word.DEF) return /^test/i.test(name) || checks.has(name);
    }
    return true;
  }

  /** The parts of `a() and b()` and `a() if b() else c()`. */
  #choices(): readonly Range[] {
    const parts = partsOf(this.#tokens, [this.#from, this.#to], i => CHOOSING.has(this.#tokens.word(i)));
    const isDenied = (start: number) => this.#tokens.word(start) === word.NOT;
    return parts.length < 2
      ? []
      : parts.map(([start, end]): Range => [isDenied(start) ? start + 1 : start, end]);
  }

  /** What bounds a comparison by its place: `approx(1, EPS)`, `isclose(a, b, EPS)`. */
  #addBounds(): void {
    for (let i = this.#from; i + 1 < this.#to; i++) {
      if (this.#tokens.op(i + 1) !== op.PAREN_OPEN) continue;
      const name = this.#tokens.text(i);
      const first = name === 'approx' ? 1 : /(?:is|all)close$/.test(name) ? 2 : -1;
      if (first > 0)
        for (const bound of argumentsAt(this.#tokens, i + 1).slice(first)) this.#add(...bound, 'values');
    }
  }

  #headerEnd(): number {
    const isColon = (i: number) => this.#tokens.op(i) === op.COLON;
    return partsOf(this.#tokens, [this.#from, this.#to], isColon)[0]?.[1] ?? this.#to;
  }

  #add(from: number, to: number, by: By): void {
    if (from >= to) return;
    this.#found.push({ from, to, by });
    for (let i = from; i < to; i++) {
      const value = this.#locals.valueAt(i);
      if (value !== undefined) this.#addValue(value, by);
    }
  }

  /** What is tested may be kept under a name, and looped over. */
  #addValue([from, to]: Range, by: By): void {
    if (!hasCall(this.#tokens, [from, to])) this.#found.push({ from, to, by: 'values' });
    else if (by === 'calls' || by === 'judges')
      this.#found.push({ from, to: by === 'calls' ? to : headEnd(this.#tokens, from, to), by: 'judges' });
    else if (by === 'entered') this.#found.push({ from, to: headEnd(this.#tokens, from, to), by: 'entered' });
  }

  /** What is called, without its arguments: `p.close` of `p.close(f(1), 1)`. */
  #addHead([from, to]: Range, by: By): void {
    this.#add(from, headEnd(this.#tokens, from, to), by);
  }

  /** What a method gives of what is made there is entered, and not that itself. */
  #addEntered([from, to]: Range): void {
    const tokens = this.#tokens;
    const end = headEnd(tokens, from, to);
    const isOfMade = tokens.op(end) === op.PAREN_OPEN && tokens.op(tokens.closing(end) + 1) === op.DOT;
    this.#add(from, end, isOfMade ? 'calls' : 'entered');
    const value = tokens.op(from + 1) === op.DOT ? this.#locals.valueAt(from) : undefined;
    if (value !== undefined) this.#addHead(value, 'judges');
  }

  /** What stands behind `in`: of a display of things, each is there whatever it is. */
  #addLoops(from: number, to: number): void {
    const tokens = this.#tokens;
    for (let i = from; i < to; i++) {
      if (tokens.word(i) !== word.FOR) continue;
      let start = i;
      while (start < to && tokens.word(start) !== word.IN) start++;
      let depth = 0;
      let end = start + 1;
      while (end < to && depth >= 0 && !(depth === 0 && tokens.word(end) === word.FOR)) {
        if (op.opens(tokens.op(end))) depth++;
        if (op.closes(tokens.op(end))) depth--;
        end++;
      }
      this.#addMany([start + 1, depth < 0 ? end - 1 : end]);
    }
  }

  /** What gives many things. */
  #addMany([from, to]: Range): void {
    const tokens = this.#tokens;
    const isDisplay = op.opens(tokens.op(from)) && tokens.closing(from) === to - 1;
    if (!isDisplay) {
      this.#add(from, to, 'calls');
      return;
    }
    this.#addLoops(from + 1, to - 1);
    for (const item of partsOf(tokens, [from + 1, to - 1], i => tokens.op(i) === op.COMMA))
      if (tokens.op(item[0]) === op.STAR) this.#add(...item, 'calls');
  }

  /** A decorator, and what it is given by place, or as `params` and the like. */
  #addMark([from, to]: Range): void {
    const tokens = this.#tokens;
    this.#addHead([from, to], 'calls');
    let open = from;
    while (open < to && tokens.op(open) !== op.PAREN_OPEN) open++;
    if (open >= to) return;
    for (const [start, end] of argumentsAt(tokens, open)) {
      const isNamed = tokens.op(start + 1) === op.ASSIGN;
      if (!isNamed) this.#addMany([start, end]);
      else if (/^(?:argvalues|params|argnames)$/.test(tokens.text(start))) this.#addMany([start + 2, end]);
    }
  }

  #addStatement(): void {
    const tokens = this.#tokens;
    const [from, to] = [this.#from, this.#to];
    const open = headEnd(tokens, from, to);
    if (tokens.op(open) !== op.PAREN_OPEN || tokens.closing(open) !== to - 1) return;
    const name = tokens.text(open - 1);
    const [first, second, ...others] = argumentsAt(tokens, open);
    if (first === undefined) return;
    if (TRUTH.test(name)) this.#addCondition(first);
    else if (/^assert[A-Z]/.test(name)) {
      if (second !== undefined) this.#addSides([first, second]);
      for (const other of others) this.#add(...other, 'values');
    } else if (/^enter_(?:async_)?context$/i.test(name)) this.#addEntered(first);
    // What is given what another call gives may raise because of that.
    else if (hasCall(tokens, [open + 1, to - 1])) this.#addHead([from, to], 'judges');
  }

  #addCondition(range: Range, isChosen = false): void {
    const tokens = this.#tokens;
    const [from, to] = withoutParentheses(tokens, range);
    if (from >= to) return;
    const parts = partsOf(tokens, [from, to], i => CHOOSING.has(tokens.word(i)));
    if (parts.length > 1) for (const part of parts) this.#addCondition(part, true);
    else if (tokens.word(from) === word.NOT) this.#addCondition([from + 1, to], isChosen);
    else {
      const sides = partsOf(tokens, [from, to], i => isComparison(tokens, i)).filter(
        ([start, end]) => start < end,
      );
      if (sides.length > 1) this.#addSides(sides);
      else this.#addTruth([from, to], isChosen);
    }
  }

  #addTruth([from, to]: Range, isChosen: boolean): void {
    const tokens = this.#tokens;
    const isOfAll = /^(?:all|any)$/.test(tokens.text(from)) && tokens.closing(from + 1) === to - 1;
    const value = to - from === 1 ? this.#locals.valueAt(from) : undefined;
    if (value !== undefined) this.#addHead(value, 'judges');
    if (isOfAll) {
      const kept = this.#locals.valueAt(from + 2);
      if (kept !== undefined) this.#addLoops(...kept);
      const [each] = partsOf(tokens, [from + 2, to - 1], i => tokens.word(i) === word.FOR);
      if (each !== undefined) this.#addCondition(each);
      this.#addLoops(from + 2, to - 1);
    } else if (hasCall(tokens, [from, to])) {
      if (isChosen || this.#judges([from, to])) this.#addHead([from, to], 'judges');
    } else if (isChosen) this.#add(from, to, 'values');
  }

  /** A call that is given what another one gave: `close(f(1), 1)`; what is given anything else is what is tested. */
  #judges([from, to]: Range): boolean {
    const open = headEnd(this.#tokens, from, to);
    if (this.#tokens.op(open) !== op.PAREN_OPEN) return true;
    if (hasCall(this.#tokens, [open + 1, to])) return true;
    for (let i = open + 1; i < to; i++) {
      const value = this.#locals.valueAt(i);
      if (value !== undefined && hasCall(this.#tokens, value)) return true;
    }
    return false;
  }

  /** What is a plain value on one side is what the other side is held against, but where that is a literal. */
  #addSides(sides: readonly Range[]): void {
    const truth = sides.findIndex(
      ([from, to]) => to - from === 1 && /^(?:True|False)$/.test(this.#tokens.text(from)),
    );
    const other = sides[1 - truth];
    if (truth >= 0 && sides.length === 2 && other !== undefined) {
      this.#addTruth(other, false);
      return;
    }
    // What is expected, or how much two may differ, stands on the right.
    const [left, right] = sides;
    if (
      left !== undefined &&
      right !== undefined &&
      hasCall(this.#tokens, left) &&
      hasCall(this.#tokens, right)
    )
      this.#addHead(right, 'judges');
    for (const [i, side] of sides.entries())
      if (!(isText(this.#tokens, side) && this.#isLookedFor(sides, i)) && !hasCall(this.#tokens, side))
        if (sides.some(other => other !== side && !isLiteral(this.#tokens, other)))
          this.#add(...side, 'values');
  }

  /** Of `a in b` it is the first, or it is held against by `==`. */
  #isLookedFor(sides: readonly Range[], side: number): boolean {
    const between = sides[0]?.[1] ?? 0;
    const isEqual = this.#tokens.text(between) === '==';
    return sides.length === 2 && (isEqual || (side === 0 && this.#tokens.word(between) === word.IN));
  }

  /** `[check(each) for each in cases()]` */
  #calls(checks: ReadonlySet<string>, to: number): boolean {
    for (let i = this.#from; i < to; i++)
      if (this.#tokens.op(i + 1) === op.PAREN_OPEN && checks.has(this.#tokens.text(i))) return true;
    return false;
  }

  /** A function that asserts is an argument, or a lambda that does. */
  #givesOn(checks: ReadonlySet<string>, to: number): boolean {
    const tokens = this.#tokens;
    let isLambda = false;
    for (let i = this.#from + 1; i < to; i++) {
      isLambda ||= tokens.word(i) === word.LAMBDA;
      if (!tokens.isName(i)) continue;
      const text = tokens.text(i);
      if (isLambda && ASSERTION.test(text)) return true;
      const isOfSelf = tokens.op(i - 1) === op.DOT && tokens.text(i - 2) === 'self';
      const [before, next] = [tokens.op(isOfSelf ? i - 3 : i - 1), tokens.op(i + 1)];
      const isArgument =
        (op.opens(before) || before === op.COMMA || before === op.ASSIGN) &&
        (op.closes(next) || next === op.COMMA);
      if (isArgument && checks.has(text)) return true;
    }
    return false;
  }
}

/** So many tokens may stand between a decorator and what it decorates; beyond that it counts. */
const MOST_BETWEEN = 400;

const BLOCKS: ReadonlySet<number> = new Set([word.IF, word.ELIF, word.ELSE, word.WHILE, word.FOR, word.WITH]);
const CHOOSING: ReadonlySet<number> = new Set([word.AND, word.OR, word.IF, word.ELSE]);

const isComparison = (tokens: CodeTokens, i: number): boolean =>
  tokens.word(i) === word.IN || tokens.word(i) === word.IS || /^(?:[<>]=?|[!=]=)$/.test(tokens.text(i));
