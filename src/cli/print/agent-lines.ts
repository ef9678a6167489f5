import { callSubject } from '../../core/conversation/call-subject.ts';
import { reasonsOf } from '../../core/runs/common-outcome.ts';
import type { OwnState } from '../../core/runs/own-state.ts';
import { resultsOnBranches } from '../../core/runs/result-on-branch.ts';
import type { WorkRow } from '../../core/runs/work-rows.ts';
import type { AgentEvent } from '../../core/taskagent/events.ts';
import { placeWords } from '../../core/taskagent/events.ts';
import { agentHeadline } from '../../core/taskagent/outcome.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import type { CommandLine } from '../options.ts';
import { branchText } from './branch-text.ts';
import { callDetails, reasonIn, unchangedWords } from './call-details.ts';
import type { Colours } from './colours.ts';
import { optionsToGoOn } from './next-command.ts';
import { runEndText } from './run-end.ts';
import { testsText } from './tests-text.ts';
import { triedLines } from './trials.ts';
import { workLine } from './work-lines.ts';
import { workTableJson } from './work-table.ts';

const MARKS = { ok: '✓', error: '✗', refused: '✗', not_run: '–' } as const;

/** What a person reads of one event; `undefined` when it is not of interest. */
export function agentLine(event: AgentEvent, c: Colours): string | undefined {
  switch (event.type) {
    case 'run_started':
      return c.bold(`Agent run ${event.runId}: ${event.task}`);
    case 'cycle_started':
      return event.isolated ? `\n${c.bold(`Cycle ${event.cycle}`)} in ${placeWords(event)}` : undefined;
    case 'turn_started':
      return `\n${c.bold(`Turn ${event.turn}`)}  ${event.note}`;
    case 'called': {
      const unchanged = unchangedWords(event);
      const mark = MARKS[unchanged === '' ? event.status : 'not_run'];
      const line = `  ${mark} ${event.tool} ${callSubject(event.args)}`;
      const details = callDetails(event, c);
      if (unchanged !== '') return `${c.dim(line)}${unchanged}${details}`;
      if (event.status === 'ok') return `${c.green(line)}${details}`;
      return `${c.red(line)}${reasonIn(event.response)}${details}`;
    }
    case 'applied':
      return `  applied to ${event.files.map(f => f.path).join(', ')}`;
    case 'committed':
      return `  ${c.green('commit')} ${event.sha.slice(0, 10)} on ${event.branch}: ${event.subject}`;
    case 'pushed':
      return `  pushed ${event.branch} to ${event.remote}`;
    case 'pull_request':
      return `  ${event.created ? 'pull request' : 'open a pull request at'} ${event.url}`;
    case 'branch_made':
      return `the result goes to the branch ${c.bold(event.branch)}; your checkout stays as it is`;
    case 'set_aside':
      return event.reason === 'conflict'
        ? c.red(`  it does not fit on what is on the branch meanwhile: ${event.paths.join(', ')}`)
        : undefined;
    case 'warning':
      // The line of the call says it, and the end of the run again.
      return event.about === 'delivery' ? undefined : workLine(event, c);
    case 'tried':
      return triedLines(event, c);
    case 'protocol_fault':
    case 'inspected':
    case 'verified':
    case 'reviewed':
    case 'waiting':
      return workLine(event, c);
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
  const options = optionsToGoOn(outcome, line, OF_A_NEW_RUN);
  const next = state.undelivered.map(({ sentence }) => c.yellow(`  not delivered: ${sentence}`));
  next.push(...branchText(resultsOnBranches(state)));
  if (outcome.kind === 'WAITING')
    next.push(`  answer it with: workorder resume ${runId} --answer "…"${options}`);
  else if (state.mode !== 'single' && outcome.kind !== 'DONE')
    next.push(`  resume with: workorder resume ${runId}${options}`);
  next.unshift(...testsText(state, outcome, outcome.kind === 'WAITING' ? 'answer' : 'message'));
  const canBeReverted = state.applied.some(a => !a.isolated && !a.reverted);
  return runEndText({ runId, outcome, headline: agentHeadline(outcome), next, canBeReverted }, line, c);
}

/** The last JSON line of `agent`. */
export function agentOutcomeJson(state: AgentState, rows: readonly WorkRow[]): string {
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
    ...branchJson(state.own),
    pushed: state.pushed,
    pull_requests: state.pullRequests,
    not_delivered: state.undelivered.map(({ sentence }) => sentence),
    cycles: state.cycle,
    work: workTableJson(rows),
    run: state.runId,
  });
}

/** The branch that its work goes to, when it is not in the folder. */
export const branchJson = (own: OwnState | undefined) =>
  own?.branch === undefined ? {} : { branch: own.branch, from: own.start, commit: own.tip };
