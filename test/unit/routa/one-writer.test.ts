import assert from 'node:assert/strict';
import { createRouta } from '../../../src/core/routa/routa.ts';
import { takenHold } from '../../support/memory-hold.ts';
import { MemoryTeam } from './memory-team.ts';

describe('a ROUTA workspace at work elsewhere', () => {
  it('is not taken back here', async () => {
    const { ports } = new MemoryTeam();
    const { runId } = await ports.journals.create('a goal');
    const reverted = await createRouta(async () => ({
      ...ports,
      hold: takenHold('it is at work elsewhere'),
    })).revert({ runId, by: 'Ann' });
    assert.deepEqual(reverted, { ok: false, error: 'it is at work elsewhere' });
    assert.deepEqual(await ports.journals.read(runId), []);
  });
});
