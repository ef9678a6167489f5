import { callSubject } from '../../core/conversation/call-subject.ts';
import { UNRECORDED } from '../../core/ports/journal-fault.ts';
import { reasonsOf } from '../../core/runs/common-outcome.ts';
import type { AgentEvent } from '../../core/taskagent/events.ts';
import { agentHeadline } from '../../core/taskagent/outcome.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import { exitCodeOf } from '../exit-code.ts';
import { EXIT } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { callDetails, reasonIn } from './call-details.ts';
import type { Colours } from './colours.ts';
import { sameOptions, sameRoot } from './next-command.ts';
import { verifiedLines } from './verified-lines.ts';

const MARKS = { ok: '✓', error: '✗', refused: '✗', not_run: '–' } as const;

/** What a person reads of one event; `undefined` when it is not of interest. */
export function agentLine(event: AgentEvent, c: Colours): string | undefined {
  switch (event.type) {
    case 'run_started':
      return c.bold(`Agent run ${event.runId}: ${event.task}`);
    case 'cycle_started':
      return event.isolated ? `\n${c.bold(`Cycle ${event.cycle}`)} in ${event.workspace}` : undefined;
    case 'turn_started':
      return `\n${c.bold(`Turn ${event.turn}`)}  ${event.note}`;
    case 'called': {
      const line = `  ${MARKS[event.status]} ${event.tool} ${callSubject(event.args)}`;
      const details = callDetails(event, c);
      if (event.status === 'ok') return `${c.green(line)}${details}`;
      return `${c.red(line)}${reasonIn(event.response)}${details}`;
    }
    case 'protocol_fault':
      return c.yellow(`  the reply was not accepted: ${event.fault}`);
    case 'inspected':
      return event.decision === 'approve'
        ? c.dim(`  QA approves change ${event.number}`)
        : c.red(`  QA rejects change ${event.number}: ${event.reasons.join('; ')}`);
    case 'verified':
      return verifiedLines(event, c);
    case 'reviewed':
      return event.decision === 'apply'
        ? c.dim(`  change ${event.number} approved by ${event.by}`)
        : c.red(`  change ${event.number} rejected by ${event.by}${event.reason ? `: ${event.reason}` : ''}`);
    case 'applied':
      return `  applied to ${event.files.map(f => f.path).join(', ')}`;
    case 'committed':
      return `  ${c.green('commit')} ${event.sha.slice(0, 10)} on ${event.branch}: ${event.subject}`;
    case 'pushed':
      return `  pushed ${event.branch} to ${event.remote}`;
    case 'pull_request':
      return `  ${event.created ? 'pull request' : 'open a pull request at'} ${event.url}`;
    case 'warning':
      // The line of the call says it, and the end of the run again.
      return event.about === 'delivery' ? undefined : c.yellow(`  ${event.sentence}`);
    case 'waiting':
      return c.yellow(`  ${event.sentence}`);
    default:
      return undefined;
  }
}

/** Options of `agent` that a resumed run has from its journal. */
const OF_A_NEW_RUN = ['task', 'mode', 'profile', 'resume', 'answer', 'message'];

/** The last lines a person reads, with what can be done next. */
export function agentOutcomeText(state: AgentState, line: CommandLine, c: Colours): string {
  const { outcome, runId } = state;
  if (!outcome) return '';
  const paint = exitCodeOf(outcome) === EXIT.ok ? c.green : c.red;
  const lines = [`\n${paint(c.bold(outcome.kind))}  ${agentHeadline(outcome)}`];
  if (runId === UNRECORDED) return `${lines.join('\n')}\n`;
  for (const { sentence } of state.undelivered) lines.push(c.yellow(`  not delivered: ${sentence}`));
  const options = sameOptions(line, OF_A_NEW_RUN);
  if (outcome.kind === 'WAITING')
    lines.push(`  answer it with: workorder resume ${runId} --answer "…"${options}`);
  else if (state.mode !== 'single' && outcome.kind !== 'DONE')
    lines.push(`  resume with: workorder resume ${runId}${options}`);
  if (state.applied.some(a => !a.isolated && !a.reverted))
    lines.push(`  take it back with: workorder revert ${runId}${sameRoot(line)}`);
  return `${lines.join('\n')}\n`;
}

/** The last JSON line of `agent`. */
export function agentOutcomeJson(state: AgentState): string {
  const { outcome } = state;
  return JSON.stringify({
    outcome: outcome?.kind,
    ...(outcome?.kind === 'DONE' ? { finish: outcome.outcome } : {}),
    ...(outcome?.kind === 'DONE' && outcome.nothingChanged ? { nothing_changed: true } : {}),
    ...(outcome?.kind === 'WAITING' ? { question: outcome.question } : {}),
    ...(outcome?.kind === 'BLOCKED' ? { blocked_by: outcome.by } : {}),
    reasons: outcome?.kind === 'EXECUTED' ? outcome.failed : reasonsOf(outcome),
    files: state.applied.flatMap(({ number, turn, files }) =>
      files.map(({ path, before_sha256, after_sha256 }) => ({
        path,
        before_sha256,
        after_sha256,
        change: number,
        turn,
      })),
    ),
    commits: state.commits,
    pushed: state.pushed,
    pull_requests: state.pullRequests,
    not_delivered: state.undelivered.map(({ sentence }) => sentence),
    cycles: state.cycle,
    run: state.runId,
  });
}
