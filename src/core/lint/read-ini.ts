/** One `name = value` of an ini file. */
export interface IniOption {
  /** As written between the brackets, spaces included; `DEFAULT` holds for every section. */
  readonly section: string;
  /** In lower case, as Python's configparser compares it. */
  readonly name: string;
  readonly value: string;
}

/** What Python's `str.strip` takes away; JavaScript's `trim` differs. */
const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING = new RegExp(`^[${SPACE}]*`);
const IS_SPACE = new RegExp(`[${SPACE}]`);

/**
 * An ini file as Python's `configparser` reads it with its defaults and without interpolation: full-line comments,
 * continuation lines with blank lines in them, `=` or `:`, case, text before the first section, duplicates. `undefined`
 * where configparser would refuse the file.
 */
export function readIni(text: string): readonly IniOption[] | undefined {
  const options: { section: string; name: string; lines: string[] }[] = [];
  const sections = new Set<string>();
  const seen = new Set<string>();
  let section: string | undefined;
  let open: string[] | undefined;
  let indent = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const value = strip(line);
    if (value.startsWith('#') || value.startsWith(';')) continue;
    if (value === '') {
      open?.push('');
      continue;
    }
    const depth = LEADING.exec(line)?.[0].length ?? 0;
    if (open && depth > indent) {
      open.push(value);
      continue;
    }
    indent = depth;
    const header = /^\[(.+)\]/s.exec(value)?.[1];
    if (header !== undefined) {
      if (sections.has(header)) return undefined;
      if (header !== 'DEFAULT') sections.add(header);
      section = header;
      open = undefined;
      continue;
    }
    const at = value.search(/[=:]/);
    if (section === undefined || at < 0) return undefined;
    const name = strip(value.slice(0, at)).toLowerCase();
    const key = `${section}\n${name}`;
    if (name === '' || seen.has(key)) return undefined;
    seen.add(key);
    open = [strip(value.slice(at + 1))];
    options.push({ section, name, lines: open });
  }
  return options.map(({ section: of, name, lines }) => ({
    section: of,
    name,
    value: stripEnd(lines.join('\n')),
  }));
}

const strip = (text: string): string => stripEnd(text.slice(LEADING.exec(text)?.[0].length ?? 0));

/** Without a regular expression: one that looks for spaces at the end is quadratic on a line of spaces. */
function stripEnd(text: string): string {
  let end = text.length;
  while (end > 0 && IS_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
