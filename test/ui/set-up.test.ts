import assert from 'node:assert/strict';
import path from 'node:path';
import { results } from '../../scripts/setup/places.mjs';
import { eventually } from '../support/eventually.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { untilReady } from '../support/vscode-host/workbench-page.ts';
import { useSession } from './support/session.ts';
import { Workbench } from './support/workbench.ts';

const KEY = 'key-for-this-test-only';

describe('setting up a model', () => {
  const session = useSession();
  let server: ModelServer;
  before(async () => {
    server = await startModelServer(
      ({ response }) => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ error: { message: `the key ${KEY} is not known here`, code: 'invalid_api_key' } }),
        );
      },
      ['big-model', 'small-model'],
    );
  });
  after(() => server.close());

  /** Each question of a chain is waited for: text for the next one would go to the one before. */
  const answer = async (title: string, text: string) => {
    const { quickInput, page } = session().workbench;
    await quickInput.box.getByText(title).waitFor();
    await quickInput.box.locator('input:visible').first().fill(text);
    await page.keyboard.press('Enter');
    await quickInput.box.getByText(title).waitFor({ state: 'hidden' });
  };

  it('explains the first five minutes', async () => {
    const { workbench } = session();
    await workbench.runCommand('Work Order: Open Walkthrough');
    await workbench.page.getByText('Run it with recorded replies').first().waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'walkthrough.png') });
  });

  it('writes a new work order from a step, its scope and its invariants', async () => {
    const { workbench, read } = session();
    await workbench.openFile('shop/money.py');
    await workbench.runCommand('Work Order: New Work Order');
    await answer('what should change?', 'Give Money a method negate()');
    await workbench.quickInput.box.getByText('the open file').waitFor();
    await workbench.page.keyboard.press('Enter');
    // Nothing is ticked beforehand: what is typed is taken.
    await answer('what must stay true?', 'no behavior');
    await workbench.editorTab(/give-money-a-method-negate\.workorder\.json/).waitFor();
    const order = JSON.parse(read('work-orders/give-money-a-method-negate.workorder.json'));
    assert.deepEqual(order, {
      step_id: 'give-money-a-method-negate',
      step_text: 'Give Money a method negate()',
      scope_allowlist: ['shop/money.py'],
      invariants: ['no behavior changes'],
      acceptance: { lint: { path: 'shop/money.py', check_all: false } },
    });
    await workbench.page.screenshot({ path: path.join(results, 'new-order.png') });
  });

  it('offers set-up or the sample to a step that is typed in while no model is set', async () => {
    const { workbench } = session();
    await workbench.openFile('shop/money.py');
    await workbench.runCommand('Work Order: Run Work Order');
    await answer('what should change?', 'Give Money a method negate()');
    await workbench.quickInput.box.getByText('the open file').waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'scope.png') });
    // A real path is found by its parts, one that is not there is a new file.
    await workbench.quickInput.input.fill('orders cart');
    await workbench.quickInput.option(/^shop\/orders\/cart\.py/).click();
    await workbench.quickInput.input.fill('shop/negate.py');
    await workbench.quickInput.option(/^shop\/negate\.py, a new file/).click();
    await workbench.page.screenshot({ path: path.join(results, 'scope-new-file.png') });
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput.box.getByText('no behavior changes').waitFor();
    await workbench.page.keyboard.press('Enter');
    const notification = workbench.notification(/No model is set up yet/);
    await notification.waitFor();
    await notification.getByRole('button', { name: 'Set Up a Model' }).click();
    await workbench.quickInput.pick(/^Another endpoint/);
    await answer('Address of the endpoint', server.baseUrl);
    await answer('API key for', KEY);
    await workbench.quickInput.option(/^big-model/).waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'models-of-endpoint.png') });
    await workbench.quickInput.pick(/^big-model/);
    await workbench.quickInput.pick(/^big-model, the same model/);
  });

  it('sends the key to the endpoint it was entered for, and shows it nowhere', async () => {
    const { workbench } = session();
    await workbench.treeItem(/^verdict, No usable answer from the model/).waitFor();
    await eventually(() => server.requests.length > 0, 'the request');
    const [request] = server.requests;
    assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
    assert.equal(request?.body.model, 'big-model');
    assert.equal(server.requests.length, 1, 'a refused key is not tried again');
    await workbench.page.screenshot({ path: path.join(results, 'blocked-by-model.png') });
    assert.ok(!(await workbench.page.content()).includes(KEY));
    await workbench.runCommand('Work Order: Test Models');
    const failed = workbench.notification(/big-model does not work: /);
    await failed.getByRole('button', { name: 'Set API Key' }).waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'test-models.png') });
    assert.ok(!(await workbench.page.content()).includes(KEY));
  });

  it('takes a step of several lines from an editor, and keeps its words', async () => {
    const { workbench } = session();
    await workbench.closeEverything();
    await workbench.runCommand('Work Order: New Work Order');
    await workbench.quickInput.pick(/^Describe a step in several lines/);
    await workbench.editorTab(/step\.workorder\.md/).waitFor();
    await workbench.runCommand('View: Focus Active Editor Group');
    await workbench.page.keyboard.type(
      'Give Money in shop/money.py a method negate().\nIt changes the sign.',
    );
    await workbench.page.screenshot({ path: path.join(results, 'step-editor.png') });
    await workbench.clickCodeLens(
      'Check',
      workbench.quickInput.option(/^shop\/money\.py, named in the step/),
    );
    await workbench.page.screenshot({ path: path.join(results, 'step-editor-scope.png') });
    await workbench.page.keyboard.press('Escape');
    await workbench.editorTab(/step\.workorder\.md/).waitFor();
  });

  it('offers to open a folder when a work order is run in a window without one, before the step is typed', async () => {
    const { page } = session().workbench;
    const empty = await page.context().newPage();
    try {
      await empty.goto(new URL('/?ew=true', page.url()).href);
      await untilReady(empty);
      const workbench = new Workbench(empty);
      await workbench.runCommand('Work Order: Run Work Order');
      const said = workbench.notification('Open the folder of your project first');
      await said.getByRole('button', { name: 'Open Folder' }).waitFor();
      await empty.screenshot({ path: path.join(results, 'without-folder.png') });
    } finally {
      await empty.close();
    }
  });

  it('opens the sample in a window of its own, on its first work order', async () => {
    const { workbench } = session();
    await workbench.closeEverything();
    const opened = workbench.page.context().waitForEvent('page');
    await workbench.runCommand('Work Order: Try the Sample');
    await workbench.quickInput.pick(/^A new folder kept by Work Order/);
    const page = await opened;
    try {
      await untilReady(page);
      const sample = new Workbench(page);
      await sample.editorTab(/rename-calc-total\.workorder\.json/).waitFor();
      await sample.treeItem(/rename-calc-total/).waitFor();
      await page.screenshot({ path: path.join(results, 'sample.png') });
    } finally {
      await page.close();
    }
  });
});
