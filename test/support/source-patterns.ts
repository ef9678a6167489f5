import fs from 'node:fs';
import path from 'node:path';
import { tokenizer } from 'acorn';
import { transformSync } from 'esbuild';

export interface SourcePattern {
  /** Below src. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const src = path.resolve(import.meta.dirname, '../../src');

/** Every regular expression that is written as a literal in the sources, and how many a file puts together. */
export function readSourcePatterns(): {
  readonly patterns: readonly SourcePattern[];
  readonly composed: Readonly<Record<string, number>>;
} {
  const patterns: SourcePattern[] = [];
  const composed: Record<string, number> = {};
  for (const name of fs.readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    const file = name.split(path.sep).join('/');
    if (!file.endsWith('.ts') || file.startsWith('generated/')) continue;
    const text = fs.readFileSync(path.join(src, name), 'utf8');
    const { code } = transformSync(text, { loader: 'ts', charset: 'utf8' });
    let made = 0;
    for (const token of tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })) {
      // Its declarations leave out what a token holds.
      const value: unknown = 'value' in token ? token.value : undefined;
      if (token.type.label === 'name' && value === 'RegExp') made++;
      if (isPattern(value)) patterns.push({ file, source: value.pattern, flags: value.flags });
    }
    if (made > 0) composed[file] = made;
  }
  return { patterns, composed };
}

const isPattern = (value: unknown): value is { readonly pattern: string; readonly flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;

/** What a pattern that is not linear may only meet. Everything else is linear, whoever wrote its text. */
export const ALLOWED: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'the digits of one number, at most 25',
  '/\\?.*$/s': 'ends at its first match, because a dot takes everything there',
};

/** Each once, by how it is written. */
export const patternsByText = (patterns: readonly SourcePattern[]): ReadonlyMap<string, SourcePattern> =>
  new Map(patterns.map(pattern => [`/${pattern.source}/${pattern.flags}`, pattern]));
