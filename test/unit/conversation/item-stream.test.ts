import assert from 'node:assert/strict';
import { ItemStream } from '../../../src/core/conversation/item-stream.ts';
import { seeded } from '../../faults/support/random.ts';

interface Read {
  readonly items: readonly string[];
  readonly ends: readonly number[];
  readonly isBroken: boolean;
}

function read(pieces: Iterable<string>): Read {
  const stream = new ItemStream('commands');
  const found = [...pieces].flatMap(piece => stream.push(piece));
  assert.deepEqual(
    found.map(({ index }) => index),
    found.map((_, i) => i),
  );
  return {
    items: found.map(({ text }) => text),
    ends: found.map(({ end }) => end),
    isBroken: stream.isBroken,
  };
}

function check(text: string, items: readonly string[], broken: 'whole' | 'broken' = 'whole'): void {
  const whole = read([text]);
  assert.deepEqual(whole.items, items);
  assert.equal(whole.isBroken, broken === 'broken');
  for (const [i, end] of whole.ends.entries()) assert.ok(text.slice(0, end).endsWith(items[i] ?? '?'));
  assert.deepEqual(read(text), whole, 'cut at every character');
  for (let cut = 1; cut < text.length; cut++) {
    assert.deepEqual(read([text.slice(0, cut), text.slice(cut)]), whole, `cut at ${cut}`);
  }
}

describe('items of a list, found while its text arrives', () => {
  it('are handed out in order, exactly as written', () =>
    check('{"commands": [{"a": 1},\n  {"b": [2, {"c": "]}"}]} ]}', ['{"a": 1}', '{"b": [2, {"c": "]}"}]}']));
  it('may stand in front of, between and behind other keys', () =>
    check('{"x": [1, {"commands": [9]}], "commands": [{}], "y": {"commands": [8]}, "z": null}', ['{}']));
  it('may be strings, numbers, words and lists', () =>
    check('{"commands":["a\\"]",-1.5e3,true ,null,[[]]]}', ['"a\\"]"', '-1.5e3', 'true', 'null', '[[]]']));
  it('may hold every escape and every bracket inside their strings', () =>
    check('{"commands":[{"s":"\\\\\\"{[\\u005d\\\\"},{"t":"😀"}]}', [
      '{"s":"\\\\\\"{[\\u005d\\\\"}',
      '{"t":"😀"}',
    ]));
  it('are none in an empty list, in no list and in another value', () => {
    check('{"commands":[]}', []);
    check('{"commands": {"a": [1]}}', []);
    check('{"a": [1, 2]}', []);
    check('[{"commands": [1]}]', []);
  });
  it('are none when words come first: that may be said beside a tool call', () => {
    check('Let me look. {"commands": [1]}', []);
    check('```json\n{"commands": [1]}\n```', []);
    check('{commands: [1]}', []);
  });
  it('end where the text breaks off', () => {
    check('{"commands": [{"a": 1}, {"b', ['{"a": 1}']);
    check('{"commands": [1', []);
  });
  it('make the text broken when something impossible follows in or behind the list', () => {
    check('{"commands": [{"a": 1} {"b": 2}]}', ['{"a": 1}'], 'broken');
    check('{"commands": [{"a": 1}}', ['{"a": 1}'], 'broken');
    check('{"commands": [1,,2]}', ['1'], 'broken');
    check('{"commands": [1]} done', ['1'], 'broken');
    check('{"commands": [1]}{', ['1'], 'broken');
    check('{"commands": [1], "commands": [2]}', ['1'], 'broken');
  });
  it('start over after a reset', () => {
    const stream = new ItemStream('commands');
    stream.push('{"commands": [{"a": "un');
    stream.reset();
    assert.deepEqual(
      stream.push('{"commands": [{"b": 1}').map(({ text, end }) => ({ text, end })),
      [{ text: '{"b": 1}', end: 22 }],
    );
    assert.equal(stream.text, '{"commands": [{"b": 1}');
  });
  it('are those that JSON.parse finds, for random values and random pieces', () => {
    const random = seeded(7);
    const strings = ['', 'a', '"', '\\', ']', '}', '{"', 'é😀', '\n\t', 'commands', ','];
    const value = (depth: number): unknown => {
      const kind = random.int(depth > 3 ? 4 : 6);
      if (kind === 0) return random.int(1000) - 500;
      if (kind === 1) return random.pick([true, false, null]);
      if (kind < 4) return strings.slice(0, 1 + random.int(3)).join('') + random.pick(strings);
      const inner = Array.from({ length: random.int(4) }, () => value(depth + 1));
      return kind === 4 ? inner : Object.fromEntries(inner.map((v, i) => [`${random.pick(strings)}${i}`, v]));
    };
    for (let round = 0; round < 2000; round++) {
      const commands = Array.from({ length: random.int(5) }, () => value(1));
      const object = { a: value(1), commands, z: value(1) };
      const text = JSON.stringify(object, undefined, random.int(3));
      const pieces: string[] = [];
      for (let at = 0; at < text.length; ) {
        const next = at + 1 + random.int(random.pick([1, 4, 40]));
        pieces.push(text.slice(at, next));
        at = next;
      }
      const { items, isBroken } = read(pieces);
      assert.deepEqual(
        items.map(item => JSON.parse(item) as unknown),
        commands,
        text,
      );
      assert.equal(isBroken, false);
    }
  });
});
