import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { namesBoundBy } from './import-entries.ts';
import type { PythonFile } from './python-file.ts';
import type { CodeTokens } from './token-columns.ts';

const CONSTANT = /^[A-Z][A-Z0-9_]*[A-Z0-9]$/;
const LITERALS: readonly number[] = [word.TRUE, word.FALSE, word.NONE];

interface Names {
  /** What is imported, and values at the top of the module. */
  readonly values: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** `name = True` or `name: int = 0`, once in the file and wherever that is. */
  readonly flags: ReadonlySet<string>;
}

function readNames(file: PythonFile): Names {
  const { definitions, imports } = file.module.index;
  const values = new Set(imports.flatMap(namesBoundBy));
  const functions = new Set<string>();
  for (const { parent, kind, name } of definitions)
    if (parent === -1 && kind === 'function') functions.add(name);
    else if (parent === -1 && kind !== 'class') values.add(name);
  return { values, functions, flags: readFlags(file) };
}

/** Words behind which a name gets whatever comes. */
const BINDING: readonly number[] = [word.FOR, word.AS, word.GLOBAL, word.NONLOCAL, word.DEL];

function readFlags({ tokens }: PythonFile): ReadonlySet<string> {
  const times = new Map<string, number>();
  const flags = new Set<string>();
  const bind = (at: number, isLiteral: boolean) => {
    const name = tokens.text(at);
    times.set(name, (times.get(name) ?? 0) + 1);
    if (isLiteral) flags.add(name);
  };
  let isHeader = false;
  for (let i = 0; i < tokens.length; i++) {
    const isStart = tokens.kind(i - 1) < NAME;
    if (isStart) isHeader = tokens.word(i) === word.DEF || tokens.word(i) === word.ASYNC;
    const targets = isStart && !isHeader ? namesTogether(tokens, i) : [];
    if (targets.length > 1)
      for (const at of targets) bind(at, areLiteralsIn(tokens, (targets.at(-1) ?? i) + 2, targets.length));
    if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT) continue;
    const next = tokens.op(i + 1);
    if (isHeader || BINDING.includes(tokens.word(i - 1)) || op.isAugmented(next)) bind(i, false);
    else if (next === op.WALRUS) bind(i, areLiterals(tokens, i + 2, 1));
    else if (isStart && next === op.ASSIGN) bind(i, areLiterals(tokens, i + 2, 1));
    else if (isStart && next === op.COLON) bind(i, areLiterals(tokens, assignIn(tokens, i + 2) + 1, 1));
  }
  return new Set([...flags].filter(name => times.get(name) === 1));
}

/** Of `a, b = …` the tokens of all names; of anything else none. */
function namesTogether(tokens: CodeTokens, from: number): readonly number[] {
  const found: number[] = [];
  for (let i = from; tokens.isName(i); i += 2) {
    found.push(i);
    if (tokens.op(i + 1) === op.ASSIGN) return found;
    if (tokens.op(i + 1) !== op.COMMA) break;
  }
  return [];
}

/** Index of the sign of `name: type = value`; the end of the line where there is none. */
function assignIn(tokens: CodeTokens, from: number): number {
  let i = from;
  while (tokens.kind(i) >= NAME && tokens.op(i) !== op.ASSIGN) i++;
  return i;
}

/** The same between the parentheses of a tuple. */
const areLiteralsIn = (tokens: CodeTokens, from: number, count: number): boolean =>
  tokens.op(from) === op.PAREN_OPEN && areLiterals(tokens, from + 1, count);

/** Whether so many values stand there with commas between them, and nothing behind them. */
function areLiterals(tokens: CodeTokens, from: number, count: number): boolean {
  for (let i = 0; i < count; i++) {
    const at = from + 2 * i;
    const isLiteral = LITERALS.includes(tokens.word(at)) || [NUMBER, STRING].includes(tokens.kind(at));
    const isLast = i === count - 1;
    const isEnd = isLast
      ? tokens.kind(at + 1) < NAME || tokens.op(at + 1) === op.PAREN_CLOSE
      : tokens.op(at + 1) === op.COMMA;
    if (!isLiteral || !isEnd) return false;
  }
  return true;
}

/** Whether a name decides a condition that is not given to the function: a setting, a version, a switch. */
export function isDecidedByName(file: PythonFile, from: number, to: number): boolean {
  const { tokens } = file;
  const names = file.once(readNames);
  for (let i = from; i < to; i++) {
    if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT) continue;
    let end = i;
    let isSwitch = CONSTANT.test(tokens.text(i)) || names.flags.has(tokens.text(i));
    while (tokens.op(end + 1) === op.DOT && tokens.isName(end + 2)) {
      end += 2;
      isSwitch ||= CONSTANT.test(tokens.text(end)) || names.flags.has(tokens.text(end));
    }
    const isCall = tokens.op(end + 1) === op.PAREN_OPEN;
    if (isCall && tokens.op(end + 2) !== op.PAREN_CLOSE) continue;
    const isOwn = names.values.has(tokens.text(i)) || (isCall && names.functions.has(tokens.text(i)));
    if (isSwitch || isOwn) return true;
    i = end;
  }
  return false;
}
