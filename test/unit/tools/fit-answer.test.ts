import assert from 'node:assert/strict';
import { fitAnswer } from '../../../src/core/tools/fit-answer.ts';

describe('the answer of a tool for a caller with little room', () => {
  const within = (most: number) => async (text: string) => text.length <= most;

  it('is given whole where it fits', async () => {
    assert.equal(await fitAnswer('as it is', within(8)), 'as it is');
    assert.equal(await fitAnswer({ changed: true }, within(16)), '{"changed":true}');
  });

  it('stays data: long lists are shortened, what was decided is not, and what is gone is counted', async () => {
    const response = {
      changed: false,
      error: 'a check that must hold does not',
      findings: Array.from({ length: 100 }, (_, i) => `shop/a.py:${i + 1}: something to look at`),
      files: ['shop/a.py', 'shop/b.py'],
    };
    const text = await fitAnswer(response, within(700));
    assert.ok(text.length <= 700);
    const { changed, error, findings, files, left_out } = JSON.parse(text);
    assert.deepEqual([changed, error, files], [response.changed, response.error, response.files]);
    assert.equal(findings.length + left_out.findings, 100);
    assert.ok(findings.length >= 6);
  });

  it('of text is cut at its end, says so, and uses the room', async () => {
    const text = await fitAnswer('x'.repeat(100_000), within(2000));
    assert.ok(text.length <= 2000 && text.length > 1500, String(text.length));
    assert.match(text, /^x+\n… cut: ask for less/);
  });

  it('asks a few times only, because counting tokens costs', async () => {
    let asked = 0;
    await fitAnswer('y'.repeat(1_000_000), async text => {
      asked++;
      return text.length <= 5000;
    });
    assert.ok(asked < 30, String(asked));
  });

  it('never ends within a character', async () => {
    for (let most = 200; most < 240; most++) {
      const text = await fitAnswer('😀'.repeat(1000), within(most));
      assert.ok(!/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/.test(text), String(most));
    }
  });

  it('is empty where not even the cut would fit', async () => {
    assert.equal(await fitAnswer('z'.repeat(100), within(10)), '');
  });
});
