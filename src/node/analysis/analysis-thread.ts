// The entry of the thread that analysis-client.ts starts.
import { parentPort, workerData } from 'node:worker_threads';
import type { AnalysisCancel, AnalysisFolder, AnalysisReply, AnalysisRequest } from './analysis-calls.ts';
import { answerQuestions } from './answer-questions.ts';

const answer = answerQuestions(workerData as AnalysisFolder);
const reply = (message: AnalysisReply) => parentPort?.postMessage(message);

const asked = new Map<number, AbortController>();

parentPort?.on('message', (message: AnalysisRequest | AnalysisCancel) => {
  if ('cancel' in message) return asked.get(message.cancel)?.abort();
  const { id, question, unsaved } = message;
  const cancel = new AbortController();
  asked.set(id, cancel);
  answer(question, unsaved, cancel.signal)
    .then(
      value => reply({ id, ok: true, answer: value }),
      (error: unknown) =>
        reply({ id, ok: false, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    .finally(() => asked.delete(id));
});
