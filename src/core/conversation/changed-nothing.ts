import { joinReasons } from '../kernel/sentences.ts';

/** What a writing tool's answer says of the change: its own word, or for renames what each of them came to. */
interface Answer {
  readonly changed?: boolean;
  readonly summary?: { readonly moved?: number };
  readonly results?: readonly { readonly status?: string; readonly message?: string }[];
  readonly error?: string;
}

/** Whether the answer of a writing tool says that something is different now; one that says neither may have. */
export function saysChanged(response: unknown): boolean {
  const { changed = true, summary } = (response ?? {}) as Answer;
  return changed && summary?.moved !== 0;
}

/** Why a call that did not fail changed nothing; `undefined` where it changed something, failed or only reads. */
export function whyNothingChanged(response: unknown): string | undefined {
  if (saysChanged(response)) return undefined;
  const { error, results } = response as Answer;
  if (error !== undefined) return undefined;
  const reasons = results?.flatMap(({ status, message }) => (status === 'skipped' ? (message ?? []) : []));
  // None of several: a rehearsal.
  return reasons ? joinReasons(reasons) || undefined : 'it is like that already';
}
