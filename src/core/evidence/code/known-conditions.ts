import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { namesBoundBy } from './import-entries.ts';
import type { PythonFile } from './python-file.ts';

const CONSTANT = /^[A-Z][A-Z0-9_]*[A-Z0-9]$/;
const LITERALS: readonly number[] = [word.TRUE, word.FALSE, word.NONE];

interface Names {
  /** What is imported, and values at the top of the module. */
  readonly values: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** `name = True`, once in the file and wherever that is. */
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

function readFlags({ tokens }: PythonFile): ReadonlySet<string> {
  const times = new Map<string, number>();
  const flags = new Set<string>();
  let isHeader = false;
  for (let i = 0; i < tokens.length; i++) {
    const isStart = tokens.kind(i - 1) < NAME;
    if (isStart) isHeader = tokens.word(i) === word.DEF || tokens.word(i) === word.ASYNC;
    if (!tokens.isName(i) || (!isHeader && !(isStart && tokens.op(i + 1) === op.ASSIGN))) continue;
    const name = tokens.text(i);
    times.set(name, (times.get(name) ?? 0) + 1);
    if (!isHeader && LITERALS.includes(tokens.word(i + 2)) && tokens.kind(i + 3) < NAME) flags.add(name);
  }
  return new Set([...flags].filter(name => times.get(name) === 1));
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
