import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { splitArguments } from './call-shape.ts';
import { type CodeToken, isName } from './code-tokens.ts';

interface Function {
  /** How many blocks are around its body. */
  readonly depth: number;
  /** Its parameters, and names that its own statements bind in a plain way. */
  readonly bound: Set<string>;
  /** Names that it says are of another scope. */
  readonly declared: Set<string>;
  /** Those that it says are of the module: what is around it is hidden from the functions in it. */
  readonly globals: Set<string>;
  /** Every word that is written in it. */
  readonly words: Set<string>;
}

/**
 * Whether it is clear that Python takes a `global` or `nonlocal`: of a `global`, that its names are not in the function
 * before it; of a `nonlocal`, that a function around it binds its names, in a plain way and above it.
 */
export class DeclaredNames {
  readonly #functions: Function[] = [];

  /** @param blocks the headers around the line */
  isUnclear(line: readonly CodeToken[], blocks: readonly string[]): boolean {
    this.#leave(blocks);
    const [first, ...others] = line;
    if (first?.word !== word.GLOBAL && first?.word !== word.NONLOCAL) return false;
    const names = others.filter(isName);
    const [inner, ...outer] = this.#functions.toReversed();
    // In a class, or at the top.
    if (inner === undefined || inner.depth > blocks.length) return true;
    if (blocks.slice(inner.depth).includes('class')) return true;
    if (names.some(({ text }) => inner.words.has(text))) return true;
    return (
      first.word === word.NONLOCAL &&
      names.some(
        ({ text }) =>
          outer.find(({ bound, globals }) => bound.has(text) || globals.has(text))?.bound.has(text) !== true,
      )
    );
  }

  /** Called with each line, in order, after it was asked about. */
  read(line: readonly CodeToken[], blocks: readonly string[]): void {
    this.#leave(blocks);
    const inner = this.#functions.at(-1);
    const [first, second] = line;
    const isDefinition =
      first?.word === word.DEF || (first?.word === word.ASYNC && second?.word === word.DEF);
    for (const { words } of this.#functions) for (const each of wordsOf(line)) words.add(each);
    if (inner !== undefined && !blocks.slice(inner.depth).includes('class')) {
      const named = isDefinition || first?.word === word.CLASS_WORD ? line.find(isName) : undefined;
      const assigned = isName(first) && second?.op === op.ASSIGN ? first : undefined;
      const bound = (named ?? assigned)?.text;
      if (first?.word === word.GLOBAL || first?.word === word.NONLOCAL)
        for (const { text } of line.slice(1)) {
          inner.declared.add(text);
          if (first.word === word.GLOBAL) inner.globals.add(text);
        }
      if (bound !== undefined && !inner.declared.has(bound)) inner.bound.add(bound);
    }
    if (!isDefinition) return;
    const open = line.findIndex(token => token.op === op.PAREN_OPEN);
    const parameters = splitArguments(line, open).flatMap(part => part.find(isName)?.text ?? []);
    this.#functions.push({
      depth: blocks.length + 1,
      bound: new Set(parameters),
      declared: new Set(),
      globals: new Set(),
      words: new Set(),
    });
  }

  #leave(blocks: readonly string[]): void {
    while ((this.#functions.at(-1)?.depth ?? 0) > blocks.length) this.#functions.pop();
  }
}

const wordsOf = (line: readonly CodeToken[]): readonly string[] =>
  line.flatMap(({ kind, text }) => (kind === NAME ? [text] : []));
