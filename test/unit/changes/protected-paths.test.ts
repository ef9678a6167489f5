import assert from 'node:assert/strict';
import { checkWritePath } from '../../../src/core/changes/path-policy.ts';
import {
  CONTROL_PLANE,
  classOf,
  PROTECTED_PATHS,
  REASONS,
} from '../../../src/core/changes/protected-paths.ts';
import { PLAIN_PATHS } from './plain-paths.ts';

/** A file the pattern means. */
function exampleOf(pattern: string): string {
  const path = pattern.endsWith('/**') ? `${pattern.slice(0, -3)}/x.py` : pattern;
  return path.replace(/^\//u, '').replaceAll('*', 'x');
}

const toFullWidth = (text: string): string =>
  text.replace(/[a-z]/giu, c => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));

/** Other spellings that some file system takes for the same path. */
const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'as it is': path => path,
  'in a folder': path => `a/b/${path}`,
  'behind ./': path => `./${path}`,
  'with doubled slashes': path => `a//${path}`,
  'in upper case': path => path.toUpperCase(),
  'in full-width letters': path => toFullWidth(path),
  'with a dot behind': path => `${path}.`,
  'with spaces behind': path => `${path}  `,
  'with a zero-width space inside': path => `${path.slice(0, 2)}\u200B${path.slice(2)}`,
  'with a soft hyphen behind': path => `${path}\u00AD`,
};

/** Spellings that say another path for what is meant in the workspace folder only. */
const IN_FOLDER = new Set(['in a folder', 'with doubled slashes']);

/** What the documents name; taking one out of the list must fail here. */
const NAMED = [
  '.vscode/**',
  '*.code-workspace',
  '.github/**',
  '.gitlab-ci.yml',
  '.husky/**',
  '.pre-commit-config.yaml',
  '.devcontainer/**',
  'Dockerfile',
  'Makefile',
  'package.json',
  '.npmrc',
  '.envrc',
  '.gitattributes',
  '.gitmodules',
  'AGENTS.md',
  'CLAUDE.md',
  '.cursor/**',
  '.claude/**',
  'mcp.json',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'mypy.ini',
  'ruff.toml',
  '.ruff.toml',
  '.importlinter',
  'conftest.py',
  'pytest.ini',
  'noxfile.py',
  'requirements*.txt',
  'constraints*.txt',
  'Pipfile',
  'Pipfile.lock',
  'poetry.lock',
  'pdm.lock',
  'uv.lock',
  'pylock.toml',
  'package-lock.json',
  'sitecustomize.py',
  '*.pth',
];

describe('control plane', () => {
  it('holds every entry the path policy names', () => {
    const patterns = CONTROL_PLANE.map(entry => entry.pattern);
    assert.deepEqual(
      NAMED.filter(pattern => !patterns.includes(pattern)),
      [],
    );
  });
  it('holds every entry once, and each tells its reason', () => {
    const patterns = PROTECTED_PATHS.map(({ pattern }) => pattern.toLowerCase());
    assert.deepEqual(
      patterns.filter((pattern, i) => patterns.indexOf(pattern) !== i),
      [],
    );
    for (const entry of PROTECTED_PATHS) {
      const verdict = checkWritePath(exampleOf(entry.pattern));
      if (entry.pattern === '.git/**') continue;
      const told =
        verdict.kind === 'control_plane' ? verdict.why : verdict.kind === 'refused' ? verdict.reason : '';
      assert.ok(told.includes(REASONS[entry.area]), `${entry.pattern}: ${told}`);
    }
  });
  for (const entry of PROTECTED_PATHS) {
    const { pattern, area } = entry;
    const expected = classOf(entry) === 'control_plane' ? 'control_plane' : 'refused';
    const promise = expected === 'refused' ? 'never writes' : 'asks for an approval by name for';
    it(`${promise} ${pattern} (${area}) in every spelling`, () => {
      for (const [name, spell] of Object.entries(SPELLINGS)) {
        if (pattern.startsWith('/') && IN_FOLDER.has(name)) continue;
        const path = spell(exampleOf(pattern));
        assert.equal(checkWritePath(path).kind, expected, `${name}: ${JSON.stringify(path)}`);
      }
    });
  }
  it('asks for it on the path alone, for a folder of the list itself too', () =>
    assert.equal(checkWritePath('.vscode').kind, 'control_plane'));
  it('catches no ordinary file of a Python project by accident', () => {
    assert.ok(PLAIN_PATHS.length >= 60);
    for (const path of PLAIN_PATHS) assert.equal(checkWritePath(path).kind, 'ok', path);
  });
  it('leaves names alone that only look like an entry', () => {
    for (const path of [
      'mypackage.json',
      'Makefile.py',
      'conftest_utils.py',
      'src/path.py',
      'vscode/x.py',
      'setup.py/x',
    ]) {
      assert.equal(checkWritePath(path).kind, 'ok', path);
    }
  });
});
