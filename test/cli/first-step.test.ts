import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { walkToFirstStep } from '../../scripts/first-step.mjs';
import { repository } from './command-line.ts';

/** Of which the person's part is most. */
const MOST_SECONDS = 180;
const MOST_ACTIONS = 12;

describe('from install to the first applied step, in a package without mypy', () => {
  it('takes the actions that the page says, and each wrong turn at most two', async () => {
    const { straight, turns } = await walkToFirstStep();
    const install = 1;
    const actions = straight.reduce((all, one) => all + one.actions, install);
    assert.ok(actions <= MOST_ACTIONS, `${actions} actions`);
    assert.ok(straight.reduce((all, one) => all + one.seconds, 0) <= MOST_SECONDS);
    assert.ok(turns.every(turn => turn.actions <= 2));
    const page = fs.readFileSync(path.join(repository, 'docs/first-step.md'), 'utf8');
    const [plain = ''] = page.replaceAll('`', '').split('## In the editor');
    for (const turn of turns)
      assert.ok(plain.includes(`| ${turn.what} | ${turn.recovery} | ${turn.actions} |`), turn.what);
    assert.equal(plain.match(/^\|.*\| \d \|$/gm)?.length, turns.length);
    for (const { what, actions } of straight)
      assert.match(plain, new RegExp(`^\\| ${what}.* \\| ${actions} \\|`, 'm'));
  });
});
