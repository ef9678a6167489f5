import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { findOutside, isClosing, isOpening, lastAssign, opening } from '../code/brackets.ts';
import { isName, tokenBefore } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { CATCHES } from '../facts/kept-from-failing.ts';
import { annotationAt, namesBound } from './statement-names.ts';
import { readStatements, type Statement } from './statements.ts';

/** A statement, with what is in its block. */
interface Node {
  readonly statement: Statement;
  readonly inside: readonly Node[];
  /** A `with` that may keep what fails in it from going on, so that its end may not be reached. */
  readonly isSwallowing: boolean;
}

const CLAUSES: ReadonlySet<number> = new Set([word.ELIF, word.ELSE, word.EXCEPT, word.FINALLY]);
const EXITS: ReadonlySet<number> = new Set([word.RETURN, word.RAISE, word.CONTINUE, word.BREAK]);

/**
 * Whether each way from the beginning of a function to one of its statements binds the name: loops may not run, what
 * is tried may stop before it is done, and a block that ends with `return` and the like is no way on.
 */
export function isBoundOnAllWays(
  file: PythonFile,
  {
    scope,
    name,
    use,
    isParameter,
  }: {
    readonly scope: number;
    readonly name: string;
    readonly use: Statement;
    readonly isParameter: boolean;
  },
): boolean {
  const all = readStatements(file).inScope.get(scope) ?? [];
  const { tree, members, deleted } = waysOf(all, file);
  // Of the many uses of `self` none has to be searched for.
  if (isParameter && !deleted.has(name)) return members.has(use);
  return search(tree, name, use, isParameter) === true;
}

interface Ways {
  readonly tree: readonly Node[];
  /** Every statement of the tree. */
  readonly members: ReadonlySet<Statement>;
  /** Names of `del`. */
  readonly deleted: ReadonlySet<string>;
}

/** Read once for all names; gone with the statements. */
const WAYS = new WeakMap<readonly Statement[], Ways>();

function waysOf(all: readonly Statement[], file: PythonFile): Ways {
  const known = WAYS.get(all);
  if (known !== undefined) return known;
  const tree = treeOf(all, statement => isSwallowing(statement, file));
  const members = new Set<Statement>();
  const addAll = (nodes: readonly Node[]) => {
    for (const { statement, inside } of nodes) {
      members.add(statement);
      addAll(inside);
    }
  };
  addAll(tree);
  const isDel = ({ tokens }: Statement) => tokens[0]?.word === word.DEL;
  const deleted = new Set([...members].filter(isDel).flatMap(each => [...namesBound(each)]));
  const ways = { tree, members, deleted };
  WAYS.set(all, ways);
  return ways;
}

/** Whether the name at the index is bound there, and not read. */
export function isTargetAt(statement: Statement, at: number): boolean {
  const { tokens } = statement;
  const name = tokens[at]?.text ?? '';
  const { bound, byWalrus, end } = targetsOf(statement);
  if (!bound.has(name)) return false;
  if (byWalrus.has(name)) return tokens[at + 1]?.op === op.WALRUS;
  const isWith = tokens.slice(0, 2).some(token => token.word === word.WITH);
  return at < end && !isIndex(tokens, at) && (!isWith || isBehindAs(tokens, at));
}

/** `as a`, `as (a, b)`: names and brackets alone stand between the two, and no call. */
function isBehindAs(tokens: Statement['tokens'], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i];
    if (token === undefined || token.word === word.AS) return token !== undefined;
    if (isOpening(token) && isName(tokens[i - 1])) return false;
  }
  return false;
}

/** `z[k] = …` reads `k`. */
function isIndex(tokens: Statement['tokens'], at: number): boolean {
  const open = opening(tokens, at);
  const before = tokenBefore(tokens, open);
  if (before === undefined || tokens[open]?.op !== op.BRACKET_OPEN) return false;
  return isName(before) || isClosing(before);
}

/** What a statement binds, and before which of its tokens; `:=` does so anywhere. */
interface Targets {
  readonly bound: ReadonlySet<string>;
  readonly byWalrus: ReadonlySet<string>;
  readonly end: number;
}

/** For all names of a statement; gone with it. */
const targetsOf = once((statement: Statement): Targets => {
  const { tokens } = statement;
  const byWalrus = new Set<string>();
  for (const [i, { text }] of tokens.entries()) if (tokens[i + 1]?.op === op.WALRUS) byWalrus.add(text);
  const bound: ReadonlySet<string> = tokens[0]?.word === word.DEL ? new Set() : namesBound(statement);
  return { bound, byWalrus, end: endOfTargets(tokens) };
});

function endOfTargets(tokens: Statement['tokens']): number {
  const isLoop = tokens.slice(0, 2).some(token => token.word === word.FOR);
  if (isLoop) return tokens.findIndex(token => token.word === word.IN);
  const annotation = annotationAt(tokens);
  if (annotation >= 0) return annotation;
  // What is added to is read.
  if (findOutside(tokens, token => op.isAugmented(token.op)) >= 0) return 0;
  const last = lastAssign(tokens);
  return last < 0 ? tokens.length : last;
}

/** The blocks of statements that are in their order; `guards` are the headers around each. */
function treeOf(
  statements: readonly Statement[],
  isSwallowing: (statement: Statement) => boolean,
): readonly Node[] {
  let next = 0;
  const read = (depth: number): readonly Node[] => {
    const found: Node[] = [];
    for (let each = statements[next]; each !== undefined; each = statements[next]) {
      if (each.guards.length < depth) break;
      next++;
      const isBlock = (statements[next]?.guards.length ?? -1) > each.guards.length;
      found.push({
        statement: each,
        inside: isBlock ? read(each.guards.length + 1) : [],
        isSwallowing: isBlock && isSwallowing(each),
      });
    }
    return found;
  };
  return read(statements[0]?.guards.length ?? 0);
}

/** A context that is known to swallow, or one of the file itself, whose `__exit__` or `except` may do so. */
function isSwallowing({ tokens }: Statement, file: PythonFile): boolean {
  if (!tokens.slice(0, 2).some(token => token.word === word.WITH)) return false;
  const { definitions } = file.module.index;
  const isOwn = (name: string) =>
    definitions.some(
      (each, i) =>
        each.name === name &&
        (each.kind === 'class'
          ? definitions.some(({ parent, name: inner }) => parent === i && /^__a?exit__$/.test(inner))
          : each.start < each.head),
    );
  return tokens.some(
    ({ text }, i) =>
      CATCHES.test(text) || /^ignor\w+$/.test(text) || (tokens[i + 1]?.op === op.PAREN_OPEN && isOwn(text)),
  );
}

const headOf = ({ statement: { tokens } }: Node): number =>
  (tokens[0]?.word === word.ASYNC ? tokens[1]?.word : tokens[0]?.word) ?? 0;

/** `undefined` where the use is not among the nodes. */
function search(nodes: readonly Node[], name: string, use: Statement, isBound = false): boolean | undefined {
  let bound = isBound;
  /** Of the `if`, `try` or loop that the clauses belong to. */
  let boundAbove = bound;
  for (let i = 0; i < nodes.length; ) {
    const group = groupAt(nodes, i);
    boundAbove = bound;
    for (const [k, node] of group.entries()) {
      const { statement } = node;
      if (statement === use) return boundAbove || bindsBefore(node, name);
      const head = headOf(node);
      const isElseOfTry = head === word.ELSE && headOf(group[0] as Node) === word.TRY;
      const isTried = isElseOfTry && group[0]?.inside.some(each => binds(each, name));
      const inner = boundAbove || bindsHeader(node, name) || isTried === true;
      const found = search(node.inside, name, use, inner);
      if (found !== undefined) return found;
      // What an `if` asks is asked before its other ways.
      if (k < group.length - 1 && head !== word.TRY && bindsCondition(node, name)) boundAbove = true;
    }
    bound = afterGroup(group, name, bound);
    i += group.length;
  }
  return undefined;
}

/** A statement with the clauses behind it. */
function groupAt(nodes: readonly Node[], from: number): readonly Node[] {
  let to = from + 1;
  for (let node = nodes[to]; node !== undefined && CLAUSES.has(headOf(node)); node = nodes[++to]);
  return nodes.slice(from, to);
}

function afterGroup(group: readonly Node[], name: string, bound: boolean): boolean {
  const [first] = group as [Node];
  if (first.statement.tokens[0]?.word === word.DEL && namesBound(first.statement).has(name)) return false;
  return bound || isBoundBy(group, name);
}

/** Whether the name is bound behind the statement with its clauses, whatever happens in it. */
function isBoundBy(group: readonly Node[], name: string): boolean {
  const [first, ...clauses] = group as [Node, ...Node[]];
  const head = headOf(first);
  const ways = (each: Node) => exits(each.inside) || bindsAll(each.inside, name);
  const last = clauses.find(each => headOf(each) === word.FINALLY);
  if (last !== undefined && bindsAll(last.inside, name)) return true;
  switch (head) {
    case word.IF:
      return (
        bindsCondition(first, name) || (clauses.some(each => headOf(each) === word.ELSE) && group.every(ways))
      );
    case word.TRY: {
      const end = clauses.find(each => headOf(each) === word.ELSE);
      const isTried = bindsAll(first.inside, name) || (end !== undefined && bindsAll(end.inside, name));
      return (
        (isTried || exits(first.inside)) && clauses.filter(each => headOf(each) === word.EXCEPT).every(ways)
      );
    }
    case word.WITH:
      return bindsHeader(first, name) || (!first.isSwallowing && bindsAll(first.inside, name));
    case word.WHILE:
      return bindsCondition(first, name) || (isEndless(first) && bindsAll(first.inside, name));
    case word.FOR:
      return false;
    default:
      if (first.inside.length > 0) return isMatched(first) && first.inside.every(ways);
      return binds(first, name);
  }
}

const bindsAll = (nodes: readonly Node[], name: string): boolean => {
  let bound = false;
  for (let i = 0; i < nodes.length; ) {
    const group = groupAt(nodes, i);
    bound = afterGroup(group, name, bound);
    i += group.length;
  }
  return bound;
};

/** The last of them leaves the function or the loop. */
function exits(nodes: readonly Node[]): boolean {
  let from = nodes.length - 1;
  while (from > 0 && CLAUSES.has(headOf(nodes[from] as Node))) from--;
  const group = nodes.slice(Math.max(0, from));
  const [first] = group;
  if (first === undefined) return false;
  const head = headOf(first);
  if (EXITS.has(head)) return true;
  const [name, dot, exit] = first.statement.tokens;
  if (name?.text === 'sys' && dot?.op === op.DOT && exit?.text === 'exit') return true;
  if (head === word.WITH) return !first.isSwallowing && exits(first.inside);
  if (head === word.IF && group.some(each => headOf(each) === word.ELSE))
    return group.every(each => exits(each.inside));
  return false;
}

const binds = ({ statement }: Node, name: string): boolean =>
  statement.tokens[0]?.word !== word.DEL &&
  !isOnlyDeclared(statement) &&
  namesBound(statement).has(name) &&
  (!targetsOf(statement).byWalrus.has(name) || isSureWalrus(statement, name));

const DECIDING: ReadonlySet<number> = new Set([
  ...[word.AND, word.OR, word.IF, word.ELSE, word.LAMBDA, word.FOR],
]);

/** `:=` that is reached whenever its statement is: behind `and`, in `a if c else b` and the like it may not be. */
function isSureWalrus({ tokens }: Statement, name: string): boolean {
  const at = tokens.findIndex((token, i) => token.text === name && tokens[i + 1]?.op === op.WALRUS);
  const before = tokens.slice(0, Math.max(0, at));
  const isDecided = before.slice(1).some(token => DECIDING.has(token.word));
  const isChosen = tokens.slice(at + 1).some(token => token.word === word.ELSE);
  const isMessage = tokens[0]?.word === word.ASSERT && before.some(token => token.op === op.COMMA);
  const isCompared = before.some(({ text }) => /^(?:[<>]=?|[!=]=|in|is)$/.test(text));
  return at >= 0 && !isDecided && !isChosen && !isMessage && !isCompared;
}

/** `x: int` makes a local of the name, and gives it nothing. */
const isOnlyDeclared = ({ tokens }: Statement): boolean =>
  tokens.at(-1)?.op !== op.COLON &&
  annotationAt(tokens) >= 0 &&
  !tokens.some(token => token.op === op.ASSIGN || token.op === op.WALRUS);

/** What the header of a block binds for what is inside of it. */
const bindsHeader = (node: Node, name: string): boolean => binds(node, name);

/** `:=` in what is asked first. */
const bindsCondition = ({ statement }: Node, name: string): boolean => isSureWalrus(statement, name);

/** In the statement itself a name is read before it is bound, but behind `:=`, `as` and `for`. */
function bindsBefore(node: Node, name: string): boolean {
  const { statement } = node;
  const { tokens } = statement;
  const places = [...tokens.keys()].filter(i => tokens[i]?.text === name && tokens[i - 1]?.op !== op.DOT);
  const [first = -1, ...more] = places;
  const { bound, byWalrus, end } = targetsOf(statement);
  // What is given is evaluated before a target: `z[y := 1] = y`.
  if (tokens[first + 1]?.op === op.WALRUS)
    return isSureWalrus(statement, name) && (first >= end || end === tokens.length);
  if (!bound.has(name) || byWalrus.has(name) || isOnlyDeclared(statement)) return false;
  switch (headOf(node)) {
    case word.FOR:
      return places.every(i => i < end);
    case word.WITH:
      return tokens[first - 1]?.word === word.AS;
    case word.DEF:
    case word.CLASS_WORD:
      return more.length === 0;
    default:
      return !tokens.some(token => op.assigns(token.op));
  }
}

const isEndless = ({ statement: { tokens } }: Node): boolean =>
  tokens.length === 2 && tokens[1]?.word === word.TRUE;

/** A `match` whose last case takes everything. */
function isMatched({ inside, statement: { tokens } }: Node): boolean {
  const last = inside.at(-1)?.statement.tokens;
  return tokens[0]?.word === word.MATCH && last?.length === 2 && last[1]?.text === '_';
}
