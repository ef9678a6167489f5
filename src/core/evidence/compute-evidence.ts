import type { Evidence, ModuleEvidence, WorkOrder } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { Files } from '../ports/files.ts';
import type { IndexCache } from '../python/index/index-cache.ts';
import type { WorkspaceSnapshot } from '../python/index/workspace-index.ts';
import { findAffectedTests } from './affected-tests.ts';
import { findChangedLines } from './changed-lines.ts';
import { compareClaims } from './claims/claims.ts';
import { lastOf } from './code/dotted-names.ts';
import { firstNamesImported } from './code/first-names-imported.ts';
import { Importers } from './code/importers.ts';
import { readOtherTexts } from './code/other-texts.ts';
import { type ChangedModule, isPython, readTwoVersions, type TwoVersions } from './code/two-versions.ts';
import { compareApis } from './facts/api-changes.ts';
import { findBrokenImports } from './facts/broken-imports.ts';
import { checkCallers } from './facts/callers.ts';
import { findChangedFunctions } from './facts/changed-functions.ts';
import { matchDefinitions } from './facts/definition-changes.ts';
import { withFakes } from './facts/faked-modules.ts';
import { mayForgive } from './facts/grown-tests.ts';
import { compareImports } from './facts/import-changes.ts';
import { brokenForCertain, withKeepers } from './facts/kept-from-failing.ts';
import { compareKeys } from './facts/key-changes.ts';
import { findKeysFromParts } from './facts/keys-from-parts.ts';
import { findMadeModules } from './facts/made-modules.ts';
import { findOpenKeys } from './facts/open-keys.ts';
import { findOpenSuppressions } from './facts/open-suppressions.ts';
import { findOpenTestHelpers } from './facts/open-test-helpers.ts';
import { findOpenTests } from './facts/open-tests.ts';
import { findPatchingModules } from './facts/patching-modules.ts';
import { findProjectReaders } from './facts/project-readers.ts';
import { findReplaced, namesOf, withDoubts, withReach } from './facts/replaced-names.ts';
import { findNewSuppressions } from './facts/suppressions.ts';
import { findTestChanges } from './facts/test-changes.ts';
import { findTurnedKeys } from './facts/turned-keys.ts';
import { findUndefinedNames } from './facts/undefined-names.ts';
import { findImportFailures } from './import-runs/import-failures.ts';
import { findImportsInside } from './import-runs/imports-inside.ts';
import { findNewerSyntax } from './import-runs/newer-syntax.ts';
import type { Facts, Pause } from './invariants/facts.ts';
import { asksForKeys, checkInvariants } from './invariants/invariants.ts';
import { findNewUses } from './new-uses/find-new-uses.ts';
import { withKeptClasses } from './new-uses/kept-classes.ts';
import { findLost } from './new-uses/lost-attributes.ts';
import { findLostImports } from './new-uses/lost-imports.ts';
import { withoutUnseen } from './new-uses/unseen-changes.ts';
import { UseReader } from './new-uses/use-reader.ts';
import { compareCode, lineOfFault, proveBehavior } from './proofs/behavior.ts';
import type { BehaviorVerdict } from './proofs/obstacle.ts';
import { findOpenUses, type OpenUse } from './proofs/open-uses.ts';
import { findShapeChanges } from './proofs/shape-changes.ts';
import { readModules } from './read-modules.ts';
import { judgeClaims } from './spot-checks/judge-claims.ts';

export interface EvidenceInput {
  readonly order: Pick<WorkOrder, 'invariants'>;
  /** The Designer's claims about public names. */
  readonly changedSignatures: readonly string[];
  readonly changes: ChangeSet;
  /** The workspace as it is, from one look at it. */
  readonly workspace: WorkspaceSnapshot;
  /** Where files that are not Python are looked at for names; left out where they are not. */
  readonly files?: Pick<Files, 'walk' | 'read'>;
  readonly cache: IndexCache;
  /** Entries of one kind that are listed; invariants are decided on all of them. */
  readonly mostEntries?: number;
  /** Awaited between pieces of the work; what it throws ends it. */
  readonly pause?: Pause;
}

export interface ComputedEvidence {
  /** Without spot checks; see `gradeSpotChecks`. */
  readonly evidence: Evidence;
  /** What spot checks are graded on. */
  readonly facts: Facts;
}

/**
 * What code can say about a change before anybody believes a claim about it. Reads nothing but the changed
 * files and those that use a name that is gone or called differently.
 */
export async function computeEvidence(input: EvidenceInput): Promise<ComputedEvidence> {
  const { order, changes, changedSignatures, workspace, cache, mostEntries = MOST_ENTRIES } = input;
  const pause = input.pause ?? (async () => undefined);
  await pause();
  let isDone = false;
  const versions = readTwoVersions(
    workspace,
    changes,
    cache,
    input.files && readOtherTexts(input.files, changes, pause),
    // Who asks more of it later has pauses of its own.
    async () => (isDone ? undefined : pause()),
  );
  const { facts, claims, gaps } = await findFacts(
    versions,
    changes,
    changedSignatures,
    asksForKeys(order.invariants),
    pause,
  );
  const evidence: Evidence = {
    modules: [...facts.modules],
    api_changes: [...facts.apiChanges],
    claims: [...(await judgeClaims(claims, facts))],
    imports: [...facts.imports],
    keys: facts.keys.map(({ doubt: _, ...told }) => told),
    definitions: [...facts.definitions],
    suppressions: [...facts.suppressions],
    tests: facts.tests.map(({ doubt: _, ...told }) => told),
    broken_imports: facts.brokenImports.map(({ isCertain: _, isAlwaysRun: __, ...told }) => told),
    undefined_names: [...facts.undefinedNames],
    callers: facts.callers.map(({ text: _, ...told }) => told),
    invariants: [...(await checkInvariants(order.invariants, facts, pause))],
    spot_checks: [],
    not_looked_at: [...describeGaps(versions, changes), ...gaps],
  };
  isDone = true;
  return { evidence: cap(evidence, mostEntries), facts };
}

async function findFacts(
  versions: TwoVersions,
  changes: ChangeSet,
  changedSignatures: readonly string[],
  isAboutKeys: boolean,
  pause: Pause,
) {
  const step = <T>(find: () => T) => between(pause, find);
  const { changed } = versions;
  let importers: Importers | undefined;
  const importersAfter = () => {
    importers ??= new Importers(versions.after);
    return importers;
  };
  await readModules(changed, isAboutKeys, pause);
  const match = await step(() => matchDefinitions(changed));
  const apis = await step(() => compareApis(versions, match));
  const compared = await step(() => compareClaims(changedSignatures, apis, versions));
  const found = await checkCallers(versions, apis, importersAfter, pause);
  const { gaps } = found;
  const looksBroken = {
    callers: found.callers,
    brokenImports: await withReach(await step(() => findBrokenImports(versions, importersAfter)), versions),
    undefinedNames: await step(() => findUndefinedNames(versions)),
  };
  const removed = compared.changes.flatMap(({ change, name }) =>
    change === 'removed' ? [lastOf(name)] : [],
  );
  const replaced = await findReplaced(versions, new Set([...removed, ...namesOf(looksBroken)]), pause);
  const { callers, brokenImports, undefinedNames } = await withKeepers(
    await withFakes(withDoubts(looksBroken, replaced), versions),
    versions,
  );
  const differences = await findShapeChanges(versions, match, importersAfter, pause);
  const reader = new UseReader(versions);
  const shape = await withKeptClasses(differences, versions, importersAfter, reader, pause);
  const { seen, declared } = await withoutUnseen(shape, versions, reader, pause);
  const everyNewUse = onceFound(async whenAsked => {
    const newUses = await findNewUses(versions, match, whenAsked);
    return brokenForCertain([...newUses, ...(await findImportsInside(versions, match, whenAsked))], versions);
  });
  const mayFailOnImport = onceFound(async whenAsked => [
    ...(await findImportFailures(versions, match, whenAsked)),
    ...(await everyNewUse(whenAsked)).filter(({ isOnImport }) => isOnImport),
  ]);
  const sameCode = await step(() => proveBehavior(versions, match, brokenImports, importersAfter));
  const lostImports = await findLostImports(versions, pause);
  // What moves runs in another module, which worked without it.
  const behavior =
    sameCode.kind === 'proved'
      ? unlessOpen(sameCode, [...lostImports, ...(await mayFailOnImport(pause))])
      : sameCode;
  const facts: Facts = {
    files: changes.files,
    versions,
    modules: changed.map(describeModule),
    apiChanges: compared.changes,
    imports: await step(() => compareImports(versions, match)),
    keys: await step(() => compareKeys(versions, changes.files)),
    definitions: match.changes,
    suppressions: await step(() => findNewSuppressions(changed)),
    tests: await step(() => findTestChanges(versions)),
    brokenImports,
    undefinedNames,
    replaced,
    madeModules: await findMadeModules(versions, changes.files),
    callers,
    behavior,
    changedCode: () => ({
      ...(behavior.kind === 'proved' ? NO_FUNCTIONS : findChangedFunctions(versions, match)),
      tests: findAffectedTests(versions),
      lines: findChangedLines(changes.files),
    }),
    shape: declared,
    seen,
    openUses: onceFound(async whenAsked => {
      const ofPrivate = await checkCallers(versions, privateFunctions(seen), importersAfter, whenAsked);
      const open = await findOpenUses(seen, [...callers, ...ofPrivate.callers], versions, whenAsked);
      return behavior.kind === 'proved'
        ? open
        : [...open, ...(await findLost(versions, whenAsked)), ...lostImports];
    }),
    newUses: async whenAsked => (behavior.kind === 'proved' ? [] : everyNewUse(whenAsked)),
    mayFailOnImport,
    newerSyntax: onceFound(() => findNewerSyntax(versions)),
    openKeys: onceFound(async whenAsked => [
      ...findOpenKeys(changed, changes.files),
      ...(await between(whenAsked, () => findKeysFromParts(versions, changes.files))),
      ...(await between(whenAsked, () => findTurnedKeys(versions))),
    ]),
    openSuppressions: onceFound(async () => findOpenSuppressions(changed, changes.files)),
    openTests: onceFound(async whenAsked => [
      ...findOpenTests(
        changed,
        changes.files,
        await between(whenAsked, () => findPatchingModules(versions)),
        versions.before.snapshot.modules.keys(),
        () => firstNamesImported(versions.before.snapshot),
        await between(whenAsked, () => mayForgive(versions)),
      ),
      ...(await between(whenAsked, () => findOpenTestHelpers(versions, changes.files))),
      ...(await between(whenAsked, () => findProjectReaders(versions, changes.files))),
    ]),
  };
  return { facts, claims: compared.claims, gaps };
}

/** One piece of the work; whatever waits comes in front of it. */
async function between<T>(pause: Pause, find: () => T): Promise<Awaited<T>> {
  await pause();
  return await find();
}

/** Private functions that are declared differently: no part of what a module offers, and called all the same. */
const privateFunctions = (shape: Facts['shape']) =>
  shape.flatMap(({ what, change, name, isPlain, module, place }) =>
    what === 'function' &&
    change === 'changed' &&
    isPlain &&
    name.startsWith('_') &&
    module.after !== undefined
      ? [{ change, kind: what, name: `${module.after.module.name}.${name}`, place } as const]
      : [],
  );

const unlessOpen = (proved: BehaviorVerdict, [first, ...others]: readonly OpenUse[]): BehaviorVerdict =>
  first === undefined
    ? proved
    : {
        kind: 'not_checkable',
        reason: first.reason,
        places: [first, ...others].slice(0, 5).map(({ place }) => place),
      };

/** Found once; who gives up before it is leaves it to the next one who asks. */
function onceFound<T>(find: (pause: Pause) => Promise<T>): (pause: Pause) => Promise<T> {
  let found: T | undefined;
  return async pause => {
    found ??= await find(pause);
    return found;
  };
}

const NO_FUNCTIONS = { functions: [], renamed: [] };

function describeModule(module: ChangedModule): ModuleEvidence {
  const { path, change, unreadable } = module;
  const described = { file: path, change, code: compareCode(module) };
  if (unreadable.after === undefined) return described;
  const { after: fault, before } = unreadable;
  const reason = fault.replace(/ \(line \d+\)$/, '');
  return {
    ...described,
    parse_error: { reason, line: lineOfFault(fault), introduced: before === undefined },
  };
}

/** What a reader might think was looked at, and was not. */
function describeGaps({ before }: TwoVersions, { files }: ChangeSet): string[] {
  const foreign = files.filter(({ path }) => !isPython(path)).map(({ path }) => path);
  const skipped = before.snapshot.skipped.filter(({ file }) => !files.some(({ path }) => path === file));
  return [
    ...foreign.map(
      path => `${path} is not a Python file: only names that end in _id or _key are compared in it`,
    ),
    ...(skipped.length === 0
      ? []
      : [
          `${skipped.length} Python ${skipped.length === 1 ? 'file' : 'files'} of the workspace cannot be read, so uses in ${skipped.length === 1 ? 'it' : 'them'} are not seen: ${skipped
            .slice(0, 5)
            .map(({ file, reason }) => `${file} (${reason})`)
            .join(', ')}`,
        ]),
  ];
}

const MOST_ENTRIES = 200;

function cap(evidence: Evidence, most: number): Evidence {
  const gaps = [...evidence.not_looked_at];
  const capped = Object.fromEntries(
    Object.entries(evidence).map(([kind, entries]) => {
      if (kind !== 'not_looked_at' && entries.length > most)
        gaps.push(`${entries.length - most} more entries of ${kind} are not listed`);
      return [kind, entries.slice(0, most)];
    }),
  );
  return { ...evidence, ...capped, not_looked_at: gaps };
}
