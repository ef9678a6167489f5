import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import type { TrialVerdict } from '../../../src/core/ports/trials.ts';
import { describeTrial } from '../../../src/core/trials/describe-trial.ts';
import { TrialWorkspace } from './try-pairs.ts';

const PLAIN = 'def f(n: int) -> int:\n    return n\n';
const copies = () => readdirSync(tmpdir()).filter(name => name.startsWith('work-order-copies-'));

describe('functions that do more than compute, run before and after a change', () => {
  const workspace = new TrialWorkspace();
  const outside = mkdtempSync(path.join(tmpdir(), 'work-order-outside-'));
  after(() => {
    workspace.dispose();
    rmSync(outside, { recursive: true, force: true });
  });

  async function trying(after: string, before = PLAIN): Promise<TrialVerdict> {
    const [trial] = await workspace.try([{ path: 'm.py', before, after }], { seconds: 8 });
    assert.ok(trial, 'nothing was tried');
    return trial.result;
  }
  const isNotRun = (result: TrialVerdict, reason: RegExp) => {
    assert.equal(result.verdict, 'not run', describeTrial(result));
    assert.match(describeTrial(result), reason);
  };

  it('does not start processes for a function that forks', async () =>
    isNotRun(
      await trying('import os\ndef f(n: int) -> int:\n    os.fork()\n    return n\n'),
      /starts or ends programs/,
    ));

  it('does not start programs, also where the function catches the refusal', async () =>
    isNotRun(
      await trying(
        'import subprocess\ndef f(n: int) -> int:\n    try:\n        subprocess.run(["true"])\n    except Exception:\n        pass\n    return n\n',
      ),
      /starts or ends programs/,
    ));

  it('writes no file, neither outside nor in the copy', async () => {
    const file = path.join(outside, 'written');
    const writing = (to: string) =>
      `def f(n: int) -> int:\n    open(${JSON.stringify(to)}, "w").write("x")\n    return n\n`;
    isNotRun(await trying(writing(file)), /writes the file/);
    isNotRun(await trying(writing('m.py')), /writes the file/);
    isNotRun(
      await trying(
        `import os\ndef f(n: int) -> int:\n    os.remove(${JSON.stringify(file)})\n    return n\n`,
      ),
      /changes files/,
    );
    assert.equal(existsSync(file), false);
  });

  it('writes no file outside while it imports', async () => {
    const file = path.join(outside, 'imported');
    const result = await trying(
      `open(${JSON.stringify(file)}, "w").write("x")\n${PLAIN.replace('n\n', 'n + 1\n')}`,
    );
    isNotRun(result, /m cannot be imported|writes the file/);
    assert.equal(existsSync(file), false);
  });

  it('opens no connection', async () =>
    isNotRun(
      await trying(
        'import socket\ndef f(n: int) -> int:\n    socket.create_connection(("127.0.0.1", 9), 1)\n    return n\n',
      ),
      /uses the network/,
    ));

  it('survives a module that ends the program on import', async () => {
    isNotRun(
      await trying(`import sys\nsys.exit(3)\n${PLAIN.replace('n\n', 'n + 1\n')}`),
      /importing m ends the program/,
    );
    isNotRun(
      await trying(`import os\nos._exit(3)\n${PLAIN.replace('n\n', 'n + 1\n')}`),
      /Python ended while it was tried/,
    );
  });

  it('shows a function that exits as a counterexample', async () => {
    const result = await trying('import sys\ndef f(n: int) -> int:\n    sys.exit(n)\n');
    assert.match(describeTrial(result), /raises SystemExit/);
  });

  it('shows a function that never returns, also one that catches what should end it', async () => {
    const result = await trying(
      'def f(n: int) -> int:\n    while n > 5:\n        try:\n            while True:\n                pass\n        except BaseException:\n            pass\n    return n\n',
    );
    assert.match(describeTrial(result), /no answer after 2 s of computing after/);
  });

  it('keeps little of a function that prints without end, or returns what is huge', async () => {
    const floods = await trying(
      'def f(n: int) -> int:\n    for _ in range(30000):\n        print("x" * 100)\n    return n\n',
    );
    assert.equal(floods.verdict, 'counterexample');
    assert.ok(JSON.stringify(floods).length < 10_000, `${JSON.stringify(floods).length} characters`);
    const huge = await trying('def f(n: int) -> list[int]:\n    return [0] * 3_000_000\n');
    assert.equal(huge.verdict, 'counterexample');
    assert.ok(JSON.stringify(huge).length < 10_000, `${JSON.stringify(huge).length} characters`);
  });

  it('says of chance and of the clock that they are not deterministic', async () => {
    const chance = 'import uuid\ndef f(n: int) -> str:\n    return uuid.uuid4().hex\n';
    isNotRun(await trying(chance.replace('.hex', '.hex.upper()'), chance), /not deterministic/);
    const clock = 'import time\ndef f(n: int) -> float:\n    return time.perf_counter() + n\n';
    isNotRun(await trying(clock.replace('+ n', '- n'), clock), /not deterministic/);
  });

  it('says what is missing to make arguments', async () => {
    isNotRun(
      await trying('def f(n):\n    return n + 1\n', 'def f(n):\n    return n\n'),
      /parameter n has no annotation/,
    );
    const made =
      'class A:\n    def __init__(self, x):\n        self.x = x\ndef f(a: A) -> int:\n    return 1\n';
    isNotRun(
      await trying(made.replace('return 1', 'return 2'), made),
      /needs a A, whose x has no annotation/,
    );
    const gone = 'import not_there\ndef f(n: int) -> int:\n    return n\n';
    isNotRun(
      await trying(gone.replace('return n', 'return 2'), gone),
      /m cannot be imported: ModuleNotFoundError/,
    );
  });

  it('ends at once when it is cancelled, and leaves no copy behind', async () => {
    const before = copies();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const trying = workspace.try(
      [{ path: 'm.py', before: PLAIN, after: 'def f(n: int) -> int:\n    return n + 0\n' }],
      { seconds: 60, signal: stop.signal },
    );
    await assert.rejects(trying, Cancelled);
    assert.deepEqual(
      copies().filter(name => !before.includes(name)),
      [],
    );
  });
});
