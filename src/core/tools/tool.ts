import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { JsonSchema } from '../ports/model.ts';

/** What a tool may do to the world; roles are granted tools by effect and by name. */
export type ToolEffect = 'read' | 'write' | 'verify' | 'vcs' | 'coordinate' | 'control' | 'ask';

export interface ToolContext {
  readonly signal: AbortSignal;
  /** Who approves what a tool called on its own would write; without one it writes nothing. */
  readonly reviewer?: AgentReviewer;
  /** Told what a long call is at, a line at a time. */
  readonly onProgress?: (line: string) => void;
  /** Who calls, for the record of what is written: the name that a client gives itself. Left out: nobody said. */
  readonly caller?: string;
}

/** One registry entry. From it come the validator, the model's declaration, the MCP tool and the docs page. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolEffect;
  /** Schema of the arguments, as in schemas/tools/<name>.schema.json. */
  readonly parameters: JsonSchema;
  /** Checks the arguments; `run` belongs to arguments that matched. */
  readonly prepare: (
    args: unknown,
  ) =>
    | { readonly ok: true; readonly run: (context: ToolContext) => Promise<unknown> }
    | { readonly ok: false; readonly problem: string };
}
