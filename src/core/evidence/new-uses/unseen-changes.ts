import { definitionsNamed } from '../code/module-names.ts';
import { isOfTests } from '../code/test-files.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';
import type { ShapeChange } from '../proofs/shape-change.ts';
import { type ChangedMethods, changedMethods } from './changed-methods.ts';
import { countMentions } from './count-mentions.ts';
import { mayLookAtParameters } from './parameter-readers.ts';
import { reachesNames } from './reached-names.ts';
import { canBeCalledByPytest } from './test-fixtures.ts';
import type { UseReader } from './use-reader.ts';

/** What has to be true for a difference to be of no interest to anything in the workspace. */
interface Candidate extends ChangedMethods {
  readonly change: ShapeChange;
}

/** The differences that something may notice. */
export interface Noticed {
  /** By importing and calling. */
  readonly seen: readonly ShapeChange[];
  /** By looking at how what was there is declared. */
  readonly declared: readonly ShapeChange[];
}

/** Of more names it is not asked: each file is searched for each of them. */
const MOST_NAMES = 200;
/**
 * The differences that something in the workspace may notice. Not among them: a test or a helper of tests that is gone
 * and that no one mentions, a test that pytest can call as it is declared now, methods of a class that are new and of a
 * name that no one mentioned, or gone and of one that no one mentions, those that stand in another order, and those
 * that take all that they took where no one looks at what they take.
 */
export async function withoutUnseen(
  shape: readonly ShapeChange[],
  versions: TwoVersions,
  reader: UseReader,
  pause: () => Promise<void>,
): Promise<Noticed> {
  const all = { seen: shape, declared: shape };
  if (shape.length === 0 || versions.after.snapshot.skipped.length > 0) return all;
  const candidates: Candidate[] = [];
  let asked = 0;
  for (const change of shape) {
    await pause();
    // Outside of tests only classes are looked at, and there may be very many values.
    if (change.what !== 'class' && !isOfTests(change.module.path)) continue;
    const names = removedName(change) ?? (await testCalledAgain(change, versions));
    const found =
      names === undefined
        ? await changedMethods(change, versions, reader)
        : { names, isOnlyMore: false, wider: [], hasOtherHeaders: false };
    if (found !== undefined) candidates.push({ change, ...found });
    asked += found?.names.length ?? 0;
    if (asked > MOST_NAMES) return all;
  }
  const wanted = candidates.flatMap(({ names }) => names);
  if (candidates.length === 0) return all;
  const counts = {
    before: await countMentions(new Set(namesOn(wanted, 'before')), versions, 'before', pause),
    after: await countMentions(new Set(namesOn(wanted, 'after')), versions, 'after', pause),
  };
  const unmentioned = candidates.filter(({ names }) =>
    names.every(({ name, side, own }) => (counts[side].get(name) ?? 0) === own),
  );
  if (unmentioned.length === 0) return all;
  const wider = unmentioned.flatMap(each => (each.hasOtherHeaders ? [] : each.wider));
  const isLookedAt = wider.length > 0 && (await mayLookAtParameters(wider, versions, pause));
  const unseen = unmentioned.filter(
    each => !each.hasOtherHeaders && (each.wider.length === 0 || !isLookedAt),
  );
  const gone = new Set(unseen.flatMap(({ names }) => namesOn(names, 'after')));
  // A setting, a script or a template may name one.
  if (gone.size > 0 && (await versions.otherTexts?.find(gone, 'all')) !== undefined) return all;
  // Where methods are declared differently, all that was there still is.
  const keeping = new Set(
    unmentioned
      .filter(each => each.wider.length > 0 || each.hasOtherHeaders)
      .filter(({ names }) => names.every(({ side }) => side === 'before'))
      .map(({ change }) => change),
  );
  const without = (left: readonly Candidate[]) => {
    const changes = new Set(left.map(({ change }) => change));
    return shape
      .filter(change => !changes.has(change))
      .map(change => (keeping.has(change) ? { ...change, keepsName: true } : change));
  };
  return { seen: without(unseen), declared: without(unseen.filter(({ isOnlyMore }) => isOnlyMore)) };
}

const namesOn = (names: Candidate['names'], side: Side): readonly string[] =>
  names.filter(each => each.side === side).map(({ name }) => name);

/** A function, class or value of a test file that is gone. */
function removedName({ what, change, name, module }: ShapeChange): Candidate['names'] | undefined {
  const { after, path } = module;
  const isMeant = change === 'removed' && (what === 'function' || what === 'class' || what === 'value');
  if (!isMeant || after === undefined || !isOfTests(path) || reachesNames(after)) return undefined;
  return [{ name, side: 'after', own: 0 }];
}

/** A test that only pytest calls. */
async function testCalledAgain(
  { what, change, name, module: { after, path } }: ShapeChange,
  versions: TwoVersions,
): Promise<Candidate['names'] | undefined> {
  if (what !== 'function' || change !== 'changed' || after === undefined || !isOfTests(path))
    return undefined;
  const [index, ...others] = definitionsNamed(after.module.index, name);
  const definition = after.module.index.definitions[index ?? -1];
  if (!name.startsWith('test_') || definition?.placement !== 'always' || others.length > 0) return undefined;
  if (reachesNames(after) || !(await canBeCalledByPytest(after, definition, versions))) return undefined;
  return [{ name, side: 'after', own: 1 }];
}
