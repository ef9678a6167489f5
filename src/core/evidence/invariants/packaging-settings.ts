import { decodeUtf8 } from '../../kernel/utf8.ts';

/** Tables of `pyproject.toml` that tools read which neither build nor import anything. */
const OF_TOOLS =
  /^tool\.(?:ruff|black|isort|mypy|pyright|basedpyright|pyrefly|ty|coverage|codespell|interrogate|tox|towncrier|bumpversion|commitizen|check-wheel-contents|pydocstyle|pylint|flake8|bandit|vulture|sphinx-lint|typos|djlint|cibuildwheel|hatch\.metadata\.hooks\.fancy-pypi-readme|hatch\.envs|uv\.exclude-newer-package)(?:\.|$)/;
const DESCRIBING = /^(?:project\.(?:urls|optional-dependencies)|dependency-groups)$/;
/** What is said of the project itself, and what it needs from outside. */
const DESCRIBING_KEYS = new Set(
  (
    'version description readme requires-python license license-files authors maintainers keywords classifiers ' +
    'dependencies optional-dependencies urls'
  ).split(' '),
);

/**
 * Whether what differs in `pyproject.toml` cannot decide which modules of the workspace are found: settings of
 * linters, and what describes the project.
 */
export function onlyDescribes(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  const [old, now] = [readSettings(before), readSettings(after)];
  if (old === undefined || now === undefined) return false;
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys].every(key => old.get(key) === now.get(key) || isDescribing(key));
}

const isDescribing = (key: string): boolean => {
  const [table = '', name = ''] = key.split('\u0001');
  if (table === 'project') return DESCRIBING_KEYS.has(name);
  return DESCRIBING.test(table) || OF_TOOLS.test(table);
};

/** The lines of each key of each table; `undefined` where they cannot be told apart without reading all of TOML. */
function readSettings(bytes: Uint8Array | undefined): ReadonlyMap<string, string> | undefined {
  const text = bytes && decodeUtf8(bytes);
  if (text === undefined || /"""|'''/.test(text)) return undefined;
  const found = new Map<string, string>();
  let table = '';
  let name = '';
  for (const line of text.split(/\r?\n/).map(each => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const header = /^\[{1,2}([^[\]]+)\]{1,2}(?:\s*#.*)?$/.exec(line);
    if (header !== null) {
      table = (header[1] ?? '').replace(/["'\s]/g, '');
      name = '';
    } else name = /^["']?([\w.-]+)["']?\s*=/.exec(line)?.[1] ?? name;
    const key = `${table}\u0001${name}`;
    found.set(key, `${found.get(key) ?? ''}${line}\n`);
  }
  return found;
}
