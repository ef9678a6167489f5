import { describeSchemaProblems } from '../kernel/json-path.ts';
import type { Tool, ToolDefinition } from './tool.ts';

export function defineTool<A>(definition: ToolDefinition<A>): Tool {
  const { name, description, effect, parameters, validate, run } = definition;
  return {
    name,
    description,
    effect,
    parameters,
    prepare: args =>
      validate(args)
        ? { ok: true, run: context => run(args, context) }
        : { ok: false, problem: describeSchemaProblems(validate.errors) },
  };
}
