import { Worker } from 'node:worker_threads';
import { Cancelled, NEVER, orCancelled } from '../../core/kernel/cancel.ts';
import type { Analyst } from '../../core/ports/analyst.ts';
import type { PythonSymbols } from '../../core/ports/python-symbols.ts';
import type { UnsavedFiles } from '../../core/python/index/workspace-index.ts';
import type {
  AnalysisAnswers,
  AnalysisCancel,
  AnalysisFolder,
  AnalysisQuestion,
  AnalysisReply,
  AnalysisRequest,
} from './analysis-calls.ts';

export interface AnalysisOptions extends AnalysisFolder {
  /** The built analysis-thread.ts. */
  readonly script: string | URL;
  readonly unsaved?: () => UnsavedFiles;
}

export interface Analysis {
  readonly analyst: Analyst;
  readonly symbols: PythonSymbols;
  /** Ends the thread; what is still asked is rejected. */
  dispose(): void;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The index of a folder and what is computed from it, in a thread of its own: a large change takes seconds, in which
 * nothing else of the process would get its turn. Started by the first question, and anew after it broke.
 */
export function startAnalysis(options: AnalysisOptions): Analysis {
  const { script, unsaved = () => new Map(), ...folder } = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const lose = (lost: Worker, error: Error) => {
    if (worker !== lost) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(script, { workerData: folder, name: 'work-order analysis' });
    started.on('message', (reply: AnalysisReply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
      if (reply.ok) asked?.resolve(reply.answer as never);
      else asked?.reject(reply.error);
    });
    started.on('error', error => lose(started, error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => lose(started, new Error('The analysis of the change ended before its answer.')));
    return started;
  };

  function ask<A extends AnalysisQuestion['ask']>(
    question: Extract<AnalysisQuestion, { ask: A }>,
    signal: AbortSignal = NEVER,
  ): Promise<AnalysisAnswers[A]> {
    if (signal.aborted) return Promise.reject(new Cancelled());
    worker ??= start();
    // A process with nothing else to do may end; one that waits for an answer may not.
    worker.ref();
    const id = ++lastId;
    const request: AnalysisRequest = { id, question, unsaved: unsaved() };
    const asked = worker;
    const answered = new Promise<AnalysisAnswers[A]>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      asked.postMessage(request);
    });
    // Who comes next must not wait for what no one wants any more.
    const giveUp = () => {
      const message: AnalysisCancel = { cancel: id };
      if (waiting.has(id)) asked.postMessage(message);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    const forget = () => signal.removeEventListener('abort', giveUp);
    answered.then(forget, forget);
    return orCancelled(answered, signal);
  }

  const forgotten = new FinalizationRegistry<number>(key => {
    if (worker !== undefined) void ask({ ask: 'forget', key }).catch(() => undefined);
  });

  const analyst: Analyst = {
    simulate: (input, signal) => ask({ ask: 'simulate', input }, signal),
    async examine(change, signal) {
      // Both answers hold it: once no one has them any more, what was found is forgotten.
      const found = { key: ++lastId };
      const evidence = await ask({ ask: 'examine', key: found.key, change }, signal);
      forgotten.register(found, found.key);
      return {
        evidence,
        grade: (spotChecks, scope, cancel) =>
          ask({ ask: 'grade', key: found.key, spotChecks, scope }, cancel),
        changedCode: cancel => ask({ ask: 'functions', key: found.key }, cancel),
        checkInvariants: (invariants, cancel) =>
          ask({ ask: 'invariants', key: found.key, invariants }, cancel),
      };
    },
    async look() {
      await ask({ ask: 'look' });
    },
  };

  const ofSymbols =
    <M extends keyof PythonSymbols>(method: M) =>
    (argument: string) =>
      ask({ ask: 'symbols', method, argument }) as ReturnType<PythonSymbols[M]>;

  return {
    analyst,
    symbols: {
      locateSymbol: ofSymbols('locateSymbol'),
      getSource: ofSymbols('getSource'),
      discoverApi: ofSymbols('discoverApi'),
      traceCalls: ofSymbols('traceCalls'),
      traceEndpoint: ofSymbols('traceEndpoint'),
    },
    dispose() {
      const ended = worker;
      if (ended === undefined) return;
      lose(ended, new Error('The folder was closed.'));
      void ended.terminate();
    },
  };
}
