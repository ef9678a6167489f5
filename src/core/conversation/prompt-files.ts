import { fail, ok, type Result } from '../kernel/result.ts';
import { placeholdersOf } from '../kernel/template.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';

/** One prompt as it is used. */
export interface LoadedPrompt {
  readonly text: string;
  /** The workspace's own file, used in place of the built-in one; hash in lower-case hexadecimal SHA-256. */
  readonly override?: { readonly path: string; readonly sha256: string };
}

/**
 * The workspace's own form of a prompt where it has one, else the built-in one. The error lists what is wrong with
 * the workspace's file, each with the file and the placeholder.
 */
export async function loadPromptFile(
  path: string,
  builtIn: string,
  files: Pick<Files, 'read'>,
): Promise<Result<LoadedPrompt, readonly string[]>> {
  const result = await files.read(path);
  if (result.kind === 'missing') return ok({ text: builtIn });
  if (result.kind === 'refused') return fail([`${path}: ${result.reason}`]);
  const text = decodeUtf8(result.file.bytes);
  if (text === undefined) return fail([`${path} is not valid UTF-8`]);
  const faults = findTemplateFaults(path, text, builtIn);
  if (faults.length > 0) return fail(faults);
  return ok({ text, override: { path, sha256: result.file.sha256 } });
}

/** A prompt of a workspace uses exactly the placeholders of the built-in one: QA must not judge without the diff. */
function findTemplateFaults(path: string, text: string, builtIn: string): string[] {
  const [known, used] = [placeholdersOf(builtIn), placeholdersOf(text)];
  const forms = known.length > 0 ? `; this prompt has ${known.map(name => `{{${name}}}`).join(', ')}` : '';
  if (text.trim() === '') return [`${path} is empty`];
  return [
    ...used
      .filter(name => !known.includes(name))
      .map(
        name => `${path} uses {{${name}}}, which is not known there${forms || '; it has no placeholders'}`,
      ),
    ...known
      .filter(name => !used.includes(name))
      .map(name => `${path} does not use {{${name}}}, so the model would not see it${forms}`),
  ];
}
