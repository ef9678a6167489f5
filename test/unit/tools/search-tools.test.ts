import assert from 'node:assert/strict';
import { Staging } from '../../../src/core/gate/staging.ts';
import { agentFileTools } from '../../../src/core/tools/agent-file-tools.ts';
import { searchTools } from '../../../src/core/tools/search-tools.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';
import {
  validateFindFilesResult,
  validateSearchTextResult,
} from '../../../src/generated/answer-validators.cjs';
import { type Content, MemoryFiles, sha256Of } from '../../support/memory-files.ts';

interface Answer {
  readonly error?: string;
  readonly files?: readonly string[];
  readonly total?: number;
  readonly matches?: readonly {
    file: string;
    line: number;
    text: string;
    before?: string[];
    after?: string[];
  }[];
  readonly total_matches?: number;
  readonly truncated?: string;
  readonly skipped_files?: readonly { file: string; reason: string }[];
}

function setUp(initial: Readonly<Record<string, Content>>) {
  const staging = new Staging(new MemoryFiles(initial), sha256Of);
  const toolbox = new Toolbox([...agentFileTools(staging), ...searchTools(staging)]);
  return async (name: string, args: object): Promise<Answer> => {
    const { signal } = new AbortController();
    return (await toolbox.call('agent', toolbox.names, name, JSON.stringify(args), { signal }))
      .response as Answer;
  };
}

const CODE = {
  'src/a.py': 'import os\n\ndef price(n):\n    return n\n',
  'src/b.md': 'price\n',
  'c.py': 'PRICE = 1\n',
};

describe('search_text', () => {
  it('finds lines by a regular expression, with globs, context and either case', async () => {
    const call = setUp(CODE);
    const plain = await call('search_text', { pattern: 'def \\w+\\(', context: 1 });
    assert.ok(validateSearchTextResult(plain));
    assert.deepEqual(plain.matches, [
      { file: 'src/a.py', line: 3, text: 'def price(n):', before: [''], after: ['    return n'] },
    ]);
    const lines = async (args: object) =>
      (await call('search_text', { pattern: 'price', ...args })).matches?.map(m => `${m.file}:${m.line}`);
    assert.deepEqual(await lines({}), ['src/a.py:3', 'src/b.md:1']);
    assert.deepEqual(await lines({ ignore_case: true, globs: ['*.py'] }), ['c.py:1', 'src/a.py:3']);
    assert.deepEqual(await lines({ globs: ['!*.md'] }), ['src/a.py:3']);
    assert.deepEqual(await lines({ path: 'src', globs: ['src/*.md'] }), ['src/b.md:1']);
  });

  it('sees what was written before in the same reply', async () => {
    const call = setUp(CODE);
    await call('write_file', { path: 'new.py', content: 'cost = 1\n' });
    assert.equal((await call('search_text', { pattern: '^cost' })).total_matches, 1);
  });

  it('says what it cut and what it did not search', async () => {
    const call = setUp({
      'many.txt': 'x\n'.repeat(500),
      'long.txt': `x${'y'.repeat(2000)}`,
      '.env': 'x=1\n',
      'image.bin': new Uint8Array([255, 254, 0]),
    });
    const answer = await call('search_text', { pattern: 'x', max_results: 5 });
    assert.ok(validateSearchTextResult(answer));
    assert.equal(answer.total_matches, 501);
    assert.match(answer.truncated ?? '', /^5 of 501 matching lines are shown/);
    assert.match(answer.matches?.[0]?.text ?? '', /\[cut: 2001 characters\]$/);
    assert.deepEqual(answer.skipped_files?.map(f => f.file).sort(), ['.env', 'image.bin']);
    assert.ok(JSON.stringify(await call('search_text', { pattern: '', context: 20 })).length < 80_000);
  });

  it('refuses a pattern it cannot search in linear time with the reason', async () => {
    const call = setUp(CODE);
    const answer = await call('search_text', { pattern: '(?<=a)b' });
    assert.match(answer.error ?? '', /the pattern cannot be used: .*look-behind/);
    assert.match((await call('search_text', { pattern: 'a', path: '../x' })).error ?? '', /refused/);
  });
});

describe('find_files', () => {
  it('lists files at any depth by globs, and says when there are more', async () => {
    const call = setUp(CODE);
    const python = await call('find_files', { globs: ['*.py'] });
    assert.ok(validateFindFilesResult(python));
    assert.deepEqual(python, { files: ['c.py', 'src/a.py'], total: 2 });
    const one = await call('find_files', { max_results: 1 });
    assert.deepEqual([one.files?.length, one.total], [1, 3]);
    assert.match(one.truncated ?? '', /1 of 3 files/);
  });
});
