import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const changed = (path: string, verdict: 'proved' | 'not_checkable'): VerdictCase => [
  path,
  { 'pkg/__init__.py': '', [path]: 'a\n' },
  { [path]: 'b\n' },
  { 'no test changes': verdict },
];

describe('"no test changes" is left open for what other tools run or compare with', () =>
  testVerdicts(
    [
      'a.bats',
      'api/a.hurl',
      'api/a.http',
      'bruno/login.bru',
      'load/plan.jmx',
      'x.postman_collection.json',
      'insomnia.json',
      'locustfile.txt',
      'expected/a.txt',
      'data/a.expected.json',
      'data/a.approved.txt',
      'baseline/a.png',
      'pacts/a-b.json',
      'great_expectations.yml',
    ].map(path => changed(path, 'not_checkable')),
  ));

describe('"no test changes" is proved for what only sounds alike', () =>
  testVerdicts(
    ['docs/experience.txt', 'src/impact.txt', 'web/http.txt', 'a.rst'].map(path => changed(path, 'proved')),
  ));
