import type { Command, WorkOrder } from '../../generated/contracts.ts';
import { findingLine } from '../changes/finding.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { LintDiagnostic } from '../ports/linter.ts';
import type { ReviewComment } from '../ports/reviewer.ts';
import type { RunState } from './state.ts';

const MOST_PROBLEMS = 50;

/** What an earlier run hands to the next one's models. */
export interface Revision {
  /** The run that is revised. */
  readonly of: string;
  /** 1 for the first revision of an order. */
  readonly round: number;
  readonly comments: readonly ReviewComment[];
  /** What was proposed then: QA's list, or the Designer's where QA approved none. */
  readonly commands: readonly Command[];
  /** Whether these commands are applied, so that the files already are as they say. */
  readonly applied: boolean;
  /** Why the earlier run ended, and what code and linters found. */
  readonly findings: readonly string[];
}

export interface RevisedOrder {
  readonly order: WorkOrder;
  readonly revision: Revision;
}

/** A run whose order can be answered again. */
export interface Revisable {
  /** Without findings, the models need a person's comments. */
  readonly hasFindings: boolean;
  /** The same order once more, with what became of it and what a person says of it. The error is a sentence. */
  revise(comments: readonly ReviewComment[]): Result<RevisedOrder>;
}

/** The error says why its order cannot be answered again. */
export function revisableRun(state: RunState): Result<Revisable> {
  const { runId, order, outcome, applied, reverted } = state;
  if (order === undefined) return fail(`run ${runId} is of no work order, so there is nothing to revise`);
  if (outcome === undefined) return fail(`run ${runId} has not ended`);
  const findings = findingsOf(state);
  const round = (state.revision?.round ?? 0) + 1;
  const isApplied = applied && !reverted;
  const earlier = { of: runId, round, commands: commandsOf(state), applied: isApplied, findings };
  return ok({
    hasFindings: findings.length > 0,
    revise: comments =>
      comments.length === 0 && findings.length === 0
        ? fail(`say what should be other than in run ${runId}: nothing was found that could be repaired`)
        : ok({ order, revision: { ...earlier, comments } }),
  });
}

/** The order of a run, revised by what a person has said already. */
export function reviseRun(state: RunState, comments: readonly ReviewComment[]): Result<RevisedOrder> {
  const run = revisableRun(state);
  return run.ok ? run.value.revise(comments) : run;
}

function commandsOf({ qa, designer }: RunState): readonly Command[] {
  if (qa?.decision === 'APPROVED') return qa.commands;
  return designer?.commands ?? [];
}

/** A person accepted what was found in a change that was applied. */
function findingsOf({ outcome, findings, lint, asked }: RunState): readonly string[] {
  if (outcome?.kind === 'APPLIED') return [];
  const reasons =
    outcome?.kind === 'BLOCKED' && asked.length === 0
      ? [...outcome.reasons, ...outcome.requiredChanges]
      : outcome?.kind === 'FAILED'
        ? outcome.reasons
        : [];
  const risks = findings.filter(({ severity }) => severity !== 'note').map(findingLine);
  const problems = lint?.kind === 'report' ? problemLines(lint.diagnostics ?? []) : [];
  return [...new Set([...reasons, ...risks, ...problems])];
}

/** Problems the change brought; where nothing is known of before, all of them. */
function problemLines(diagnostics: readonly LintDiagnostic[]): readonly string[] {
  const ours = diagnostics.filter(({ since }) => since !== 'before');
  const lines = ours.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`);
  const more = lines.length - MOST_PROBLEMS;
  return more <= 0 ? lines : [...lines.slice(0, MOST_PROBLEMS), `and ${more} more problems`];
}

/** One line for people and prompts: `shop/money.py:12: keep the name`. */
export function commentLine({ text, path, line, command }: ReviewComment): string {
  const place = [
    ...(command === undefined ? [] : [`command ${command}`]),
    ...(path === undefined ? [] : [line === undefined ? path : `${path}:${line}`]),
  ].join(', ');
  return place === '' ? text : `${place}: ${text}`;
}

/** The values of the prompts that tell a model about it. */
export function revisionValues(
  revision: Revision,
): Readonly<Record<'earlier_commands' | 'findings' | 'comments', string>> {
  const { commands, findings, comments, applied } = revision;
  const none = (lines: readonly string[]) => (lines.length === 0 ? 'none' : lines.join('\n'));
  const state = applied
    ? 'These commands are applied: the sources show the result.'
    : 'None of this was applied.';
  return {
    earlier_commands: `${state}\n${JSON.stringify(commands, undefined, 2)}`,
    findings: none(findings),
    comments: none(comments.map(commentLine)),
  };
}
