import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Model } from '../../core/ports/model.ts';
import { type Io, UsageError } from '../io.ts';

/** A model that answers with the content of a file: `--designer FILE`, `--qa FILE`. No network, no tools. */
export async function givenReply(option: string, file: string, io: Io, usage: string): Promise<Model> {
  const full = path.resolve(io.cwd, file);
  const text = await readFile(full, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}`, usage);
  });
  const label = `file ${path.basename(file)}`;
  const usageOfFile = { inputTokens: 0, outputTokens: 0, estimated: false };
  return { label, ask: async () => ({ kind: 'answer', text, usage: usageOfFile, model: label }) };
}
