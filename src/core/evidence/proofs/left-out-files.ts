import { matchesText, matchesWildcards } from '../../kernel/wildcards.ts';

/** Sections of tools that build distributions, and in them the lists of paths that they take or leave. */
const SECTION = /^\[tool\.(?:hatch|flit|pdm|poetry|uv)\b[^\]\n]{0,200}\]/;
const LIST = /^(only-include|include|includes|exclude|excludes|packages)\s{0,9}=\s{0,9}(\[|["'])/;
/** Other lists of such tools, and those that are spelled otherwise. */
const NOT_READ =
  /^\s{0,9}(?:(?:wheel|source)-exclude|only-packages|module-name|[\w.-]{1,60}\.(?:include|exclude|packages)|["'](?:include|exclude|packages)["']|(?:build|targets|wheel)\s{0,9}=\s{0,9}\{)|^\s{1,9}(?:only-include|includes?|excludes?|packages)\s{0,9}=\s{0,9}\[/;

/** A path, not a format (`format = "sdist"`) or where it comes from (`from = "lib"`). */
const FROM = /\b(?:from|format|to)\s{0,9}=\s{0,9}["'][^"'\n]{0,200}["']/g;

/** Why a builder of distributions leaves out a new file, as `pyproject.toml` says it; what is not written out is not read. */
export function whyLeftOut(text: string, path: string): string | undefined {
  let isRead = false;
  // Of these `include` names all that there is.
  let isStrict = false;
  if (/^\[\[tool\.poetry\.packages\]\]/m.test(text))
    return 'says in a way that is not read what is installed';
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('[')) {
      isRead = SECTION.test(line);
      isStrict = /^\[tool\.(?:hatch|pdm)\b/.test(line);
    }
    if (isRead && NOT_READ.test(line)) return 'says in a way that is not read what is installed';
    const [, key = '', opening] = (isRead && LIST.exec(line)) || [];
    if (opening === undefined) continue;
    const end = opening === '[' ? lines.findIndex((each, j) => j >= i && /\]\s{0,9}(?:#|$)/.test(each)) : i;
    const list = lines.slice(i, Math.max(i, end) + 1).join('\n');
    const patterns = [...list.replaceAll(FROM, '').matchAll(/["']([^"'\n]{1,200})["']/g)].map(
      ([, each = '']) => each,
    );
    const fits = patterns.some(each => isWithin(path, each));
    if (key.startsWith('exclude') && fits) return `leaves out ${patterns.join(', ')}`;
    const isOnly = /^(?:only-include|packages)$/.test(key) || (key.startsWith('include') && isStrict);
    if (isOnly && patterns.length > 0 && !fits) return `takes ${patterns.join(', ')}, and not ${path}`;
  }
  return undefined;
}

/** Whether a line of a `.gitignore` in the folder `around` may mean the file; what is taken back (`!…`) counts as well. */
export function mayBeIgnored(text: string, around: string, path: string): boolean {
  if (!path.startsWith(around)) return false;
  const own = path.slice(around.length);
  return text.split('\n').some(line => {
    // One of several characters is any one, and a sign behind a backslash is itself.
    const pattern = line
      .trim()
      .replace(/\/$/, '')
      .replaceAll(/\[[^\]]{1,99}\]/g, '?')
      .replaceAll('\\', '');
    if (pattern === '' || /^[#!]/.test(pattern)) return false;
    return pattern.includes('/')
      ? isWithin(own, pattern.replace(/^\//, ''))
      : own.split('/').some(part => matchesText(part, pattern));
  });
}

/** Whether the pattern is the file, or a folder around it, also one below `src`. */
function isWithin(path: string, pattern: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.replace(/^\.?\//, '').replace(/\/(?:\*\*?)?$/, '');
  return [wanted, `src/${wanted}`].some(each =>
    parts.some((_, i) => matchesWildcards(parts.slice(0, i + 1), each.split('/'), '**', matchesText)),
  );
}
