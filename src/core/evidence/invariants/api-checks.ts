import type { ApiChange, EvidencePlace } from '../../../generated/contracts.ts';
import { isOfTestsAlone } from '../code/test-files.ts';
import { doubtAboutApi } from '../facts/api-doubts.ts';
import { otherAttributeNames } from '../facts/other-attribute-names.ts';
import { lostMembers } from '../new-uses/lost-members.ts';
import { namedOnImportElsewhere } from '../proofs/named-on-import.ts';
import type { ShapeChange } from '../proofs/shape-change.ts';
import { type Facts, type Pause, undecidedBy, type Verdict } from './facts.ts';
import { provedBySameShape, takesNames } from './prove-unchanged.ts';
import { decideFound } from './witness.ts';

/** Private functions and values that are gone, where nothing mentions them any more. */
async function goneInPrivate({ shape, openUses }: Facts, pause: Pause): Promise<ReadonlySet<ShapeChange>> {
  const gone = shape.filter(
    ({ change, isPlain, name }) => change === 'removed' && isPlain && /^_(?!_)/.test(name),
  );
  return new Set(gone.length > 0 && (await openUses(pause)).length === 0 ? gone : []);
}

/** Test files offer nothing to others; a name of theirs that is gone is told where somebody mentions it. */
const isOffered = (facts: Facts, change: Facts['shape'][number]): boolean =>
  change.isOfTests !== true &&
  (isOutsideOfTests(facts, change.place) || (change.change === 'removed' && facts.seen.includes(change)));

/** Where names are asked for, one of a test that is gone is told in any case. */
const isOfferedOrGone = (facts: Facts, change: Facts['shape'][number]): boolean =>
  change.isOfTests !== true && (change.change === 'removed' || isOutsideOfTests(facts, change.place));

const isOutsideOfTests = ({ versions: { before, after } }: Facts, { file, side }: EvidencePlace): boolean => {
  const { snapshot } = side === 'before' ? before : after;
  const module = snapshot.modules.get(file);
  return module === undefined || !isOfTestsAlone(module, snapshot);
};

/** Names that some module imports under another name, which may be a public one, or has in its `__all__`. */
function offeredOtherwise({ versions }: Facts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { index } of versions.after.snapshot.modules.values()) {
    for (const name of index.exports?.names ?? []) found.add(name);
    for (const { names } of index.imports)
      for (const { name, alias } of names) if (alias !== undefined) found.add(name);
  }
  return found;
}

/** None of these API changes; what is not found must be shown not to be there. */
export async function noneOfShape(
  facts: Facts,
  pause: Pause,
  found: readonly ApiChange[],
  reason: string,
): Promise<Verdict> {
  let known: ReadonlySet<string> | undefined;
  const offered = () => {
    known ??= offeredOtherwise(facts);
    return known;
  };
  const decided = decideApi(facts, found);
  if (decided !== undefined) return decided;
  const own = facts.shape.filter(
    ({ name, isPlain, what }) =>
      isPlain && what === 'function' && name.startsWith('_') && !offered().has(name),
  );
  const given = await namedOnImportElsewhere(facts.versions, own);
  const hidden = new Set(own.filter(each => !given.has(each)));
  const gone = await goneInPrivate(facts, pause);
  return provedBySameShape(
    facts,
    pause,
    reason,
    each => !hidden.has(each) && isOffered(facts, each) && !gone.has(each),
    facts.shape,
    place => isOutsideOfTests(facts, place),
  );
}

/** Beside what is declared: attributes that code gives to objects. */
export async function checkApi(facts: Facts, pause: Pause): Promise<Verdict> {
  const changes = facts.apiChanges.filter(({ change }) => change !== 'moved');
  const verdict = await noneOfShape(facts, pause, changes, 'every public name is declared as before');
  if (verdict.verdict !== 'proved' || facts.behavior.kind === 'proved') return verdict;
  return undecidedBy(otherAttributeNames(facts.versions)) ?? verdict;
}

export const decideApi = (facts: Facts, found: readonly ApiChange[]): Verdict | undefined =>
  decideFound(
    facts,
    found,
    ({ name, change, place, before, after }) => ({ reason: `${name} is ${change}`, place, before, after }),
    each => doubtAboutApi(each, facts.versions, facts.replaced, facts.madeModules),
  );

export async function checkNamesRemoved(facts: Facts, pause: Pause): Promise<Verdict> {
  const removed = facts.apiChanges.filter(({ change }) => change === 'removed');
  const gone = await goneInPrivate(facts, pause);
  return (
    decideApi(facts, removed) ??
    (facts.behavior.kind === 'proved' ? undefined : undecidedBy(await lostMembers(facts.versions))) ??
    provedBySameShape(
      facts,
      pause,
      'every public name is still there',
      each => takesNames(each) && isOfferedOrGone(facts, each) && !gone.has(each),
      facts.shape,
      place => isOutsideOfTests(facts, place),
    )
  );
}
