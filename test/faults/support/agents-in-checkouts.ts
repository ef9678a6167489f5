import type { AgentEvent } from '../../../src/core/taskagent/events.ts';
import { initialAgentState, reduceAgent } from '../../../src/core/taskagent/state.ts';
import type { TicketEvent } from '../../../src/core/tickets/events.ts';
import { reduceTicket } from '../../../src/core/tickets/reduce.ts';
import { initialTicketState } from '../../../src/core/tickets/state.ts';
import { type Call, type Project, type Workflow, wrote, YES } from '../../support/interrupted-agents.ts';

const BRANCH = ['--delivery', 'commit'];

interface Change {
  readonly reverted: boolean;
  readonly files: readonly { readonly path: string }[];
}
const times = (applied: readonly Change[], file: string): number =>
  applied.filter(({ reverted, files }) => !reverted && files.some(({ path }) => path === file)).length;

const broken: Call = ['write_file', { path: 'a.py', content: 'broken\n' }];
/** After an interruption it may not have seen what it wrote. */
const corrected: readonly Call[] = [['read_file', { path: 'a.py' }], wrote('a.py')];

/** The person's own is as it was, and the branch has everything once. */
const result = (project: Project, branch: string, files: readonly string[], mine: readonly string[]) => ({
  log: project.git('log', '--format=%s', `main..${branch}`).split('\n'),
  files: files.map(file => project.git('show', `${branch}:${file}`)),
  checkout: project
    .git('status', '--porcelain')
    .split('\n')
    .filter(line => !mine.some(path => line.endsWith(path))),
  on: project.git('branch', '--show-current'),
  trees: project.git('worktree', 'list').split('\n').length,
});

/** A task agent whose first file is broken, and called done all the same. */
export const agentBeside: Workflow = {
  name: 'agent run in a checkout',
  start: ['agent', '--task', '1', '--profile', 'thoughts', ...BRANCH, ...YES],
  list: ['agent', '--list'],
  resume: run => ['resume', run, ...YES],
  revert: run => ['revert', run],
  answer: project => async told => {
    const events = await project.events<AgentEvent>('agents');
    const { applied, commits } = events.reduce(reduceAgent, initialAgentState('run'));
    const isCommitted = (n: number) => commits.some(({ subject }) => subject.startsWith(`Feature 1.${n}`));
    const feature = (n: number): Call => [
      'finish_feature',
      { task_id: 1, feature_id: n, title: `Part ${n}` },
    ];
    if (times(applied, 'a.py') === 0) return [broken];
    if (times(applied, 'a.py') === 1 && /Correct it(,| and)/.test(told)) return corrected;
    if (!isCommitted(1)) return [feature(1)];
    if (times(applied, 'b.py') === 0) return [wrote('b.py')];
    if (!isCommitted(2)) return [feature(2)];
    return [
      ['submit_for_review', { task_id: 1, task_title: 'One' }],
      ['finish', {}],
    ];
  },
  end: project => result(project, 'work-order/task-1', ['a.py', 'b.py'], []),
};

/** A ticket whose developer does the same. */
export const ticketBeside: Workflow = {
  name: 'ticket run in a checkout',
  start: ['ticket', 'run', 'tickets/t.ticket.json', ...BRANCH, ...YES],
  list: ['ticket', 'status'],
  resume: run => ['resume', run, ...YES],
  revert: run => ['revert', run],
  answer: project => async told => {
    const events = await project.events<TicketEvent>('tickets');
    const { applied, subtasks } = events.reduce(reduceTicket, initialTicketState('run'));
    const status = subtasks[0]?.status;
    if (told.includes('## Current Assignment')) {
      if (times(applied, 'a.py') === 0) return [broken];
      if (times(applied, 'a.py') === 1 && /Correct it|repair it and report again/.test(told))
        return corrected;
      const report = { status: 'complete', filesChanged: [], buildStatus: 'pass', message: 'Done.' };
      return [['subtask_complete', report]];
    }
    if (status === 'complete') return [['complete_ticket', { summary: 'All.' }]];
    if (status === 'awaiting review') return [['update_subtask', { status: 'complete', notes: 'Read it.' }]];
    return [['assign_to_developer', { mode: 'implementation', goal: 'Do it.', acceptanceCriteria: [] }]];
  },
  end: project => result(project, 'work-order/t-one', ['a.py'], ['tickets/t.ticket.json']),
};
