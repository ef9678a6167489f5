import { formsOf, redactExact } from '../../core/kernel/redact.ts';
import type { ModelReply, ModelRequest } from '../../core/ports/model.ts';
import { FaultError, faultOnce } from './fault.ts';

/**
 * An endpoint that writes the key into its answer would have it in the journal, the diff and every report. No
 * honest answer holds it, because no model gets it, so such an answer is a fault.
 */
export interface KeyGuard {
  /** The request, with pieces held back while they may be the beginning of the key. */
  readonly request: ModelRequest;
  /** Lets the rest go and looks at the whole reply; throws a FaultError when it holds the key. */
  readonly release: (reply: ModelReply) => void;
}

export function guardKey(request: ModelRequest, secrets: readonly string[], host: string): KeyGuard {
  const forms = secrets.flatMap(formsOf);
  const { onText } = request;
  if (forms.length === 0) return { request, release: () => undefined };
  let held = '';
  const release = (reply: ModelReply): void => {
    if (textsOf(reply).some(text => holdsSecret(text, secrets))) throw repeatedKey(host);
    if (held !== '') onText?.(held);
    held = '';
  };
  if (!onText) return { request, release };
  return {
    release,
    request: {
      ...request,
      onText: piece => {
        const text = held + piece;
        if (holdsSecret(text, secrets)) throw repeatedKey(host);
        const cut = beginningOf(forms, text);
        held = text.slice(cut);
        if (cut > 0) onText(text.slice(0, cut));
      },
      onTextDiscarded: () => {
        held = '';
        request.onTextDiscarded?.();
      },
    },
  };
}

/** Where the end of the text may be the beginning of a form; its length when it cannot be. */
function beginningOf(forms: readonly string[], text: string): number {
  const longest = Math.max(...forms.map(form => form.length));
  for (let at = Math.max(0, text.length - longest); at < text.length; at++) {
    const c = text.charAt(at);
    if (forms.some(form => form.startsWith(c) && form.startsWith(text.slice(at)))) return at;
  }
  return text.length;
}

const textsOf = (reply: ModelReply): readonly string[] => {
  if (reply.kind === 'fault') return [];
  const calls = reply.kind === 'tool_calls' ? reply.calls : [];
  return [reply.text, reply.model, ...calls.flatMap(call => [call.id, call.name, call.argumentsJson])];
};

const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
  redactExact(text, secrets) !== text;

const repeatedKey = (host: string): FaultError =>
  new FaultError(
    faultOnce(
      'invalid_response',
      `${host} repeated the API key in its answer, which is not used; check what answers there, and renew the key`,
    ),
  );
