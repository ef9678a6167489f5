import { parse, TomlError } from 'smol-toml';
import type { FileChange } from '../../changes/change-set.ts';
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
 * Whether what differs in `pyproject.toml` cannot decide which modules of the workspace are found: settings of
 * linters, and what describes the project. A file that is not TOML may decide anything.
 */
export function onlyDescribes(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  const [old, now] = [readSettings(before), readSettings(after)];
  return old !== undefined && now !== undefined && differing(old, now).every(isDescribing);
}

/** What is said of a project to people alone: neither what it needs, nor what is built, run or checked. */
const TOLD =
  /^(?:project|tool\.poetry)\.(?:version|description|authors|maintainers|keywords|classifiers|urls|homepage|repository|documentation)(?:\.|$)/;

/** Whether nothing but that differs in a `pyproject.toml`. */
export function onlyTells({ path, before, after }: FileChange): boolean {
  if (!/(?:^|\/)pyproject\.toml$/.test(path)) return false;
  const [old, now] = [readSettings(before), readSettings(after)];
  return old !== undefined && now !== undefined && differing(old, now).every(({ key }) => TOLD.test(key));
}

interface Difference {
  /** Keys with dots between them. */
  readonly key: string;
  readonly values: readonly unknown[];
}

const isDescribing = ({ key, values }: Difference): boolean =>
  OF_TOOLS.test(key) || (DESCRIBING.test(key) && !IS_BESIDE.test(JSON.stringify(values)));

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
