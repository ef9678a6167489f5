import { StoppedEarly } from '../kernel/cancel.ts';
import type { Model, ModelReply, ModelRequest } from '../ports/model.ts';
import { estimateTokens } from './estimate-usage.ts';

/** Reads an answer while it arrives. */
export interface ReplyWatch {
  /** Takes the next piece. Reasons end the conversation at once: nothing that may follow could save this answer. */
  readonly read: (piece: string) => readonly string[] | undefined;
  /** The pieces so far are void; another answer begins. */
  readonly discard: () => void;
}

/** Why an answer was not waited for, and what had arrived of it. */
export type GivenUp = { readonly text: string } & (
  | { readonly kind: 'stopped'; readonly reasons: readonly string[] }
  | { readonly kind: 'over_budget' }
);

type Stop =
  | { readonly kind: 'stopped'; readonly reasons: readonly string[] }
  | { readonly kind: 'over_budget' };

/**
 * One request whose answer is given up as soon as the watch has reasons or it gets longer than `outputTokens`
 * (estimated); the connection is then closed.
 */
export async function askWatched(
  model: Model,
  request: ModelRequest,
  watch: ReplyWatch | undefined,
  outputTokens = Number.POSITIVE_INFINITY,
): Promise<ModelReply | GivenUp> {
  if (!watch && outputTokens === Number.POSITIVE_INFINITY) return model.ask(request);
  const abort = new AbortController();
  let pieces: string[] = [];
  let characters = 0;
  let stop: Stop | undefined;

  const judge = (piece: string): Stop | undefined => {
    const reasons = watch?.read(piece);
    if (reasons) return { kind: 'stopped', reasons };
    return estimateTokens(characters) > outputTokens ? { kind: 'over_budget' } : undefined;
  };
  watch?.discard();
  const asked = model.ask({
    ...request,
    signal: AbortSignal.any([request.signal, abort.signal]),
    onText: piece => {
      if (stop) return;
      pieces.push(piece);
      characters += piece.length;
      stop = judge(piece);
      if (stop) abort.abort(new StoppedEarly());
    },
    onTextDiscarded: () => {
      if (stop) return;
      pieces = [];
      characters = 0;
      watch?.discard();
    },
  });
  const reply = await asked.catch((error: unknown) => {
    // Aborted by us, and not by the person.
    if (stop && !request.signal.aborted) return undefined;
    throw error;
  });
  if (stop) return { ...stop, text: pieces.join('') };
  if (!reply) throw new Error(`${model.label} gave nothing`);
  return reply;
}
