import { prompts } from '../../generated/prompts.ts';
import { loadPromptFile } from '../conversation/prompt-files.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Files } from '../ports/files.ts';

export const PROMPT_NAMES = [
  'designer',
  'designer-task',
  'designer-revision',
  'qa',
  'qa-task',
  'qa-revision',
] as const;
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
    const loaded = await loadPromptFile(promptPath(name), prompts[`workorder/${name}`], files);
    if (!loaded.ok) {
      problems.push(...loaded.error);
      continue;
    }
    texts[name] = loaded.value.text;
    if (loaded.value.override) overrides.push({ name, ...loaded.value.override });
  }
  return problems.length > 0 ? fail(problems) : ok({ texts: texts as Prompts['texts'], overrides });
}
