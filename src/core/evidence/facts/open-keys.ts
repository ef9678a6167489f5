import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { ChangedModule, Side } from '../code/two-versions.ts';
import { wordsOf } from './key-changes.ts';
import { ownersOf } from './key-owners.ts';
import { LIKE_A_KEY, type Passage, PUT_TOGETHER, passages } from './key-passages.ts';
import { cancel } from './left-of-both.ts';

/**
 * Statements of the changed files whose names that end in `_id` or `_key` are not all there in the same order.
 * A statement that is the same, wherever it is now, is none of them; what is new beside them does not count.
 */
export function findOpenKeys(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
): readonly { readonly reason: string; readonly place: EvidencePlace }[] {
  const renamedFiles = files.flatMap(({ path, after }) => {
    const stem = path.split('/').at(-1)?.split('.')[0] ?? '';
    const reason = `${path} is gone, which may be a renaming`;
    return after === undefined && LIKE_A_KEY.test(stem)
      ? [{ reason, place: { file: path, line: 1, side: 'before' } as const }]
      : [];
  });
  const [left, right] = cancel(
    passages(changed, files, 'before'),
    passages(changed, files, 'after'),
    ({ code }) => code,
  );
  const edited = withOwners(left, changed, files, 'before');
  const written = withOwners(right, changed, files, 'after');
  if (isUnder(edited, written)) return renamedFiles;
  const [gone, come] = cancel(edited, written, ({ key }) => key);
  const [swapped] = gone.length === 0 ? edited : [];
  if (swapped !== undefined) {
    const where =
      come.length === 0 ? 'and others stand in another order' : 'stands beside others that are new';
    const reason = `${show(swapped.words)} ${where}; whether renamed is not known`;
    return [...renamedFiles, { reason, place: swapped.place }];
  }
  const open = gone.flatMap(({ words, owned, unit, place }, i) => {
    const twin = come[i];
    if (
      twin !== undefined &&
      gone.length <= come.length &&
      isAmong(owned, twin.owned) &&
      isInsertion(unit?.tokens ?? [], twin.unit?.tokens ?? [])
    )
      return [];
    const shown = show(words);
    return [
      {
        reason: `${shown} ${shown.includes(',') ? 'do' : 'does'} not stand where before; whether renamed is not known`,
        place,
      },
    ];
  });
  return [...renamedFiles, ...open];
}

/** A passage of which it is known what its names belong to. */
interface Owned extends Passage {
  readonly owners: ReadonlySet<string>;
  /** Each name with what it belongs to. */
  readonly owned: readonly string[];
  readonly key: string;
}

function withOwners(
  all: readonly Passage[],
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
  side: Side,
): readonly Owned[] {
  const ownerOf = ownersOf(changed, side);
  const kept = new Set(files.filter(each => each.before && each.after).map(({ path }) => path));
  return all.map(passage => {
    const { words, unit, places, place } = passage;
    const path = kept.has(place.file) ? place.file : '';
    const owners = unit === undefined ? [path] : places.map(at => ownerOf(unit.file, at));
    const owned = words.map((name, i) => `${name} ${owners[i] ?? ''}`);
    return { ...passage, owners: new Set(owners), owned, key: owned.join('\n') };
  });
}

/** Whether each is among the others, in this order, and none of those that are left may be what one of them became. */
function isUnder(some: readonly Owned[], all: readonly Owned[]): boolean {
  let next = 0;
  const left: Owned[] = [];
  for (const each of all)
    if (each.key === some[next]?.key) next++;
    else left.push(each);
  if (next < some.length) return false;
  const keys = new Set(some.map(({ key }) => key));
  const owners = new Set(some.flatMap(each => [...each.owners]));
  return left.every(({ key, owners: own }) => keys.has(key) || ![...own].some(each => owners.has(each)));
}

const isAmong = (some: readonly string[], all: readonly string[]): boolean => {
  let next = 0;
  for (const each of all) if (each === some[next]) next++;
  return next === some.length;
};

const show = (words: readonly string[]): string =>
  words[0]?.startsWith(PUT_TOGETHER) === true
    ? 'what is put together from parts'
    : [...new Set(words)].slice(0, 5).join(', ');

/** Whether something was only put in, at one place, not into a dotted name, and no part of two things. */
function isInsertion(before: readonly CodeToken[], after: readonly CodeToken[]): boolean {
  if (before.length === 0) return false;
  let start = 0;
  while (start < before.length && before[start]?.text === after[start]?.text) start++;
  const [last, next] = [before[start - 1], before[start]];
  if (last?.op === op.DOT || next?.op === op.DOT) return false;
  const left = before.length - start;
  const isSame = before.slice(start).every((token, i) => token.text === after[after.length - left + i]?.text);
  const inserted = after.slice(start, after.length - left);
  return (
    isSame && isWhole(inserted) && !givesOtherName(after.slice(Math.max(0, start - 1), after.length - left))
  );
}

/** `"a_id": 1} b = {` ends one thing and begins another one. */
function isWhole(tokens: readonly CodeToken[]): boolean {
  let depth = 0;
  for (const { op: sign } of tokens) {
    if (op.opens(sign)) depth++;
    else if (op.closes(sign) && --depth < 0) return false;
  }
  return true;
}

/** Whether what is put in may say what is there another name: `as`, or a text in a call such as `Column("x_id")`. */
function givesOtherName(tokens: readonly CodeToken[]): boolean {
  return tokens.some(
    (token, i) =>
      (i > 0 && token.word === word.AS) ||
      (token.kind === STRING &&
        wordsOf(token).some(each => LIKE_A_KEY.test(each)) &&
        (tokens[i - 1]?.op === op.PAREN_OPEN || tokens[i - 1]?.op === op.ASSIGN)),
  );
}
