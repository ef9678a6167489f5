import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { place, SOURCE, STEP, startEndpoint, type WalkEndpoint } from '../../scripts/first-step.mjs';
import { results, root } from '../../scripts/setup/places.mjs';
import { useSession } from './support/session.ts';

const MOST_ACTIONS = 12;
const MOST_OF_A_WAY_BACK = 2;
/** Of which the person's part is most. */
const MOST_SECONDS = 180;
const THEMES = ['dark', 'hc', 'light'] as const;

const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wo-first-step-')));
const work = place(parent);

describe('from install to the first applied step in the editor, in a package without mypy', () => {
  const session = useSession({
    installedFrom: 'package',
    folder: work.package,
    env: { WORKORDER_STATE_DIR: path.join(parent, 'state') },
    viewport: { width: 1280, height: 800 },
    isAlone: true,
  });
  let key = 'first-key';
  let endpoint: WalkEndpoint;
  const accepts = (authorization: string | undefined) => authorization === `Bearer ${key}`;
  before(async () => {
    endpoint = await startEndpoint(0, accepts);
  });
  after(async () => {
    await endpoint.close();
    fs.rmSync(parent, { recursive: true, force: true });
  });

  const page =
    fs.readFileSync(path.join(root, 'docs/first-step.md'), 'utf8').split('## In the editor')[1] ?? '';
  /** The page has these rows and, of this table, no other. */
  const isOnPage = (title: string, rows: readonly string[]) => {
    const [, table = ''] = page.split(`${title} |`);
    const found = /^[^\n]*\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(table)?.[1]?.trimEnd().split('\n');
    assert.deepEqual(found, rows);
  };

  /** What a person does at once: a command of the palette, a choice, words with Enter, a key. */
  let actions: string[] = [];
  const act = async (what: string, work: () => Promise<unknown>) => {
    actions.push(what);
    await work();
  };
  const command = (name: string) =>
    act(`*${name}*`, async () => {
      const { page, quickInput } = session().workbench;
      await page.keyboard.press('F1');
      await quickInput.input.waitFor();
      await page.keyboard.type(`Work Order: ${name}`);
      await quickInput.option(`Work Order: ${name}`).waitFor();
      await page.keyboard.press('Enter');
    });
  /** Answers the question of this title, with words or as it stands, once what is to be taken is offered. */
  const answer = (what: string, title: string | RegExp, words = '', row?: RegExp) =>
    act(what, async () => {
      const { page, quickInput } = session().workbench;
      await quickInput.box.getByText(title).first().waitFor();
      await page.keyboard.type(words);
      if (row !== undefined) await quickInput.option(row).waitFor();
      await page.keyboard.press('Enter');
      await quickInput.box.getByText(title).first().waitFor({ state: 'hidden' });
    });
  const choose = (name: string) => act(`*${name}*`, () => session().workbench.quickInput.pick(name));
  const untilReview = async () => {
    const { workbench } = session();
    await workbench.statusBar('Work Order: review').waitFor();
    await workbench.page.locator('.multiDiffEntry:visible').first().waitFor();
    await workbench.treeItem(/mypy is not installed/).waitFor();
  };

  it('takes the actions that the page says, with keys alone', async () => {
    const { workbench } = session();
    const { page } = workbench;
    await page.evaluate(`window.clicks = 0; addEventListener('mousedown', () => { window.clicks++; }, true)`);
    await act('the extension is installed from its file', async () => undefined);
    const start = performance.now();
    await command('Select Models');
    await answer('the address of the endpoint', 'which endpoint?', endpoint.url, /^http.*this address/);
    await answer('its key', 'API key for', key);
    await answer('the model that designs the change', 'which model designs the change?', '', /^gpt-5/);
    await answer('the model that checks it', 'which model checks it?', '', /^gpt-5, the same model/);
    await workbench.notification('A test asks two tiny questions').waitFor();
    await command('Run Work Order');
    await answer('the step in words', 'what should change?', STEP, new RegExp(`^Run “${STEP}”`));
    await answer('the files that may change', 'which files may change?', 'pkg/', /^pkg\//);
    await answer('what must stay true', 'what must stay true?');
    await workbench.quickInput.option(/^Install and Run/).waitFor();
    await page.screenshot({ path: path.join(results, 'first-step-without-mypy.png') });
    await answer('*Run Without mypy*', 'Before the models are asked', 'Run Without', /^Run Without mypy/);
    await untilReview();
    await page.screenshot({ path: path.join(results, 'first-step-review.png') });
    await act('*Apply*', () => page.keyboard.press('Control+Enter'));
    await workbench.notification(/ruff clean, mypy not installed/).waitFor();
    const seconds = (performance.now() - start) / 1000;
    console.log(`        ${actions.length} actions, ${seconds.toFixed(1)} s`);
    assert.equal(work.text(), SOURCE.replace('calc_total', 'order_total'));
    assert.equal(await page.evaluate('window.clicks'), 0, 'the mouse was used');
    assert.ok(actions.length <= MOST_ACTIONS, actions.join('\n'));
    assert.ok(seconds <= MOST_SECONDS, `${seconds} s`);
    isOnPage(
      'what you do',
      actions.map((what, at) => `| ${at + 1} | ${what} |`),
    );
  });

  it('ends yellow, and offers to install the linter that is missing', async () => {
    const { workbench } = session();
    await workbench.treeItem(/^do, Install and Lint Again/).waitFor();
    await workbench.screenshot('yellow', THEMES);
  });

  it('has a way back from each wrong turn, of at most two actions', async () => {
    const { workbench } = session();
    const { page, quickInput } = workbench;
    const turns: string[] = [];
    const wayBack = async (from: string, ...steps: readonly (() => Promise<unknown>)[]) => {
      actions = [];
      for (const step of steps) await step();
      assert.ok(actions.length <= MOST_OF_A_WAY_BACK, `${from}: ${actions.join(', ')}`);
      turns.push(`| ${from} | ${actions.join(', ')} | ${actions.length} |`);
    };
    await wayBack('an applied step was not wanted', () =>
      act('*Revert*', async () => {
        await workbench
          .notification(/mypy not installed/)
          .getByRole('button', { name: 'Revert' })
          .click();
        await workbench.notification(/The run was reverted/).waitFor();
      }),
    );
    assert.equal(work.text(), SOURCE);

    await workbench.closeEverything();
    await workbench.openFile('pkg/money.py');
    await workbench.runCommand('View: Focus Active Editor Group');
    await workbench.goToEnd('Ln 3, Col 1');
    await page.keyboard.type('# not saved');
    key = 'second-key';
    const { asked } = endpoint;
    const before = asked();
    await command('Run Work Order');
    await answer('', 'what should change?', STEP, new RegExp(`^Run “${STEP}”`));
    await answer('', 'which files may change?', 'pkg/mony.py', /^pkg\/mony\.py, a new file/);
    await quickInput.box.getByText('what must stay true?').waitFor();
    await wayBack(
      'a file is named wrong',
      () => act('the arrow back', () => quickInput.box.getByRole('button', { name: 'Back' }).click()),
      () => answer('the file', 'which files may change?', 'pkg/money.py', /^pkg\/money\.py/),
    );
    await answer('', 'what must stay true?');
    await quickInput.option(/^Save and Run/).waitFor();
    await workbench.screenshot('preflight', THEMES);
    await wayBack(
      'the key is refused',
      () => choose('Set API Key'),
      async () => {
        await endpoint.close();
        await answer('the key', 'API key for', key);
      },
    );
    await quickInput.option('Select Models').waitFor();
    await wayBack('a file has unsaved text', () => choose('Save and Run'));
    await quickInput.option('Save and Run').waitFor({ state: 'hidden' });
    await quickInput.option('Select Models').waitFor();
    await wayBack(
      'the server is not running',
      () =>
        act('start it', async () => {
          endpoint = await startEndpoint(endpoint.port, accepts);
        }),
      async () => {
        assert.equal(asked(), before, 'no model was asked');
        await choose('Run Anyway');
      },
    );
    await untilReview();
    await workbench.runCommand('Work Order: Reject');
    await quickInput.enter('not yet');
    await wayBack('no is answered in the review', () =>
      act('*Try Again with Same Replies*', () =>
        workbench.treeItem(/^do, Try Again with Same Replies/).click(),
      ),
    );
    await untilReview();
    await workbench.runCommand('Work Order: Apply');
    await workbench.notification(/ruff clean, mypy not installed/).waitFor();
    assert.match(work.text(), /order_total(.|\n)*# not saved/);
    isOnPage('what went wrong', turns);
  });
});
