import assert from 'node:assert/strict';
import { computeFor } from './evidence-of.ts';

const ASKED = [
  'no broken imports',
  'no public API changes',
  'no signature changes',
  'no public names removed',
  'no broken callers',
] as const;

const BEFORE = 'X = 1\n';

/** What is said of a file that newly imports something. */
async function verdicts(file: string, statement: string, others: Readonly<Record<string, string>>) {
  const { evidence } = await computeFor({
    before: { ...others, [file]: BEFORE },
    after: { [file]: `${statement}\n${BEFORE}` },
    invariants: ASKED,
  });
  return (evidence?.invariants ?? []).map(({ verdict }) => verdict);
}

const leavesOpen = (
  title: string,
  file: string,
  statement: string,
  others: Readonly<Record<string, string>>,
) =>
  it(`leaves open ${title}`, async () => {
    assert.deepEqual(
      await verdicts(file, statement, others),
      ASKED.map(() => 'not_checkable'),
    );
  });

const proves = (title: string, file: string, statement: string, others: Readonly<Record<string, string>>) =>
  it(`proves ${title}`, async () => {
    assert.deepEqual(
      await verdicts(file, statement, others),
      ASKED.map(() => 'proved'),
    );
  });

describe('a new import of what lies in another root of the workspace', () => {
  leavesOpen('a package by the name of its folder of sources', 'src/shop/a.py', 'import src.shop.b', {
    'src/shop/__init__.py': '',
    'src/shop/b.py': '',
    'setup.py': '',
  });
  leavesOpen('a script of another folder', 'shop/a.py', 'import colours', {
    'shop/__init__.py': '',
    'tools/colours.py': '',
  });
  leavesOpen('a file that only the documentation has', 'shop/a.py', 'from themes import X as Y', {
    'shop/__init__.py': '',
    'docs/ext/themes.py': 'X = 1\n',
  });
  proves('a module of the same package', 'shop/a.py', 'import shop.b', {
    'shop/__init__.py': '',
    'shop/b.py': '',
  });
  proves('a module of the same package below a folder of sources', 'src/shop/a.py', 'import shop.b', {
    'src/shop/__init__.py': '',
    'src/shop/b.py': '',
  });
  proves('another package of the same root', 'shop/a.py', 'import goods', {
    'shop/__init__.py': '',
    'goods/__init__.py': '',
  });
  proves('what a test asks of the project', 'tests/test_a.py', 'import shop.b', {
    'src/shop/__init__.py': '',
    'src/shop/b.py': '',
  });
});
