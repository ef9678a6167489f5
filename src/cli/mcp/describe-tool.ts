import type { Tool as DescribedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolEffect } from '../../core/tools/tool.ts';
import { resultSchemas } from '../../generated/result-schemas.ts';
import { portableSchema } from './portable-schema.ts';

/** What a client is told about a tool before it calls it. */
export function describeTool({ name, description, effect, parameters }: Tool): DescribedTool {
  const outputSchema = resultSchemas[name];
  const title = titleOf(name);
  return {
    name,
    title,
    description,
    inputSchema: { ...portableSchema(parameters), type: 'object' },
    ...(outputSchema === undefined
      ? {}
      : { outputSchema: { ...portableSchema(outputSchema), type: 'object' } }),
    annotations: { title, ...HINTS[effect] },
  };
}

/** `locate_symbol` as a person reads it. */
const titleOf = (name: string): string =>
  `${name[0]?.toUpperCase() ?? ''}${name.slice(1).replaceAll('_', ' ')}`;

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const COORDINATES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

const HINTS: Readonly<Record<ToolEffect, ToolAnnotations>> = {
  read: READS,
  // It overwrites or moves text, and a second call is another change.
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  // Linters and tests are programs, and what they load is the workspace's.
  verify: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  vcs: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  coordinate: COORDINATES,
  control: COORDINATES,
  ask: COORDINATES,
};
