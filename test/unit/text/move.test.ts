import assert from 'node:assert/strict';
import { move } from '../../../src/core/text/move.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

interface Move {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly target: number;
  /** Content of another file to move the lines to. */
  readonly into?: string;
}

function run({ text, from, to, target, into }: Move) {
  return move(
    { path: 'a.py', bytes: encode(text) },
    into === undefined ? undefined : { path: 'b.py', bytes: encode(into) },
    { source_start: from, source_end: to, target_line: target },
  );
}

/** Compares the file, or both files, after the move. */
function check(args: Move, expected: string, expectedTarget?: string): void {
  const outcome = run(args);
  assert.ok(outcome.ok, JSON.stringify(outcome.response));
  const after = (path: string, unchanged: string | undefined) => {
    const file = outcome.files.find(f => f.path === path);
    return file === undefined ? unchanged : decode(file.bytes);
  };
  assert.equal(after('a.py', args.text), expected);
  if (args.into !== undefined) assert.equal(after('b.py', args.into), expectedTarget);
}

function checkRefused(args: Move, message: RegExp): void {
  const { ok, response } = run(args);
  assert.ok(!ok);
  assert.deepEqual(Object.keys(response).sort(), ['changed', 'error', 'path']);
  assert.match(response.error, message);
  assert.equal(response.changed, false);
}

describe('move_text', () => {
  describe('within a file', () => {
    it('moves lines down, counting the target before the move [001-012] [001-016]', () =>
      check({ text: 'a\nb\nc\n', from: 1, to: 1, target: 3 }, 'b\na\nc\n'));
    it('moves lines up', () => check({ text: 'a\nb\nc\nd\n', from: 3, to: 4, target: 1 }, 'c\nd\na\nb\n'));
    it('appends with line count + 1 [001-016]', () =>
      check({ text: 'a\nb\nc\n', from: 1, to: 2, target: 4 }, 'c\na\nb\n'));
    it('answers with exactly the keys of the specification [001-022]', () =>
      assert.deepEqual(run({ text: 'a\nb\nc\n', from: 1, to: 2, target: 4 }).response, {
        path: 'a.py',
        changed: true,
        lines_moved: 2,
        source_range: { start: 1, end: 2 },
        target_line: 4,
      }));
    it('does nothing when the target is within the source range [001-024]', () => {
      for (const target of [2, 3, 4]) {
        const { ok, response } = run({ text: 'a\nb\nc\nd\n', from: 2, to: 3, target });
        assert.ok(ok && 'note' in response);
        assert.equal(response.changed, false);
        assert.equal(response.lines_moved, 0);
        assert.match(response.note ?? '', /within the moved lines/);
      }
    });
    it('does nothing when the lines it passes are equal', () => {
      const { response } = run({ text: 'a\na\n', from: 1, to: 1, target: 3 });
      assert.equal(response.changed, false);
    });
    it('keeps the byte order mark first', () =>
      check({ text: '\uFEFFa\nb\n', from: 2, to: 2, target: 1 }, '\uFEFFb\na\n'));
    it('keeps CRLF', () => check({ text: 'a\r\nb\r\n', from: 1, to: 1, target: 3 }, 'b\r\na\r\n'));
    it('counts CR, LF and CRLF as line ends and keeps each line its own', () =>
      check({ text: 'a\rb\nc\r\nd\n', from: 1, to: 2, target: 4 }, 'c\r\na\rb\nd\n'));
    it('does not glue lines behind a last line without line end, and keeps it without', () =>
      check({ text: 'a\nb\nc', from: 1, to: 1, target: 4 }, 'b\nc\na'));
    it('moves a last line without line end up and keeps the file without one', () =>
      check({ text: 'a\r\nb\r\nc', from: 3, to: 3, target: 1 }, 'c\r\na\r\nb'));
    it('takes target_file equal to file_path as the same file', () => {
      const bytes = encode('a\nb\n');
      const outcome = move(
        { path: 'a.py', bytes },
        { path: 'a.py', bytes },
        { source_start: 1, source_end: 1, target_line: 3 },
      );
      assert.ok(outcome.ok);
      assert.ok('path' in outcome.response);
    });
  });

  describe('across files', () => {
    it('takes the lines out of one and puts them into the other [001-012] [001-014]', () =>
      check({ text: 'a\nb\nc\n', from: 2, to: 2, target: 2, into: 'x\ny\n' }, 'a\nc\n', 'x\nb\ny\n'));
    it('answers with exactly the keys of the specification [001-023]', () =>
      assert.deepEqual(run({ text: 'a\nb\n', from: 1, to: 1, target: 1, into: 'x\n' }).response, {
        source_file: 'a.py',
        target_file: 'b.py',
        changed: true,
        lines_moved: 1,
        source_range: { start: 1, end: 1 },
        target_line: 1,
      }));
    it('gives moved lines the line ends of the target', () => {
      check({ text: 'a\nb\n', from: 1, to: 2, target: 1, into: 'x\r\n' }, '', 'a\r\nb\r\nx\r\n');
      check({ text: 'a\r\nb\r', from: 1, to: 2, target: 2, into: 'x\n' }, '', 'x\na\nb\n');
    });
    it('leaves line ends alone when the target mixes them', () =>
      check({ text: 'a\r\n', from: 1, to: 1, target: 2, into: 'x\ny\r\n' }, '', 'x\na\r\ny\r\n'));
    it('ends an empty target with a newline', () => {
      check({ text: 'a\nb', from: 2, to: 2, target: 1, into: '' }, 'a', 'b\n');
      check({ text: 'a\r\nb', from: 2, to: 2, target: 1, into: '' }, 'a', 'b\r\n');
      check({ text: 'a', from: 1, to: 1, target: 1, into: '' }, '', 'a\n');
    });
    it('does not glue lines behind a last line without line end, and keeps it without', () => {
      check({ text: 'a\nb\n', from: 1, to: 2, target: 2, into: 'x' }, '', 'x\na\nb');
      check({ text: 'a\n', from: 1, to: 1, target: 3, into: 'x\r\ny' }, '', 'x\r\ny\r\na');
    });
    it('gives a last line without line end one when it is put above others', () =>
      check({ text: 'a\nb', from: 2, to: 2, target: 1, into: 'x\r\n' }, 'a', 'b\r\nx\r\n'));
    it('keeps both byte order marks where they are', () => {
      check(
        { text: '\uFEFFa\nb\n', from: 1, to: 1, target: 1, into: '\uFEFFx\n' },
        '\uFEFFb\n',
        '\uFEFFa\nx\n',
      );
      check({ text: '\uFEFFa\n', from: 1, to: 1, target: 1, into: '' }, '\uFEFF', 'a\n');
      check({ text: 'a\n', from: 1, to: 1, target: 1, into: '\uFEFF' }, '', '\uFEFFa\n');
    });
  });

  describe('refuses', () => {
    const text = 'a\nb\nc\n';
    it('source_start below 1 [001-017]', () =>
      checkRefused({ text, from: 0, to: 1, target: 1 }, /source_start 0 is less than 1/));
    it('source_end before source_start [001-018]', () =>
      checkRefused({ text, from: 3, to: 2, target: 1 }, /source_end 2 is less than source_start 3/));
    it('a range past the end of the file [001-019]', () => {
      checkRefused(
        { text, from: 1, to: 4, target: 1 },
        /source_end 4 is past the end of a\.py, which has 3 lines/,
      );
      checkRefused({ text: 'a\n', from: 9, to: 9, target: 1 }, /source_start 9 is past the end .* 1 line$/);
    });
    it('a target_line outside of 1 … line count + 1 [001-020]', () => {
      checkRefused({ text, from: 1, to: 1, target: 0 }, /target_line 0 must be 1 to 4/);
      checkRefused(
        { text, from: 1, to: 1, target: 5 },
        /target_line 5 must be 1 to 4 \(to append\): a\.py has 3 lines/,
      );
      checkRefused({ text, from: 1, to: 1, target: 5, into: 'x\n' }, /target_line 5 must be 1 to 2 .*b\.py/);
    });
    it('numbers that are not whole', () => {
      checkRefused({ text, from: 1.5, to: 2, target: 1 }, /source_start must be a whole number, not 1\.5/);
      checkRefused(
        { text, from: 1, to: JSON.parse('"2"'), target: 1 },
        /source_end must be a whole number, not "2"/,
      );
      checkRefused({ text, from: 1, to: 1, target: Number.NaN }, /target_line must be a whole number/);
    });
    it('files that are not UTF-8 [001-007]', () => {
      const bad = { path: 'bad.py', bytes: Uint8Array.of(0x61, 0x0a, 0xc3) };
      const good = { path: 'a.py', bytes: encode('a\n') };
      const range = { source_start: 1, source_end: 1, target_line: 1 };
      for (const outcome of [move(bad, good, range), move(good, bad, range), move(bad, undefined, range)]) {
        assert.ok(!outcome.ok);
        assert.match(outcome.response.error, /bad\.py is not valid UTF-8 \(byte 0xc3 at offset 2\)/);
      }
    });
  });
});
