import assert from 'node:assert/strict';
import { parseLimit } from '../../../src/core/conversation/budget.ts';
import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import { type PreflightPorts, preflight } from '../../../src/core/workorder/preflight.ts';
import type { WorkOrder } from '../../../src/generated/contracts.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { order } from '../panel/sample-run.ts';

const files = new MemoryFiles({ 'shop/a.py': '', 'other/b.py': '' });

const look = async (ports: PreflightPorts, orders: readonly WorkOrder[] = [order]) =>
  (await preflight(orders, { files, ...ports })).map(({ stops, fix, sentence }) => [stops, fix, sentence]);

describe('what is looked at before a model is paid', () => {
  it('is nothing to speak of where all is well', async () => {
    const linters = async () => ({ missing: [], wrong: [], canDoWithout: true });
    const endpoints = async () => [{ kind: 'fine' } as const];
    assert.deepEqual(await look({ linters, endpoints, unsaved: [] }), []);
  });

  it('names each thing that would make the run fail, with its next step, before what only may be wrong', async () => {
    const found = await preflight([{ ...order, scope_allowlist: ['nowhere/'] }], {
      files,
      unsaved: ['shop/a.py', 'shop/b.py'],
      linters: async () => ({
        missing: [{ name: 'mypy', install: 'pip install mypy' }],
        wrong: [{ name: 'ruff', chosen: '/nope: does not exist' }],
        canDoWithout: false,
      }),
      endpoints: async () => [
        { kind: 'not listed', model: 'gpt-6', host: 'host', near: ['gpt-5'] },
        { kind: 'key refused', reason: 'host did not accept the API key (401)' },
      ],
    });
    assert.deepEqual(
      found.map(({ stops, sentence }) => [stops, sentence]),
      [
        [true, 'host did not accept the API key (401)'],
        [true, 'no file is in the scope: nowhere/'],
        [true, 'shop/a.py, shop/b.py have unsaved text, which the models do not see'],
        [
          true,
          'ruff cannot be started as it was chosen (/nope: does not exist): the run would end FAILED in lint',
        ],
        [true, 'mypy is not installed: the run would end FAILED in lint'],
        [false, 'host does not list the model gpt-6; it lists gpt-5'],
      ],
    );
    assert.ok(found.every(({ next }) => next !== ''));
  });

  it('says of a linter that is there and fails how it does, and never to install or do without it', async () => {
    const crashed = '/v/bin/mypy failed with exit code 1: KeyError: 1';
    const failing = [{ name: 'mypy', crashed, install: 'pip install mypy' }];
    const linters = async () => ({ missing: [], wrong: [], failing, canDoWithout: true });
    assert.deepEqual(await preflight([order], { files, linters }), [
      {
        sentence: `mypy is there and does not work (${crashed}): the run would end FAILED in lint`,
        next: 'run it in a terminal to see why, reinstall it (pip install --force-reinstall mypy) or name another one: --mypy PATH',
        fix: 'Open Settings',
        stops: true,
      },
    ]);
  });

  it('counts a file that is to be made, also by an earlier step of the same phase, as one of the scope', async () => {
    const later = { ...order, step_id: 'second', scope_allowlist: ['shop/new.py'] };
    assert.equal((await look({}, [later])).length, 1);
    assert.deepEqual(await look({}, [{ ...order, new_files: ['shop/new.py'] }, later]), []);
  });

  it('says what of the scope is not there any more, and what changed since the order was written', async () => {
    const old = { ...order, scope_allowlist: ['shop/a.py', 'shop/gone.py', 'other/'] };
    const asked: (readonly string[])[] = [];
    const changedSince = async (paths: readonly string[]) => {
      asked.push(paths);
      return paths;
    };
    assert.deepEqual(await look({ changedSince }, [old]), [
      [false, 'Edit Step', 'shop/gone.py of the scope is not there, or no longer'],
      [false, 'Edit Step', 'shop/a.py was changed after the order was written'],
    ]);
    assert.deepEqual(asked, [['shop/a.py']]);
  });

  it('offers to do without a linter only where another one is there', async () => {
    const missing = [{ name: 'mypy', install: 'pip install mypy' }];
    for (const canDoWithout of [true, false]) {
      const linters = async () => ({ missing, wrong: [], canDoWithout });
      const [found] = await preflight([order], { files, linters });
      assert.equal(found?.without, canDoWithout ? 'mypy' : undefined);
      assert.equal(found?.next.includes('--lint-tools auto'), canDoWithout);
    }
  });

  it('notices a price that is missing for QA before the Designer is paid', async () => {
    const limit = parseLimit('1 USD');
    assert.ok(limit.ok);
    const model = (name: string) => ({
      label: name,
      identity: { endpoint: 'https://host', host: 'host', model: name },
    });
    const spending = {
      prices: { currency: 'USD', models: { known: { input: 1, output: 1 } } },
      caps: [{ of: 'run', limit: limit.value, before: NOTHING_SPENT }],
    } as const;
    const found = await look({ budget: { models: [model('known'), model('unknown')], spending } });
    assert.match(
      String(found[0]?.[2]),
      /^the budget of .* cannot be kept, because no price is known for unknown/,
    );
  });
});
