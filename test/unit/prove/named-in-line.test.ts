import assert from 'node:assert/strict';
import { namedInLine } from '../../../src/core/prove/named-in-line.ts';

describe('what a finding names in its line', () => {
  const named = (source: string, message: string) => {
    const [start, length] = namedInLine(source, message);
    return source.slice(start, start + length);
  };

  it('is the last part of a dotted name that is there, not the first', () => {
    const line = '    def times(self, quantity: int) -> Money:';
    assert.equal(named(line, 'the public name shop.money.Money.times is declared differently'), 'times');
    assert.equal(named('x = Money(1)', 'use of shop.money.Money.times: rate is not given'), 'Money');
  });

  it('is all the code of the line where no name of the message is in it', () => {
    assert.equal(named('    return 1', '"# type: ignore" is new'), 'return 1');
    assert.equal(named('', 'anything'), '');
  });
});
