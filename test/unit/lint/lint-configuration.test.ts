import assert from 'node:assert/strict';
import {
  LINT_CONFIGURATION_NAMES,
  lintConfigurationPaths,
  touchesLintConfiguration,
} from '../../../src/core/lint/lint-configuration.ts';
import { findImportContracts } from '../../../src/core/lint/linters/import-linter/import-contracts.ts';
import { toWorkspacePath } from '../../../src/core/lint/workspace-path.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

describe('lint configuration', () => {
  for (const name of LINT_CONFIGURATION_NAMES) {
    it(`includes ${name}, anywhere and in any case`, () => {
      assert.ok(touchesLintConfiguration([name]));
      assert.ok(touchesLintConfiguration(['pkg/a.py', `deep/er/${name.toUpperCase()}`]));
    });
  }

  it('includes modules that could be loaded in the place of a tool, and environments', () =>
    assert.deepEqual(
      lintConfigurationPaths([
        'mypy/__main__.py',
        'ruff.py',
        'src/grimp/x.py',
        'importlinter.py',
        'x.pth',
        '.venv/lib/a.py',
        'pkg/ruff_rules.py',
        'pkg/a.py',
        'README.md',
        'my-mypy/a.py',
      ]),
      ['mypy/__main__.py', 'ruff.py', 'src/grimp/x.py', 'importlinter.py', 'x.pth', '.venv/lib/a.py'],
    ));

  it('finds import contracts where import-linter reads them, and their lines', async () => {
    const find = async (files: Record<string, string>, contract = 'Layers') => {
      const found = await findImportContracts(new MemoryFiles(files));
      return found.kind === 'declared' ? found.declaredAt(contract) : found.kind;
    };
    assert.equal(await find({ 'setup.cfg': '[metadata]\nname = Layers\n' }), 'none');
    assert.equal(await find({ 'pkg/.importlinter': '[importlinter]' }), 'none');
    assert.deepEqual(
      await find({ '.importlinter': '[importlinter]\n[importlinter:contract:1]\nname=Layers\n' }),
      { file: '.importlinter', line: 3 },
    );
    assert.deepEqual(await find({ 'setup.cfg': '[x]\r\n[importlinter]\r\nname: Layers\r\n' }), {
      file: 'setup.cfg',
      line: 3,
    });
    assert.deepEqual(
      await find({
        'pyproject.toml': '[tool.importlinter]\n[[tool.importlinter.contracts]]\nname = "Layers"\n',
      }),
      { file: 'pyproject.toml', line: 3 },
    );
    assert.deepEqual(await find({ '.importlinter': '[importlinter]' }, 'Other'), {
      file: '.importlinter',
      line: 1,
    });
  });
});

describe('paths as tools print them', () => {
  const cases: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ['/ws/a.py', ['/ws'], 'a.py'],
    ['/ws/a.py', ['/ws/'], 'a.py'],
    ['/ws-evil/a.py', ['/ws'], undefined],
    ['/ws/../etc/a.py', ['/ws'], undefined],
    ['a/b.py', ['/ws'], 'a/b.py'],
    ['./a/./b.py', ['/ws'], 'a/b.py'],
    ['../a.py', ['/ws'], undefined],
    ['a\\b.py', ['/ws'], 'a\\b.py'],
    ['C:\\ws\\a\\b.py', ['C:\\ws'], 'a/b.py'],
    ['c:\\WS\\a.py', ['C:\\ws'], 'a.py'],
    ['a\\b.py', ['C:\\ws'], 'a/b.py'],
    ['D:\\ws\\a.py', ['C:\\ws'], undefined],
    ['\\\\server\\share\\a.py', ['\\\\server\\share'], 'a.py'],
  ];
  for (const [printed, roots, expected] of cases) {
    it(`reads ${printed} in ${roots.join(', ')} as ${expected ?? 'outside'}`, () =>
      assert.equal(toWorkspacePath(printed, roots), expected));
  }
});
