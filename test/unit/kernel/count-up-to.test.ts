import assert from 'node:assert/strict';
import { countUpTo } from '../../../src/core/kernel/count-up-to.ts';

describe('how many rising numbers are no greater than one', () => {
  it('is the same from wherever it is looked for', () => {
    for (const numbers of [[], [0], [0, 0, 0], [0, 3, 3, 7, 12], Array.from({ length: 70 }, (_, i) => 2 * i)])
      for (const typed of [new Int32Array([...numbers, -1, -1]), new Uint16Array([...numbers, 0, 0])])
        for (let most = -2; most < 145; most++) {
          const expected = numbers.filter(each => each <= most).length;
          for (let near = 0; near < numbers.length + 3; near++)
            assert.equal(countUpTo(typed, numbers.length, most, near), expected, `${most} near ${near}`);
        }
  });
});
