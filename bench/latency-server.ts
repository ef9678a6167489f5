// A model endpoint on this machine that waits before its first token and then writes at a steady rate.
import { setTimeout as delay } from 'node:timers/promises';
import { asEvent, type Behaviour, chunk, type Exchange, STREAM } from '../test/support/model-server.ts';

/** Milliseconds before the first token, as with a prompt of some thousand tokens. */
export const FIRST_TOKEN_MS = 300;
export const TOKENS_PER_SECOND = 400;
export const CHARACTERS_PER_TOKEN = 4;
const PIECES_PER_SECOND = 50;

/** Milliseconds that the endpoint needs for a text. */
export const timeFor = (text: string): number =>
  FIRST_TOKEN_MS + (text.length / CHARACTERS_PER_TOKEN / TOKENS_PER_SECOND) * 1000;

/** Sends what `textFor` gives as a model writes it, until the client has heard enough; counts what was sent. */
export const writeSlowly =
  (textFor: (exchange: Exchange) => string, told: { sent: number }): Behaviour =>
  async exchange => {
    const { response } = exchange;
    const text = textFor(exchange);
    await delay(FIRST_TOKEN_MS);
    response.writeHead(200, STREAM);
    const size = (TOKENS_PER_SECOND * CHARACTERS_PER_TOKEN) / PIECES_PER_SECOND;
    const start = performance.now();
    let sent = 0;
    for (let at = 0; at < text.length && !response.destroyed; at += size) {
      response.write(asEvent(chunk({ content: text.slice(at, at + size) })));
      const now = Math.min(text.length, at + size);
      told.sent += now - sent;
      sent = now;
      // Against the clock, so that a busy machine does not slow the model down.
      await delay(Math.max(0, start + ((at / size + 1) * 1000) / PIECES_PER_SECOND - performance.now()));
    }
    response.end(`${asEvent(chunk({}, 'stop'))}data: [DONE]\n\n`);
  };
