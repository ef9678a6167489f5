import assert from 'node:assert/strict';
import { checkWritePath } from '../../../src/core/changes/path-policy.ts';
import { CONTROL_PLANE } from '../../../src/core/changes/protected-paths.ts';

/** A file the pattern means. */
function exampleOf(pattern: string): string {
  if (pattern.endsWith('/**')) return `${pattern.slice(0, -3)}/x.py`;
  return pattern.startsWith('*') ? `x${pattern.slice(1)}` : pattern;
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
    assert.equal(new Set(patterns).size, patterns.length, 'no entry is there twice');
  });
  for (const { pattern, area } of CONTROL_PLANE) {
    it(`asks for an approval by name for ${pattern} (${area}) in every spelling`, () => {
      for (const [name, spell] of Object.entries(SPELLINGS)) {
        const path = spell(exampleOf(pattern));
        const verdict = checkWritePath(path);
        assert.equal(verdict.kind, 'control_plane', `${name}: ${JSON.stringify(path)}`);
      }
    });
  }
  it('asks for it on the path alone, for a folder of the list itself too', () =>
    assert.equal(checkWritePath('.vscode').kind, 'control_plane'));
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
