// The entry of the thread that analysis-client.ts starts.
import { parentPort, workerData } from 'node:worker_threads';
import type { AnalysisFolder, AnalysisReply, AnalysisRequest } from './analysis-calls.ts';
import { answerQuestions } from './answer-questions.ts';

const answer = answerQuestions(workerData as AnalysisFolder);
const reply = (message: AnalysisReply) => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, question, unsaved }: AnalysisRequest) => {
  answer(question, unsaved).then(
    value => reply({ id, ok: true, answer: value }),
    (error: unknown) =>
      reply({ id, ok: false, error: error instanceof Error ? error : new Error(String(error)) }),
  );
});
