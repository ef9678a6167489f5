import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import { placesOf } from '../code/uses.ts';

/** What a file does to names without writing them down as names. */
interface HiddenBindings {
  /** The names of a scope are written to or given to somebody, the module is taken as an object, or text is run. */
  readonly isOpen: boolean;
  /** What `setattr` and `delattr` are called for: `Box`, `cls`, `modules`. */
  readonly targets: ReadonlySet<string>;
}

const SCOPES: ReadonlySet<string> = new Set(['globals', 'vars', 'locals']);
const WORDS = [...SCOPES, 'exec', '.modules', 'setattr', 'delattr'];
const WRITES: ReadonlySet<string> = new Set(
  'update setdefault pop popitem clear __setitem__ __delitem__'.split(' '),
);

/** Whether code may give the module names that are written nowhere, or take them away. */
export const changesNames = (file: PythonFile): boolean => file.once(readHidden).isOpen;

/** `setattr(Box, …)`: what is set on an object of another name is none of it, and on a class no name of its module. */
export function setsOn(file: PythonFile, names: readonly string[]): boolean {
  const { targets } = file.once(readHidden);
  return names.length > 0 && targets.size > 0 && [...names, 'cls'].some(name => targets.has(name));
}

/** `f.__doc__ = …`, `f.__defaults__ += …` */
export const isSetIn = (file: PythonFile, name: string): boolean =>
  file.mentions(name) &&
  placesOf(file, name).some(at => {
    const next = file.tokens.op(at + 1);
    return op.assigns(next);
  });

function readHidden(file: PythonFile): HiddenBindings {
  const targets = new Set<string>();
  let isOpen = false;
  if (!WORDS.some(each => file.mentions(each))) return { isOpen, targets };
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (!tokens.isName(i)) continue;
    const name = tokens.text(i);
    const isOwn = tokens.op(i - 1) !== op.DOT && tokens.text(i - 1) !== 'def';
    const isCall = tokens.op(i + 1) === op.PAREN_OPEN;
    // `sys.modules[__name__]`
    if (name === 'modules' && tokens.text(i + 2) === '__name__') isOpen = true;
    // `h = globals`
    const isAlone = tokens.kind(i - 3) < NAME && tokens.op(i - 1) === op.ASSIGN && tokens.kind(i + 1) < NAME;
    if (isAlone && name === 'globals') isOpen = true;
    if (!isOwn || !isCall) continue;
    const end = tokens.closing(i + 1);
    if (name === 'setattr' || name === 'delattr') targets.add(firstArgument(file, i + 2));
    // With names of its own it runs somewhere else.
    else if (name === 'exec') isOpen ||= !hasComma(file, i + 2, end);
    else if (SCOPES.has(name)) isOpen ||= isWritten(file, name, i, end);
  }
  return { isOpen, targets };
}

/** The last name of `a.b.Box` in front of a comma; `modules` of `sys.modules[…]`. */
function firstArgument({ tokens }: PythonFile, from: number): string {
  let at = from;
  while (tokens.isName(at) && tokens.op(at + 1) === op.DOT) at += 2;
  return tokens.isName(at) ? tokens.text(at) : '';
}

function hasComma({ tokens }: PythonFile, from: number, end: number): boolean {
  for (let i = from; i < end; i++) {
    if (tokens.op(i) === op.COMMA) return true;
    if (op.opens(tokens.op(i))) i = tokens.closing(i);
  }
  return false;
}

const CONTINUES: readonly number[] = [op.DOT, op.BRACKET_OPEN];
/** Behind what is only read: `f(globals()["x"], …)`. */
const READING = /^(?:\)|,|\]|\.|\(|\[|)$/;

/** `globals()["f"] = …`, `vars().update(…)`, `del locals()["f"]`; whoever gets `globals()` may write to it. */
function isWritten({ tokens }: PythonFile, name: string, at: number, end: number): boolean {
  const isEmpty = end === at + 2;
  const next = tokens.op(end + 1);
  const isAssign = (i: number) => {
    const each = tokens.op(i);
    return op.assigns(each);
  };
  // `g = globals()`, `for globals()["f"] in …`
  const isKept =
    name === 'globals' && isEmpty && tokens.op(at - 1) === op.ASSIGN && !CONTINUES.includes(next);
  const isTarget = /^(?:for|as|,|\(|\[)$/.test(tokens.text(at - 1)) && next === op.BRACKET_OPEN;
  if (isKept || (isTarget && !READING.test(tokens.text(tokens.closing(end + 1) + 1)))) return true;
  if (tokens.text(at - 1) === 'del' || isAssign(end + 1)) return true;
  if (next === op.DOT) return WRITES.has(tokens.text(end + 2));
  if (next === op.BRACKET_OPEN) return isAssign(tokens.closing(end + 1) + 1);
  return name === 'globals' && isEmpty && (next === op.COMMA || next === op.PAREN_CLOSE);
}
