// Asks a model endpoint once in a process of its own, so that what the process grows by is what the answer took.
// Argument: options of the model as JSON. Prints how the call ended and the growth in bytes.
import { createOpenAiModel } from '../../../src/node/model/openai-model.ts';
import { modelRequest } from '../../node/model/model-request.ts';
import { peakMemoryBytes } from '../../support/peak-memory.ts';

export interface Asked {
  readonly kind: string;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** From before the call to the highest that this process ever had. */
  readonly grownBytes: number;
}

const created = createOpenAiModel(JSON.parse(process.argv[2] ?? '{}'));
if (!created.ok) throw new Error(JSON.stringify(created.error));
const before = process.memoryUsage().rss;
const reply = await created.value.ask(modelRequest());
const { code, reason } = reply.kind === 'fault' ? reply : {};
const grownBytes = Math.max(0, peakMemoryBytes() - before);
process.stdout.write(JSON.stringify({ kind: reply.kind, code, reason, grownBytes } satisfies Asked));
