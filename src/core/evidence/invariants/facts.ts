import type {
  ApiChange,
  DefinitionChange,
  EvidencePlace,
  ImportChange,
  InvariantWitness,
  ModuleEvidence,
  Suppression,
  UndefinedName,
} from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import type { ChangedCode } from '../../ports/trials.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { BrokenImportFact } from '../facts/broken-imports.ts';
import type { CallerFact } from '../facts/callers.ts';
import type { KeyFact } from '../facts/key-changes.ts';
import type { TestFact } from '../facts/test-functions.ts';
import type { NewUse } from '../new-uses/new-use.ts';
import type { BehaviorVerdict } from '../proofs/obstacle.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import type { ShapeChange } from '../proofs/shape-change.ts';

/** Awaited between pieces of the work; what it throws ends it. */
export type Pause = () => Promise<void>;

/** Everything that code found about a change; claims, invariants and spot checks are decided on it. */
export interface Facts {
  readonly files: readonly FileChange[];
  readonly versions: TwoVersions;
  readonly modules: readonly ModuleEvidence[];
  readonly apiChanges: readonly ApiChange[];
  readonly imports: readonly ImportChange[];
  readonly keys: readonly KeyFact[];
  readonly definitions: readonly DefinitionChange[];
  readonly suppressions: readonly Suppression[];
  readonly tests: readonly TestFact[];
  readonly brokenImports: readonly BrokenImportFact[];
  readonly undefinedNames: readonly UndefinedName[];
  readonly callers: readonly CallerFact[];
  readonly behavior: BehaviorVerdict;
  /** What `behavior` does not prove, function by function; computed when it is asked for. */
  readonly changedCode: () => ChangedCode;
  /** What differs outside of the bodies of functions; what is not in it is as before, but for more methods of a class. */
  readonly shape: readonly ShapeChange[];
  /** What of all of that something in the workspace may notice when it imports or calls. */
  readonly seen: readonly ShapeChange[];
  /** Names that some module gives to another one, or replaces there, as far as they matter. */
  readonly replaced: ReadonlySet<string>;
  /** Paths of deleted modules that a tool may write anew. */
  readonly madeModules: ReadonlySet<string>;
  // The rest is looked for when an invariant is about it, and then once.
  /** What keeps callers from being known to work. */
  readonly openUses: Looked<OpenUse>;
  /** What changed code newly uses, and is not shown to find. */
  readonly newUses: Looked<NewUse>;
  /** What newly runs when a module is imported, and is not shown to work. */
  readonly mayFailOnImport: Looked<OpenUse>;
  /** What the oldest Python that settings allow refuses to read. */
  readonly newerSyntax: Looked<OpenUse>;
  /** Names that end in _id or _key and are not where they were. */
  readonly openKeys: Looked<OpenUse>;
  /** What may be a suppression. */
  readonly openSuppressions: Looked<OpenUse>;
  /** What keeps the tests from being known to check as much as before. */
  readonly openTests: Looked<OpenUse>;
}

/** Found when it is asked for. */
type Looked<T> = (pause: Pause) => Promise<readonly T[]>;

/** What a check decides; the places are where it shows. */
export interface Verdict {
  readonly verdict: 'proved' | 'violated' | 'not_checkable';
  readonly reason: string;
  readonly places: readonly EvidencePlace[];
  /** Of what is violated: the text on both sides, for each place. */
  readonly witnesses?: readonly InvariantWitness[];
}

export const undecided = (reason: string, places: readonly EvidencePlace[]): Verdict => ({
  verdict: 'not_checkable',
  reason,
  places,
});

/** What keeps a check from being decided; `undefined`: nothing does. */
export function undecidedBy(open: readonly OpenUse[]): Verdict | undefined {
  const [first] = open;
  return (
    first &&
    undecided(
      first.reason,
      open.slice(0, MOST_PLACES).map(({ place }) => place),
    )
  );
}

const MOST_PLACES = 5;

/** Changed Python files of which one version cannot be read, so that nothing is proved about them. */
export function unreadablePlaces({ modules }: Facts): readonly EvidencePlace[] {
  return modules
    .filter(({ code }) => code === 'unreadable')
    .map(({ file, parse_error: error }) => ({ file, line: error?.line ?? 1, side: 'after' }));
}
