import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

/** Whether nothing is known to ask for what is gone from a file. */
async function verdictWithout(file: string, gone: string, rest = 'X = 1\n'): Promise<string | undefined> {
  const { invariants } = await evidenceOf({
    before: { [file]: `${rest}${gone}`, 'other.py': 'Q = 1\n' },
    after: { [file]: rest },
    invariants: ['no broken callers'],
  });
  return invariants[0]?.verdict;
}

const CLASS = 'class Out:\n    def __init__(self):\n        self.n = 0\n';

describe('names that no Python file mentions, and something outside of the workspace asks for', () => {
  const methods = ['write', 'read', 'keys', 'filter', 'emit', 'data_received', 'process_item', '_repr_html_'];
  for (const name of methods)
    it(`is not known to break nobody: the method ${name} is gone`, async () =>
      assert.equal(
        await verdictWithout('pkg/a.py', `    def ${name}(self, given):\n        return given\n`, CLASS),
        'not_checkable',
      ));

  const byName: readonly (readonly [string, string])[] = [
    ['conftest.py', 'pytest_plugins = ["pytester"]\n'],
    ['conftest.py', 'collect_ignore = ["a.py"]\n'],
    ['site_/urls.py', 'urlpatterns = []\n'],
    ['site_/settings.py', 'DEBUG = True\n'],
    ['site_/settings/local.py', 'DEBUG = True\n'],
    ['migrations/versions/a1.py', 'def downgrade():\n    pass\n'],
    ['migrations/versions/a1.py', 'revision = "a1"\n'],
    ['gunicorn.conf.py', 'bind = ":80"\n'],
    ['pkg/a.py', 'application = 1\n'],
    ['pkg/a.py', 'def includeme(config):\n    pass\n'],
    ['pkg/a.py', 'def load_ipython_extension(shell):\n    pass\n'],
    ['dodo.py', 'def task_build():\n    return {}\n'],
    ['noxfile.py', 'def lint(session):\n    pass\n'],
    ['docs/conf.py', 'extensions = []\n'],
  ];
  for (const [file, gone] of byName)
    it(`is not known to break nobody: ${gone.split('\n')[0]} is gone from ${file}`, async () =>
      assert.equal(await verdictWithout(file, gone), 'not_checkable'));

  const others: readonly (readonly [string, string, string?])[] = [
    ['pkg/a.py', 'LIMIT = 3\n'],
    ['pkg/a.py', 'def helper(x):\n    return x\n'],
    ['pkg/a.py', '    def total(self):\n        return self.n\n', CLASS],
  ];
  for (const [file, gone, rest] of others)
    it(`breaks nobody: ${gone.trim().split('\n')[0]} is gone from ${file}`, async () =>
      assert.equal(await verdictWithout(file, gone, rest), 'proved'));
});
