/** What a writing tool's answer says of the change: its own word, or for renames what each of them came to. */
interface Answer {
  readonly changed?: boolean;
  readonly summary?: { readonly moved?: number };
  readonly results?: readonly { readonly status?: string; readonly message?: string }[];
  readonly error?: string;
}

/** Whether the answer of a writing tool says that something is different now. */
export function saysChanged(response: unknown): boolean {
  if (!isAnswer(response)) return true;
  if ('changed' in response) return response.changed === true;
  return response.summary === undefined || response.summary.moved !== 0;
}

/** Why a call that did not fail changed nothing; `undefined` where it changed something, failed or only reads. */
export function whyNothingChanged(response: unknown): string | undefined {
  if (!isAnswer(response) || response.error !== undefined || saysChanged(response)) return undefined;
  const skipped = (response.results ?? []).filter(({ status }) => status === 'skipped');
  if (response.results !== undefined && skipped.length === 0) return undefined; // a rehearsal
  const reasons = skipped.flatMap(({ message }) => message ?? []);
  return reasons.length > 0 ? reasons.join('; ') : 'it is like that already';
}

const isAnswer = (response: unknown): response is Answer => typeof response === 'object' && response !== null;
