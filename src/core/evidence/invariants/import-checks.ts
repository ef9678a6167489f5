import type { EvidencePlace } from '../../../generated/contracts.ts';
import { doubtAboutApi, isStubOfOther } from '../facts/api-doubts.ts';
import { hasOtherBody } from '../new-uses/changed-scopes.ts';
import { decideApi } from './api-checks.ts';
import { type Facts, type Pause, undecided, undecidedBy, unreadablePlaces, type Verdict } from './facts.ts';
import { otherDynamicImport } from './other-dynamic-imports.ts';
import { unknownOutsideImports } from './outside-imports.ts';
import { provedBySameShape, provedIfCompiled, takesNames } from './prove-unchanged.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

export async function checkImportShape(facts: Facts, pause: Pause): Promise<Verdict> {
  const created = new Set(facts.modules.filter(({ change }) => change === 'created').map(({ file }) => file));
  const modules = new Set(facts.versions.changed.flatMap(({ before }) => before?.module.name ?? []));
  const lost = facts.apiChanges.filter(
    ({ change, name, kind }) => change === 'removed' && kind !== 'export' && isTopLevel(modules, name),
  );
  const changed = facts.imports.filter(
    ({ follows_move: follows, place }) => !follows && !created.has(place.file),
  );
  const broken = facts.brokenImports.filter(({ cause, isCertain }) => cause === 'broken' && isCertain);
  const isOfStub = ({ place }: { readonly place: EvidencePlace }) =>
    isStubOfOther({ path: place.file }, facts.versions);
  const witnesses: Witness[] = [
    ...lost
      .filter(each => doubtAboutApi(each, facts.versions, facts.replaced, facts.madeModules) === undefined)
      .map(
        ({ name, place, before }): Witness => ({
          reason: `${name} can no longer be imported`,
          place,
          before,
        }),
      ),
    ...changed
      .filter(each => !isOfStub(each) && !isSaidToBeForOthers(each))
      .map(
        ({ change, before, after, place }): Witness => ({
          reason:
            change === 'changed' ? `"${before}" became "${after}"` : `"${after ?? before}" is ${change}`,
          place,
          before,
          after,
        }),
      ),
    ...broken.map(
      ({ text, reason, place }): Witness => ({
        reason: `"${text}" finds nothing: ${reason}`,
        place,
        after: text,
      }),
    ),
  ];
  if (hasWitness(witnesses)) return violated(facts, witnesses);
  const told = changed.filter(isOfStub).map(({ place }) => place);
  if (told.length > 0) return undecided('a stub imports something else, which only type checkers read', told);
  const said = changed.filter(isSaidToBeForOthers).map(({ place }) => place);
  if (said.length > 0)
    return undecided('an import binds its own name by `as`, or no longer, which says who may use it', said);
  const doubtful = decideApi(facts, lost);
  if (doubtful !== undefined) return doubtful;
  const other = await toldOtherwise(facts);
  if (other !== undefined) return other;
  return provedBySameShape(
    facts,
    pause,
    'what could be imported still can be, and no import differs but for moved definitions',
    takesNames,
  );
}

/** `from .b import B as B` is `from .b import B` to Python, and says that others may import it from here. */
function isSaidToBeForOthers({ before = '', after = '' }: Facts['imports'][number]): boolean {
  const [short = '', long = ''] = [before, after].toSorted((a, b) => a.length - b.length);
  const name = short.slice(short.lastIndexOf(' ') + 1);
  return short !== '' && long === `${short} as ${name}`;
}

async function toldOtherwise(facts: Facts): Promise<Verdict | undefined> {
  if (facts.behavior.kind === 'proved') return undefined;
  const place = await otherDynamicImport(facts);
  return place && undecided('a dynamic import differs, or what decides what it imports', [place]);
}

const isTopLevel = (modules: ReadonlySet<string>, name: string): boolean =>
  modules.has(name.slice(0, name.lastIndexOf('.')));

export async function checkBrokenImports(facts: Facts, pause: Pause): Promise<Verdict> {
  const certain = facts.brokenImports
    .filter(({ isCertain }) => isCertain)
    .map(({ text, reason, place }): Witness => ({ reason: `"${text}": ${reason}`, place, after: text }));
  if (hasWitness(certain)) return violated(facts, certain);
  const [first] = facts.brokenImports;
  if (first !== undefined) {
    const reason =
      first.cause === 'new'
        ? 'a new import is not found in the workspace'
        : `"${first.text}" finds nothing any more, and stands under a condition or in a try`;
    return undecided(
      reason,
      facts.brokenImports.map(({ place }) => place),
    );
  }
  const [outside, ...others] = unknownOutsideImports(facts);
  if (outside !== undefined)
    return undecided(
      outside.reason,
      [outside, ...others].map(({ place }) => place),
    );
  const told = await toldOtherwise(facts);
  if (told !== undefined) return told;
  // Nothing can look for a name that stands nowhere any more.
  const isNowhere = (await facts.openUses(pause)).length === 0;
  return provedBySameShape(
    facts,
    pause,
    'every import within the workspace finds what it names',
    each => takesNames(each) && !(isNowhere && each.isPlain && each.change === 'removed'),
    facts.seen,
  );
}

/** What code leaves open about callers, running them shows. */
export async function checkCallers(facts: Facts, pause: Pause): Promise<Verdict> {
  const found = await decideCallers(facts, pause);
  const isSettledByRunning = found.verdict === 'not_checkable' && unreadablePlaces(facts).length === 0;
  return isSettledByRunning ? { ...found, reason: `${found.reason}: run the tests to see` } : found;
}

async function decideCallers(facts: Facts, pause: Pause): Promise<Verdict> {
  const newUses = await facts.newUses(pause);
  const broken = facts.callers
    .filter(({ verdict }) => verdict === 'broken')
    .map(({ name, reason, place, text }): Witness => ({ reason: `${name}: ${reason}`, place, after: text }));
  const newlyBroken = newUses
    .filter(({ isBroken }) => isBroken)
    .map(({ reason, place, text }): Witness => ({ reason, place, after: text }));
  const misfits = [...broken, ...newlyBroken];
  if (hasWitness(misfits)) return violated(facts, misfits);
  const undefinedNames = facts.undefinedNames
    .filter(({ cause, place }) => cause === 'removed' && !place.file.endsWith('.pyi'))
    .map(({ name, place }): Witness => ({ reason: `${name} is used, and nothing defines it`, place }));
  if (hasWitness(undefinedNames)) return violated(facts, undefinedNames);
  // A caller that was renamed alone looks for what was never there; or running the file defines it.
  const [unknown] = facts.undefinedNames;
  if (unknown !== undefined)
    return undecided(
      `${unknown.name} is used, and nothing defines it`,
      facts.undefinedNames.map(({ place }) => place),
    );
  const open = facts.callers.filter(({ verdict }) => verdict === 'not_checkable');
  if (open.length > 0)
    return undecided(
      open[0]?.reason ?? '',
      open.map(({ place }) => place),
    );
  const imports = await checkBrokenImports(facts, pause);
  if (facts.behavior.kind === 'proved' || imports.verdict !== 'proved') return imports;
  const moved = facts.definitions.find(({ change }) => change === 'moved');
  if (moved !== undefined)
    return undecided(`${moved.name} moved, and what it uses may not be there`, [moved.place]);
  const unread = undecidedBy(await facts.openUses(pause)) ?? undecidedBy(newUses);
  if (unread !== undefined) return unread;
  return provedIfCompiled(
    facts,
    facts.seen.length === 0
      ? `nothing that others call or import is declared differently${notLookedAt(facts)}`
      : `every mention of what changed is a call that fits${notLookedAt(facts)}`,
  );
}

/** What a reader may take for proved, and is not. */
const notLookedAt = ({ versions }: Facts): string =>
  versions.changed.some(({ before, after }) => after !== undefined && hasOtherBody(before, after))
    ? '; what changed functions do, and which values they give, is no part of this proof'
    : '';
