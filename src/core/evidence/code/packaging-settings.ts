import { parse, TomlError } from 'smol-toml';
import type { FileChange } from '../../changes/change-set.ts';
import { once } from '../../kernel/once.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';

/** Tables of `pyproject.toml` that tools read which neither build nor import anything. */
const OF_TOOLS =
  /^tool\.(?:ruff|black|isort|mypy|pyright|basedpyright|pyrefly|ty|coverage|codespell|interrogate|tox|towncrier|bumpversion|commitizen|check-wheel-contents|pydocstyle|pylint|flake8|bandit|vulture|sphinx-lint|typos|djlint|cibuildwheel|hatch\.metadata\.hooks\.fancy-pypi-readme|hatch\.envs|uv\.exclude-newer|uv\.exclude-newer-package|uv\.required-version|pytest\.ini_options\.(?:markers|xfail_strict|console_output_style|log_\w+))(?:\.|$)/;
/** What is said of the project itself, and what it needs from outside. */
const DESCRIBING =
  /^(?:dependency-groups|project\.(?:version|description|readme|requires-python|license|license-files|authors|maintainers|keywords|classifiers|dependencies|optional-dependencies|urls))(?:\.|$)/;

/** A need that lies beside the project, and may bring modules of the same names. */
const IS_BESIDE = /\bfile:|@\s*\.{0,2}\//;

/**
 * Whether what differs in a file of settings cannot decide which modules of the workspace are found: settings of linters
 * and of environments for tests, and what describes the project. Files of other names, and a `pyproject.toml` that is not
 * TOML, may decide anything.
 */
export const onlyDescribes = (file: FileChange): boolean =>
  /(?:^|\/)(?:tox\.ini|setup\.cfg)$/.test(file.path)
    ? onlyToolsDiffer(file.before, file.after)
    : differsOnlyIn(file, isDescribing);

/** Sections of `tox.ini` and `setup.cfg` that neither build, install nor import anything of the workspace. */
const SECTIONS_OF_TOOLS =
  /^(?:tox|testenv|gh|gh-actions|travis|flake8|mypy|isort|coverage|pycodestyle|pydocstyle|pylint|codespell|bumpversion|bandit|vulture|doc8|yapf|pep8)(?:$|[-:.])/;
/** By which an environment for tests finds other modules, or is not given those of the workspace. */
const ELSEWHERE =
  /PYTHON(?:PATH|HOME|STARTUP)|chang(?:e_)?dir|setup_?dir|package_root|skip_install|no_package|use_?develop|editable|rootdir|import-mode|\bcd\b|\bpip\b|\bfile:|(?:^|\s)-e\b|\.{1,2}\//im;

function onlyToolsDiffer(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  const [old, now] = [readSections(before), readSections(after)];
  if (old === undefined || now === undefined) return false;
  return [...new Set([...old.keys(), ...now.keys()])].every(name => {
    const texts = [old, now].map(each => (each.get(name) ?? '').trimEnd());
    return (
      texts[0] === texts[1] || (SECTIONS_OF_TOOLS.test(name) && !texts.some(each => ELSEWHERE.test(each)))
    );
  });
}

/** The text of each section, '' for what stands above them; `undefined` where readers may not agree what is one. */
function readSections(bytes: Uint8Array | undefined): ReadonlyMap<string, string> | undefined {
  const text = bytes && decodeUtf8(bytes);
  if (text === undefined) return undefined;
  const found = new Map<string, string>();
  let name = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^\s+\[/.test(line)) return undefined;
    if (line.startsWith('[')) {
      const header = /^\[([^[\]]+)\]\s*(?:[#;].*)?$/.exec(line);
      if (header === null) return undefined;
      name = header[1] ?? '';
    } else found.set(name, `${found.get(name) ?? ''}${line}\n`);
  }
  return found;
}

/** What is said of a project to people alone: neither what it needs, nor what is built, run or checked. */
const TOLD =
  /^(?:project|tool\.poetry)\.(?:version|description|authors|maintainers|keywords|classifiers|urls|homepage|repository|documentation)(?:\.|$)/;

/** Whether nothing but that differs in a `pyproject.toml`. */
export const onlyTells = (file: FileChange): boolean => differsOnlyIn(file, ({ key }) => TOLD.test(key));

function differsOnlyIn(file: FileChange, isMeant: (difference: Difference) => boolean): boolean {
  if (!/(?:^|\/)pyproject\.toml$/.test(file.path)) return false;
  const differences = differencesOf(file);
  return differences !== 'unknown' && differences.every(isMeant);
}

/** Many checks ask for them. */
const differencesOf = once(({ before, after }: FileChange): readonly Difference[] | 'unknown' => {
  const [old, now] = [readSettings(before), readSettings(after)];
  return old === undefined || now === undefined ? 'unknown' : differing(old, now);
});

/** Tables of tools that read code, and neither run it nor need more than themselves. */
const OF_LINTERS =
  /^tool\.(?:ruff|black|isort|mypy|pyright|basedpyright|pyrefly|ty|codespell|interrogate|pydocstyle|pylint|flake8|bandit|vulture|typos|djlint)(?:\.|$)/;
/** What is loaded into them comes from a package of its own. */
const LOADED = /plugin|extension/i;

/** Whether nothing but what linters and formatters are told differs in a `pyproject.toml`. */
export const onlyLints = (file: FileChange): boolean =>
  differsOnlyIn(file, ({ key }) => OF_LINTERS.test(key) && !LOADED.test(key));

interface Difference {
  /** Keys with dots between them. */
  readonly key: string;
  readonly values: readonly unknown[];
}

const isDescribing = ({ key, values }: Difference): boolean =>
  OF_TOOLS.test(key) ||
  (DESCRIBING.test(key) && !IS_BESIDE.test(JSON.stringify(values))) ||
  (key === 'tool.pytest.ini_options.addopts' && sameButForReports(values));

/** Options of pytest that say how much it tells. */
const OF_REPORTS =
  /^(?:-[qv]+|-r\w+|-l|--showlocals|--tb=\w+|--color=\w+|--durations(?:-min)?=[\d.]+|--no-(?:header|summary))$/;

function sameButForReports(values: readonly unknown[]): boolean {
  const [old, now] = values.map(value =>
    [value ?? []]
      .flat()
      .flatMap(each => `${each}`.split(/\s+/))
      .filter(each => each !== '' && !OF_REPORTS.test(each))
      .join(' '),
  );
  return old === now;
}

/** The keys that are in one of the two alone, or have another value. */
function differing(old: unknown, now: unknown, key = ''): readonly Difference[] {
  if (!isTable(old) || !isTable(now))
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ key, values: [old, now] }];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap(name => {
    const [was, is] = [old[name], now[name]];
    const path = `${key === '' ? '' : `${key}.`}${JSON.stringify(name).slice(1, -1).replaceAll('.', '\\.')}`;
    // A table that comes or goes is what is in it.
    const whole = (side: unknown, other: unknown) => (side === undefined && isFilled(other) ? {} : side);
    return differing(whole(was, is), whole(is, was), path);
  });
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const isFilled = (value: unknown): boolean => isTable(value) && Object.keys(value).length > 0;

function readSettings(bytes: Uint8Array | undefined): unknown {
  const text = bytes && decodeUtf8(bytes);
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}
