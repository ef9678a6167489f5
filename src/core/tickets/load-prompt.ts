import { prompts } from '../../generated/prompts.ts';
import { type LoadedPrompt, loadPromptFile } from '../conversation/prompt-files.ts';
import type { Result } from '../kernel/result.ts';
import type { Files } from '../ports/files.ts';
import type { DeveloperMode } from './status.ts';

export type TicketPrompt = 'manager-master' | 'manager-breakdown' | `developer-${DeveloperMode}`;

/** Where a workspace keeps its own form of a prompt. */
const ticketPromptPath = (name: TicketPrompt): string => `.workorder/prompts/tickets/${name}.txt`;

/** The workspace's own prompt, else the built-in one. Read anew for each conversation. */
export function loadTicketPrompt(
  name: TicketPrompt,
  files: Pick<Files, 'read'>,
): Promise<Result<LoadedPrompt, readonly string[]>> {
  return loadPromptFile(ticketPromptPath(name), prompts[`tickets/${name}`], files);
}
