import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
const HOOKS = '.pre-commit-config.yaml';
const WORKFLOW = '.github/workflows/ci.yml';
const hooks = (repo: string, rev: string) =>
  `repos:\n  - repo: ${repo}\n    rev: ${rev}\n    hooks:\n      - id: ruff\n`;
const workflow = (step: string, run = 'pytest') =>
  `jobs:\n  test:\n    steps:\n      - uses: ${step}\n      - run: ${run}\n`;
const TESTS: Files = { 'a.py': 'x = 1\n', 'tests/test_a.py': 'def test_a():\n    assert 1\n' };
const RUFF = 'https://example.org/ruff';

const pinned = (
  name: string,
  path: string,
  [old, now]: readonly [string, string],
  verdict: 'proved' | 'not_checkable',
  more: Files = {},
): VerdictCase => [
  name,
  { ...TESTS, [path]: old, ...more },
  { [path]: now },
  { 'no weaker tests': verdict, 'no new suppressions': verdict },
];

const CASES: readonly VerdictCase[] = [
  pinned('another version of a hook', HOOKS, [hooks(RUFF, 'v0.1'), hooks(RUFF, 'v0.2')], 'proved'),
  pinned(
    'another version of a step',
    WORKFLOW,
    [workflow('actions/checkout@0ad4b8f # v4.1'), workflow('actions/checkout@c1dc5dc # v4.2')],
    'proved',
  ),
  pinned(
    'another hook',
    HOOKS,
    [hooks(RUFF, 'v0.1'), hooks('https://example.org/other', 'v0.1')],
    'not_checkable',
  ),
  pinned(
    'another step',
    WORKFLOW,
    [workflow('actions/checkout@v4'), workflow('actions/checkin@v4')],
    'not_checkable',
  ),
  pinned('what is run', WORKFLOW, [workflow('a/b@v4'), workflow('a/b@v5', 'true')], 'not_checkable'),
];

describe('versions of hooks and of steps in workflows', () => testVerdicts(CASES));

describe('a test that may ask which versions of hooks there are', () =>
  testVerdicts([
    [
      'leaves open whether it checks as much',
      {
        ...TESTS,
        [HOOKS]: hooks(RUFF, 'v0.1'),
        'tests/test_hooks.py': `def test_h():\n    assert "v0" in open("${HOOKS}").read()\n`,
      },
      { [HOOKS]: hooks(RUFF, 'v0.2') },
      { 'no weaker tests': 'not_checkable' },
    ],
  ]));
