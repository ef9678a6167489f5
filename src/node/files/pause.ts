/**
 * Lets other work of the process run between pieces of synchronous work: awaited after each piece, it
 * waits for the next turn of the event loop once `maxMs` have gone by without one.
 */
export function breather(maxMs = 10): () => Promise<void> {
  let since = performance.now();
  let turn: Promise<void> | undefined;
  return async () => {
    // Everyone who waits shares one turn and looks at the clock again after it.
    while (performance.now() - since > maxMs) {
      turn ??= new Promise(resolve =>
        setImmediate(() => {
          turn = undefined;
          since = performance.now();
          resolve();
        }),
      );
      await turn;
    }
  };
}
