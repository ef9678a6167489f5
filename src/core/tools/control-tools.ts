import type { FinishArgs, FinishResult } from '../../generated/contracts.ts';
import { tool } from './define-tool.ts';
import type { ToolError } from './delivery-tools.ts';
import type { Tool } from './tool.ts';

/** `ask_question` halts for the user; `finish` ends the cycle. */
export function controlTools(
  finish: (args: FinishArgs) => Promise<FinishResult | ToolError>,
): readonly Tool[] {
  return [
    tool('ask_question', 'ask', async ({ question_text }) => ({
      ok: true,
      status: 'waiting_for_user',
      question_text,
    })),
    tool('finish', 'control', args => finish(args)),
  ];
}
