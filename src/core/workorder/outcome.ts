import type { LintReport } from '../../generated/contracts.ts';
import type { ChoiceCounts } from './choice-words.ts';

/** Who or what stopped a run before anything was applied. */
export type BlockedBy =
  | 'work order'
  | 'policy'
  | 'prompt'
  | 'model'
  /** It answered that it cannot do the step. */
  | 'designer'
  | 'validator'
  | 'dry run'
  | 'qa'
  | 'reviewer';

/** How a run ended. BLOCKED: nothing was applied. FAILED: Main had begun. */
export type Outcome =
  /** Without `lint` it was an edit by a tool call, after which a lint was not asked for. */
  | {
      readonly kind: 'APPLIED';
      readonly lint?: LintReport;
      /** Linters that are not installed, beside those that found nothing: not clean as a whole. */
      readonly partlyLinted?: { readonly ran: readonly string[]; readonly missing: readonly string[] };
      /** A person chose among the commands or added their own; left out: QA's list as it is. */
      readonly commands?: ChoiceCounts;
      /** Changed Python files outside the path that the order lints. */
      readonly notLinted?: readonly string[];
    }
  | {
      readonly kind: 'BLOCKED';
      readonly by: BlockedBy;
      readonly reasons: readonly string[];
      /** What would unblock it: QA's required changes, the next step. */
      readonly requiredChanges: readonly string[];
      /** Why a model gave no answer: the code of the fault, or `over_budget`. */
      readonly fault?: string;
    }
  | {
      readonly kind: 'FAILED';
      /** `journal`: the run could not be recorded, so nothing of it may stay. */
      readonly step: 'journal' | 'apply' | 'lint' | 'tests';
      readonly reasons: readonly string[];
      readonly lint?: LintReport;
      /** Whether the change is on disk now. */
      readonly changeKept: boolean;
    }
  | { readonly kind: 'CANCELLED'; readonly reason: string }
  /** `workorder check`: valid, simulated, nothing written. */
  | { readonly kind: 'CHECKED' };

/** Behind the words about the lint: `; tests/test_a.py is outside its path and was not linted`. */
export function notLintedWords(files: readonly string[] = []): string {
  const [first, ...more] = files;
  if (first === undefined) return '';
  if (more.length === 0) return `; ${first} is outside its path and was not linted`;
  return `; ${first} and ${more.length} more are outside its path and were not linted`;
}

/** Why nothing was applied; of another end there is nothing to say here. */
export const reasonsOf = (outcome: Outcome): readonly string[] =>
  outcome.kind === 'BLOCKED' ? outcome.reasons : [];
