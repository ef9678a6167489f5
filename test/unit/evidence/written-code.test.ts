import assert from 'node:assert/strict';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { computeFor } from './evidence-of.ts';

const BEFORE = `import os


class Store:
    def save(self, path):
        # os.fsync(path)
        draft = path + '.tmp'
        with open(draft, "w") as f:
            f.write(f"n={self.n}")
        os.replace(draft, path)
        return draft + "x"

    def load(self, path):
        """Calls os.remove(path)."""
        if not self.closed and path:
            raise ValueError("bad path", )
        found = [each for each in self.all()]
        found = sorted(found, reverse=True, key=len)
        limit = 1_000_000  # at most
        größe = 'größte'
        self.open(retries=5)
        if path:
            first()
        last()
        if limit:
            return
        self.more()
        self.say(("one "
                  "two\\n"))
        total = (path)
        return open(path).read()


def twice():
    return 1


def twice():
    return 1
`;
const AFTER = BEFORE.replace('return draft + "x"', 'return draft');

type Written = readonly [kind: 'contains' | 'lacks', subject: string, value: string, when?: 'before'];

/** What is decided of the code that stands in a function, a class or a file. */
const CASES: Readonly<Record<'confirmed' | 'refuted' | 'not_checkable', readonly Written[]>> = {
  confirmed: [
    // Lines of a changed file that is no Python.
    ['contains', 'requirements.txt', 'one==1\n  two==3 # new'],
    ['contains', 'requirements.txt', 'two==2', 'before'],
    ['lacks', 'requirements.txt', 'two==2'],
    ['contains', 'Store.save', 'os.replace(draft, path)'],
    // Several lines, one behind the other, the first of which has lost its indentation.
    ['contains', 'Store.save', 'os.replace(draft, path)\n        return draft'],
    ['contains', 'Store.load', 'if not self.closed and path:\n            raise ValueError("bad path", )'],
    // Arguments, and what stands in brackets.
    ['contains', 'Store.load', 'sorted(found, reverse=True, key=len)'],
    ['contains', 'Store.load', 'reverse=True,'],
    ['contains', 'Store.load', 'limit = 1_000_000  # at most'],
    ['contains', 'Store.load', "größe = 'größte'"],
    ['contains', 'Store.load', 'if path:\n    first()\nlast()'],
    ['contains', 'Store.load', 'for each in self.all()'],
    ['contains', 'Store.save', 'f.write(f"n={self.n}")'],
    ['contains', 'Store', 'def load(self, path):'],
    ['contains', 'pkg/m.py', 'import os'],
    ['contains', 'Store.save', 'os.replace('],
    ['contains', 'Store.save', 'return draft + "x"', 'before'],
    // One of several texts side by side, and parentheses that mean nothing.
    ['contains', 'Store.load', '"two\\n"'],
    ['contains', 'Store.load', 'total = (path)'],
    ['lacks', 'Store.save', 'return draft + "x"'],
    ['lacks', 'Store.load', 'os.replace(draft, path)'],
  ],
  refuted: [
    ['lacks', 'Store.load', '"one ",'],
    ['contains', 'requirements.txt', 'two==2'],
    ['lacks', 'requirements.txt', 'two==3 # new'],
    ['contains', 'Store.load', 'os.replace(draft, path)'],
    // Only before the change.
    ['contains', 'Store.save', 'return draft + "x"'],
    ['contains', 'Store.load', 'raise TypeError("bad path")'],
    ['contains', 'Store.load', 'if self.closed and path:'],
    ['lacks', 'Store.save', 'os.replace(draft, path)'],
    ['lacks', 'pkg/m.py', 'import os'],
  ],
  not_checkable: [
    ['contains', 'Store.load', 'total = path'],
    // Part of a word, and a file that is not changed.
    ['contains', 'requirements.txt', 'ne==1'],
    ['contains', 'LICENSE.txt', 'MIT'],
    // The beginning of something longer, or its end.
    ['contains', 'Store.save', 'return draft', 'before'],
    ['contains', 'Store.save', 'draft = path'],
    ['contains', 'Store.load', 'if not self.closed'],
    ['lacks', 'Store.load', 'if not self.closed'],
    ['contains', 'Store.save', 'replace(draft, path)'],
    // In other quotes, with other spaces, commas, numbers or lines.
    ['contains', 'Store.load', 'raise ValueError("bad path")'],
    ['contains', 'Store.load', 'key=len,'],
    ['contains', 'Store.save', 'os.replace(draft,path)'],
    ['contains', 'Store.load', 'limit = 1000000'],
    ['lacks', 'Store.load', 'limit = 1000000'],
    ['contains', 'Store.load', 'return self.more()'],
    ['contains', 'Store.load', 'first()\nlast()'],
    ['contains', 'Store.load', 'retries = 5'],
    ['contains', 'Store.load', 'load(self, path)'],
    ['contains', 'Store.load', 'limit = 1_000_000  # most'],
    ['contains', 'Store.save', "with open(draft, 'w') as f:"],
    ['lacks', 'Store.save', "with open(draft, 'w') as f:"],
    // In a comment or a docstring alone.
    ['contains', 'Store.save', 'os.fsync(path)'],
    ['lacks', 'Store.save', 'os.fsync(path)'],
    ['contains', 'Store.load', 'os.remove(path)'],
    // Part of a text.
    ['contains', 'Store.load', '"bad"'],
    // Not all of it is said.
    ['contains', 'Store.save', 'os.replace(…)'],
    ['contains', 'Store.save', 'os.rename(draft, ...)'],
    ['contains', 'Store.save', ''],
    ['contains', 'Store.save', "'"],
    // Nothing, or several things, have the name.
    ['contains', 'Store.drop', 'return'],
    ['contains', 'twice', 'return 1'],
    ['contains', 'pkg/other.py', 'return'],
  ],
};

describe('code that is said to be written in a function, class or file [001-047]', () => {
  const grade = async (checks: readonly SpotCheck[]) => {
    const { facts } = await computeFor({
      before: {
        'pkg/__init__.py': '',
        'pkg/m.py': BEFORE,
        'requirements.txt': 'one==1\ntwo==2\n',
        'LICENSE.txt': 'MIT',
      },
      after: { 'pkg/m.py': AFTER, 'requirements.txt': 'one==1\ntwo==3  # new\n' },
    });
    return gradeSpotChecks({
      spotChecks: checks,
      order: { scope_allowlist: [] },
      facts,
      isFile: async () => false,
    });
  };

  for (const [verdict, cases] of Object.entries(CASES))
    it(`is ${verdict}`, async () => {
      const checks = cases.map(([kind, subject, value, when]) => ({
        kind,
        subject,
        value,
        ...(when && { when }),
      }));
      const grades = await grade(checks);
      assert.deepEqual(
        grades
          .filter(each => each.verdict !== verdict)
          .map(each => `${each.text}: ${each.verdict}, ${each.reason}`),
        [],
      );
    });
});
