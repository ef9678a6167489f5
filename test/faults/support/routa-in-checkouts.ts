import type { RoutaEvent } from '../../../src/core/routa/events.ts';
import { type Call, type Workflow, wrote, YES } from '../../support/interrupted-agents.ts';

const routa = (...more: readonly string[]) => ['routa', '--delivery', 'commit', ...more, ...YES];
const report = (agentId: string, taskId: string): Call => [
  'report_to_parent',
  { agentId, report: { taskId, summary: 'Did it.', success: true } },
];

/** Two CRAFTERs in checkouts of their own; the first file of one is broken, and called done all the same. */
export const checkouts: Workflow = {
  name: 'ROUTA workspace in checkouts',
  start: routa('--tasks', 'two-tasks.md', '--goal', 'Write both'),
  list: ['routa', '--list'],
  resume: run => ['resume', run, ...YES],
  revert: run => ['revert', run],
  answer: project => async told => {
    const { agents, tasks, changes } = await project.workspace();
    const who = /You are the agent \\"(\w+)/.exec(told)?.[1] ?? '';
    const own = agents.get(who)?.open[0]?.taskId;
    if (who === 'g') return (agents.get('g')?.open ?? []).map(({ taskId }) => report('g', taskId));
    if (who !== 'routa' && own === undefined) return [];
    if (own !== undefined) {
      const written = changes.filter(change => change.agentId === who && !change.reverted).length;
      const isToBreak = own === 'a' && written === 0;
      if (isToBreak) return [['write_file', { path: 'a.py', content: 'broken\n' }]];
      const isToCorrect = own === 'a' && written === 1 && /Correct it(,| and)/.test(told);
      // After an interruption it may not have seen what it wrote.
      if (isToCorrect) return [['read_file', { path: 'a.py' }], wrote('a.py')];
      return written === 0 ? [wrote(`${own}.py`)] : [report(who, own)];
    }
    const calls: Call[] = [];
    const give = (name: string, role: string, taskId: string) => {
      const isNew =
        !agents.has(name) && !calls.some(([tool, args]) => tool === 'create_agent' && args['name'] === name);
      if (isNew) calls.push(['create_agent', { name, role, workspaceId: 'shop' }]);
      calls.push(['delegate_task', { agentId: name, taskId, callerAgentId: 'routa' }]);
    };
    for (const { taskId, status, verifier } of tasks.values()) {
      const isGiven = [...agents.values()].some(agent => agent.open.some(open => open.taskId === taskId));
      if (status === 'PENDING' && !isGiven) give(`c${taskId}`, 'CRAFTER', taskId);
      if (status === 'IN_REVIEW' && verifier === undefined) give('g', 'GATE', taskId);
    }
    return calls;
  },
  end: async project => {
    const { agents, tasks, outcome, branch, changes } = await project.workspace();
    const name = branch?.name ?? '';
    const taken = (await project.events<RoutaEvent>('routa')).flatMap(event =>
      event.type === 'told' ? (event.took?.messages ?? []) : [],
    );
    return {
      outcome,
      agents: [...agents.values()].map(agent => [agent.id, agent.status]).sort(),
      tasks: [...tasks.values()].map(task => [task.taskId, task.status, task.waves, task.merges]),
      changes: changes
        .filter(change => !change.reverted)
        .map(change => [change.agentId, change.paths])
        .sort(),
      allMerged: changes.every(({ reverted, merged }) => reverted || merged !== undefined),
      deliveredTwice: taken.length - new Set(taken).size,
      log: project.git('log', '--format=%s', `main..${name}`).split('\n').sort(),
      files: ['a.py', 'b.py'].map(file => project.git('show', `${name}:${file}`)),
      // The person's own.
      checkout: [project.git('status', '--porcelain'), project.git('branch', '--show-current')],
      trees: project.git('worktree', 'list').split('\n').length,
    };
  },
};
