import assert from 'node:assert/strict';
import { readServerSentEvents } from '../../../src/node/model/server-sent-events.ts';

async function read(pieces: readonly Uint8Array[]): Promise<string[]> {
  async function* bytes() {
    yield* pieces;
  }
  const events: string[] = [];
  for await (const { data, whole } of readServerSentEvents(bytes())) {
    events.push(whole ? data : `${data} (broken off)`);
  }
  return events;
}

/** The same events however the stream is cut into two or three pieces, or into single bytes. */
async function check(text: string, events: readonly string[]): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let first = 0; first <= bytes.length; first++) {
    for (const second of [first, Math.min(first + 1, bytes.length), bytes.length]) {
      const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
      assert.deepEqual(await read(pieces), events, `cut at ${first} and ${second}`);
    }
  }
  assert.deepEqual(await read([...bytes].map(byte => Uint8Array.of(byte))), events);
}

describe('server-sent events', () => {
  it('are separated by blank lines', () => check('data: a\n\ndata: b\n\n', ['a', 'b']));
  it('may end their lines with \\r\\n', () =>
    check('data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n', ['a\nb', 'c']));
  it('may end their lines with \\r', () => check('data: a\r\rdata: b\r\r', ['a', 'b']));
  it('join their data lines', () => check('data: {\ndata:  "a"\ndata:}\n\n', ['{\n "a"\n}']));
  it('have comments, names and ids that say nothing', () =>
    check(': hi\n\nevent: x\nid: 3\nretry: 9\ndata\ndata: a\n\n\n\n', ['a']));
  it('keep every character', () => check('data: é\u{1f600}\u2028x\n\n', ['é\u{1f600}\u2028x']));
  it('may begin after a byte order mark', () => check('\ufeffdata: a\n\n', ['a']));
  it('may break off', () => check('data: a\n\ndata: b', ['a', 'b (broken off)']));
  it('break off in the middle of a character without passing for whole', async () => {
    const bytes = new TextEncoder().encode('data: {}\u{1f600}');
    assert.deepEqual(await read([bytes.subarray(0, -1)]), ['{}\ufffd (broken off)']);
  });
  it('are refused when they are not UTF-8', () =>
    assert.rejects(read([Uint8Array.of(0x64, 0xff, 0x0a)]), TypeError));
  it('cost their length however long a line is', async () => {
    const piece = new TextEncoder().encode('x'.repeat(1024));
    const cost = async (pieces: number): Promise<number> => {
      const started = process.cpuUsage();
      await read(Array.from({ length: pieces }, () => piece));
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    await cost(2000);
    const [small, large] = [await cost(4000), await cost(32_000)];
    // Eight times the length; quadratic work would cost sixty-four times.
    assert.ok(large < small * 30 + 50_000, `${small} µs, then ${large} µs`);
  });
});
