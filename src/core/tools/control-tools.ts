import type { FinishArgs, FinishResult } from '../../generated/contracts.ts';
import { schemas } from '../../generated/schemas.ts';
import { validateAskQuestionArgs, validateFinishArgs } from '../../generated/validators.cjs';
import { defineTool } from './define-tool.ts';
import type { ToolError } from './delivery-tools.ts';
import type { Tool } from './tool.ts';

/** `ask_question` halts for the user; `finish` ends the cycle (rows 002-026 … 002-029, C3, C24). */
export function controlTools(
  finish: (args: FinishArgs) => Promise<FinishResult | ToolError>,
): readonly Tool[] {
  return [
    defineTool({
      name: 'ask_question',
      description: schemas['tools/ask_question'].description,
      effect: 'ask',
      parameters: schemas['tools/ask_question'],
      validate: validateAskQuestionArgs,
      run: async ({ question_text }) => ({ ok: true, status: 'waiting_for_user', question_text }),
    }),
    defineTool({
      name: 'finish',
      description: schemas['tools/finish'].description,
      effect: 'control',
      parameters: schemas['tools/finish'],
      validate: validateFinishArgs,
      run: args => finish(args),
    }),
  ];
}
