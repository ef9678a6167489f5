import assert from 'node:assert/strict';
import { dealtFiles } from '../../../scripts/test/suites.mjs';
import {
  DEALT_SUITES,
  dealOut,
  filesOfTurn,
  IN_EVERY_TURN,
  secondsOf,
  TURNS,
  turnOf,
} from '../../../scripts/test/turns.mjs';

const TURN_NUMBERS = Array.from({ length: TURNS }, (_, index) => index + 1);
const files = dealtFiles();

describe('turns of the long suites', () => {
  it('have every file once, but for those that are in every turn', () => {
    const all = TURN_NUMBERS.flatMap(turn => [...filesOfTurn(turn, files)]);
    for (const file of files)
      assert.equal(
        all.filter(one => one === file).length,
        IN_EVERY_TURN.includes(file) ? TURNS : 1,
        `${file} is in another number of turns`,
      );
  });

  it('name no file that is not there', () => {
    for (const file of IN_EVERY_TURN) assert.ok(files.includes(file), file);
  });

  it('take about as long as each other, unless one file alone takes longer', () => {
    const turns = dealOut(files);
    const sums = TURN_NUMBERS.map(turn =>
      files.filter(file => turns.get(file) === turn).reduce((sum, file) => sum + secondsOf(file), 0),
    );
    const longest = Math.max(...files.map(secondsOf));
    assert.ok(
      Math.max(...sums) - Math.min(...sums) <= Math.max(longest / 2, Math.min(...sums) / 10),
      `${sums}`,
    );
  });

  it('have each a part of the suites that have so many files', () => {
    for (const suite of DEALT_SUITES) {
      const own = files.filter(file => file.startsWith(`${suite}/`));
      const turns = new Set(own.map(file => dealOut(files).get(file)));
      assert.equal(turns.size, Math.min(TURNS, own.length), suite);
    }
  });

  it('also have what was changed, so that who writes a test sees it run', () => {
    const [other = ''] = [...filesOfTurn(2, files)].filter(file => !IN_EVERY_TURN.includes(file));
    assert.ok(!filesOfTurn(1, files).has(other));
    assert.ok(filesOfTurn(1, files, [other, 'host/run/main.ts']).has(other));
    assert.ok(!filesOfTurn(1, files, [other, 'host/run/main.ts']).has('host/run/main.ts'));
  });

  it('are the same for the same commit, and all of them come', () => {
    const commits = TURN_NUMBERS.map(turn => `0000000${turn}${'f'.repeat(32)}`);
    assert.deepEqual(new Set(commits.map(turnOf)), new Set(TURN_NUMBERS));
    assert.equal(turnOf('00000000'), 1);
  });
});
