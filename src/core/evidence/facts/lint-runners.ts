import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { ChangedModule } from '../code/two-versions.ts';

/** Tools that look at code, and what starts several of them: as a command, or by their own modules. */
const LINTER =
  /(?:^|[\s/])(?:flake8|mypy|ruff|pylint|(?:based)?pyright|py(?:type|re|refly|lama|lava|upgrade|docstyle|codestyle|flakes)|zuban|bandit|black|isort|yapf|auto(?:pep8|flake)|codespell|vulture|semgrep|coverage|interrogate|darglint|docformatter|doc8|rstcheck|eslint|yamllint|shellcheck|import-linter|lint-imports|pre[-_]commit|prospector|xenon|radon|safety|pip-audit|typos|cspell|slotscheck|refurb)(?:$|[\s.])/;
/** Files that are made to start tools; `setup.py` says much else. */
const RUNNER = /(?:^|\/)(?:noxfile|toxfile|fabfile|tasks|duties|dodo|pavement|make)\.py$/;
/** Folders of such files, which may give the options of one to another. */
const OF_TOOLS = /(?:^|\/)(?:setup\.py$|(?:tools?|scripts?|ci|dev|build\w*|maint\w*|hack|bin|tasks|\.\w+)\/)/;
const LOOKS_AWAY = /ignor|disable|skip|exclu|exit-zero|allow|omit|suppress|no-|warn|fail-under|select/;

/** Whether a Python file may tell a tool to look away: one that starts tools says something else, or has other options. */
export function mayStartOtherwise(
  { path, before, after }: FileChange,
  module: ChangedModule | undefined,
): boolean {
  if (OF_TOOLS.test(path) && optionsIn(before) !== optionsIn(after)) return true;
  const sides = [module?.before, module?.after];
  if (!RUNNER.test(path) && !sides.some(file => file?.once(startsLinter))) return false;
  const [old = [], now = []] = sides.map(file =>
    file === undefined ? [] : withoutDocstrings(file.tokens.slice(), 'module'),
  );
  const known = new Set(old.map(({ text }) => text));
  const isMore = ({ text }: CodeToken) => ASKS_MORE.test(text) && !LOOKS_AWAY.test(text) && !known.has(text);
  const [key, left] = [old, now.filter(token => !isMore(token))].map(tokens =>
    codeKey(tokens.filter(token => token.op !== op.COMMA)),
  );
  return key !== left;
}

/** A new option without a value, such as `--strict`. */
const ASKS_MORE = /^\w*:--[a-z-]+$/;

const optionsIn = (bytes: Uint8Array | undefined): string =>
  ((bytes && decodeUtf8(bytes)) ?? '')
    .split(/["'\s]/)
    .filter(each => each.startsWith('-') && LOOKS_AWAY.test(each))
    .join('\n');

/** By these a program starts another one. */
const STARTING = [
  'subprocess',
  'system(',
  'popen',
  'Popen',
  'check_call',
  'check_output',
  'execv',
  'spawn',
  'runpy',
  '.run(',
  'run_module',
];

/** By a text that is a command (`"flake8"`, `"python -m mypy pkg"`) where programs are started, or by an import. */
function startsLinter(file: PythonFile): boolean {
  const { imports } = file.module.index;
  return (
    imports.some(({ module, names }) =>
      [module, ...names.map(({ name }) => name)].some(each => LINTER.test(each)),
    ) ||
    (STARTING.some(each => file.mentions(each)) &&
      withoutDocstrings(file.tokens.slice(), 'module').some(
        ({ kind, text }) => kind === STRING && isCommand(contentOf(text)),
      ))
  );
}

/** Sentences name tools as well: `"run mypy to see what is wrong."` */
const isCommand = (text: string): boolean =>
  text.length < LONGEST && LINTER.test(text) && !/[.!?]$/.test(text);
const LONGEST = 300;
