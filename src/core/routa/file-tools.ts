import { checkWritePath } from '../changes/path-policy.ts';
import { isInScope } from '../changes/scope.ts';
import type { Staging } from '../gate/staging.ts';
import { agentFileTools } from '../tools/agent-file-tools.ts';
import { searchTools } from '../tools/search-tools.ts';
import { stagedEditTools } from '../tools/staged-edit-tools.ts';
import type { Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';
import type { TaskBoard } from './task-board.ts';

/** What happens to a write outside the scope of its task. */
export type OutsideScope = 'ask' | 'refuse';

/** Tools 13 to 15, and those of native calls: reads for everybody; a write only for a task at work, on a path that no other task holds. */
export function routaFileTools(
  board: TaskBoard,
  self: Agent,
  staging: Staging,
  outside: OutsideScope,
): readonly Tool[] {
  return [...agentFileTools(staging), ...stagedEditTools(staging), ...searchTools(staging)].flatMap(tool => {
    if (tool.effect === 'read') return tool.name === 'retrieve_context_files' ? [] : [tool];
    return WRITING.has(tool.name) ? [guarded(tool, path => whyNotWrite(board, self, path, outside))] : [];
  });
}

const WRITING: ReadonlySet<string> = new Set(['write_file', 'atomic_replace', 'move_text']);

function guarded(tool: Tool, whyNot: (path: string) => string | undefined): Tool {
  return {
    ...tool,
    prepare: args => {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      const { path, file_path, target_file } = args as Readonly<Record<string, string | undefined>>;
      const paths = [path, file_path, target_file].flatMap(named => named ?? []);
      return {
        ok: true,
        run: async context => {
          for (const named of paths) {
            const error = whyNot(named);
            if (error !== undefined) return { path: named, error, changed: false };
          }
          return prepared.run(context);
        },
      };
    },
  };
}

/** Why this path is not the agent's to write; `undefined`: it is, and the path is held for its task from now on. */
export function whyNotWrite(
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
