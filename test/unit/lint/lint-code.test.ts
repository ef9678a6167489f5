import assert from 'node:assert/strict';
import { lintCodePaths } from '../../../src/core/lint/lint-code.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

const CHANGED = [
  'app/a.py',
  'app/plugin.py',
  'app/__init__.py',
  'tools/p.py',
  'src/own/contracts.py',
  'src/own/part.py',
];

describe('code the linters load', () => {
  const touched = (files: Readonly<Record<string, string>>) => lintCodePaths(CHANGED, new MemoryFiles(files));

  it('is none without plugins and contract types', async () =>
    assert.deepEqual(await touched({ 'pyproject.toml': '[tool.mypy]\nstrict = true\n' }), []));

  for (const [file, text] of [
    ['mypy.ini', '[mypy]\nplugins = app.plugin\n'],
    [
      'mypy.ini',
      '[mypy]\nplugins =\n    numpy.typing.mypy_plugin,  ; theirs\n    app.plugin\nstrict = True\n',
    ],
    ['setup.cfg', '[mypy]\nplugins: app.plugin\n'],
    ['pyproject.toml', '[tool.mypy]\nplugins = [\n  "app.plugin",\n]\n'],
  ] as const)
    it(`is the module of a plugin and the packages around it: ${JSON.stringify(text)}`, async () =>
      assert.deepEqual(await touched({ [file]: text }), ['app/plugin.py', 'app/__init__.py']));

  it('is the file of a plugin, with its entry', async () =>
    assert.deepEqual(await touched({ '.mypy.ini': '[mypy]\nplugins = ./tools/p.py:entry\n' }), [
      'tools/p.py',
    ]));

  for (const [file, text] of [
    ['.importlinter', '[importlinter]\ncontract_types =\n    own: own.contracts.Own\n'],
    ['pyproject.toml', '[tool.importlinter]\ncontract_types = ["own: own.contracts.Own"]\n'],
  ] as const)
    it(`is a contract type, in src too, and what it imports: ${file}`, async () => {
      const imports = 'from . import (\n    part as part,\n)\n';
      assert.deepEqual(await touched({ [file]: text, 'src/own/contracts.py': imports }), [
        'src/own/contracts.py',
        'src/own/part.py',
      ]);
    });

  it('does not go round in circles', async () =>
    assert.deepEqual(
      await touched({
        'mypy.ini': '[mypy]\nplugins = tools/p.py\n',
        'tools/p.py': 'import app.a as a, tools.p\n',
        'app/a.py': 'from tools import p\n',
      }),
      ['app/a.py', 'app/__init__.py', 'tools/p.py'],
    ));
});
