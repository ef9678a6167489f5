import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedScope, ScopePart } from './changed-scopes.ts';
import { namesBound } from './statement-names.ts';

/** Words by which code reads the names of the function it is in, or of the one that called it. */
const READING = /^(?:eval|exec)$/;
const READING_OWN = /^(?:locals|vars|dir)$/;
const READING_FRAMES = ['f_locals', '_getframe', 'currentframe', 'f_back'];

/** `locals()`, `vars()`, `eval(…)`, `sys._getframe()`: local names are read by their names. */
const readsLocals = (tokens: readonly CodeToken[], readers: ReadonlySet<string>): boolean =>
  tokens.some(({ text }, i) => {
    if (READING_FRAMES.includes(text)) return true;
    if (tokens[i + 1]?.op !== op.PAREN_OPEN) return false;
    // `vars(o)` is about another object.
    const isOwn = READING_OWN.test(text) && tokens[i + 2]?.op === op.PAREN_CLOSE;
    // `df.query("a > @limit")`
    const isAsked = tokens[i + 2]?.kind === STRING && tokens[i + 2]?.text.includes('@') === true;
    return isOwn || READING.test(text) || (text === 'query' && isAsked) || readers.has(text);
  });

/** Functions of a file that may read the names of whoever calls them. */
export function readersOfCallers(file: PythonFile): readonly string[] {
  if (!READING_FRAMES.some(each => file.mentions(each))) return [];
  return file.module.index.definitions
    .filter(isFunction)
    .filter(({ body, end }) => file.range(body, end).some(({ text }) => READING_FRAMES.includes(text)))
    .map(({ name }) => name);
}

/** A function whose local names are read by their names binds others than before, or under other conditions. */
export function whyOtherLocals(
  { known, now, gone, fresh }: ChangedScope,
  readers: ReadonlySet<string>,
): string | undefined {
  if (gone.length + fresh.length === 0) return undefined;
  const { body, end } = now.definition;
  if (!readsLocals(now.file.range(body, end), readers) || localsOf(known) === localsOf(now)) return undefined;
  return 'something reads its local names, and they are other ones';
}

const localsOf = ({ statements }: ScopePart): string =>
  statements
    .map(statement => {
      const names = [...namesBound(statement)];
      return names.length === 0 ? '' : [...names, ...statement.guards].join('\u0001');
    })
    .filter(each => each !== '')
    .join('\u0002');
