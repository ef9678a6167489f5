import type { SimulateInput, SimulateResult } from '../../core/changes/simulate.ts';
import type { ClaimedChange } from '../../core/ports/analyst.ts';
import type { PythonSymbols } from '../../core/ports/python-symbols.ts';
import type { ChangedCode } from '../../core/ports/trials.ts';
import type { UnsavedFiles } from '../../core/python/index/workspace-index.ts';
import type { Evidence, SpotCheck, SpotCheckGrade } from '../../generated/contracts.ts';

/** What an analysis thread gets when it starts. */
export interface AnalysisFolder {
  /** The workspace folder, absolute. */
  readonly root: string;
  readonly stateDir: string;
  /** A commit or tree of the folder's repository whose files are looked at; left out: those on the disk. */
  readonly tree?: string;
  /** Many questions will come: changes are watched, so that each look reads only what is different. */
  readonly isWatched?: boolean;
}

/** One question to an analysis thread; all of them can be copied to another thread. */
export type AnalysisQuestion =
  | { readonly ask: 'simulate'; readonly input: Omit<SimulateInput, 'sha256'> }
  /** `key` names what was found, until it is forgotten. */
  | { readonly ask: 'examine'; readonly key: number; readonly change: ClaimedChange }
  | {
      readonly ask: 'grade';
      readonly key: number;
      readonly spotChecks: readonly (string | SpotCheck)[];
      readonly scope: readonly string[];
    }
  | { readonly ask: 'invariants'; readonly key: number; readonly invariants: readonly string[] }
  | { readonly ask: 'functions'; readonly key: number }
  | { readonly ask: 'forget'; readonly key: number }
  | { readonly ask: 'look' }
  | { readonly ask: 'symbols'; readonly method: keyof PythonSymbols; readonly argument: string };

/** What each question is answered with. */
export interface AnalysisAnswers {
  readonly simulate: SimulateResult;
  readonly examine: Evidence;
  readonly grade: readonly SpotCheckGrade[];
  readonly invariants: Evidence['invariants'];
  readonly functions: ChangedCode;
  readonly forget: undefined;
  readonly look: undefined;
  readonly symbols: Awaited<ReturnType<PythonSymbols[keyof PythonSymbols]>>;
}

export interface AnalysisRequest {
  readonly id: number;
  readonly question: AnalysisQuestion;
  /** What editors hold of the workspace's Python files and have not saved. */
  readonly unsaved: UnsavedFiles;
}

/** No one waits for the answer any more. */
export interface AnalysisCancel {
  readonly cancel: number;
}

export type AnalysisReply =
  | { readonly id: number; readonly ok: true; readonly answer: AnalysisAnswers[keyof AnalysisAnswers] }
  | { readonly id: number; readonly ok: false; readonly error: Error };
