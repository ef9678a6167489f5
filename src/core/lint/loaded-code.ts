import { decodeUtf8 } from '../kernel/utf8.ts';
import { isObject } from './json-fields.ts';
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

/** What the configuration makes linters run besides their own code; empty is proved, anything else is possible. */
export interface LoadedCode {
  readonly mypy: readonly LoadedPart[];
  readonly importLinter: readonly LoadedPart[];
  /** Workspace-relative paths the configuration really lies at, links followed. */
  readonly files: readonly string[];
}

/** Throws where the text is no TOML. Core has no packages; the host gives the parser. */
export type ParseToml = (text: string) => unknown;

/**
 * Plugins of mypy that look at types only: they import nothing of the project that is checked. Everything else may, as
 * django-stubs imports the settings and models. That the name is the package of the environment, and not a module of the
 * workspace, is kept by the guard mypy runs under.
 */
const PURE_PLUGINS = new Set([
  'pydantic.mypy',
  'pydantic.v1.mypy',
  'numpy.typing.mypy_plugin',
  'sqlalchemy.ext.mypy.plugin',
  'returns.contrib.mypy.returns_plugin',
  'strawberry.ext.mypy_plugin',
]);

/** Contract types that come with import-linter, when a project names them itself. */
const PURE_CONTRACT_TYPE = /^[\w-]+: importlinter\.contracts\.\w+\.\w+$/;

/** Other settings of mypy that start programs. */
const STARTERS = ['python_executable', 'num_workers'];

/**
 * What the linters load, by all files they might take their configuration from: which of them a tool really takes is
 * not decided here, so that a mistake about it can hide nothing. A file that cannot be parsed may say anything.
 */
export function findLoadedCode(files: readonly ConfigurationFile[], parseToml: ParseToml): LoadedCode {
  const settings = files.flatMap(file => settingsIn(file, parseToml));
  return {
    mypy: settings.flatMap(partsOfMypy),
    importLinter: settings.flatMap(partsOfImportLinter),
    files: files.flatMap(file => file.liesAt ?? []),
  };
}

interface Setting {
  readonly file: string;
  readonly tool: 'mypy' | 'import-linter' | 'any';
  /** In lower case with `_`. `undefined`: the file cannot be read. */
  readonly name: string | undefined;
  readonly value: unknown;
}

function settingsIn(file: ConfigurationFile, parseToml: ParseToml): readonly Setting[] {
  const text = file.bytes && decodeUtf8(file.bytes);
  const unreadable: Setting = { file: file.path, tool: 'any', name: undefined, value: undefined };
  if (text === undefined) return [unreadable];
  const read = /\.toml$/i.test(file.path) ? settingsOfToml(file.path, text, parseToml) : undefined;
  if (read) return read;
  const options = /\.toml$/i.test(file.path) ? undefined : readIni(text);
  if (!options) return [unreadable];
  const isShared = /setup\.cfg$/i.test(file.path);
  return options.flatMap(({ section, name, value }): readonly Setting[] => {
    // Options of DEFAULT count in every section; a file of mypy alone is read as a whole.
    const isDefault = section.toUpperCase() === 'DEFAULT';
    const ofLinter = isDefault || !isShared || /mypy|importlinter/i.test(section);
    return ofLinter ? [{ file: file.path, tool: 'any', name: keyOf(name), value }] : [];
  });
}

function settingsOfToml(file: string, text: string, parseToml: ParseToml): readonly Setting[] | undefined {
  let parsed: unknown;
  try {
    parsed = parseToml(text);
  } catch {
    return undefined;
  }
  const tools = isObject(parsed) && isObject(parsed['tool']) ? parsed['tool'] : {};
  const of = (tool: 'mypy' | 'import-linter', table: unknown): readonly Setting[] =>
    isObject(table)
      ? Object.entries(table).map(([name, value]) => ({ file, tool, name: keyOf(name), value }))
      : [];
  const mypy = tools['mypy'];
  const overrides = isObject(mypy) ? mypy['overrides'] : undefined;
  return [
    ...of('mypy', mypy),
    ...(Array.isArray(overrides) ? overrides.flatMap(one => of('mypy', one)) : []),
    ...of('import-linter', tools['importlinter']),
  ];
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll('-', '_');

function partsOfMypy({ file, tool, name, value }: Setting): readonly LoadedPart[] {
  if (tool === 'import-linter') return [];
  if (name === undefined) return [unparsed(file)];
  if (STARTERS.includes(name))
    return [{ name: file, reason: `${file} sets ${name}, which makes it start further programs` }];
  if (name !== 'plugins') return [];
  return namesIn(value, ',')
    .filter(plugin => !PURE_PLUGINS.has(plugin))
    .map(plugin => ({
      name: plugin,
      reason: `its plugin ${plugin} is code of the workspace, or may load some`,
    }));
}

function partsOfImportLinter({ file, tool, name, value }: Setting): readonly LoadedPart[] {
  if (tool === 'mypy') return [];
  if (name === undefined) return [unparsed(file)];
  if (name !== 'contract_types') return [];
  return namesIn(value, '\n')
    .filter(type => !PURE_CONTRACT_TYPE.test(type))
    .map(type => ({
      name: type,
      reason: `its contract type ${type} is code of the workspace, or may load some`,
    }));
}

const unparsed = (file: string): LoadedPart => ({
  name: file,
  reason: `${file} cannot be read as configuration, so that what it loads is not known`,
});

/** A list, or text that is split; whatever is neither is a name of its own, and none that is known. */
function namesIn(value: unknown, separator: string): readonly string[] {
  const items: readonly unknown[] =
    typeof value === 'string' ? value.split(separator) : Array.isArray(value) ? value : [value];
  return items
    .map(item => (typeof item === 'string' ? item.trim() : JSON.stringify(item)))
    .filter(item => item !== '');
}
