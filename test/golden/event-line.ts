import { unclaimedChanges } from '../../src/core/evidence/claims/evidence-sections.ts';
import type { FileRecord, RunEvent } from '../../src/core/workorder/events.ts';
import type { Evidence } from '../../src/generated/contracts.ts';

const count = (files: readonly FileRecord[]): string =>
  `${files.length} ${files.length === 1 ? 'file' : 'files'}`;

/** One event in one line: what happened, without times, hashes and texts. */
export function eventLine(event: RunEvent): string {
  switch (event.type) {
    case 'stage_started':
      return `stage_started ${event.stage}`;
    case 'stage_finished':
      return `stage_finished ${event.stage}: ${event.ok ? 'ok' : 'not ok'}`;
    case 'waiting':
    case 'warning':
      return `${event.type} ${event.stage}: ${event.sentence}`;
    case 'model_replied':
      return `model_replied ${event.role}`;
    case 'tool_called':
      return `tool_called ${event.role} ${event.tool}: ${event.refused ? 'refused' : answerLine(event.result)}`;
    case 'simulated':
      return `simulated ${event.of}: ${count(event.files)}`;
    case 'evidence':
      return `evidence ${event.of}: ${verdictsOf(event.evidence)}`;
    case 'qa_output':
      return `qa_output ${event.output.decision}${event.commandsChanged ? ', commands changed' : ''}`;
    case 'reviewed':
      return `reviewed ${event.decision} by ${event.by}`;
    case 'applied':
    case 'reverted':
      return `${event.type}: ${count(event.files)}`;
    case 'linted':
      return `linted: ${event.outcome.kind}`;
    case 'finished':
      return `finished ${event.outcome.kind}`;
    default:
      return event.type;
  }
}

/** What code decided, in order: invariants, claims, public changes nobody claimed, spot checks. */
function verdictsOf(evidence: Evidence): string {
  const { invariants, claims, spot_checks: checks } = evidence;
  const unclaimed = unclaimedChanges(evidence).length;
  return [
    ...invariants.map(({ verdict }) => `invariant ${verdict}`),
    ...claims.map(({ verdict }) => `claim ${verdict}`),
    ...(unclaimed > 0 ? [`${unclaimed} unclaimed`] : []),
    ...checks.map(({ verdict }) => `spot check ${verdict}`),
  ].join(', ');
}

/** Where a read-only tool's answer points to. */
function answerLine(answer: unknown): string {
  if (typeof answer === 'string') return `${answer.length} characters`;
  if (Array.isArray(answer)) return `${answer.length} entries`;
  const { error, matches, file, line } = answer as ToolAnswer;
  if (error !== undefined) return 'error';
  if (matches) return matches.map(match => `${match.file}:${match.line}`).join(', ') || 'no match';
  return line === undefined ? `${file}` : `${file}:${line}`;
}

interface ToolAnswer {
  readonly error?: string;
  readonly matches?: readonly { readonly file: string; readonly line: number }[];
  readonly file?: string;
  readonly line?: number;
}
