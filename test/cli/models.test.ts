import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { replies, ShopCopy } from './command-line.ts';

const ORDER = 'work-orders/rename-calc-total.workorder.json';

describe('models on the command line', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const replay = ['--model', `replay:${replies('rename-calc-total')}`];
  /** The Designer's reply of the recording, as a file. */
  const designerFile = (): string => {
    const { turns } = JSON.parse(fs.readFileSync(replies('rename-calc-total'), 'utf8'));
    const answer = turns.find(
      (turn: { role: string; json?: unknown }) => turn.role === 'designer' && turn.json,
    );
    return shop.write('designer.json', JSON.stringify(answer.json));
  };

  describe('workorder prompt', () => {
    it('prints what the Designer would be asked, and sends, journals and changes nothing', async () => {
      const { code, stdout, stderr } = await shop.run(['prompt', ORDER]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^You are the Designer\./);
      assert.match(stdout, /=== shop\/pricing\/quotes\.py \(\d+ lines\) ===\n *1\| /);
      assert.match(stderr, /about \d+ tokens; tools: read_file, .*; answer: designer_output/);
      assert.equal(shop.changed, '');
      assert.equal((await shop.run(['history'])).stdout.includes('rename'), false);
    });
    it('prints what QA would be asked about a reply, with tools and schema as JSON', async () => {
      const { code, last } = await shop.run([
        'prompt',
        ORDER,
        '--role',
        'qa',
        '--designer',
        designerFile(),
        '--json',
      ]);
      assert.equal(code, 0);
      const request = last() as {
        role: string;
        messages: { text: string }[];
        tools: unknown[];
        temperature: number;
      };
      assert.deepEqual([request.role, request.temperature, request.tools.length], ['qa', 0, 3]);
      assert.match(request.messages[1]?.text ?? '', /\+def quote_items/);
    });
    it('says why there would be no request', async () => {
      const file = shop.write('designer.json', '{}');
      const { code, stderr } = await shop.run(['prompt', ORDER, '--role', 'qa', '--designer', file]);
      assert.equal(code, 2);
      assert.match(stderr, /^BLOCKED {2}by validator: Designer JSON invalid/);
      assert.equal((await shop.run(['prompt', ORDER, '--role', 'qa'])).code, 3);
      assert.equal((await shop.run(['prompt', ORDER, '--role', 'manager'])).code, 3);
    });
    it('names the workspace’s own prompt, and what is wrong with it', async () => {
      fs.mkdirSync(path.join(shop.root, '.workorder/prompts/workorder'), { recursive: true });
      shop.write('.workorder/prompts/workorder/designer.txt', 'Be brief.\n');
      const own = await shop.run(['prompt', ORDER]);
      assert.match(own.stdout, /^Be brief\.\n/);
      assert.match(
        own.stderr,
        /\.workorder\/prompts\/workorder\/designer\.txt is used instead of the built-in prompt/,
      );
      shop.write('.workorder/prompts/workorder/qa-task.txt', '{{dif}}');
      const wrong = await shop.run(['run', ORDER, ...replay, '--yes', '--json']);
      assert.equal(wrong.code, 2);
      assert.equal(wrong.last()['blocked_by'], 'prompt');
      assert.match(String(wrong.last()['reasons']), /qa-task\.txt uses \{\{dif\}\}/);
    });
  });

  describe('a budget', () => {
    it('that is too small ends the run before anything is sent', async () => {
      const { code, last } = await shop.run(['run', ORDER, ...replay, '--yes', '--json', '--budget', '1000']);
      assert.equal(code, 2);
      assert.equal(last()['blocked_by'], 'model');
      assert.match(
        String(last()['reasons']),
        /^the budget of 1,000 tokens per run does not allow another request/,
      );
      assert.deepEqual(last()['usage'], {
        input_tokens: 0,
        cached_input_tokens: 0,
        output_tokens: 0,
        estimated: false,
        cost: null,
        models_without_price: [],
      });
    });
    it('of a plan is said to be the plan’s', async () => {
      const plan = [
        'plan',
        'work-orders/release-2.4.plan.json',
        '--model',
        `replay:${replies('release-2.4')}`,
      ];
      const all = await shop.run([...plan, '--yes', '--budget', '1k']);
      assert.match(all.stdout, /the budget of 1,000 tokens per plan does not allow/);
      const step = await shop.run([...plan, '--yes', '--step-budget', '1k', '--restart']);
      assert.match(step.stdout, /the budget of 1,000 tokens per run does not allow/);
    });
    it('that cannot be read is wrong usage, and so are prices', async () => {
      const budget = await shop.run(['run', ORDER, ...replay, '--budget', 'lots']);
      assert.equal(budget.code, 3);
      assert.match(
        budget.stderr,
        /--budget: "lots" is not a budget; write a number of tokens such as 200000/,
      );
      const file = shop.write('prices.json', '{"currency": "USD"}');
      const prices = await shop.run(['run', ORDER, ...replay, '--prices', file]);
      assert.equal(prices.code, 3);
      assert.match(prices.stderr, /--prices: .*prices\.json: the JSON has no "models"/);
      assert.match(
        (await shop.run(['run', ORDER, ...replay, '--prices', 'none.json'])).stderr,
        /--prices none\.json cannot be read: it is not there \(ENOENT\)/,
      );
    });
    it('in money needs a price for the model', async () => {
      const model = ['--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1'];
      const { code, last } = await shop.run(['run', ORDER, ...model, '--yes', '--json', '--budget', '1 USD']);
      assert.equal(code, 2);
      assert.match(
        String(last()['reasons']),
        /no price is known for openai:m at 127\.0\.0\.1:9; add it to the prices/,
      );
    });
  });

  it('may be required to be different, which is found out before anything is sent', async () => {
    const model = ['--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1'];
    const { code, last } = await shop.run(['run', ORDER, ...model, '--yes', '--json', '--different-models']);
    assert.equal(code, 2);
    assert.match(
      String(last()['reasons']),
      /^Designer and QA are the same model \(openai:m at 127\.0\.0\.1:9\)/,
    );
  });
  it('of VS Code do not exist there', async () => {
    const { code, stderr } = await shop.run(['run', ORDER, '--model', 'vscode:copilot/gpt-4.1']);
    assert.equal(code, 3);
    assert.match(
      stderr,
      /vscode:copilot\/gpt-4\.1 can only be asked inside VS Code; choose openai:MODEL here/,
    );
  });
});
