import * as vscode from 'vscode';
import type { JsonSchema, ModelRequest } from '../../core/ports/model.ts';
import { inlineSchema } from '../../node/model/inline-schema.ts';
import { withoutUnionAtTop } from '../../node/model/union-at-top.ts';

/** How the answer is asked for: as the arguments of a private tool, or in words where a model has no tools. */
export type Delivery = 'tool' | 'words';

export interface LmRequest {
  readonly options: vscode.LanguageModelChatRequestOptions;
  /** The private tool whose arguments are the answer. */
  readonly submitTool: string;
  /** What the instructions have to add; empty where the tool is the only one and has to be called. */
  readonly words: string;
}

const JUSTIFICATION = 'A work order asks this model to propose or to check edits.';

export function asLmRequest(request: ModelRequest, delivery: Delivery): LmRequest {
  const { output, tools, temperature } = request;
  const modelOptions = temperature === undefined ? {} : { temperature };
  const name = `submit_${output.name.replace(/[^\w-]/g, '_')}`;
  const description = 'Gives your final answer. Call it exactly once, alone, when you are done.';
  if (delivery === 'words') {
    const words = `Your final answer is exactly one JSON object and nothing else. It must match this JSON Schema:\n${JSON.stringify(inlineSchema(output.schema))}`;
    return { submitTool: name, words, options: { justification: JUSTIFICATION, modelOptions } };
  }
  const isOnly = tools.length === 0;
  return {
    submitTool: name,
    words: isOnly ? '' : `Give your final answer only by calling the tool ${name}, once.`,
    options: {
      justification: JUSTIFICATION,
      tools: [
        ...tools.map(tool => ({
          name: tool.name,
          description: tool.description,
          inputSchema: asInputSchema(tool.parameters),
        })),
        { name, description, inputSchema: asInputSchema(output.schema) },
      ],
      // Some models take this mode with a single tool only.
      toolMode: isOnly ? vscode.LanguageModelChatToolMode.Required : vscode.LanguageModelChatToolMode.Auto,
      modelOptions,
    },
  };
}

/** Providers pass it on to endpoints that take no union at the top and no references. */
const asInputSchema = (schema: JsonSchema): object => withoutUnionAtTop(inlineSchema(schema));
