import { decodeUtf8 } from '../../../kernel/utf8.ts';
import type { Files } from '../../../ports/files.ts';
import type { ContractSource } from './broken-contract.ts';

/** Whether the workspace declares import contracts, and where. */
export type ImportContracts =
  | { readonly kind: 'none' }
  | { readonly kind: 'declared'; readonly declaredAt: (contract: string) => ContractSource };

/** Files import-linter reads in the workspace's top folder, and what shows that they are meant for it. */
const SOURCES = [
  { file: '.importlinter', mark: /^[ \t]*\[importlinter/m },
  { file: 'setup.cfg', mark: /^[ \t]*\[importlinter/m },
  { file: 'pyproject.toml', mark: /^[ \t]*\[+[ \t]*tool[ \t]*\.[ \t]*importlinter/m },
] as const;

export async function findImportContracts(files: Files): Promise<ImportContracts> {
  const sources: { readonly file: string; readonly text: string }[] = [];
  for (const { file, mark } of SOURCES) {
    const read = await files.read(file);
    // A file that may not be read is left to import-linter, which then says what is wrong with it.
    const text = read.kind === 'file' ? decodeUtf8(read.file.bytes) : undefined;
    if (text !== undefined && mark.test(text)) sources.push({ file, text });
  }
  const [first] = sources;
  if (!first) return { kind: 'none' };
  return {
    kind: 'declared',
    declaredAt: contract => {
      for (const { file, text } of sources) {
        const line = lineOfName(text, contract);
        if (line !== undefined) return { file, line };
      }
      return { file: first.file, line: 1 };
    },
  };
}

/** 1-indexed line of `name = CONTRACT`, in ini or in TOML. */
function lineOfName(text: string, contract: string): number | undefined {
  const index = text.split(/\r?\n/).findIndex(line => {
    const value = /^\s*name\s*[=:](.*)$/.exec(line)?.[1]?.trim();
    return value !== undefined && value.replace(/^(["'])(.*)\1$/, '$2') === contract;
  });
  return index < 0 ? undefined : index + 1;
}
