import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { type CodeToken, isName, tokenBefore } from '../code/code-tokens.ts';

/**
 * Where a name of a comprehension or lambda stands outside of that, as indices of tokens: `n` behind `in` in
 * `sum(n for n in n)`, behind `=` in `lambda n=n: n`, and behind the whole.
 */
export function namesOutside(
  tokens: readonly CodeToken[],
  innerNames: ReadonlySet<string>,
): ReadonlySet<number> {
  if (innerNames.size === 0) return NONE;
  const known = outsideOf.get(tokens) ?? findOutside(tokens, innerNames);
  outsideOf.set(tokens, known);
  return known;
}

const NONE: ReadonlySet<number> = new Set();
/** Asked for each access of a statement. */
const outsideOf = new WeakMap<readonly CodeToken[], ReadonlySet<number>>();

function findOutside(tokens: readonly CodeToken[], innerNames: ReadonlySet<string>): ReadonlySet<number> {
  const outside = new Set<number>();
  const changes = new ScopeReader(tokens).read();
  /** How many comprehensions and lambdas around the token have the name. */
  const around = new Map<string, number>();
  for (let i = 0; i < tokens.length; i++) {
    for (const { names, by } of changes.get(i) ?? [])
      for (const name of names) around.set(name, (around.get(name) ?? 0) + by);
    const token = at(tokens, i);
    if (!isName(token) || !innerNames.has(token.text) || tokenBefore(tokens, i)?.op === op.DOT) continue;
    if ((around.get(token.text) ?? 0) === 0) outside.add(i);
  }
  return outside;
}

/** A comprehension or lambda that is being read. */
interface Scope {
  readonly names: string[];
  /** Of a lambda that is not at its colon yet, or of a comprehension between `for` and `in`. */
  isNaming: boolean;
  /** What stands there is looked up around it: the first iterable, a default. */
  isOutside: boolean;
  /** Of a comprehension: one of its iterables was read. */
  hasIterable: boolean;
}

interface Bracket {
  readonly open: number;
  /** The comprehension between whose `for` and `in` it stands. */
  readonly target: Scope | undefined;
  comprehension: Scope | undefined;
  readonly lambdas: Scope[];
}

/** Names that are more around the tokens from one on, or less. The list may still grow when that is noted. */
interface Change {
  readonly names: readonly string[];
  readonly by: 1 | -1;
}

class ScopeReader {
  readonly #tokens: readonly CodeToken[];
  readonly #changes = new Map<number, Change[]>();

  constructor(tokens: readonly CodeToken[]) {
    this.#tokens = tokens;
  }

  read(): ReadonlyMap<number, readonly Change[]> {
    const brackets: Bracket[] = [{ open: -1, target: undefined, comprehension: undefined, lambdas: [] }];
    for (let i = 0; i < this.#tokens.length; i++) {
      const token = at(this.#tokens, i);
      const bracket = at(brackets, brackets.length - 1);
      if (isOpening(token)) {
        const target = bracket.comprehension?.isNaming ? bracket.comprehension : bracket.target;
        brackets.push({ open: i, target, comprehension: undefined, lambdas: [] });
      } else if (isClosing(token) && brackets.length > 1) {
        this.#leave(bracket, i);
        brackets.pop();
      } else this.#look(i, token, bracket);
    }
    return this.#changes;
  }

  #add(i: number, names: readonly string[], by: 1 | -1): void {
    addTo(this.#changes, i, { names, by });
  }

  #open(i: number): Scope {
    const scope = { names: [], isNaming: true, isOutside: false, hasIterable: false };
    this.#add(i, scope.names, 1);
    return scope;
  }

  #setOutside(scope: Scope, i: number, isOutside: boolean): void {
    if (scope.isOutside === isOutside) return;
    scope.isOutside = isOutside;
    this.#add(i, scope.names, isOutside ? -1 : 1);
  }

  #close(scope: Scope, i: number): void {
    this.#setOutside(scope, i, false);
    this.#add(i, scope.names, -1);
  }

  #leave(bracket: Bracket, i: number): void {
    this.#closeLambdas(bracket, i, () => true);
    if (bracket.comprehension !== undefined) this.#close(bracket.comprehension, i);
  }

  #closeLambdas({ lambdas }: Bracket, i: number, isEnded: (scope: Scope) => boolean): void {
    for (let last = lambdas.at(-1); last !== undefined && isEnded(last); last = lambdas.at(-1)) {
      lambdas.pop();
      this.#close(last, i);
    }
  }

  #look(i: number, token: CodeToken, bracket: Bracket): void {
    if (token.word === word.LAMBDA) bracket.lambdas.push(this.#open(i));
    else if (token.word === word.FOR && bracket.open >= 0) this.#startLoop(i, bracket);
    else if (token.word === word.IN && bracket.comprehension?.isNaming)
      this.#startIterable(i, bracket.comprehension);
    else if (token.word === word.IF && bracket.comprehension !== undefined)
      this.#setOutside(bracket.comprehension, i, false);
    else if (token.op === op.COMMA || token.op === op.COLON) this.#endPart(i, token, bracket);
    else if (token.op === op.ASSIGN) this.#startDefault(i, bracket);
    else if (isName(token) && tokenBefore(this.#tokens, i)?.op !== op.DOT) this.#readName(token, bracket);
  }

  #startLoop(i: number, bracket: Bracket): void {
    this.#closeLambdas(bracket, i, () => true);
    bracket.comprehension ??= this.#open(bracket.open + 1);
    this.#setOutside(bracket.comprehension, i, false);
    bracket.comprehension.isNaming = true;
  }

  #startIterable(i: number, comprehension: Scope): void {
    comprehension.isNaming = false;
    // The first one is evaluated before the comprehension begins.
    if (!comprehension.hasIterable) this.#setOutside(comprehension, i + 1, true);
    comprehension.hasIterable = true;
  }

  /** Bodies of lambdas end there, up to one whose parameters are being read. */
  #endPart(i: number, token: CodeToken, bracket: Bracket): void {
    this.#closeLambdas(bracket, i, ({ isNaming }) => !isNaming);
    const lambda = bracket.lambdas.at(-1);
    if (lambda === undefined) return;
    this.#setOutside(lambda, i, false);
    lambda.isNaming = token.op === op.COMMA;
  }

  #startDefault(i: number, { lambdas }: Bracket): void {
    const lambda = lambdas.at(-1);
    if (lambda?.isNaming) this.#setOutside(lambda, i, true);
  }

  #readName({ text }: CodeToken, { lambdas, comprehension, target }: Bracket): void {
    const lambda = lambdas.at(-1);
    if (lambda?.isNaming && !lambda.isOutside) lambda.names.push(text);
    else if (comprehension?.isNaming) comprehension.names.push(text);
    else target?.names.push(text);
  }
}
