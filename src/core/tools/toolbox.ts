import { readStrictJson } from '../kernel/strict-json.ts';
import type { ToolDeclaration } from '../ports/model.ts';
import type { Tool, ToolContext } from './tool.ts';

export type ToolCallOutcome =
  /** The tool ran; its response may still be an error value. */
  | { readonly kind: 'ran'; readonly args: unknown; readonly response: unknown }
  /** The call was not let through; nothing ran. `response` is what the caller gets. */
  | {
      readonly kind: 'refused';
      readonly args: unknown;
      readonly response: { readonly error: string; readonly changed: false };
    };

/** allow → validate → run. Recording is the caller's: it knows the journal. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, Tool>;

  constructor(tools: readonly Tool[]) {
    this.#tools = new Map(tools.map(tool => [tool.name, tool]));
  }

  get names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** What a model reads about the tools it may call, in the order asked. */
  declarations(names: readonly string[]): readonly ToolDeclaration[] {
    return names.flatMap(name => {
      const tool = this.#tools.get(name);
      return tool ? [{ name, description: tool.description, parameters: tool.parameters }] : [];
    });
  }

  /**
   * @param caller who calls, for the refusal's sentence
   * @param allowed the caller's tools (the role table); a call to any other is refused
   */
  async call(
    caller: string,
    allowed: readonly string[],
    name: string,
    argumentsJson: string,
    context: ToolContext,
  ): Promise<ToolCallOutcome> {
    const tool = this.#tools.get(name);
    if (!allowed.includes(name)) {
      const problem = tool ? `role_not_allowed: ${caller} may not call ${name}` : `unknown tool: ${name}`;
      return refused(argumentsJson, `${problem}; ${caller} may call ${allowed.join(', ')}`);
    }
    if (!tool)
      return refused(argumentsJson, `unknown tool: ${name}; known tools are ${this.names.join(', ')}`);
    const parsed = readStrictJson(argumentsJson.trim() === '' ? '{}' : argumentsJson);
    if (!parsed.ok) return refused(argumentsJson, `invalid args for tool ${name}: ${parsed.error.message}`);
    const prepared = tool.prepare(parsed.value);
    if (!prepared.ok) return refused(parsed.value, `invalid args for tool ${name}: ${prepared.problem}`);
    return { kind: 'ran', args: parsed.value, response: await prepared.run(context) };
  }
}

function refused(args: unknown, error: string): ToolCallOutcome {
  return { kind: 'refused', args, response: { error, changed: false } };
}
