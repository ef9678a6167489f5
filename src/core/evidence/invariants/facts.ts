import type {
  ApiChange,
  CallerCheck,
  DefinitionChange,
  EvidencePlace,
  ImportChange,
  KeyChange,
  ModuleEvidence,
  Suppression,
  TestChange,
  UndefinedName,
} from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { BrokenImportFact } from '../facts/broken-imports.ts';
import type { BehaviorVerdict } from '../proofs/obstacle.ts';

/** Everything that code found about a change; claims, invariants and spot checks are decided on it. */
export interface Facts {
  readonly files: readonly FileChange[];
  readonly versions: TwoVersions;
  readonly modules: readonly ModuleEvidence[];
  readonly apiChanges: readonly ApiChange[];
  readonly imports: readonly ImportChange[];
  readonly keys: readonly KeyChange[];
  readonly definitions: readonly DefinitionChange[];
  readonly suppressions: readonly Suppression[];
  readonly tests: readonly TestChange[];
  readonly brokenImports: readonly BrokenImportFact[];
  readonly undefinedNames: readonly UndefinedName[];
  readonly callers: readonly CallerCheck[];
  readonly behavior: BehaviorVerdict;
}

/** What a check decides; the places are where it shows. */
export interface Verdict {
  readonly verdict: 'proved' | 'violated' | 'not_checkable';
  readonly reason: string;
  readonly places: readonly EvidencePlace[];
}

/** Changed Python files of which one version cannot be read, so that nothing is proved about them. */
export function unreadablePlaces({ modules }: Facts): readonly EvidencePlace[] {
  return modules
    .filter(({ code }) => code === 'unreadable')
    .map(({ file, parse_error: error }) => ({ file, line: error?.line ?? 1, side: 'after' }));
}
