import * as vscode from 'vscode';
import { redact } from '../../core/kernel/redact.ts';
import type { ModelReply } from '../../core/ports/model.ts';

/** Sentences of a provider are cut: some repeat the request. */
const LONGEST = 300;

/** What a failed request to one of the editor's models means, by the code that the editor gives it. */
export function faultOf(error: unknown, label: string): Extract<ModelReply, { kind: 'fault' }> {
  const code = error instanceof vscode.LanguageModelError ? error.code : 'Unknown';
  const said = wordsOf(error);
  switch (code) {
    case 'NoPermissions':
      return fault(
        'forbidden',
        `Work Order is not allowed to use ${label}; run it again and allow it, or see “Manage Language Model Access” in the menu of your account`,
        said,
      );
    case 'Blocked':
      return fault(
        'insufficient_quota',
        `VS Code does not let ${label} be asked now, mostly because a quota is used up; wait, or choose another model`,
        said,
      );
    case 'NotFound':
      return fault(
        'not_found',
        `${label} is gone; choose another model with “Work Order: Select Models”`,
        said,
      );
    default:
      return { ...fault('server_error', `${label} failed`, said), ...(mayPass(said) ? { outage: {} } : {}) };
  }
}

/** Whether the model takes no tools at all; what it then says differs from provider to provider. */
export function refusesTools(error: unknown): boolean {
  if (error instanceof vscode.LanguageModelError && error.code !== 'Unknown') return false;
  const words = wordsOf(error);
  const about = words.search(/\b(tools?|function call\w*)\b/i);
  const isRefused = about >= 0 && /\b(not|un)\s?(supported|available|allowed)/i.test(words.slice(about));
  return isRefused || /(not|n't) support\w* (tools?|function)/i.test(words);
}

/** Whether the words are about the network, the load or the rate; the editor has no codes for them. */
const mayPass = (words: string): boolean =>
  /\b(E?CONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETDOWN|ENETUNREACH|fetch failed|network|rate.?limit\w*|overloaded|temporarily unavailable|(429|50[0234])\b)/i.test(
    words,
  );

/** The provider's own error is the cause of what the editor throws. */
function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  return redact(text, []).trim().slice(0, LONGEST);
}

const fault = (code: string, reason: string, said: string) => ({
  kind: 'fault' as const,
  code,
  reason: said === '' ? reason : `${reason} (${said})`,
});
