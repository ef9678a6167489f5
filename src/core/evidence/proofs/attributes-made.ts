import { at } from '../../kernel/at.ts';
import * as op from '../../python/lexer/operators.ts';
import { firstFrom } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Unit } from '../code/units.ts';
import { namesUsedIn } from '../code/used-names.ts';

const MAKERS = ['__dict__', 'vars', 'setattr', 'delattr'];
const MAKING = ['as', 'for', ...MAKERS];
const isMaker = (_: number, text: string): boolean => MAKERS.includes(text);
const mayMakeAttributes = (_: number, text: string): boolean => MAKING.includes(text);

/** Whether any of its tokens can be one; most generated files have none. */
const hasMaking = (file: PythonFile): boolean => MAKING.some(word => file.mentions(word));

/**
 * How attributes come without an assignment: the lines with `__dict__`, `vars` and `with … as self.x`, and all of each
 * function in which `setattr` and the like give them names.
 */
export function attributesMade(units: readonly Unit[]): string {
  if (units.every(isPlain)) return '';
  return units
    .filter(({ file }) => file.once(hasMaking))
    .flatMap(({ file, from, to, start, end }) => {
      const { tokens } = file;
      const made: string[] = [];
      const makers = file.once(makersOf);
      for (let i = firstFrom(makers, start); i < makers.length; i++) {
        const maker = at(makers, i);
        if (maker.end > end) break;
        made.push(tokens.key(maker.from, maker.to));
      }
      for (let i = from; i < to; i++) {
        if (!tokens.asked(i, mayMakeAttributes)) continue;
        const isWord = tokens.word(i) > 0;
        const isTarget = isWord && i + 2 < to && tokens.text(i + 2) === '.';
        if (!isWord || isTarget) made.push(tokens.key(i, Math.min(to, i + 8)));
      }
      return made;
    })
    .join('\u0001');
}

const isPlain = ({ file: { tokens }, from, isPlainSet }: Unit): boolean =>
  isPlainSet && !tokens.asked(from, mayMakeAttributes);

/** Names that such functions use: a value of that name may say which attributes there are. */
export const namesMakingAttributes = (file: PythonFile): ReadonlySet<string> => file.once(newNames);

const newNames = (file: PythonFile): ReadonlySet<string> =>
  new Set(file.once(makersOf).flatMap(({ from, to }) => [...namesUsedIn(file.tokens, from, to)]));

interface Maker {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** The functions that are in no other one, and in which something gives attributes by their names. */
function makersOf(file: PythonFile): readonly Maker[] {
  if (!MAKERS.some(word => file.mentions(word))) return [];
  const { tokens } = file;
  const found: Maker[] = [];
  let last = 0;
  for (const { kind, start, end } of file.module.index.definitions) {
    if ((kind !== 'function' && kind !== 'method' && kind !== 'property') || start < last) continue;
    last = end;
    const [from, to] = [tokens.firstFrom(start), tokens.firstFrom(end)];
    for (let i = from; i < to; i++)
      // What a test is given to replace things by puts them back.
      if (tokens.asked(i, isMaker) && (tokens.text(i) === '__dict__' || tokens.op(i - 1) !== op.DOT)) {
        found.push({ start, end, from, to });
        break;
      }
  }
  return found;
}
