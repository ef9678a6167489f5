import { reasonsOf } from '../../core/runs/common-outcome.ts';
import { resultsOnBranches } from '../../core/runs/result-on-branch.ts';
import type { WorkRow } from '../../core/runs/work-rows.ts';
import type { TicketEvent } from '../../core/tickets/events.ts';
import { ticketHeadline } from '../../core/tickets/outcome.ts';
import type { TicketState } from '../../core/tickets/state.ts';
import type { SubtaskStatus } from '../../core/tickets/status.ts';
import type { CommandLine } from '../options.ts';
import { agentLine, branchJson } from './agent-lines.ts';
import { branchText } from './branch-text.ts';
import type { Colours } from './colours.ts';
import { optionsToGoOn } from './next-command.ts';
import { runEndText } from './run-end.ts';
import { testsText } from './tests-text.ts';
import { workLine } from './work-lines.ts';
import { workTableJson } from './work-table.ts';

const MARKS: Readonly<Record<SubtaskStatus, string>> = {
  open: '·',
  'in-progress': '~',
  'awaiting review': '?',
  rejected: '✗',
  complete: '✓',
  blocked: '⊘',
};

const TICKET_TOOLS = new Set([
  'assign_to_developer',
  'update_subtask',
  'complete_ticket',
  'subtask_complete',
]);

/** What a person reads of one event; `undefined` when it is not of interest. */
export function ticketLine(event: TicketEvent, c: Colours): string | undefined {
  switch (event.type) {
    case 'run_started':
      return c.bold(`Ticket run ${event.runId}: ${event.ticket.title}`);
    case 'talk_started':
      return `\n${c.bold(event.agent === 'manager' ? 'Manager' : `Developer, ${event.mode}`)}${event.prompt.path ? `  with ${event.prompt.path}` : ''}`;
    case 'turn_started':
      return `  ${event.note}`;
    case 'called':
      // What these came to is a line of its own.
      return TICKET_TOOLS.has(event.tool) && event.status === 'ok' ? undefined : agentLine(event, c);
    case 'assigned':
      return `  ${event.subtaskId} is in-progress: ${event.assignment.goal}`;
    case 'bounced':
      return c.yellow(`  sent back once: ${event.reason}`);
    case 'reported':
      return [
        `  reports ${event.status}: ${event.result.message}`,
        ...event.differences.map(d => c.yellow(`  but the journal shows: ${d}`)),
      ].join('\n');
    case 'subtask_updated': {
      const forced = event.to === event.asked ? '' : ` (the third rejection)`;
      const line = `  ${MARKS[event.to]} ${event.subtaskId} is ${event.to}${forced}: ${event.notes}`;
      const ticked = (event.ticked ?? []).map(criterion => `\n      ✓ ${criterion}`).join('');
      return event.to === 'complete' ? c.green(`${line}${ticked}`) : c.yellow(line);
    }
    case 'unblocked':
      return `  ${event.subtaskId} is open again, unblocked by ${event.by}`;
    case 'warning':
      return workLine(event, c);
    case 'delivery_skipped':
      return c.dim(`  not merged: ${event.reason}`);
    case 'merged':
      return c.green(`  merged ${event.branch} into ${event.base}`);
    case 'delivery_failed':
      return c.red(`  not merged (${event.step}): ${event.reason}`);
    case 'broken_down':
    case 'breakdown_decided':
    case 'completed':
    case 'ticket_edited':
    case 'resumed':
    case 'reverted':
    case 'finished':
      return undefined;
    default:
      return agentLine(event, c);
  }
}

/** The ticket with its subtasks, as `ticket status` prints it. */
export function ticketText(state: TicketState, c: Colours): string {
  const { title, status, subtasks, rejectionCounts, currentSubtaskId, currentAgent } = state;
  const rows = subtasks.map(s => {
    const n = rejectionCounts[s.id] ?? 0;
    const rejected = n > 0 ? `, rejected ${n === 1 ? 'once' : `${n} times`}` : '';
    const current = s.id === currentSubtaskId && status !== 'Done' ? `  ← ${currentAgent}` : '';
    return `  ${MARKS[s.status]} ${s.id}  ${s.title}  (${s.status}${rejected})${current}`;
  });
  return `${c.bold(title)}  ${status}\n${rows.join('\n')}\n`;
}

/** Options of `ticket` that are about a new ticket, or what the person said this time. */
const SAID_ONCE = ['title', 'description', 'criterion', 'unblock', 'message', 'say'];

/** The last lines a person reads, with what can be done next. */
export function ticketOutcomeText(state: TicketState, line: CommandLine, c: Colours): string {
  const { outcome, runId } = state;
  if (!outcome) return '  interrupted\n';
  const next = [...testsText(state, outcome), ...branchText(resultsOnBranches(state))];
  if (outcome.kind !== 'DONE') {
    const blocked = state.subtasks.filter(s => s.status === 'blocked').map(s => ` --unblock ${s.id}`);
    const unblock = outcome.kind === 'BLOCKED' && outcome.by === 'subtask' ? blocked.join('') : '';
    const model = hasModel(line) ? '' : ' --model SPEC';
    next.push(
      `  resume with: workorder resume ${runId}${unblock}${optionsToGoOn(outcome, line, SAID_ONCE)}${model}`,
    );
  }
  const canBeReverted = state.applied.some(a => !a.isolated && !a.reverted) && !state.merged;
  return runEndText({ runId, outcome, headline: ticketHeadline(outcome), next, canBeReverted }, line, c);
}

const hasModel = (line: CommandLine): boolean =>
  ['model', 'smart-model', 'fast-model'].some(name => line.text(name) !== undefined);

/** The last JSON line of `ticket`, and the answer of `ticket status --json`. */
export function ticketJson(state: TicketState, rows: readonly WorkRow[]): string {
  const { outcome } = state;
  return JSON.stringify({
    outcome: outcome?.kind ?? null,
    ...(outcome?.kind === 'BLOCKED' ? { blocked_by: outcome.by } : {}),
    reasons: reasonsOf(outcome),
    status: state.status,
    subtasks: state.subtasks.map(({ id, title, status }) => ({
      id,
      title,
      status,
      rejections: state.rejectionCounts[id] ?? 0,
    })),
    currentAgent: state.currentAgent,
    currentSubtaskId: state.currentSubtaskId ?? null,
    currentDeveloperMode: state.currentDeveloperMode ?? null,
    rejectionCounts: state.rejectionCounts,
    lastDeveloperResult: state.lastDeveloperResult ?? null,
    lastManagerAssignment: state.lastManagerAssignment ?? null,
    files: state.applied.flatMap(({ number, files }) =>
      files.map(({ path, before_sha256, after_sha256 }) => ({
        path,
        before_sha256,
        after_sha256,
        change: number,
      })),
    ),
    commits: state.commits,
    ...branchJson(state.own),
    ...(state.own ? { pushed: state.pushed ?? null, pull_request: state.pullRequest ?? null } : {}),
    merged: state.merged ?? null,
    turns: state.turns,
    work: workTableJson(rows),
    run: state.runId,
  });
}
