import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type UserNode, userNodes } from '../../scripts/setup/places.mjs';
import { isFullRun, seedOf } from '../faults/support/counts.ts';
import { builtCli, plainEnvironment, userNode } from '../support/built-cli/run-cli.ts';
import { type Ran, replies, ShopCopy } from './command-line.ts';

const RENAME = 'work-orders/rename-calc-total.workorder.json';
const replay = (name: string) => ['--model', `replay:${replies(name)}`];

const verification = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };
const order = {
  step_id: 'currency',
  step_text: 'Count in francs.',
  scope_allowlist: ['shop/'],
  invariants: [],
  acceptance: { lint: verification.args },
};
const commands = [
  {
    tool: 'atomic_replace',
    args: {
      file_path: 'shop/money.py',
      replacements: [{ old_string: 'DEFAULT_CURRENCY = "EUR"', new_string: 'DEFAULT_CURRENCY = "CHF"' }],
    },
    reason: 'Count in francs.',
  },
];
const design = { touched_files: ['shop/money.py'], commands, changed_signatures: [], verification };

/** Writes an order with its replies; the arguments that name them. */
function givenReplies(shop: ShopCopy): readonly string[] {
  const write = (name: string, value: unknown) => shop.write(`../${name}`, JSON.stringify(value));
  const qa = write('qa.json', { decision: 'APPROVED', commands, verification });
  return [
    write('currency.workorder.json', order),
    ...['--designer', write('designer.json', design), '--qa', qa],
  ];
}

const ends = ({ code, stdout, stderr }: Ran, wanted: number, shown: RegExp) => {
  assert.equal(code, wanted, stdout + stderr);
  assert.match(stdout + stderr, shown);
};

/** Every command once, in this order in one copy of the example, with what it must show. */
const COMMANDS: Readonly<Record<string, (shop: ShopCopy, node: UserNode) => Promise<void>>> = {
  lint: async shop => ends(await shop.run(['lint', '.', '--check-all']), 0, /"clean": ?true/),
  tool: async shop =>
    ends(await shop.run(['tool', 'locate_symbol', '{"symbol_name":"Money"}']), 0, /shop\.money\.Money/),
  prompt: async shop => ends(await shop.run(['prompt', RENAME]), 0, /calc_total/),
  check: async shop =>
    ends(await shop.run(['check', ...givenReplies(shop)]), 0, /1 file would change; nothing was written/),
  apply: async shop => {
    const ran = await shop.run(['apply', ...givenReplies(shop), '--yes']);
    ends(ran, 0, /APPLIED {2}1 file, lint clean/);
    assert.match(shop.text('shop/money.py'), /DEFAULT_CURRENCY = "CHF"/);
  },
  show: async shop =>
    ends(await shop.run(['show']), 0, /^-DEFAULT_CURRENCY = "EUR"$[\s\S]*^\+DEFAULT_CURRENCY = "CHF"$/m),
  verify: async shop => ends(await shop.run(['verify']), 0, /agree with each other/),
  history: async shop => ends(await shop.run(['history']), 0, /APPLIED .*currency/),
  report: async shop => {
    const file = path.join(shop.root, '../report.json');
    ends(await shop.run(['report', '--to', file]), 0, /report\.json/);
    assert.match(fs.readFileSync(file, 'utf8'), /DEFAULT_CURRENCY/);
  },
  revert: async shop => {
    ends(await shop.run(['revert']), 0, /./);
    assert.equal(shop.changed, '');
  },
  run: async shop => {
    const ran = await shop.run(['run', RENAME, ...replay('rename-calc-total')], ['y']);
    ends(ran, 0, /^\+def quote_items\([\s\S]*APPLIED {2}8 files, lint clean/m);
    ends(await shop.run(['revert']), 0, /./);
  },
  revise: async shop => {
    const ran = await shop.run(
      ['revise', '--last', '--comment', 'Once more.', ...replay('rename-calc-total')],
      ['y'],
    );
    ends(ran, 0, /revises run \S+, round 1[\s\S]*Once more\.[\s\S]*APPLIED {2}8 files/);
    ends(await shop.run(['revert']), 0, /./);
  },
  prove: async shop => {
    shop.write('shop/money.py', `${shop.text('shop/money.py')}\nHALF = undefined_name / 2\n`);
    const ran = await shop.run(['prove', '--worktree']);
    assert.match(ran.stdout, /undefined_name/);
    execFileSync('git', ['checkout', '--', 'shop/money.py'], { cwd: shop.root });
  },
  wrap: async shop => {
    const alone = ['wrap', '--yes', '--without-sandbox', '--', 'sh', '-c', 'echo "X = 1" > shop/x.py'];
    ends(await shop.run(alone), 0, /APPLIED {2}1 file/);
    ends(await shop.run(['revert', '--last', '--kind', 'wrap']), 0, /./);
  },
  doctor: async shop => {
    const { stdout, stderr } = await shop.run(['doctor']);
    assert.match(stdout, /ruff/, stderr);
  },
  models: async shop => {
    const nowhere = ['--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1'];
    ends(await shop.run(['models', ...nowhere]), 1, /openai:m[\s\S]*127\.0\.0\.1:9 cannot be reached/);
  },
  init: async shop => ends(await shop.run(['init', '--yes']), 0, /workorder\.toml/),
  completion: async shop => ends(await shop.run(['completion', 'bash']), 0, /complete .*workorder/),
  help: async shop => ends(await shop.run(['help', 'exit-codes']), 0, /130/),
  policy: async shop =>
    ends(await shop.run(['policy', 'shop/money.py']), 0, /^checks\.paths +required +built in$/m),
  recover: async shop => ends(await shop.run(['recover']), 0, /Nothing was interrupted/),
  plan: async shop => {
    const plan = 'work-orders/release-2.4.plan.json';
    ends(await shop.run(['plan', plan, ...replay('release-2.4'), '--yes']), 0, /all 2 phases are done/);
  },
  agent: async shop => {
    const argv = ['agent', '--task', 'Give gift wrap a price', ...replay('agent-gift-wrap')];
    const without = ['--delivery', 'none', '--approve-control-plane', 'scripts/run_tests.py'];
    ends(await shop.run([...argv, ...without, '--yes']), 0, /^\+[\s\S]*DONE/m);
  },
  ticket: async shop => {
    const argv = ['ticket', 'run', 'tickets/gift-wrap.ticket.json', ...replay('ticket-gift-wrap')];
    ends(await shop.run([...argv, '--yes']), 0, /^\+[\s\S]*DONE/m);
  },
  routa: async shop => {
    const argv = ['routa', '--goal', 'Give gift wrap and delivery a price', ...replay('routa-two-prices')];
    ends(await shop.run([...argv, '--yes']), 0, /^\+[\s\S]*DONE/m);
  },
  resume: async shop => {
    const blocked = ['agent', '--task', 'Nothing', '--delivery', 'none', '--yes', '--max-turns', '1'];
    const ran = await shop.run([...blocked, ...replay('agent-gift-wrap')]);
    assert.equal(ran.code, 2, ran.stderr);
    const more = ['--delivery', 'none', '--yes', '--max-turns', '1'];
    ends(await shop.run(['resume', '--last', ...more, ...replay('agent-gift-wrap')]), 2, /BLOCKED/);
  },
  campaign: async shop =>
    ends(await shop.run(['campaign', 'list']), 0, /No campaign was run from this folder/),
  worker: async shop =>
    ends(await shop.run(['worker', '--queue', 'redis://127.0.0.1:9']), 3, /127\.0\.0\.1:9 does not answer/),
  eval: async shop =>
    ends(await shop.run(['eval', 'nowhere', '--model', 'oracle']), 3, /nowhere does not exist/),
  // An editor that says nothing and goes away.
  acp: async shop => ends(await shop.run(['acp']), 0, /^$/),
  watch: async shop => ends(await shop.run(['watch', 'x']), 3, /there is no run "x"/),
  say: async shop => ends(await shop.run(['say', 'x', 'Go on.']), 3, /there is no run "x"/),
  pause: async shop => ends(await shop.run(['pause', 'x']), 3, /there is no run "x"/),
  stop: async shop => ends(await shop.run(['stop', 'x']), 3, /there is no run "x"/),
  mcp: async (shop, node) => {
    const client = new Client({ name: 'test', version: '1' });
    const args = [builtCli, 'mcp', '--root', shop.root, '--allow-edits', '--yes'];
    const env = plainEnvironment();
    await client.connect(new StdioClientTransport({ command: node.program, args, env }));
    try {
      const { isError, content } = await client.callTool({
        name: 'atomic_replace',
        arguments: { file_path: 'shop/money.py', replacements: commands[0]?.args.replacements },
      });
      assert.ok(!isError, JSON.stringify(content));
      assert.match(shop.text('shop/money.py'), /DEFAULT_CURRENCY = "CHF"/);
    } finally {
      await client.close();
    }
  },
};
/** They leave files, so that what comes after needs a fresh copy. */
const NEEDS_FRESH_COPY = ['init', 'agent', 'ticket', 'routa', 'resume', 'mcp'];

it('every command of the command line is tried on every supported Node', async () => {
  const shop = new ShopCopy();
  try {
    const { stdout } = await shop.run(['--help']);
    const listed = [...stdout.matchAll(/^ {2}workorder (\w+)/gm)].map(match => match[1]);
    assert.deepEqual(Object.keys(COMMANDS).sort(), listed.sort());
  } finally {
    shop.dispose();
  }
});

/** They need what another command left in the copy, so that they are tried where it is. */
const BEHIND: Readonly<Record<string, string>> = {
  show: 'apply',
  verify: 'apply',
  history: 'apply',
  report: 'apply',
  revert: 'apply',
  revise: 'run',
};

// The Node of this suite runs everything else.
const others = userNodes.filter(({ age }) => age !== userNode.age);
const seed = seedOf(20261123);
const first = Object.keys(COMMANDS).filter(name => !(name in BEHIND));
/** A usual run tries each command on one of the other Nodes, `npm run proofs` on all of them. */
const isTriedOn = (node: UserNode, name: string): boolean =>
  isFullRun || (first.indexOf(BEHIND[name] ?? name) + seed) % others.length === others.indexOf(node);

for (const node of others) {
  describe(`on Node ${node.version}, the ${node.age} supported,`, () => {
    let shop: ShopCopy;
    before(() => {
      shop = new ShopCopy(node);
    });
    after(() => {
      shop.dispose();
      if (!isFullRun) console.log(`      a sample: each command on one of these Nodes, seed ${seed}`);
    });

    for (const [name, works] of Object.entries(COMMANDS).filter(([name]) => isTriedOn(node, name))) {
      it(`workorder ${name} works`, async () => {
        if (NEEDS_FRESH_COPY.includes(name)) {
          shop.dispose();
          shop = new ShopCopy(node);
        }
        await works(shop, node);
      });
    }
  });
}
