import { Cancelled } from '../../core/kernel/cancel.ts';

interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Aborted when the person leaves, so that everything under way ends. */
  readonly interrupt: AbortController;
}

/** Asks one line. Ctrl+C, Ctrl+D and the end of the terminal cancel the command: no one will answer any more. */
export async function askLine(
  question: string,
  signal: AbortSignal,
  { input, output, interrupt }: Terminal,
): Promise<string> {
  if (signal.aborted) throw new Cancelled();
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input, output });
  return new Promise((resolve, reject) => {
    const stop = () => {
      signal.removeEventListener('abort', stop);
      lines.removeListener('close', leave);
      lines.close();
      reject(new Cancelled());
    };
    const leave = () => {
      output.write('\n');
      stop();
      interrupt.abort();
    };
    signal.addEventListener('abort', stop, { once: true });
    lines.once('SIGINT', leave);
    lines.once('close', leave);
    lines.question(question, answer => {
      signal.removeEventListener('abort', stop);
      lines.removeListener('close', leave);
      lines.close();
      resolve(answer);
    });
  });
}
