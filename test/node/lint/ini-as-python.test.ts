import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readIni } from '../../../src/core/lint/read-ini.ts';
import { seeded } from '../../faults/support/random.ts';
import { ENVIRONMENT } from './cases/run-case.ts';

/** Reads each text as mypy reads an ini file: null where configparser refuses it, else section → name → value. */
const PYTHON = `
import configparser, io, json, sys
def read(text):
    parser = configparser.RawConfigParser(default_section="no section has this name")
    try:
        parser.read_file(io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), encoding="utf-8"))
    except configparser.Error:
        return None
    return [[s, n, v] for s in parser.sections() for n, v in parser.items(s)]
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;

const PIECES = [
  '[mypy]',
  '[mypy] ; x',
  '[ mypy ]',
  '[a]b]',
  '[]',
  '[DEFAULTS]',
  ' [mypy-x]',
  '[mypy',
  'plugins',
  ' = ',
  ':',
  '=',
  '  ',
  '\t',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\n    ',
  '\n\n  ',
  '# c',
  '; c',
  ' ; inline',
  'tools/plugin.py',
  'PLUGINS = a',
  'plugins = b, c',
  'x: y = z',
  'é',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\f',
  '\v',
  '\x1c',
  '\ufeff',
  '%(x)s',
  '"',
  ',',
  '\\',
];

describe('ini files', () => {
  it('are read as Python reads them: 20,000 texts of its pieces', () => {
    const random = seeded(20261122);
    const texts = Array.from({ length: 20_000 }, (_, index) => {
      const length = 1 + random.int(14);
      const pieces = Array.from({ length }, () => random.pick(PIECES));
      return (index % 3 === 0 ? '' : '[mypy]\n') + pieces.join('');
    });
    const said = execFileSync(join(ENVIRONMENT, 'bin', 'python'), ['-c', PYTHON], {
      input: JSON.stringify(texts),
      maxBuffer: 1 << 28,
      encoding: 'utf8',
    });
    const expected = JSON.parse(said) as readonly (readonly (readonly string[])[] | null)[];
    let refused = 0;
    for (const [index, text] of texts.entries()) {
      const found = readIni(text)?.map(({ section, name, value }) => [section, name, value]) ?? null;
      if (found === null) refused++;
      assert.deepEqual(found, expected[index], JSON.stringify(text));
    }
    assert.ok(refused > 1000 && refused < 19_000, `${refused} refused`);
  });
});
