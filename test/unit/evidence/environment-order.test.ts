import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const APP = {
  'app/__init__.py': '',
  'app/env.py': 'import os\n\nos.environ["OMP_NUM_THREADS"] = "1"\n',
  'app/setup.py': 'import app.env\n\nREADY = True\n',
  'app/plain.py': 'LIMIT = 1\n',
};

async function verdictOf(first: string, second: string) {
  const { invariants } = await evidenceOf({
    before: { ...APP, 'app/m.py': `import ${first}\nimport ${second}\n\nA = 1\n` },
    after: { 'app/m.py': `import ${second}\nimport ${first}\n\nA = 1\n` },
    invariants: ['no behavior changes'],
  });
  return invariants[0];
}

describe('"no behavior changes" where imports change places and one of them sets the environment', () => {
  it('is left open where the other one is a package from outside, which may read it', async () => {
    const { verdict, reason } = (await verdictOf('app.env', 'numpy')) ?? {};
    assert.equal(verdict, 'not_checkable');
    assert.match(reason ?? '', /app\/env\.py sets variables that outside packages may read/);
  });
  it('is left open where a module that it imports sets it', async () =>
    assert.equal((await verdictOf('app.setup', 'numpy'))?.verdict, 'not_checkable'));
  it('is proved where the other one is of Python itself', async () =>
    assert.equal((await verdictOf('app.env', 'os'))?.verdict, 'proved'));
  it('is proved where no module sets it', async () =>
    assert.equal((await verdictOf('app.plain', 'numpy'))?.verdict, 'proved'));
});
