import {
  create,
  delegate,
  type MemoryTeam,
  report,
  type Step,
  subscribe,
  task,
  wake,
  write,
} from './memory-team.ts';

/** Agents that look where they are and go on from there, as a capable model would. */
export function scripts(team: MemoryTeam): Readonly<Record<string, readonly Step[]>> {
  const always = (step: Step): readonly Step[] => Array.from({ length: 40 }, () => step);
  const crafter =
    (id: string, own: string, file: string): Step =>
    () =>
      team.files.text(file) === `${own}\n` ? [report(id, own)] : [write(file, `${own}\n`)];
  return {
    routa: always(() => {
      const { agents, tasks, feed } = team.workspace;
      if (feed.subscriptions.size === 0) return [subscribe(['*'])];
      if (!agents.has('ca')) return [create('ca')];
      if (!agents.has('cb')) return [create('cb')];
      if (!agents.has('g')) return [create('g', 'GATE')];
      const isOpen = (id: string) => [...agents.values()].some(a => a.open.some(o => o.taskId === id));
      const next = [...tasks.values()].find(t => !isOpen(t.taskId) && t.status !== 'DONE');
      if (!next) return [];
      if (next.status === 'IN_REVIEW') return [delegate('g', next.taskId)];
      return next.status === 'PENDING' ? [delegate(`c${next.taskId}`, next.taskId)] : [wake(next.taskId)];
    }),
    ca: always(crafter('ca', 'a', 'a.py')),
    cb: always(crafter('cb', 'b', 'b.py')),
    g: always(() => {
      const [due] = team.agent('g').open;
      return due ? [report('g', due.taskId)] : [];
    }),
  };
}

export const TASKS = [task('a', { scope: ['a.py'] }), task('b', { scope: ['b.py'] })];
