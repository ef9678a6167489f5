import assert from 'node:assert/strict';
import * as withHost from '../../../src/core/text/host-bytes.ts';
import { decodesStrictly, firstInvalidUtf8, isValidUtf8 } from '../../../src/core/text/valid-utf8.ts';
import { Random } from './random.ts';

/** The same module as a host without native byte functions sees it. */
async function loadWithoutHost(): Promise<typeof withHost> {
  const { Buffer, process } = globalThis;
  const module: string = '../../../src/core/text/host-bytes.ts?without-host';
  try {
    Object.assign(globalThis, { Buffer: undefined, process: undefined });
    return await import(module);
  } finally {
    Object.assign(globalThis, { Buffer, process });
  }
}

describe('byte functions of the host', () => {
  it('give the same answers as the plain ones of core', async () => {
    const plain = await loadWithoutHost();
    assert.equal(plain.nativeIsUtf8, undefined, 'the module saw no host');
    const random = new Random(5);
    for (let round = 0; round < 2000; round++) {
      const text = random.text(['a', 'b', 'é', '😀', '\n'], random.below(40));
      const bytes = plain.encodeText(text);
      assert.deepEqual(Buffer.from(withHost.encodeText(text)), Buffer.from(bytes));
      const needle = plain.encodeText(random.text(['a', 'b', 'é'], 1 + random.below(4)));
      const from = random.below(bytes.length + 1);
      assert.equal(plain.indexOfBytes(bytes, needle, from), withHost.indexOfBytes(bytes, needle, from));
      const other = bytes.slice(0, random.below(bytes.length + 1));
      assert.equal(plain.equalBytes(bytes, other), withHost.equalBytes(bytes, other));
      assert.equal(plain.equalBytes(bytes, bytes.slice()), withHost.equalBytes(bytes, bytes.slice()));
      assert.equal(plain.readableText(bytes, 0, from), withHost.readableText(bytes, 0, from));
      assert.equal(plain.bytesToFill(round).length, withHost.bytesToFill(round).length);
    }
  });
});

describe('strict UTF-8', () => {
  const bad: Readonly<Record<string, readonly number[]>> = {
    'a lone continuation byte': [0x80],
    'a cut sequence': [0xe2, 0x82],
    'an overlong slash': [0xc0, 0xaf],
    'an overlong NUL': [0xe0, 0x80, 0x80],
    'a surrogate': [0xed, 0xa0, 0x80],
    'above U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
    'a byte that is never used': [0xff],
    'UTF-16': [0xff, 0xfe, 0x61, 0x00],
    'Latin-1': [0xe9, 0x61],
  };
  for (const [name, bytes] of Object.entries(bad)) {
    it(`refuses ${name} and names its offset [001-007]`, () => {
      const text = Uint8Array.from([0x61, 0xc3, 0xa9, ...bytes]);
      assert.ok(!isValidUtf8(text));
      assert.ok(!decodesStrictly(text));
      assert.equal(firstInvalidUtf8(text), 3);
    });
  }
  it('is told the same way with and without a host where chunks meet', () => {
    for (let length = 8180; length < 8200; length++) {
      for (const tail of ['é', '€', '😀']) {
        const text = new TextEncoder().encode('a'.repeat(length) + tail.repeat(3));
        assert.ok(decodesStrictly(text));
        for (const end of [text.length - 1, length + 1]) {
          const cut = text.subarray(0, end);
          assert.equal(decodesStrictly(cut), isValidUtf8(cut));
          assert.equal(firstInvalidUtf8(cut) < 0, isValidUtf8(cut));
        }
      }
    }
    const tails = new Uint8Array(20_000).fill(0x80);
    assert.ok(!decodesStrictly(tails));
  });
  it('takes NUL, a byte order mark and every length of sequence', () => {
    const text = new TextEncoder().encode('\0\uFEFFaé€😀\u{10FFFF}\u0085\u2028');
    assert.ok(isValidUtf8(text));
    assert.equal(firstInvalidUtf8(text), -1);
  });
});
