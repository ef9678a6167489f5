import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';
import { allSuites, dealtFiles, jobsOf } from '../../../scripts/test/suites.mjs';

describe('a suite that is several jobs', () => {
  for (const suite of ['cli', 'faults', 'node', 'ui'])
    it(`runs each file of ${suite} in exactly one of them`, () => {
      const jobs = jobsOf(suite, { more: [], colour: false });
      assert.ok(jobs.length > 1);
      const run = jobs.flatMap(({ args }) => args.filter(arg => arg.endsWith('.test.ts')));
      const files = fs
        .readdirSync(path.join(root, 'test', suite), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.test.ts'))
        .map(file => `test/${suite}/${file.split(path.sep).join('/')}`);
      assert.deepEqual(run.sort(), files.sort());
    });
});

describe('a run of some files', () => {
  const jobsWith = (...files: string[]) =>
    allSuites().flatMap(suite => jobsOf(suite, { more: [], colour: false, only: new Set(files) }));
  const namesWith = (...files: string[]) => jobsWith(...files).map(({ name }) => name);

  it('has the quick suites whole, and of the others only jobs with one of the files', () => {
    const quick = ['check', 'types', 'unit', 'contract', 'golden'];
    assert.deepEqual(namesWith(), quick);
    assert.deepEqual(namesWith('cli/agent.test.ts', 'ui/ticket.test.ts'), [
      ...quick,
      'cli: agents',
      'ui: agents',
    ]);
    const [cli] = jobsWith('cli/agent.test.ts').filter(({ name }) => name === 'cli: agents');
    assert.deepEqual(
      cli?.args.filter(arg => arg.endsWith('.test.ts')),
      ['test/cli/agent.test.ts'],
    );
  });

  it('names them to both VS Codes', () => {
    const host = jobsWith('host/suite/run.test.ts').filter(({ name }) => name.startsWith('host'));
    assert.deepEqual(
      host.map(({ name, args }) => [name, args]),
      [
        ['host', ['test/host/run/main.ts', '--files', 'suite/run.test.ts']],
        ['host: oldest', ['test/host/run/main.ts', '--files', 'suite/run.test.ts', '--sample']],
      ],
    );
  });

  it('has no run of a real model that takes minutes, unless its suite is named', () => {
    const ofModels = (isNamed: boolean) => jobsOf('models', { more: [], colour: false, isNamed });
    assert.ok(!ofModels(false).some(({ args }) => args.includes('test/models/runs.test.ts')));
    assert.ok(ofModels(true).some(({ args }) => args.includes('test/models/runs.test.ts')));
    assert.ok(dealtFiles().includes('models/runs.test.ts'));
  });
});
