import { looksSecret } from '../../core/changes/secret-looking.ts';
import type { RunReport } from '../../generated/contracts.ts';

export interface SecretFileTexts {
  /** Files of the run that look like secrets, sorted. */
  readonly paths: readonly string[];
  /** Lines of them that the run recorded. */
  readonly lines: readonly string[];
}

/** A file as prompts show it, with line numbers, up to the next file. */
const SHOWN = /^=== (.+) \(\d+ lines?\) ===$/;
const NUMBERED = /^ *\d+\| (.*)$/;
/** Shorter ones are brackets and words that stand everywhere. */
const SHORTEST = 8;

/**
 * What a report would pass on of files that look like secrets: what commands wrote into them, and what prompts showed
 * of those that a person let in. That permission was for the model, not for whoever reads the report.
 */
export function findSecretFileTexts({
  journal,
  replay,
}: Pick<RunReport, 'journal' | 'replay'>): SecretFileTexts {
  const paths = new Set<string>();
  const lines = new Set<string>();
  const add = (text: string) => {
    for (const line of text.split(/\r\n|\n|\r/)) if (line.trim().length >= SHORTEST) lines.add(line.trim());
  };
  const addShown = (text: string) => {
    let isSecret = false;
    for (const line of text.split('\n')) {
      const [, path] = SHOWN.exec(line) ?? [];
      if (path !== undefined) {
        isSecret = looksSecret(path);
        if (isSecret) paths.add(path);
      } else if (isSecret) add(NUMBERED.exec(line)?.[1] ?? '');
    }
  };
  const visit = (value: unknown): void => {
    if (typeof value === 'string') visitText(value);
    if (typeof value !== 'object' || value === null) return;
    const members = Object.entries(value);
    const named = members.filter(([name, text]) => IS_PATH.has(name) && typeof text === 'string');
    const secret = named.map(([, path]) => String(path)).filter(looksSecret);
    for (const path of secret) paths.add(path);
    for (const [name, member] of members) {
      if (secret.length > 0 && !IS_PATH.has(name)) addAll(member);
      visit(member);
    }
  };
  const addAll = (value: unknown): void => {
    if (typeof value === 'string') add(value);
    else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) addAll(member);
  };
  const visitText = (text: string): void => {
    addShown(text);
    // Replies of models are JSON in a text.
    if (!/^\s*[[{]/.test(text)) return;
    try {
      visit(JSON.parse(text));
    } catch {
      // Broken JSON names no command that was carried out.
    }
  };
  visit(journal);
  visit(replay);
  return { paths: [...paths].sort(), lines: [...lines] };
}

const IS_PATH: ReadonlySet<string> = new Set(['file_path', 'target_file', 'path']);
