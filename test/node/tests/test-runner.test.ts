import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createProcesses } from '../../../src/node/processes.ts';
import { capOutput } from '../../../src/node/tests/cap-output.ts';
import { findTestCommand } from '../../../src/node/tests/find-command.ts';
import { parseTestCounts } from '../../../src/node/tests/parse-counts.ts';
import { createTestRunner } from '../../../src/node/tests/test-runner.ts';

const never = new AbortController().signal;

describe('run_tests on this machine', () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-tests-'));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const put = (file: string, text: string) => {
    const full = path.join(root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  };
  const run = (timeoutMs = 20_000) => createTestRunner(root, createProcesses(), { timeoutMs }).run(never);

  it('runs scripts/run_tests.py and gives what it said [002-016] [002-017]', async () => {
    put(
      'scripts/run_tests.py',
      'import sys\nprint("4/5 tests passed")\nprint("oh", file=sys.stderr)\nsys.exit(1)\n',
    );
    assert.deepEqual(await run(), {
      ok: false,
      exit_code: 1,
      stdout: '4/5 tests passed\n',
      stderr: 'oh\n',
      passed: 4,
      total: 5,
    });
  });

  it('is null where no count was printed [002-017]', async () => {
    put('scripts/run_tests.py', 'print("fine")\n');
    const { ok, passed, total } = await run();
    assert.deepEqual([ok, passed, total], [true, null, null]);
  });

  it('does not call it success when no test ran [002-017]', async () => {
    put('tests/test_a.py', 'import unittest\n');
    put('tests/__init__.py', '');
    const { ok, total, stderr } = await run();
    assert.deepEqual([ok, total], [false, 0]);
    assert.match(stderr, /no test ran/);
  });

  it('ends the whole process group after the time, with what was printed until then', async () => {
    const alive = path.join(root, 'alive');
    put(
      'child.py',
      'import time\nfor i in range(300):\n  open("alive", "a").write("x")\n  time.sleep(0.1)\n',
    );
    put(
      'scripts/run_tests.py',
      'import subprocess, sys, time\nsubprocess.Popen([sys.executable, "child.py"])\nprint("begun", flush=True)\ntime.sleep(60)\n',
    );
    const result = await run(3_000);
    assert.deepEqual([result.ok, result.exit_code, result.stdout], [false, -1, 'begun\n']);
    assert.match(result.stderr, /took longer than 3 s/);
    await wait(300);
    assert.ok(fs.existsSync(alive), 'the child ran');
    const size = fs.statSync(alive).size;
    await wait(500);
    assert.equal(fs.statSync(alive).size, size, 'nothing goes on behind it');
  });

  it('hands no key or token on to the tests', async () => {
    process.env['WORKORDER_API_KEY'] = 'secret-value-1';
    try {
      put('scripts/run_tests.py', 'import os\nprint(sorted(os.environ))\n');
      assert.doesNotMatch((await run()).stdout, /WORKORDER_API_KEY/);
    } finally {
      delete process.env['WORKORDER_API_KEY'];
    }
  });

  it('prefers the script; else finds what the configuration points to', async () => {
    const label = async () => {
      const found = await findTestCommand(root);
      return found.ok ? `${found.value.label} (${found.value.origin})` : found.error;
    };
    assert.match(await label(), /no way to run tests was found: add scripts\/run_tests.py/);
    put('tests/test_a.py', 'def test_a():\n    assert True\n');
    assert.equal(await label(), 'python -m pytest (detected)');
    put('tests/test_a.py', 'import unittest\n');
    assert.equal(await label(), 'python -m unittest discover (detected)');
    put('package.json', '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}');
    assert.equal(await label(), 'python -m unittest discover (detected)');
    put('pyproject.toml', '[tool.pytest.ini_options]\n');
    assert.equal(await label(), 'python -m pytest (detected)');
    put('scripts/run_tests.py', '');
    assert.equal(await label(), 'python scripts/run_tests.py (script)');
  });

  it('runs test_command of the policy, and says what is wrong with it', async () => {
    put('tests/test_a.py', 'def test_a(): pass\n');
    put('.workorder/policy.json', '{"test_command": ["python3", "-c", "print(\'2/2 tests passed\')"]}');
    assert.equal((await run()).passed, 2);
    put('.workorder/policy.json', '{"test_command": ["no-such-program"]}');
    const missing = await findTestCommand(root);
    assert.ok(!missing.ok);
    assert.match(missing.error, /test_command in \.workorder\/policy\.json names no-such-program/);
    put('.workorder/policy.json', '{"test_command": "pytest"}');
    const wrong = await findTestCommand(root);
    assert.ok(!wrong.ok);
    assert.match(wrong.error, /^\.workorder\/policy\.json, line 1: /);
  });

  it('never takes a program of the workspace for one on PATH', async () => {
    put('tox.ini', '[tox]\n');
    put('bin/tox', '#!/bin/sh\necho owned\n');
    fs.chmodSync(path.join(root, 'bin/tox'), 0o755);
    const before = process.env['PATH'];
    process.env['PATH'] = `${path.join(root, 'bin')}${path.delimiter}${before}`;
    try {
      const found = await findTestCommand(root);
      assert.ok(!found.ok || !found.value.program.startsWith(root));
    } finally {
      process.env['PATH'] = before;
    }
  });
});

describe('the counts of a test run', () => {
  for (const [name, output, passed, total] of [
    ['the document’s form', 'x\n12/14 tests passed\n', 12, 14],
    ['pytest', '..F\n===== 1 failed, 2 passed, 1 skipped in 0.12s =====\n', 2, 4],
    ['pytest -q', '..\n2 passed in 0.01s\n', 2, 2],
    ['pytest with colours', '\u001b[32m\u001b[1m3 passed\u001b[0m\u001b[32m in 0.01s\u001b[0m\n', 3, 3],
    ['unittest', 'Ran 7 tests in 0.001s\n\nFAILED (failures=1, errors=2, skipped=1)\n', 3, 7],
    ['unittest that is fine', 'Ran 1 test in 0.001s\n\nOK\n', 1, 1],
    ['node', '# tests 5\n# suites 1\n# pass 4\n# fail 1\n', 4, 5],
    ['mocha', '  5 passing (20ms)\n  2 pending\n  1 failing\n', 5, 8],
    ['nothing known', 'all good, 5 passed the gate\n', null, null],
  ] as const) {
    it(`are read from ${name}: ${passed} of ${total} [002-017]`, () =>
      assert.deepEqual(parseTestCounts(output), { passed, total }));
  }
});

describe('long output', () => {
  it('keeps its beginning and its end and says what is missing', () => {
    const text = `begin${'x'.repeat(50_000)}end`;
    const capped = capOutput(text);
    assert.ok(capped.length < 16_200 && capped.startsWith('begin') && capped.endsWith('end'));
    assert.match(capped, /34008 characters left out/);
    assert.equal(capOutput('short'), 'short');
  });
});
