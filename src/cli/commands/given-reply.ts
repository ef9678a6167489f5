import path from 'node:path';
import type { Model } from '../../core/ports/model.ts';
import type { Io } from '../io.ts';
import { readNamedFile } from '../option-values.ts';

/** A model that answers with the content of a file: `--designer FILE`, `--qa FILE`. No network, no tools. */
export async function givenReply(option: string, file: string, io: Io): Promise<Model> {
  const text = await readNamedFile(option, file, io);
  const label = `file ${path.basename(file)}`;
  const usageOfFile = { inputTokens: 0, outputTokens: 0, estimated: false };
  return { label, ask: async () => ({ kind: 'answer', text, usage: usageOfFile, model: label }) };
}
