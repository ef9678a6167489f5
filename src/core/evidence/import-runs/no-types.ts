import type { CodeToken } from '../code/code-tokens.ts';
import { importsBinding } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';

/** Functions of the standard library that are named like the classes of what they make. */
const MAKERS =
  /^threading\.R?Lock$|^multiprocessing\.(?:R?Lock|(?:Bounded)?Semaphore|Condition|Event|Barrier|(?:Simple|Joinable)?Queue|Pool|Manager|Value|Array|Pipe)$/;

/** Whether a name that is written like one of a type is certainly none, or may be something else: a module, `None`. */
export function mayBeNoType(file: PythonFile, tokens: readonly CodeToken[]): boolean {
  const [first, ...more] = tokens.flatMap(({ text }) => (text === '.' ? [] : [text]));
  if (first === undefined) return false;
  const entries = importsBinding(file, first);
  const [entry, ...others] = entries;
  if (entry === undefined) return false;
  const isModule = more.length === 0 && entry.statement.kind === 'import';
  const isBoundAgain =
    others.length > 0 ||
    file.module.index.otherNames.includes(first) ||
    file.module.index.definitions.some(({ name, parent }) => parent === -1 && name === first);
  return isModule || isBoundAgain || MAKERS.test([entry.target, ...more].join('.'));
}
