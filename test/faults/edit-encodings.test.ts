import assert from 'node:assert/strict';
import { simulate } from '../../src/core/changes/simulate.ts';
import type { Command } from '../../src/generated/contracts.ts';
import { sha256Of } from '../support/memory-files.ts';
import { printTable, tally } from './support/counts.ts';

/**
 * Every way a Python file is encoded in the wild × every kind of edit: either the bytes outside the edit are
 * exactly those from before, or the edit is refused with a reason. Never a third thing (TX-09).
 */
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const lines = (end: string) => ['first = 1', 'second = "é"', 'third = 3', 'fourth = 4', ''].join(end);

const ENCODINGS: Readonly<Record<string, Buffer>> = {
  'UTF-8, LF': utf8(lines('\n')),
  'UTF-8, CRLF': utf8(lines('\r\n')),
  'UTF-8, CR': utf8(lines('\r')),
  'UTF-8, mixed LF and CRLF': utf8('first = 1\r\nsecond = "é"\nthird = 3\r\nfourth = 4\n'),
  'UTF-8, mixed with lone CR': utf8('first = 1\rsecond = "é"\nthird = 3\r\nfourth = 4\n'),
  'UTF-8 with BOM, LF': Buffer.concat([BOM, utf8(lines('\n'))]),
  'UTF-8 with BOM, CRLF': Buffer.concat([BOM, utf8(lines('\r\n'))]),
  'no final newline, LF': utf8(lines('\n').trimEnd()),
  'no final newline, CRLF': utf8(lines('\r\n').trimEnd()),
  'trailing blanks': utf8('first = 1  \nsecond = "é"\t\nthird = 3 \nfourth = 4\n\n\n'),
  'form feed and vertical tab': utf8('first = 1\n\fsecond = "é"\n\vthird = 3\nfourth = 4\n'),
  'NUL bytes': utf8('first = 1\n\0second = "é"\nthird = 3\nfourth = 4\n'),
  'next line U+0085': utf8('first = 1\nsecond = "é"\u0085\nthird = 3\nfourth = 4\n'),
  'line separators U+2028, U+2029': utf8('first = 1\nsecond = "é\u2028\u2029"\nthird = 3\nfourth = 4\n'),
  'four-byte characters': utf8('first = 1\nsecond = "é😀𝒳"\nthird = 3\nfourth = 4\n'),
  'combining characters': utf8('first = 1\nsecond = "é"\nthird = 3\nfourth = 4\n'),
  noncharacters: utf8('first = 1\nsecond = "é\uFFFE\uFFFF"\nthird = 3\nfourth = 4\n'),
  'BOM in the middle': utf8('first = 1\nsecond = "é"\uFEFF\nthird = 3\nfourth = 4\n'),
  'Latin-1': Buffer.from(lines('\n'), 'latin1'),
  'UTF-16 LE with BOM': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines('\n'), 'utf16le')]),
  'UTF-16 BE with BOM': Buffer.concat([
    Buffer.from([0xfe, 0xff]),
    Buffer.from(lines('\n'), 'utf16le').swap16(),
  ]),
  'truncated UTF-8': Buffer.concat([utf8(lines('\n')), Buffer.from([0xc3])]),
  'overlong UTF-8': Buffer.concat([utf8(lines('\n')), Buffer.from([0xc0, 0xaf])]),
  'UTF-8 encoded surrogate': Buffer.concat([utf8(lines('\n')), Buffer.from([0xed, 0xa0, 0x80])]),
};

const replace = (...pairs: readonly (readonly [string, string])[]): Command => ({
  tool: 'atomic_replace',
  args: {
    file_path: 'a.py',
    replacements: pairs.map(([old_string, new_string]) => ({ old_string, new_string })),
  },
  reason: '',
});
const move = (
  source_start: number,
  source_end: number,
  target_line: number,
  target_file?: string,
): Command => ({
  tool: 'move_text',
  args: { file_path: 'a.py', source_start, source_end, target_line, ...(target_file ? { target_file } : {}) },
  reason: '',
});

const OPERATIONS: Readonly<Record<string, Command>> = {
  'replace in one line': replace(['third = 3', 'third = 33']),
  'replace to shorter': replace(['third = 3', 'x']),
  'delete text': replace(['third = 3', '']),
  'insert a line': replace(['third = 3', 'third = 3\nnew = 5']),
  'replace over a line end': replace(['third = 3\nfourth = 4', 'both = 7']),
  'replace at the very start': replace(['first', 'erste']),
  'replace at the very end': replace(['fourth = 4', 'fourth = 44']),
  'two replacements': replace(['first', 'one'], ['fourth', 'four']),
  'replace a non-ASCII character': replace(['é', 'ü']),
  'move a line down': move(1, 1, 4),
  'move a line to the top': move(3, 3, 1),
  'move lines to another file': move(2, 3, 1, 'b.py'),
};

const OTHER = utf8('other = 1\n');
const isValidUtf8 = (bytes: Uint8Array) =>
  Buffer.from(bytes).equals(utf8(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)));

/** Lines as VS Code counts them, each with its end. */
const splitLines = (text: string) => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];

describe('edits × encodings', () => {
  let tried = 0;
  let exact = 0;
  for (const [encoding, before] of Object.entries(ENCODINGS)) {
    it(`${encoding}: every edit is exact or refused [001-005] [001-007] [001-012]`, () => {
      for (const [name, command] of Object.entries(OPERATIONS)) {
        tried++;
        const snapshot = new Map<string, Uint8Array>([
          ['a.py', before],
          ['b.py', OTHER],
        ]);
        const result = simulate({ commands: [command], newFiles: [], snapshot, sha256: sha256Of });
        const where = `${encoding}: ${name}`;
        if (!result.ok) {
          assert.match(result.response.error, /\S/, where);
          assert.equal(result.response.changed, false, where);
        } else {
          assert.ok(isValidUtf8(before), `${where}: bytes that are no UTF-8 were edited`);
          for (const file of result.changes.files) checkOutside(file, where);
          checkResult(command, before, result.changes.files, where);
        }
        exact++;
      }
    });
  }
  after(() => {
    tally('edits × encodings', tried, tried - exact, 'exact or refused with a reason');
    printTable();
  });
});

type Files = Extract<ReturnType<typeof simulate>, { ok: true }>['changes']['files'];

/** Everything outside the spans is the same bytes in the same order. */
function checkOutside(file: Files[number], where: string): void {
  const { before = new Uint8Array(), after = new Uint8Array(), spans } = file;
  let [at, afterAt] = [0, 0];
  for (const span of [
    ...spans,
    { start: before.length, end: before.length, afterStart: after.length, afterEnd: after.length },
  ]) {
    const [kept, keptAfter] = [before.subarray(at, span.start), after.subarray(afterAt, span.afterStart)];
    assert.ok(
      Buffer.from(kept).equals(Buffer.from(keptAfter)),
      `${where}: bytes before ${span.start} changed`,
    );
    [at, afterAt] = [span.end, span.afterEnd];
  }
}

/** The result as a naive reader of the specification computes it, on text. */
function checkResult(command: Command, before: Buffer, files: Files, where: string): void {
  const after = files.find(f => f.path === 'a.py')?.after;
  if (!after) return;
  const text = before.toString('utf8');
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const ends = new Set(body.match(/\r\n|\n|\r/g));
  const eol = ends.size === 1 && ends.has('\r\n') ? '\r\n' : '\n';
  let expected = body;
  if (command.tool === 'atomic_replace') {
    for (const { old_string, new_string } of command.args.replacements) {
      expected = expected.replace(old_string.replaceAll('\n', eol), () => new_string.replaceAll('\n', eol));
    }
  } else {
    const { source_start, source_end, target_line, target_file } = command.args;
    const all = splitLines(body);
    // A file without a final newline needs care that this naive reader does not take; the golden cases show it.
    if (!/[\r\n]$/.test(body)) return;
    const moved = all.slice(source_start - 1, source_end);
    const rest = [...all.slice(0, source_start - 1), ...all.slice(source_end)];
    const at = target_line > source_end ? target_line - 1 - moved.length : target_line - 1;
    expected = (target_file ? rest : [...rest.slice(0, at), ...moved, ...rest.slice(at)]).join('');
    // Moved lines take a uniform line end, so only files of one line end are compared.
    if (ends.size !== 1) return;
  }
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  assert.equal(Buffer.from(after).toString('utf8'), bom + expected, where);
}
