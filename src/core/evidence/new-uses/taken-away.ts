import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';

/** Names that some file takes away from objects, classes or modules, where that is not told by its name alone. */
export async function readTakenAway(versions: TwoVersions): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined || !['del ', 'delattr', '__dict__', 'vars('].some(each => file.mentions(each)))
      continue;
    for (const name of file.once(takenIn)) found.add(name);
  }
  return found;
}

/** All attributes that the file sets of an object: `o.__dict__.clear()` takes away any of them. */
const EMPTYING = /^(?:clear|popitem)$/;

function takenIn(file: PythonFile): ReadonlySet<string> {
  const { tokens } = file;
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    const text = tokens.text(i);
    if (tokens.word(i) === word.DEL) {
      for (let to = i + 1; to < tokens.length && tokens.kind(to) >= NAME; to++)
        if (tokens.op(to - 1) === op.DOT && tokens.op(to + 1) !== op.DOT) found.add(tokens.text(to));
    } else if (text === 'delattr' && tokens.op(i + 1) === op.PAREN_OPEN) addTexts(tokens, i + 1, found);
    const isOfObject = text === '__dict__' || (text === 'vars' && tokens.op(i + 1) === op.PAREN_OPEN);
    if (!isOfObject) continue;
    const end = text === 'vars' ? tokens.closing(i + 1) : i;
    if (tokens.op(end + 1) !== op.DOT) continue;
    if (tokens.text(end + 2) === 'pop') addTexts(tokens, end + 3, found);
    if (EMPTYING.test(tokens.text(end + 2)))
      for (const { kind, name } of file.module.index.definitions) if (kind === 'attribute') found.add(name);
  }
  return found;
}

function addTexts(tokens: PythonFile['tokens'], open: number, found: Set<string>): void {
  for (let i = open; i < tokens.closing(open); i++)
    if (tokens.kind(i) === STRING) found.add(contentOf(tokens.text(i)));
}
