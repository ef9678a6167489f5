import type { Command, DesignerOutput, Evidence, QaOutput, WorkOrder } from '../../generated/contracts.ts';
import type { CommandReceipt } from '../changes/change-set.ts';
import type { Finding } from '../changes/finding.ts';
import { readToolEdit, type ToolEdit } from '../changes/tool-edit.ts';
import type { Spent } from '../conversation/spent.ts';
import { addReply, NOTHING_SPENT } from '../conversation/spent.ts';
import type { LintDifference } from '../lint/lint-proposal.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { ReviewComment } from '../ports/reviewer.ts';
import type { Tried } from '../ports/trials.ts';
import { type AfterState, afterState } from '../runs/common-events.ts';
import { afterChoice, type Choice } from './choice.ts';
import type { FileRecord, RunEvent, Stage } from './events.ts';
import { STAGES } from './events.ts';
import type { Outcome } from './outcome.ts';
import type { Revision } from './revision.ts';

export interface StageState {
  readonly stage: Stage;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Tools the model called in this stage. */
  readonly toolCalls: number;
  /** The rest of the model's answer was not waited for. */
  readonly stoppedEarly: boolean;
  /** What had arrived was understood, and not allowed. */
  readonly understood?: true;
  /** Tokens of the request under way, estimated. */
  readonly asking?: number;
  /** The last sentence of waiting, while the stage runs. */
  readonly note?: string;
}

/** What is known of a run; built only by `reduce`. */
export interface RunState {
  readonly runId: string;
  readonly order: WorkOrder | undefined;
  /** Who answers from a recording: their tokens were spent by another run. */
  readonly replayed: readonly ('designer' | 'qa')[];
  /** The run that this one revises, for which time, and what was asked for. */
  readonly revision: Pick<Revision, 'of' | 'round' | 'comments'> | undefined;
  /** What ruff's fix was, for a run that is one; such a run has no order. */
  readonly fix: Extract<RunEvent, { readonly type: 'lint_fix' }> | undefined;
  /** What was called, for a run that is one call of an editing tool; such a run has no order. */
  readonly edit: ToolEdit | undefined;
  readonly stages: readonly StageState[];
  readonly warnings: readonly string[];
  /** About the models and prompts of the run: worth knowing, nothing to approve. */
  readonly notices: readonly string[];
  readonly spent: Spent;
  /** Commands of the Designer's answer while it arrives; empty once it is there. */
  readonly arriving: readonly Command[];
  readonly designer: DesignerOutput | undefined;
  /** Facts about the change as it was simulated last; found by code. */
  readonly evidence: Evidence | undefined;
  readonly qa: QaOutput | undefined;
  readonly qaChangedCommands: boolean;
  /** QA's answer before a person chose some of its commands; `qa` has those. */
  readonly wholeQa: QaOutput | undefined;
  /** What they chose; `files` and `receipts` are those of the chosen commands. */
  readonly choice: Choice | undefined;
  readonly files: readonly FileRecord[];
  readonly receipts: readonly CommandReceipt[];
  /** What an approval of the proposal is for; not there while what a person chose is verified. */
  readonly approvalSha256: string | undefined;
  /** Hash of what the checks found before the review, part of what was approved. */
  readonly verdictSha256: string | undefined;
  /** What the checks found, what blocks first; after the apply what was found then. */
  readonly findings: readonly Finding[];
  /** What the checks after the apply came to. */
  readonly after: AfterState | undefined;
  /** Functions and tests that were run before and after the change. */
  readonly tried: Tried;
  readonly approvedBy: string | undefined;
  /** What the person asked to be changed instead of approving. */
  readonly asked: readonly ReviewComment[];
  /** Lint of the simulated files, before anything is written. */
  readonly lintPreview: LintOutcome | undefined;
  readonly lint: LintOutcome | undefined;
  /** New, pre-existing and fixed problems of `lint`, or of `lintPreview` while there is no `lint`. */
  readonly lintDifference: LintDifference | undefined;
  /** Its change was on the disk. */
  readonly applied: boolean;
  readonly reverted: boolean;
  readonly outcome: Outcome | undefined;
}

const NOTHING_TRIED: Tried = { trials: [] };

export const initialState = (runId: string): RunState => ({
  runId,
  order: undefined,
  replayed: [],
  revision: undefined,
  fix: undefined,
  edit: undefined,
  stages: STAGES.map(stage => ({
    stage,
    status: 'waiting',
    inputTokens: 0,
    outputTokens: 0,
    toolCalls: 0,
    stoppedEarly: false,
  })),
  warnings: [],
  notices: [],
  spent: NOTHING_SPENT,
  arriving: [],
  designer: undefined,
  evidence: undefined,
  qa: undefined,
  qaChangedCommands: false,
  wholeQa: undefined,
  choice: undefined,
  files: [],
  receipts: [],
  approvalSha256: undefined,
  verdictSha256: undefined,
  findings: [],
  after: undefined,
  tried: NOTHING_TRIED,
  approvedBy: undefined,
  asked: [],
  lintPreview: undefined,
  lint: undefined,
  lintDifference: undefined,
  applied: false,
  reverted: false,
  outcome: undefined,
});

function withStage(state: RunState, stage: Stage, change: (s: StageState) => StageState): RunState {
  return { ...state, stages: state.stages.map(s => (s.stage === stage ? change(s) : s)) };
}

function afterReply(
  state: RunState,
  event: Extract<RunEvent, { type: 'model_replied' | 'unanswered' }>,
): RunState {
  const { model, usage, cost } = event;
  return { ...state, arriving: [], spent: addReply(state.spent, model, usage, cost) };
}

/** The whole run as a pure function of its journal. */
export function reduce(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'run_started':
      return {
        ...state,
        runId: event.runId,
        order: event.order,
        replayed: replayedRoles(event),
        revision: event.revision,
      };
    case 'lint_fix':
      return { ...state, runId: event.runId, fix: event };
    case 'tool_edit':
      return { ...state, runId: event.runId, edit: readToolEdit(event) };
    case 'prompt_overridden': {
      const sentence = `${event.path} is used instead of the built-in prompt`;
      return { ...state, notices: [...state.notices, sentence] };
    }
    case 'stage_started':
      return withStage(state, event.stage, s => ({ ...s, status: 'running', startedAt: event.at }));
    case 'stage_finished':
      return withStage({ ...state, arriving: [] }, event.stage, ({ note: _, asking: __, ...s }) => ({
        ...s,
        status: event.ok ? 'done' : 'failed',
        finishedAt: event.at,
      }));
    case 'waiting':
      return withStage(state, event.stage, s => ({ ...s, note: event.sentence }));
    case 'warning':
      return event.about === 'models'
        ? { ...state, notices: [...state.notices, event.sentence] }
        : { ...state, warnings: [...state.warnings, event.sentence] };
    case 'asking':
      return event.plays ? state : withStage(state, event.role, s => ({ ...s, asking: event.inputTokens }));
    case 'model_replied':
    case 'unanswered':
      return withStage(afterReply(state, event), event.role, ({ asking: _, ...s }) => ({
        ...s,
        inputTokens: s.inputTokens + event.usage.inputTokens,
        outputTokens: s.outputTokens + event.usage.outputTokens,
      }));
    case 'command_arrived':
      return { ...state, arriving: [...state.arriving.slice(0, event.index), event.command] };
    case 'stopped_early':
      return withStage(state, event.role, s => ({
        ...s,
        stoppedEarly: true,
        ...(event.understood ? { understood: true } : {}),
      }));
    case 'tool_called':
      return withStage(state, event.role, s => ({ ...s, toolCalls: s.toolCalls + 1 }));
    case 'designer_output':
      return { ...state, designer: event.output };
    case 'simulated':
      return { ...state, files: event.files, receipts: event.receipts };
    case 'evidence':
      return { ...state, evidence: event.evidence };
    case 'qa_output':
      return { ...state, qa: event.output, wholeQa: event.output, qaChangedCommands: event.commandsChanged };
    case 'selected':
      // What was run before was run with other commands, and no approval is for these until they are proposed.
      return {
        ...state,
        ...afterChoice(state, event),
        approvalSha256: undefined,
        tried: NOTHING_TRIED,
      };
    case 'tried':
      return { ...state, tried: event };
    case 'verified':
      return event.phase === 'before'
        ? { ...state, findings: event.findings, verdictSha256: event.sha256 }
        : { ...state, findings: [...state.findings, ...event.findings], after: afterState(event) };
    case 'consented':
      return state;
    case 'proposed':
      return { ...state, approvalSha256: event.approvalSha256 };
    case 'reviewed':
      return event.decision === 'apply'
        ? { ...state, approvedBy: event.by }
        : { ...state, asked: event.comments ?? [] };
    case 'applied':
      return { ...state, applied: true, files: event.files };
    case 'lint_previewed':
      return { ...state, lintPreview: event.outcome, lintDifference: event.difference };
    case 'linted':
      return { ...state, lint: event.outcome, lintDifference: event.difference };
    case 'reverted':
      return { ...state, reverted: true };
    case 'finished':
      return { ...state, applied: state.applied || isKept(event.outcome), outcome: event.outcome };
  }
}

const replayedRoles = ({ designerModel, qaModel }: Extract<RunEvent, { type: 'run_started' }>) =>
  (['designer', 'qa'] as const).filter(role =>
    (role === 'designer' ? designerModel : qaModel).startsWith('replay:'),
  );

/** A crash may have come before the line of the apply. */
const isKept = (outcome: Outcome): boolean => outcome.kind === 'FAILED' && outcome.changeKept;
