import { prompts } from '../../generated/prompts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { placeholdersOf } from '../kernel/template.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';

export const PROMPT_NAMES = ['designer', 'designer-task', 'qa', 'qa-task'] as const;
export type PromptName = (typeof PROMPT_NAMES)[number];

/** A prompt file of the workspace that is used instead of the built-in one. */
export interface PromptOverride {
  readonly name: PromptName;
  readonly path: string;
  /** Lower-case hexadecimal SHA-256 of the file. */
  readonly sha256: string;
}

export interface Prompts {
  readonly texts: Readonly<Record<PromptName, string>>;
  readonly overrides: readonly PromptOverride[];
}

/** Where a workspace keeps its own form of a prompt. */
export const promptPath = (name: PromptName): string => `.workorder/prompts/workorder/${name}.txt`;

/**
 * The prompts of a run: the workspace's own where it has them, else the built-in ones. The error lists what is
 * wrong with the workspace's files, each with the file and the placeholder.
 */
export async function loadPrompts(files: Files): Promise<Result<Prompts, readonly string[]>> {
  const texts: Partial<Record<PromptName, string>> = {};
  const overrides: PromptOverride[] = [];
  const problems: string[] = [];
  for (const name of PROMPT_NAMES) {
    const builtIn = prompts[`workorder/${name}`];
    texts[name] = builtIn;
    const path = promptPath(name);
    const result = await files.read(path);
    if (result.kind === 'missing') continue;
    if (result.kind === 'refused') {
      problems.push(`${path}: ${result.reason}`);
      continue;
    }
    const text = decodeUtf8(result.file.bytes);
    const found =
      text === undefined ? [`${path} is not valid UTF-8`] : findTemplateFaults(path, text, builtIn);
    problems.push(...found);
    texts[name] = text ?? builtIn;
    overrides.push({ name, path, sha256: result.file.sha256 });
  }
  return problems.length > 0 ? fail(problems) : ok({ texts: texts as Prompts['texts'], overrides });
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
