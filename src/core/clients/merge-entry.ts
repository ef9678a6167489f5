import { fail, ok, type Result } from '../kernel/result.ts';
import type { ConfigFile, Entry } from './client.ts';
import { readJsonText, removeFromJson, setInJson, valueAt } from './json-text.ts';
import { removeFromToml, setInToml } from './toml-text.ts';
import { itemOfYaml, othersInYaml, removeFromYaml, setInYaml } from './yaml-text.ts';

/** Reads a TOML text; core has no reader of its own. */
export type ReadToml = (text: string) => Result<unknown>;

/** What merging needs to know of a file. */
export type Place = Pick<ConfigFile, 'format' | 'at' | 'ownFile' | 'begin'>;

/**
 * A client's settings with our entry in them; `text` undefined: there is no such file yet. Everything else stays byte
 * for byte, which is looked at again in the result. The error is a clause about the file.
 */
export function withEntry(
  text: string | undefined,
  place: Place,
  entry: Entry,
  readToml: ReadToml,
): Result<string> {
  const start = text === undefined || isBlank(text) ? (text ?? '') + emptyOf(place) : text;
  const before = readSettings(start, place, readToml);
  if (!before.ok) return before;
  if (place.ownFile && text !== undefined && ownEntry(start, place, readToml) === undefined && !isBlank(text))
    return fail('it is there already and is not ours');
  const merged = setIn(start, place, entry);
  if (!merged.ok) return merged;
  return confirm(merged.value, start, place, readToml, entry);
}

/** The settings without our entry; the same text where it is not there. */
export function withoutEntry(text: string, place: Place, readToml: ReadToml): Result<string> {
  const before = readSettings(text, place, readToml);
  if (!before.ok) return before;
  const cut = removeIn(text, place);
  if (!cut.ok || cut.value === text) return cut;
  return confirm(cut.value, text, place, readToml, undefined);
}

/** Our entry as it is in the settings; `undefined` where it is not there or they cannot be read. */
export function ownEntry(text: string, place: Place, readToml: ReadToml): unknown {
  if (place.format === 'yaml') {
    const item = itemOfYaml(text, place.at[0] ?? '', place.at.at(-1) ?? '');
    return item.ok ? item.value : undefined;
  }
  const settings = readSettings(text, place, readToml);
  return settings.ok ? valueAt(settings.value, place.at) : undefined;
}

/** What a file holds that was made for the entry alone, without it. */
export const isLeftEmpty = (text: string, place: Place, readToml: ReadToml): boolean => {
  if (isBlank(text)) return true;
  if (place.ownFile) return ownEntry(text, place, readToml) === undefined;
  if (place.format === 'yaml') return false;
  const settings = readSettings(text, place, readToml);
  return (
    settings.ok &&
    JSON.stringify(prune(settings.value)) === '{}' &&
    !text.includes('#') &&
    !text.includes('/')
  );
};

const isBlank = (text: string): boolean => text.replace('\uFEFF', '').trim() === '';

function emptyOf({ format, begin = [] }: Place): string {
  if (format === 'json' || format === 'jsonc') return '{}\n';
  return begin.map(line => `${line}\n`).join('');
}

function readSettings(text: string, { format, at }: Place, readToml: ReadToml): Result<unknown> {
  if (format === 'toml') return readToml(text);
  if (format === 'yaml') return itemOfYaml(text, at[0] ?? '', at.at(-1) ?? '');
  return readJsonText(text, format === 'jsonc');
}

function setIn(text: string, { format, at }: Place, entry: Entry): Result<string> {
  if (format === 'toml') return setInToml(text, at, entry);
  if (format === 'yaml') return setInYaml(text, at[0] ?? '', at.at(-1) ?? '', entry);
  return setInJson(text, at, entry, format === 'jsonc');
}

function removeIn(text: string, { format, at }: Place): Result<string> {
  if (format === 'toml') return removeFromToml(text, at);
  if (format === 'yaml') return removeFromYaml(text, at[0] ?? '', at.at(-1) ?? '');
  return removeFromJson(text, at, format === 'jsonc');
}

/** Reads the result again: our entry is what it was to be, and all other settings are what they were. */
function confirm(
  after: string,
  before: string,
  place: Place,
  readToml: ReadToml,
  entry: Entry | undefined,
): Result<string> {
  const by = `it is written in a way that cannot be changed safely; put the entry ${entry ? 'in' : 'out'} by hand`;
  const now = readSettings(after, place, readToml);
  const then = readSettings(before, place, readToml);
  if (!now.ok || !then.ok) return fail(by);
  const own = ownEntry(after, place, readToml);
  const isRight = entry
    ? Object.entries(entry).every(([key, value]) => isEqual(valueAt(own, [key]), value))
    : own === undefined;
  if (!isRight) return fail(by);
  if (place.format === 'yaml') {
    const [list = '', name = ''] = [place.at[0], place.at.at(-1)];
    const rest = othersInYaml(after, list, name, entry);
    const was = othersInYaml(before, list, name, entry);
    return rest.ok && was.ok && isEqual(rest.value, was.value) ? ok(after) : fail(by);
  }
  return isEqual(others(now.value, place.at), others(then.value, place.at)) ? ok(after) : fail(by);
}

/** The settings without our entry, and without the empty objects on the way to it. */
const others = (settings: unknown, path: readonly string[]): unknown => prune(withoutAt(settings, path));

function withoutAt(settings: unknown, [key, ...rest]: readonly string[]): unknown {
  if (typeof settings !== 'object' || settings === null || key === undefined) return settings;
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      name !== key ? [[name, value]] : rest.length === 0 ? [] : [[name, withoutAt(value, rest)]],
    ),
  );
}

function prune(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return settings;
  const isEmpty = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => !isEmpty(value)));
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
