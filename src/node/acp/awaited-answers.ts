import type { Stream } from '@agentclientprotocol/sdk';

/**
 * Messages without the answers that nobody waits for: those to no question of ours, and every second one. The library
 * would print their ids as they are, on the terminal of the person.
 */
export function onlyAwaitedAnswers({ readable, writable }: Stream): Stream {
  const awaited = new Set<unknown>();
  const writer = writable.getWriter();
  return {
    readable: readable.pipeThrough(
      new TransformStream({
        transform(message, controller) {
          const isAnswer = 'id' in message && !('method' in message);
          if (!isAnswer || awaited.delete(message.id)) controller.enqueue(message);
        },
      }),
    ),
    writable: new WritableStream({
      write(message) {
        if ('id' in message && 'method' in message) awaited.add(message.id);
        return writer.write(message);
      },
      close: () => writer.close(),
      abort: reason => writer.abort(reason),
    }),
  };
}
