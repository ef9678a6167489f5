import assert from 'node:assert/strict';
import { once, onceWithin } from '../../../src/core/kernel/once.ts';

describe('what is computed once of an object', () => {
  it('is the same object however often it is asked for, and another one of another object', () => {
    const parts = once(({ name }: { readonly name: string }) => name.split('.'));
    const [file, twin] = [{ name: 'a.b' }, { name: 'a.b' }];
    assert.deepEqual(parts(file), ['a', 'b']);
    assert.equal(parts(file), parts(file));
    assert.notEqual(parts(file), parts(twin));
  });

  it('is computed once where it is false or empty, too', () => {
    let times = 0;
    const isLong = once((_: object) => ++times > 1);
    const key = {};
    assert.deepEqual([isLong(key), isLong(key), times], [false, false, 1]);
  });

  it('is computed once of each part of an object, also where there is nothing, and anew of another one', () => {
    let times = 0;
    const find = onceWithin((part: string, { parts }: { readonly parts: readonly string[] }) => {
      times++;
      return parts.find(each => each === part);
    });
    const [whole, other] = [{ parts: ['a'] }, { parts: [] }];
    for (let i = 0; i < 2; i++)
      assert.deepEqual([find('a', whole), find('b', whole), find('a', other)], ['a', undefined, undefined]);
    assert.equal(times, 3);
  });
});
