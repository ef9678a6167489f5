import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ChangedModule, isPython, type Side } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import { readModuleUnits } from './definition-changes.ts';
import { wordsOf } from './key-changes.ts';
import { cancel } from './suppressions.ts';

interface Passage {
  readonly words: string;
  /** None in a file that is not Python. */
  readonly unit: Unit | undefined;
  readonly place: EvidencePlace;
}

/** Every word that ends like such a name, and some more: the proof is that none of them is elsewhere. */
const LIKE_A_KEY = /(?:id|key)s?$/i;

/**
 * Statements of the changed files whose names that end in `_id` or `_key` are not all there in the same order.
 * A statement that is the same, wherever it is now, is none of them; what is new beside them does not count.
 */
export function findOpenKeys(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
): readonly { readonly reason: string; readonly place: EvidencePlace }[] {
  const [gone, come] = cancel(
    passages(changed, files, 'before'),
    passages(changed, files, 'after'),
    ({ words }) => words,
  );
  return gone.flatMap(({ words, unit, place }, i) => {
    const twin = come[i];
    if (
      twin !== undefined &&
      gone.length <= come.length &&
      isInsertion(unit?.tokens ?? [], twin.unit?.tokens ?? [])
    )
      return [];
    const shown = [...new Set(words.split(' '))].slice(0, 5).join(', ');
    return [
      {
        reason: `${shown} ${shown.includes(',') ? 'do' : 'does'} not stand where before; whether renamed is not known`,
        place,
      },
    ];
  });
}

/** Whether something was only put in, at one place and not into a dotted name. */
function isInsertion(before: readonly CodeToken[], after: readonly CodeToken[]): boolean {
  if (before.length === 0) return false;
  let start = 0;
  while (start < before.length && before[start]?.text === after[start]?.text) start++;
  const [last, next] = [before[start - 1], before[start]];
  if (last?.op === op.DOT || next?.op === op.DOT) return false;
  const left = before.length - start;
  return before.slice(start).every((token, i) => token.text === after[after.length - left + i]?.text);
}

function passages(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
  side: Side,
): readonly Passage[] {
  const found: Passage[] = [];
  for (const module of changed) {
    const file = module[side];
    if (file === undefined) continue;
    for (const { unit, words } of keyPassagesIn(file))
      found.push({ words, unit, place: placeIn(file, unit.start, side) });
  }
  for (const change of files) {
    const bytes = isPython(change.path) ? undefined : change[side];
    const lines = (bytes && decodeUtf8(bytes))?.split(/\r\n|\n|\r/) ?? [];
    for (const [i, line] of lines.entries()) {
      const words = (line.match(/\w+/g) ?? []).filter(word => LIKE_A_KEY.test(word)).join(' ');
      if (words !== '')
        found.push({ words, unit: undefined, place: { file: change.path, line: i + 1, side } });
    }
  }
  return found;
}

/** The statements of a file that have such names, and these in order. */
export function keyPassagesIn(file: PythonFile): readonly { readonly unit: Unit; readonly words: string }[] {
  const known = keyPassages.get(file);
  if (known !== undefined) return known;
  const found = readModuleUnits(file).units.flatMap(unit => {
    const words = keysIn(unit.tokens);
    return words === '' ? [] : [{ unit, words }];
  });
  keyPassages.set(file, found);
  return found;
}

const keyPassages = new WeakMap<PythonFile, ReturnType<typeof keyPassagesIn>>();

function keysIn(tokens: readonly CodeToken[]): string {
  const words = tokens.flatMap(wordsOf).filter(word => LIKE_A_KEY.test(word));
  // Two of them may have changed places in code that is the same otherwise: then the order tells.
  return words.length === 0 ? '' : words.join(' ');
}
