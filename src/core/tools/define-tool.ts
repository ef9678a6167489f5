import {
  type ToolArgs,
  type ToolContract,
  type ToolName,
  toolContracts,
} from '../../generated/tool-contracts.ts';
import { describeSchemaProblems } from '../kernel/json-path.ts';
import type { Tool, ToolContext, ToolEffect } from './tool.ts';

/** The response, as JSON data. Expected failures are responses with an `error`, never exceptions. */
type Run<Args> = (args: Args, context: ToolContext) => Promise<unknown>;

/** A tool of schemas/tools: its schema says what it is for and which arguments it takes. */
export const tool = <Name extends ToolName>(name: Name, effect: ToolEffect, run: Run<ToolArgs[Name]>): Tool =>
  toolFrom(name, toolContracts[name], effect, run);

export function toolFrom<Args>(
  name: string,
  { schema, validate }: ToolContract<Args>,
  effect: ToolEffect,
  run: Run<Args>,
): Tool {
  return {
    name,
    description: schema.description,
    effect,
    parameters: schema,
    prepare: args =>
      validate(args)
        ? { ok: true, run: context => run(args, context) }
        : { ok: false, problem: describeSchemaProblems(validate.errors) },
  };
}
