import assert from 'node:assert/strict';
import process from 'node:process';
import { ItemStream } from '../../src/core/conversation/item-stream.ts';
import { watchDesigner } from '../../src/core/workorder/watch-designer.ts';

const answer = (commands: number): string =>
  JSON.stringify({
    touched_files: ['pkg/a.py'],
    commands: Array.from({ length: commands }, (_, i) => ({
      tool: 'atomic_replace',
      args: {
        file_path: 'pkg/a.py',
        replacements: [{ old_string: `value_${i}`, new_string: 'y'.repeat(200) }],
      },
      reason: 'Rename.',
    })),
  });

/** Microseconds of CPU, the least of five. */
function costOf(work: () => void): number {
  const costs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...costs);
}

describe('reading an answer while it arrives, one character at a time', () => {
  const small = answer(125);
  const large = answer(2000);

  /** 16 times the text; looking at the buffer again for each piece would take 256 times as long. */
  function checkLinear(read: (text: string) => void): void {
    read(small);
    const ratio = costOf(() => read(large)) / costOf(() => read(small));
    assert.ok(ratio < 64, `16 times the text took ${ratio.toFixed(1)} times as long`);
  }

  it('costs time in proportion to the text: finding the commands', () =>
    checkLinear(text => {
      const stream = new ItemStream('commands');
      let found = 0;
      for (const c of text) found += stream.push(c).length;
      assert.ok(found === 125 || found === 2000);
    }));

  it('costs time in proportion to the text: judging each of them', () =>
    checkLinear(text => {
      let arrived = 0;
      const watch = watchDesigner({ scope_allowlist: ['pkg/'] }, () => arrived++);
      for (const c of text) assert.equal(watch.read(c), undefined);
      assert.ok(arrived === 125 || arrived === 2000);
    }));
});
