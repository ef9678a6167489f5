import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { NO_SETTINGS, SETTINGS_PLACES, type Settings, type SettingsPlace } from './settings.ts';

const MOST_BYTES = 1024 * 1024;

/**
 * The settings of the workspace `root`. A file that is there and cannot be read is an error, which names file and line:
 * a run would otherwise go by other settings than the person thinks.
 */
export async function readSettings(root: string): Promise<Result<Settings>> {
  let merged = NO_SETTINGS;
  for (const place of SETTINGS_PLACES) {
    const read = await readPlace(root, place);
    if (!read.ok) return read;
    merged = {
      values: { ...read.value.values, ...merged.values },
      from: { ...read.value.from, ...merged.from },
    };
  }
  return ok(merged);
}

async function readPlace(root: string, place: SettingsPlace): Promise<Result<Settings>> {
  const { file, table } = place;
  const text = await textOf(path.join(root, file));
  if (text === undefined) return ok(NO_SETTINGS);
  if (!text.ok) return fail(`${file} ${text.error}`);
  // Whether another tool's file can be read is that tool's affair.
  if (!text.value.includes(table.at(-1) ?? '')) return ok(NO_SETTINGS);
  const { parse, TomlError } = await import('smol-toml');
  let parsed: unknown;
  try {
    parsed = parse(text.value);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ''] = error.message.split('\n', 1);
    return fail(`${file}, line ${error.line}: ${what}`);
  }
  for (const name of table) parsed = (parsed as Record<string, unknown> | undefined)?.[name];
  if (parsed === undefined) return ok(NO_SETTINGS);
  const { checkSettings } = await import('./check-settings.ts');
  return checkSettings(parsed, text.value, place);
}

async function textOf(full: string): Promise<Result<string> | undefined> {
  try {
    const found = await stat(full);
    // A pipe or a device would keep us waiting.
    if (!found.isFile()) return fail('is not a file');
    if (found.size > MOST_BYTES) return fail('is larger than settings can be');
    return ok((await readFile(full, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : fail(`cannot be read (${message})`);
  }
}
