import assert from 'node:assert/strict';
import { simulate } from '../../src/core/changes/simulate.ts';
import { decodeUtf8 } from '../../src/core/kernel/utf8.ts';
import { sha256 } from '../../src/node/system.ts';
import { commandsBetween } from '../support/release-replay/commands-between.ts';
import { readRelease, releasePairs } from '../support/release-replay/releases.ts';
import { chosen, printTable, sample, seedOf, tally } from './support/counts.ts';

/**
 * Real histories: each file that changed between two releases of a real package becomes commands; what they
 * give must be the later release, byte for byte (TX-14).
 */
/** In `npm test`: one in four pairs of releases, and one in three of the files that changed between them. */
const [PAIRS_ONE_IN, ONE_IN] = [4, 3];
const SEED = seedOf(20261126);

describe('release replay', function () {
  this.timeout(600_000);
  let files = 0;
  after(() => {
    printTable(SEED);
    assert.ok(files >= sample(60, 2000), `only ${files} files`);
  });

  for (const { name, from, to } of chosen(releasePairs, PAIRS_ONE_IN, SEED)) {
    it(`${name} ${from.version} → ${to.version}: the commands give the later release [001-003] [001-012]`, async () => {
      const [old, next] = [await readRelease(name, from), await readRelease(name, to)];
      let [tried, moves, replaced] = [0, 0, 0];
      const lost: string[] = [];
      const changed = [...old].flatMap(([path, before]) => {
        const after = next.get(path);
        const [oldText, newText] = [decodeUtf8(before), after && decodeUtf8(after)];
        const isChange = after && !before.equals(after) && oldText && newText !== undefined;
        return isChange ? [{ path, before, after, oldText, newText }] : [];
      });
      for (const { path, before, after, oldText, newText } of chosen(changed, ONE_IN, SEED)) {
        tried++;
        const commands = commandsBetween(path, oldText, newText);
        moves += commands.filter(c => c.tool === 'move_text').length;
        for (const c of commands) if (c.tool === 'atomic_replace') replaced += c.args.replacements.length;
        const result = simulate({ commands, newFiles: [], snapshot: new Map([[path, before]]), sha256 });
        const [file] = result.ok ? result.changes.files : [];
        if (!file?.after || !after.equals(file.after)) lost.push(path);
      }
      files += tried;
      tally(
        `${name} ${from.version} → ${to.version}`,
        tried,
        lost.length,
        `${replaced} replacements, ${moves} moves`,
      );
      assert.deepEqual(lost, []);
    });
  }
});
