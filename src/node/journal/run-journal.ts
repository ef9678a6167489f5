import { open, readFile, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Journal } from '../../core/ports/journal.ts';
import { type ChainEnd, chainLine, EMPTY_CHAIN, type JournalHead, nextEnd, readChain } from './chain.ts';
import { recording } from './recording.ts';

/** A run's journal on the disk. */
export interface RunJournal<E> extends Journal<E> {
  /** Resolves when everything appended so far survives a power cut. */
  flush(): Promise<void>;
}

/** Creates the file with its first line; the folder must exist and the file must not. */
export async function createRunJournal<E>(path: string, head: JournalHead): Promise<RunJournal<E>> {
  const line = chainLine(EMPTY_CHAIN, 'head', head);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.appendFile(line);
  } finally {
    await file.close();
  }
  return runJournal(path, head.runId, nextEnd(EMPTY_CHAIN, line));
}

/** Continues a journal; throws when its chain is broken. */
export async function openRunJournal<E>(path: string): Promise<RunJournal<E>> {
  const { head, end } = readChain(await readFile(path));
  return runJournal(path, head.runId, end);
}

function runJournal<E>(path: string, runId: string, start: ChainEnd): RunJournal<E> {
  let end = start;
  let last: Promise<void> = Promise.resolve();

  /** One after the other, in the order of the calls; a failed one does not stop the next. */
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  return {
    runId,
    append: event =>
      inOrder(() =>
        recording(dirname(path), async () => {
          end = await agreeOnEnd(path, end);
          const line = chainLine(end, 'event', event);
          const file = await open(path, 'a');
          try {
            await file.appendFile(line);
          } finally {
            await file.close();
          }
          end = nextEnd(end, line);
        }),
      ),
    flush: () =>
      inOrder(async () => {
        const file = await open(path, 'r+');
        try {
          await file.sync();
        } finally {
          await file.close();
        }
      }),
  };
}

/**
 * Where the next line goes. Usually where we left off; otherwise another process appended, for
 * example a revert on the command line, or a line of ours was cut off by an error and has to go first.
 */
async function agreeOnEnd(path: string, known: ChainEnd): Promise<ChainEnd> {
  const { size } = await stat(path);
  if (size === known.size) return known;
  const { end } = readChain(await readFile(path));
  if (end.size < size) await truncate(path, end.size);
  return end;
}
