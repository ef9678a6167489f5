import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';

/** Words by which a module reaches its own names, and those of its classes, without naming them. */
const REACHING = [
  'globals',
  'vars',
  'locals',
  'dir',
  'getmembers',
  'f_globals',
  '__globals__',
  '__subclasses__',
  'exec',
  'eval',
];

const OF_BUILTINS: ReadonlySet<string> = new Set(['globals', 'vars', 'locals', 'dir', 'exec', 'eval']);

/** Whether a module may ask for names without writing them as names. */
export const reachesNames = (file: PythonFile): boolean => file.once(readReaching);

const readReaching = (file: PythonFile): boolean =>
  hasWord(file, REACHING, (name, i) => !OF_BUILTINS.has(name) || file.tokens.op(i - 1) !== op.DOT);

/** Whether one of the words stands there as a name. */
export function hasWord(
  file: PythonFile,
  words: readonly string[],
  isMeant: (name: string, index: number) => boolean = () => true,
): boolean {
  const { tokens } = file;
  const written = words.filter(each => file.mentions(each));
  if (written.length === 0) return false;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== NAME) continue;
    const text = tokens.text(i);
    if (written.includes(text) && isMeant(text, i)) return true;
  }
  return false;
}
