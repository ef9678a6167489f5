import assert from 'node:assert/strict';
import fs from 'node:fs';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { changeSet } from '../contract/changes.ts';
import { interruptRun } from '../support/interrupt-run.ts';
import { ShopCopy } from './command-line.ts';

describe('workorder recover', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const stateDir = () => workspaceStateDir(shop.root);
  /** A run died half-way, and before anybody looked another program changed one of its files. */
  async function interruptedAndEdited() {
    const [money, cli] = [shop.text('shop/money.py'), shop.text('shop/cli.py')];
    const changes = changeSet({
      'shop/money.py': [money, `${money}# of the run\n`],
      'shop/cli.py': [cli, `${cli}# of the run\n`],
    });
    fs.mkdirSync(stateDir(), { recursive: true });
    await interruptRun({ root: shop.root, stateDir: stateDir() }, changes, 'run-1');
    shop.write('shop/money.py', `${money}# of somebody else\n`);
    return { money, cli };
  }
  async function interruptedId(): Promise<string> {
    const { interrupted } = (await shop.run(['recover', '--json'])).last() as {
      interrupted: { id: string; runId: string; files: string[] }[];
    };
    assert.deepEqual(
      interrupted.map(run => [run.runId, run.files]),
      [['run-1', ['shop/money.py']]],
    );
    return interrupted[0]?.id ?? '';
  }

  it('says when nothing was interrupted', async () =>
    assert.match((await shop.run(['recover'])).stdout, /Nothing was interrupted/));

  it('shows a file that somebody changed too in all three versions, touches it not, and says how to decide', async () => {
    const { cli } = await interruptedAndEdited();
    const { code, stderr } = await shop.run(['recover']);
    assert.equal(code, 1);
    assert.match(stderr, /another program changed shop\/money\.py too/);
    assert.match(
      stderr,
      /From before the run to now, shop\/money\.py was changed:[\s\S]*\+# of somebody else/,
    );
    assert.match(
      stderr,
      /From what the run wrote to now, shop\/money\.py was changed:[\s\S]*-# of the run\n\+# of somebody else/,
    );
    assert.match(stderr, /workorder recover --keep \S+ {5}leaves them as they are/);
    assert.equal(shop.text('shop/cli.py'), cli);
    assert.match(shop.text('shop/money.py'), /# of somebody else\n$/);
  });

  it('is named by what only reads, because files may be half of a change', async () => {
    await interruptedAndEdited();
    for (const command of [['history'], ['lint', 'shop'], ['show', '--last'], ['verify', '--last']]) {
      const { stderr } = await shop.run(command);
      assert.match(
        stderr,
        /interrupted while it was applied, and files may be half of it: workorder recover/,
        command[0],
      );
    }
    const { stdout } = await shop.run(['doctor']);
    assert.match(stdout, /✗ apply +a change was interrupted while it was applied: workorder recover/);
    await shop.run(['recover', '--keep', await interruptedId()]);
    assert.doesNotMatch((await shop.run(['history'])).stderr, /interrupted while/);
  });

  it('keeps everything from being applied until it is decided', async () => {
    await interruptedAndEdited();
    await shop.run(['recover']);
    const { code, stderr } = await shop.run(['revert', 'x']);
    assert.equal(code, 3);
    assert.match(stderr, /Nothing is applied until you decide; workorder recover shows the choices/);
  });

  it('--keep leaves their version', async () => {
    await interruptedAndEdited();
    const { code, stdout } = await shop.run(['recover', '--keep', await interruptedId()]);
    assert.deepEqual([code, stdout], [0, 'Every file was kept as it is.\n']);
    assert.match(shop.text('shop/money.py'), /# of somebody else\n$/);
    assert.match((await shop.run(['recover'])).stdout, /Nothing was interrupted/);
  });

  it('--restore brings the version before the run back and keeps theirs aside', async () => {
    const { money } = await interruptedAndEdited();
    const id = await interruptedId();
    const { code, stdout } = await shop.run(['recover', '--restore', id]);
    assert.deepEqual([code, stdout], [0, 'Restored: shop/money.py.\n']);
    assert.equal(shop.text('shop/money.py'), money);
    const [kept = ''] = fs.readdirSync(`${stateDir()}/replaced-${id}`);
    assert.match(fs.readFileSync(`${stateDir()}/replaced-${id}/${kept}`, 'utf8'), /# of somebody else\n$/);
  });

  it('--forget drops a record that cannot be used', async () => {
    await interruptedAndEdited();
    const record = fs.readdirSync(stateDir()).find(name => name.endsWith('.journal')) ?? '';
    fs.appendFileSync(`${stateDir()}/${record}`, 'x');
    const { code, stderr } = await shop.run(['recover']);
    assert.equal(code, 1);
    const [, id = ''] = /workorder recover --forget (\S+)/.exec(stderr) ?? [];
    assert.equal((await shop.run(['recover', '--forget', id])).code, 0);
    assert.match((await shop.run(['recover'])).stdout, /Nothing was interrupted/);
  });

  it('refuses two decisions, and one about a run that is not interrupted', async () => {
    assert.match((await shop.run(['recover', '--keep', 'a', '--restore', 'a'])).stderr, /decide one way/);
    assert.match(
      (await shop.run(['recover', '--keep', 'a'])).stderr,
      /there is no interrupted run a; workorder recover lists them/,
    );
  });
});
