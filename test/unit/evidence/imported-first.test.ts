import assert from 'node:assert/strict';
import { Closures } from '../../../src/core/evidence/code/import-closures.ts';
import { closureOf, importsOf, withPackages } from '../../../src/core/evidence/code/imported-modules.ts';
import { KeyNumbers, KeySet } from '../../../src/core/evidence/code/key-sets.ts';
import { readTwoVersions, type TwoVersions } from '../../../src/core/evidence/code/two-versions.ts';
import { CleanModules } from '../../../src/core/evidence/import-runs/clean-modules.ts';
import { ImportRun } from '../../../src/core/evidence/import-runs/import-run.ts';
import { ImportSteps } from '../../../src/core/evidence/import-runs/import-steps.ts';
import { compareRuns } from '../../../src/core/evidence/import-runs/run-as-before.ts';
import { IndexCache } from '../../../src/core/python/index/index-cache.ts';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { seeded } from '../../node/evidence/mutations.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { changeSetOf, type Edit, evidenceOf } from './evidence-of.ts';

const ENOUGH = { modules: 1_000_000 };

async function versionsOf(edit: Edit): Promise<TwoVersions> {
  const cache = new IndexCache();
  const snapshot = await new WorkspaceIndex(new MemoryFiles(edit.before), { cache }).look();
  return readTwoVersions(snapshot, changeSetOf(edit), cache);
}

/** Modules that import one another at random, some of them in packages, with names bound between the imports. */
function workspaceOf(seed: number): Record<string, string> {
  const random = seeded(seed);
  const below = (most: number) => Math.floor(random() * most);
  const paths = Array.from({ length: 9 }, (_, i) =>
    i < 3 ? `p${i}/__init__.py` : i < 6 ? `p${i - 3}/m${i}.py` : `m${i}.py`,
  );
  const nameOf = (path: string) => path.replace(/(?:\/__init__)?\.py$/, '').replaceAll('/', '.');
  return Object.fromEntries(
    paths.map((path, i) => {
      const lines = Array.from({ length: 1 + below(3) }, () => {
        const other = paths[below(paths.length)] ?? '';
        const k = paths.indexOf(other);
        if (other === path) return `x${i} = ${below(9)}`;
        return (
          [`import ${nameOf(other)}`, `from ${nameOf(other)} import x${k}`, `from ${nameOf(other)} import *`][
            below(3)
          ] ?? ''
        );
      });
      lines.splice(below(lines.length + 1), 0, `x${i} = 1`);
      return [path, `${lines.join('\n')}\n`];
    }),
  );
}

describe('what is imported with a module', () => {
  it('is the same in whatever order modules are asked about', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { after: version } = await versionsOf({ before: workspaceOf(seed), after: {} });
      const { modules } = version.snapshot;
      for (const module of [...modules.values()].reverse()) {
        // One that knows nothing yet walks all of it.
        const plain = new Closures(
          new KeyNumbers(),
          each => importsOf(each, version),
          each => withPackages(each, modules),
        ).of(module);
        assert.deepEqual([...closureOf(module, version)].sort(), [...plain].sort(), `${seed} ${module.path}`);
      }
    }
  });

  it('is compared with that of another module by the word', () => {
    const numbers = new KeyNumbers();
    const [some, others] = [new KeySet(numbers), new KeySet(numbers)];
    for (let i = 0; i < 200; i++) {
      some.add(`m${i}`);
      if (i % 3 > 0) others.add(`m${i}`);
    }
    others.add('beyond all of the first');
    assert.deepEqual(
      [...some.without(others)],
      [...some].filter(key => !others.has(key)),
    );
    assert.deepEqual([...others.without(some)], ['beyond all of the first']);
    some.addAll(others);
    assert.equal([...some].length, 201);
    some.deleteNumber(numbers.of('m7'));
    assert.deepEqual([some.has('m7'), some.has('m8'), some.has('never named')], [false, true, false]);
  });
});

describe('a module that is the first to be imported', () => {
  it('is only said to lack nothing where a run of it lacks nothing', async () => {
    let clean = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const { after: version } = await versionsOf({ before: workspaceOf(seed), after: {} });
      const steps = new ImportSteps(version, new Set());
      const known = new CleanModules(steps, ENOUGH, () => undefined);
      for (const module of version.snapshot.modules.values()) {
        const run = new ImportRun(steps, ENOUGH);
        run.importModule(module);
        if (!known.has(version.numbers.of(module.path))) continue;
        clean++;
        assert.equal(run.missing.size, 0, `${seed} ${module.path} ${JSON.stringify([...run.missing])}`);
      }
    }
    assert.ok(clean > 100, String(clean));
  });
});

describe('imports that run as before', () => {
  it('are only said to where no module lacks more than before, whichever comes first', async () => {
    let same = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const before = workspaceOf(seed);
      const random = seeded(seed + 10_000);
      const paths = Object.keys(before);
      const path = paths[Math.floor(random() * paths.length)] ?? '';
      const lines = (before[path] ?? '').trimEnd().split('\n');
      // A line more, or two lines that change places.
      const at = Math.floor(random() * lines.length);
      if (random() < 0.5) lines.splice(at, 0, ['import json', 'y = 1', 'from os import sep'][seed % 3] ?? '');
      else lines.splice(Math.max(0, at - 1), 0, ...lines.splice(at, 1));
      const versions = await versionsOf({ before, after: { [path]: `${lines.join('\n')}\n` } });
      const steps = {
        before: new ImportSteps(versions.before, new Set()),
        after: new ImportSteps(versions.after, new Set()),
      };
      if (!versions.changed.every(each => compareRuns(each, steps) === 'same')) continue;
      same++;
      for (const first of paths) {
        const [old, now] = (['before', 'after'] as const).map(side => {
          const run = new ImportRun(steps[side], ENOUGH);
          const module = versions[side].snapshot.modules.get(first);
          if (module !== undefined) run.importModule(module);
          return run;
        });
        assert.deepEqual(now?.events, old?.events, `${seed} ${first}`);
        for (const key of now?.missing.keys() ?? [])
          assert.ok(old?.missing.has(key), `${seed} ${first} ${key}`);
      }
    }
    assert.ok(same > 100, String(same));
  });

  const CIRCLE = {
    'a.py': 'import b\n\nX = 1\n',
    'b.py': 'Y = 1\n\nfrom a import Z\n',
  };

  it('may bind more by then', async () => {
    const before = { ...CIRCLE, 'a.py': 'Z = 1\n\nimport b\n\nX = 1\n' };
    const after = { 'a.py': `import json\n\n${before['a.py']}` };
    const { invariants } = await evidenceOf({ before, after, invariants: ['no broken imports'] });
    assert.equal(invariants[0]?.verdict, 'proved', invariants[0]?.reason);
  });

  it('may not bind less by then', async () => {
    const before = { ...CIRCLE, 'a.py': 'Z = 1\n\nimport b\n\nX = 1\n' };
    const after = { 'a.py': 'import json\n\nimport b\n\nZ = 1\nX = 1\n' };
    const { invariants } = await evidenceOf({ before, after, invariants: ['no broken imports'] });
    assert.notEqual(invariants[0]?.verdict, 'proved', invariants[0]?.reason);
  });
});

describe('a new package around a module', () => {
  it('runs before it, and may find who imports it half imported', async () => {
    const before = {
      'a.py': 'import b\n\nX = 1\n',
      'b.py': 'import pkg.m\n',
      'pkg/m.py': 'V = 1\n',
    };
    const after = { 'a.py': `import json\n\n${before['a.py']}`, 'pkg/__init__.py': 'from a import X\n' };
    const { invariants } = await evidenceOf({ before, after, invariants: ['no broken imports'] });
    assert.notEqual(invariants[0]?.verdict, 'proved', invariants[0]?.reason);
  });
});

describe('modules in a folder that is no package', () => {
  const TAKES = { 'ns/b.py': 'X = 1\n', 'ns/c.py': 'import ns\n\nY = ns.b.X\n' };
  const verdictOf = async (old: string, now: string, others: Record<string, string> = TAKES) => {
    const before = { ...others, 'a.py': old };
    const edit = { before, after: { 'a.py': now }, invariants: ['no broken imports'] };
    return (await evidenceOf(edit)).invariants[0];
  };

  it('are there for others once somebody has imported them', async () => {
    const [two, one] = [
      await verdictOf('import ns.b\nimport ns.c\n', 'import ns.c\nimport ns.b\n'),
      await verdictOf('import ns.b, ns.c\n', 'import ns.c, ns.b\n'),
    ];
    for (const found of [two, one]) {
      assert.equal(found?.verdict, 'not_checkable', found?.reason);
      assert.match(found?.reason ?? '', /ns\/c\.py takes ns\.b on import/);
    }
  });

  it('may change places where each imports what it takes', async () => {
    const others = { ...TAKES, 'ns/c.py': 'import ns.b\n\nY = ns.b.X\n' };
    const found = await verdictOf('import ns.b\nimport ns.c\n', 'import ns.c\nimport ns.b\n', others);
    assert.equal(found?.verdict, 'proved', found?.reason);
  });
});

describe('a function that runs on import', () => {
  const verdictOf = async (before: Record<string, string>, text: string) => {
    const edit = { before, after: { 'a.py': text }, invariants: ['no broken imports'] };
    return (await evidenceOf(edit)).invariants[0];
  };
  const asking = (body: string) => `def g():\n    ${body}\n\n\ndef f():\n    return g()\n\n\nV = f()\n`;

  it('may import what is bound later now', async () => {
    const before = { 'a.py': 'X = 1\nimport b\n', 'b.py': asking('from a import X; return X') };
    const found = await verdictOf(before, 'import b\nX = 1\n');
    assert.notEqual(found?.verdict, 'proved', found?.reason);
    assert.match(found?.reason ?? '', /b\.py takes from a import X on import/);
  });

  it('may ask a package for a module that is imported later now', async () => {
    const before = {
      'p/__init__.py': '',
      'p/d.py': 'X = 1\n',
      'p/e.py': `import p\n\n\n${asking('return p.d.X')}`,
      'a.py': 'import p.d\nimport p.e\n',
    };
    const found = await verdictOf(before, 'import p.e\nimport p.d\n');
    assert.notEqual(found?.verdict, 'proved', found?.reason);
    assert.match(found?.reason ?? '', /p\/e\.py takes p\.d on import/);
  });

  it('may import what it finds all the same', async () => {
    const before = { 'a.py': 'X = 1\nimport b\n', 'b.py': asking('from a import X; return X') };
    const found = await verdictOf(before, 'X = 1\nY = 2\nimport b\n');
    assert.equal(found?.verdict, 'proved', found?.reason);
  });
});

describe('a new module that nobody imports', () => {
  const verdictOf = async (before: Record<string, string>, text: string) => {
    const edit = { before, after: { 'new.py': text }, invariants: ['no broken imports'] };
    return (await evidenceOf(edit)).invariants[0];
  };

  it('may import a circle that works from there', async () => {
    const found = await verdictOf(
      { 'a.py': 'Z = 1\n\nimport b\n', 'b.py': 'from a import Z\n' },
      'import a\n\nV = 1\n',
    );
    assert.equal(found?.verdict, 'proved', found?.reason);
  });

  /** `main.py` imports what `c2.py` takes, and nobody else does. */
  const SUPPLIED = {
    'pkg/__init__.py': '',
    'pkg/sub.py': 'VALUE = 1\n',
    'helper.py': "if __name__ == '__main__':\n    import pkg.sub\n",
    'c1.py': 'import helper\nimport c2\n',
    'c2.py': 'import pkg\nimport c1\n\nX = pkg.sub.VALUE\n',
    'main.py': 'import pkg.sub\nimport c1\n',
  };

  it('may not count on what a module only imports as a program', async () => {
    for (const text of ['import c1\n', 'def go():\n    import c1\n']) {
      const found = await verdictOf(SUPPLIED, text);
      assert.notEqual(found?.verdict, 'proved', found?.reason);
      assert.match(found?.reason ?? '', /c2\.py takes pkg\.sub on import/);
    }
  });

  it('may not import a module that asks its package for one that still runs', async () => {
    const found = await verdictOf(
      {
        'pkg/__init__.py': '',
        'pkg/x.py': 'import b\n\nV = 1\n',
        'b.py': 'import pkg.x\n\nW = [pkg.x]\n',
        'main.py': 'import b\n',
      },
      'import pkg.x\n',
    );
    assert.notEqual(found?.verdict, 'proved', found?.reason);
    assert.match(found?.reason ?? '', /b\.py takes pkg\.x on import/);
  });

  it('may not import one that only works from elsewhere', async () => {
    const found = await verdictOf(
      { 'a.py': 'from b import Y\n\nZ = 1\n', 'b.py': 'import c\n\nY = 1\n', 'c.py': 'from b import Y\n' },
      'import a\n\nV = 1\n',
    );
    assert.notEqual(found?.verdict, 'proved', found?.reason);
    assert.match(found?.reason ?? '', /c\.py takes from b import Y on import/);
  });
});
