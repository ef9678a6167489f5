type Write = (key: string, value: string) => string;
/** How a value can be written; each leads the tool to the same setting. */
type Writers = Readonly<Record<string, Write>>;

const INI_VALUES: Writers = {
  plain: (key, value) => `${key} = ${value}\n`,
  tight: (key, value) => `${key}=${value}\n`,
  colon: (key, value) => `${key}: ${value}\n`,
  'upper case': (key, value) => `${key.toUpperCase()} = ${value}\n`,
  'indented option': (key, value) => `  ${key} = ${value}\n`,
  continued: (key, value) => `${key} =\n    ${value}\n`,
  'continued with a tab': (key, value) => `${key} =\n\t${value}\n`,
  'blank line before': (key, value) => `${key} =\n\n    ${value}\n`,
  'blank lines with spaces': (key, value) => `${key} =\n  \n   \n  ${value}\n`,
  'comment before': (key, value) => `${key} =\n# it is here: ]\n    ${value}\n`,
  'indented comment before': (key, value) => `${key} =\n    ; none\n\n    ${value}\n`,
  'form feed': (key, value) => `${key} =\n \f ${value}\n`,
  'after another option': (key, value) => `strict = False\n${key} = ${value}\n`,
  'next-line character': (key, value) => `${key} = ${value}\u0085\n`,
};
/** Where the options of a section can stand. */
const INI_SECTIONS: Readonly<Record<string, (section: string, body: string) => string>> = {
  'own section': (section, body) => `[${section}]\n${body}`,
  'after a comment': (section, body) => `; [other]\n# x\n\n[${section}] ; it\n${body}`,
  'DEFAULT section': (section, body) => `[DEFAULT]\n${body}\n[${section}]\n`,
  'between sections': (section, body) => `[a]\nb = 1\n[${section}]\n${body}[c]\nd = 1\n`,
};
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const TOML_VALUES: Writers = {
  list: (key, value) => `${key} = ["${value}"]\n`,
  literal: (key, value) => `${key} = ['${value}']\n`,
  'several lines': (key, value) => `${key} = [\n  "${value}",\n]\n`,
  'comment with a bracket': (key, value) => `${key} = [  # the list ] of them\n  # ]\n  "${value}"\n]\n`,
  'quoted key': (key, value) => `"${key}" = ["${value}"]\n`,
  'escaped key': (key, value) => `"${escapeFirst(key)}" = ["${value}"]\n`,
  'escaped value': (key, value) => `${key} = ["${escapeFirst(value)}"]\n`,
  'string of several lines': (key, value) => `${key} = ["""\n${value}"""]\n`,
  'line continued in a string': (key, value) =>
    `${key} = ["""\\\n    ${value.slice(0, 3)}\\\n    ${value.slice(3)}"""]\n`,
  'literal of several lines': (key, value) => `${key} = ['''\n${value}''']\n`,
  'spaces around': (key, value) => `${key}\t =\t[ "${value}" , ]\n`,
};
const escapeFirst = (text: string): string =>
  `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${text.slice(1)}`;

const TOML_TABLES: Readonly<
  Record<string, (tool: string, write: Write, key: string, value: string) => string>
> = {
  table: (tool, write, key, value) => `[tool.${tool}]\n${write(key, value)}`,
  'quoted table': (tool, write, key, value) => `["tool"."${tool}"]\n${write(key, value)}`,
  'spaced table': (tool, write, key, value) => `[ tool . '${tool}' ] # ]\n${write(key, value)}`,
  'dotted in tool': (tool, write, key, value) => `[tool]\n${write(key, value).replace(/^/, `${tool}.`)}`,
  'dotted at the top': (tool, write, key, value) =>
    `${write(key, value).replace(/^/, `tool.${tool}.`)}\n[project]\nname = "x"\n`,
  'inline table': (tool, _, key, value) => `tool = { ${tool} = { ${key} = ["${value}"] } }\n`,
  'inline in tool': (tool, _, key, value) => `[tool]\n${tool} = {${key} = ["${value}"]}\n`,
  'windows lines': (tool, write, key, value) => crlf(`[tool.${tool}]\n${write(key, value)}`),
};

export interface Written {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** Every file × place × writer for a list setting of a tool. */
export function writeIni(
  files: readonly string[],
  section: string,
  key: string,
  value: string,
): readonly Written[] {
  return files.flatMap(file =>
    Object.entries(INI_SECTIONS).flatMap(([place, put]) =>
      Object.entries(INI_VALUES).flatMap(([how, write]): readonly Written[] => {
        const text = put(section, write(key, value));
        const name = `${file}, ${place}, ${how}`;
        return [
          { name, file, text },
          ...(how === 'continued' ? [{ name: `${name}, windows lines`, file, text: crlf(text) }] : []),
        ];
      }),
    ),
  );
}

export const writeToml = (tool: string, key: string, value: string): readonly Written[] =>
  Object.entries(TOML_TABLES).flatMap(([place, put]) =>
    Object.entries(TOML_VALUES).map(([how, write]) => ({
      name: `pyproject.toml, ${place}, ${how}`,
      file: 'pyproject.toml',
      text: put(tool, write, key, value),
    })),
  );
