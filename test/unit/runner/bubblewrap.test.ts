import assert from 'node:assert/strict';
import { ensureBubblewrap } from '../../../scripts/setup/bubblewrap.mjs';

describe('bubblewrap for the tests', () => {
  const nowhere = () => undefined;

  it('is what the machine has', async () => {
    const find = (program: string) => (program === 'bwrap' ? '/usr/bin/bwrap' : undefined);
    assert.equal(await ensureBubblewrap({ platform: 'linux', find }), '/usr/bin/bwrap');
  });

  it('is missed with one command to run, and set-up goes on', async () => {
    assert.match(await ensureBubblewrap({ platform: 'linux', find: nowhere }), /install bubblewrap$/);
  });

  it('is asked for on Linux only', async () => {
    assert.match(await ensureBubblewrap({ platform: 'darwin', find: nowhere }), /^not needed/);
  });
});
