import { decodeUtf8 } from '../kernel/utf8.ts';
import type { LinterName } from '../ports/linter.ts';
import { isObject } from './json-fields.ts';
import type { LinterDescriptor } from './linter-descriptor.ts';
import { readIni } from './read-ini.ts';

/** A file linters take configuration from. */
export interface ConfigurationFile {
  /** For a person: workspace-relative, or absolute outside the workspace. */
  readonly path: string;
  /** Workspace-relative, where its links lead; left out when it lies outside. */
  readonly liesAt?: string;
  /** Left out: there is a file that cannot be read. */
  readonly bytes?: Uint8Array;
}

/** Something a linter runs besides its own code. */
export interface LoadedPart {
  /** What a person approves: a plugin or contract type as it is configured, or a configuration file. */
  readonly name: string;
  /** The end of “mypy was not run: …”. */
  readonly reason: string;
}

/** What the configuration makes linters run besides their own code; an empty list is proved, anything else is possible. */
export interface LoadedCode {
  /** By linter, for every one that a setting can make run something. */
  readonly parts: Readonly<Record<LinterName, readonly LoadedPart[]>>;
  /** Workspace-relative paths the configuration really lies at, links followed. */
  readonly files: readonly string[];
}

/** Throws where the text is no TOML. Core has no packages; the host gives the parser. */
export type ParseToml = (text: string) => unknown;

/**
 * What the linters load, by all files they might take their configuration from: which of them a tool really takes is
 * not decided here, so that a mistake about it can hide nothing. A file that cannot be parsed may say anything.
 */
export function findLoadedCode(
  files: readonly ConfigurationFile[],
  parseToml: ParseToml,
  linters: readonly LinterDescriptor[],
): LoadedCode {
  const tables = linters.flatMap(({ name, loads, configuration }) =>
    loads !== 'nothing' && configuration.toml ? [{ name, ...configuration.toml }] : [],
  );
  const settings = files.flatMap(file => settingsIn(file, parseToml, tables));
  const partsOf = ({ name, loads }: LinterDescriptor): readonly LoadedPart[] =>
    loads === 'nothing' ? [] : settings.filter(({ tool }) => tool === 'any' || tool === name).flatMap(loads);
  return {
    parts: Object.fromEntries(linters.map(linter => [linter.name, partsOf(linter)])),
    files: files.flatMap(file => file.liesAt ?? []),
  };
}

export interface Setting {
  readonly file: string;
  readonly tool: LinterName | 'any';
  /** In lower case with `_`. `undefined`: the file cannot be read. */
  readonly name: string | undefined;
  readonly value: unknown;
}

/** Where in a file that several tools share the settings of one linter are. */
interface Table {
  readonly name: LinterName;
  readonly table: string;
  readonly lists?: readonly string[];
}

function settingsIn(
  file: ConfigurationFile,
  parseToml: ParseToml,
  tables: readonly Table[],
): readonly Setting[] {
  const text = file.bytes && decodeUtf8(file.bytes);
  const unreadable: Setting = { file: file.path, tool: 'any', name: undefined, value: undefined };
  if (text === undefined) return [unreadable];
  const read = /\.toml$/i.test(file.path) ? settingsOfToml(file.path, text, parseToml, tables) : undefined;
  if (read) return read;
  const options = /\.toml$/i.test(file.path) ? undefined : readIni(text);
  if (!options) return [unreadable];
  const isShared = /setup\.cfg$/i.test(file.path);
  return options.flatMap(({ section, name, value }): readonly Setting[] => {
    // Options of DEFAULT count in every section; a file of one linter alone is read as a whole.
    const isDefault = section.toUpperCase() === 'DEFAULT';
    const isOurs = tables.some(({ table }) => section.toLowerCase().includes(table));
    const ofLinter = isDefault || !isShared || isOurs;
    return ofLinter ? [{ file: file.path, tool: 'any', name: keyOf(name), value }] : [];
  });
}

function settingsOfToml(
  file: string,
  text: string,
  parseToml: ParseToml,
  tables: readonly Table[],
): readonly Setting[] | undefined {
  let parsed: unknown;
  try {
    parsed = parseToml(text);
  } catch {
    return undefined;
  }
  const tools = isObject(parsed) && isObject(parsed['tool']) ? parsed['tool'] : {};
  return tables.flatMap(({ name: tool, table, lists = [] }) => {
    const own = tools[table];
    const further = lists.flatMap(list => {
      const found = isObject(own) ? own[list] : undefined;
      return Array.isArray(found) ? found : [];
    });
    return [own, ...further].flatMap((one: unknown): readonly Setting[] =>
      isObject(one)
        ? Object.entries(one).map(([name, value]) => ({ file, tool, name: keyOf(name), value }))
        : [],
    );
  });
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll('-', '_');

/** What a file with an unknown content may load. */
export const unparsed = (file: string): LoadedPart => ({
  name: file,
  reason: `${file} cannot be read as configuration, so that what it loads is not known`,
});

/** A list, or text that is split; whatever is neither is a name of its own, and none that is known. */
export function namesIn(value: unknown, separator: string): readonly string[] {
  const items: readonly unknown[] =
    typeof value === 'string' ? value.split(separator) : Array.isArray(value) ? value : [value];
  return items
    .map(item => (typeof item === 'string' ? item.trim() : JSON.stringify(item)))
    .filter(item => item !== '');
}
