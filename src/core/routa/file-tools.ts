import { checkWritePath } from '../changes/path-policy.ts';
import { isInScope } from '../changes/scope.ts';
import type { Staging } from '../gate/staging.ts';
import { agentFileTools } from '../tools/agent-file-tools.ts';
import type { Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';
import type { TaskBoard } from './task-board.ts';

/** What happens to a write outside the scope of its task. */
export type OutsideScope = 'ask' | 'refuse';

/** Tools 13 to 15: reads for everybody; a write only for a task at work, on a path that no other task holds. */
export function routaFileTools(
  board: TaskBoard,
  self: Agent,
  staging: Staging,
  outside: OutsideScope,
): readonly Tool[] {
  return agentFileTools(staging).flatMap(tool => {
    if (tool.name === 'read_file' || tool.name === 'list_files') return [tool];
    return tool.name === 'write_file' ? [guarded(tool, path => whyNotWrite(board, self, path, outside))] : [];
  });
}

function guarded(tool: Tool, whyNot: (path: string) => string | undefined): Tool {
  return {
    ...tool,
    prepare: args => {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      // The schema has just said that there is one.
      const { path } = args as { readonly path: string };
      return {
        ok: true,
        run: async context => {
          const error = whyNot(path);
          return error === undefined ? prepared.run(context) : { path, error, changed: false };
        },
      };
    },
  };
}

function whyNotWrite(
  board: TaskBoard,
  self: Agent,
  asked: string,
  outside: OutsideScope,
): string | undefined {
  const verdict = checkWritePath(asked);
  if (verdict.kind === 'refused') return undefined; // the tool itself says why
  const { path } = verdict;
  const task = taskAtWork(board, self);
  if (!task) return `${self.id} has no task at work, so it may not write`;
  const writer = board.leases.writerOf(path, task.taskId);
  if (writer !== undefined) {
    const { worker } = board.task(writer) ?? {};
    return `${path} is held by ${writer}, on which ${worker} works; send it a message, or write it after its report`;
  }
  if (task.scope.length > 0 && !isInScope(path, task.scope) && outside === 'refuse')
    return `${path} is outside the scope of ${task.taskId} (${task.scope.join(', ')})`;
  board.leases.claim(path, task.taskId);
  return undefined;
}

export function taskAtWork(board: TaskBoard, self: Agent) {
  const assignment = self.open.find(a => a.as === 'worker');
  const task = assignment && board.task(assignment.taskId);
  return task?.status === 'IN_PROGRESS' ? task : undefined;
}
