import assert from 'node:assert/strict';
import { Staging } from '../../../src/core/gate/staging.ts';
import { agentFileTools } from '../../../src/core/tools/agent-file-tools.ts';
import { MAX_PAGE } from '../../../src/core/tools/read-page.ts';
import { readTools } from '../../../src/core/tools/read-tools.ts';
import { stagedEditTools } from '../../../src/core/tools/staged-edit-tools.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';
import { type Content, MemoryFiles, sha256Of } from '../../support/memory-files.ts';

function setUp(initial: Readonly<Record<string, Content>>) {
  const files = new MemoryFiles(initial);
  const staging = new Staging(files, sha256Of);
  const toolbox = new Toolbox(agentFileTools(staging));
  const call = async (name: string, args: object): Promise<unknown> => {
    const { signal } = new AbortController();
    return (await toolbox.call('agent', toolbox.names, name, JSON.stringify(args), { signal })).response;
  };
  const errorOf = async (name: string, args: object) => {
    const response = (await call(name, args)) as { readonly error?: string; readonly changed?: boolean };
    if (response.error !== undefined) assert.equal(response.changed, false);
    return response.error ?? '';
  };
  const text = (path: string) => {
    const change = staging.changes().files.find(f => f.path === path);
    return change?.after && Buffer.from(change.after).toString('utf8');
  };
  return { files, staging, call, errorOf, text };
}

const LINES = Array.from({ length: 3000 }, (_, i) => `value_${i} = "${'x'.repeat(i % 40)}"`);
const LONG = `${LINES.join('\n')}\n`;

/** Reads a file as an agent would: page by page, as the last line of each says. */
async function readWhole(call: (name: string, args: object) => Promise<unknown>, path: string) {
  let [args, text, pages]: [object, string, number] = [{ path }, '', 0];
  for (;;) {
    const answer = String(await call('read_file', args));
    pages++;
    assert.ok(answer.length <= MAX_PAGE + 200, 'an answer has a limit');
    const marker = /\[cut: [^\n]* shown.*read_file, offset (\d+)(?:, column (\d+))?\]$/.exec(answer);
    const page = marker ? answer.slice(0, marker.index) : answer;
    text += marker?.[2] === undefined ? page : page.slice(0, -1);
    if (!marker) return { text, pages };
    args = { path, offset: Number(marker[1]), ...(marker[2] ? { column: Number(marker[2]) } : {}) };
  }
}

describe('reading a long file', () => {
  for (const [what, content] of [
    ['many lines', LONG],
    ['CRLF', LONG.replaceAll('\n', '\r\n')],
    ['one line', 'é😀'.repeat(40_000)],
    ['long lines between short ones', `a\n${'b'.repeat(70_000)}\nc\n${'d'.repeat(40_000)}`],
  ] as const) {
    it(`is cut, says so, and reads on to the end: ${what} [002-008] [003-049]`, async () => {
      const { call } = setUp({ 'a.py': content });
      const { text, pages } = await readWhole(call, 'a.py');
      assert.equal(text, content);
      assert.ok(pages > 1);
    });
  }
  it('gives the lines that are asked for, and says what there is beyond the end', async () => {
    const { call, errorOf } = setUp({ 'a.py': 'one\ntwo\nthree\n' });
    const some = await call('read_file', { path: 'a.py', offset: 2, limit: 1 });
    assert.equal(some, 'two\n[cut: lines 2 to 2 of 3 shown; read on with read_file, offset 3]');
    assert.equal(await call('read_file', { path: 'a.py', offset: 3 }), 'three\n');
    assert.match(await errorOf('read_file', { path: 'a.py', offset: 4 }), /no line 4: the file has 3 lines/);
  });
  it('is the same for all agents', async () => {
    const files = new MemoryFiles({ 'a.py': LONG });
    const symbols = {} as Parameters<typeof readTools>[1];
    const toolbox = new Toolbox(readTools(files, symbols));
    const { signal } = new AbortController();
    const other = await toolbox.call('QA', toolbox.names, 'read_file', '{"path":"a.py"}', { signal });
    assert.equal(other.response, await setUp({ 'a.py': LONG }).call('read_file', { path: 'a.py' }));
  });
});

describe('write_file over an existing file', () => {
  it('is refused when the agent never read it, and when it changed since', async () => {
    const { files, call, errorOf, text } = setUp({ 'a.py': 'x = 1\n', 'empty.py': '' });
    const write = { path: 'a.py', content: 'x = 2\n' };
    assert.match(await errorOf('write_file', write), /you have not read it: read it with read_file first/);
    await call('read_file', { path: './a.py' });
    files.set('a.py', 'x = 3\n');
    assert.match(await errorOf('write_file', write), /a\.py changed since you read it; read it again/);
    await call('retrieve_context_files', { paths: ['a.py'] });
    assert.equal(await errorOf('write_file', write), '');
    assert.equal(await errorOf('write_file', { path: 'a.py', content: 'x = 4\n' }), '', 'it wrote it itself');
    assert.equal(text('a.py'), 'x = 4\n');
    assert.equal(await errorOf('write_file', { path: 'empty.py', content: 'y\n' }), '', 'nothing is lost');
  });

  it('is refused when it holds the line that says where an answer was cut [002-008]', async () => {
    const { call, errorOf, text } = setUp({ 'a.py': LONG });
    const content = String(await call('read_file', { path: 'a.py' }));
    assert.match(
      await errorOf('write_file', { path: 'a.py', content }),
      /read on with read_file, offset \d+/,
    );
    assert.match(await errorOf('write_file', { path: 'new.py', content }), /where an answer was cut/);
    const old = 'x = 1\n[cut: 65536 of 75284 characters shown]\n';
    assert.match(await errorOf('write_file', { path: 'new.py', content: old }), /where an answer was cut/);
    assert.equal(text('a.py'), undefined);
    assert.equal(await errorOf('write_file', { path: 'new.py', content: old, markers_are_meant: true }), '');
  });

  it('keeps what it did not read, however it was read', async () => {
    const { call, errorOf } = setUp({ 'a.py': LONG });
    const page = String(await call('read_file', { path: 'a.py' }));
    const shown = page.slice(0, page.lastIndexOf('[cut: '));
    const partly = { path: 'a.py', content: shown };
    assert.match(
      await errorOf('write_file', partly),
      /only a part of a\.py.*offset \d+ and no limit, until its end/,
    );
    assert.match(
      await errorOf('write_file', { path: 'a.py', content: LINES.slice(0, -1).join('\n') }),
      /only a part/,
    );
    assert.equal(await errorOf('write_file', { path: 'a.py', content: `# Values.\n${LONG}` }), '');
    const again = setUp({ 'a.py': LONG });
    await readWhole(again.call, 'a.py');
    assert.equal(
      await again.errorOf('write_file', { path: 'a.py', content: 'x = 1\n' }),
      '',
      'all of it was read',
    );
  });

  it('is refused when a line stands for left-out text that was not there before', async () => {
    const before = 'import os\n\n\ndef f():\n    return os.name\n\n\ndef g():\n    return 2\n';
    const { call, errorOf, text } = setUp({ 'a.py': before, 'b.py': `# ... existing code ...\nx = 1\n` });
    await call('retrieve_context_files', { paths: ['a.py', 'b.py'] });
    for (const marker of [
      '# ... rest unchanged',
      '# ... existing code ...',
      '# rest of the code remains the same',
    ]) {
      const content = `import os\n\n\ndef f():\n    return "x"\n\n\n${marker}\n`;
      assert.match(
        await errorOf('write_file', { path: 'a.py', content }),
        /stands for left-out text/,
        marker,
      );
    }
    assert.equal(text('a.py'), undefined);
    assert.equal(
      await errorOf('write_file', { path: 'b.py', content: '# ... existing code ...\nx = 2\n' }),
      '',
    );
    const example = before.replace(
      'def g():\n',
      'def g():\n    """Two.\n\n    >>> # ...\n    ... g()\n    """\n',
    );
    assert.equal(await errorOf('write_file', { path: 'a.py', content: example }), '');
  });

  for (const [what, before, written, after] of [
    ['CRLF', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
    ['LF', 'a\nb\n', 'a\r\nc\r\n', 'a\nc\n'],
    ['a byte order mark', '\ufeffa\n', 'b\n', '\ufeffb\n'],
    ['no byte order mark', 'a\n', '\ufeffb\n', 'b\n'],
    ['a final line end', 'a\r\nb\r\n', 'a\nc', 'a\r\nc\r\n'],
    ['no final line end', 'a\nb', 'a\nc\n', 'a\nc'],
    ['mixed line ends as they are written', 'a\r\nb\n', 'a\r\nc\n', 'a\r\nc\n'],
    [
      'each line its own end where they are mixed',
      'a\nb\r\nc\r\nd\n',
      'a\nb\nx\nc\ny\n',
      'a\nb\r\nx\r\nc\r\ny\r\n',
    ],
  ] as const) {
    it(`keeps ${what} [002-007]`, async () => {
      const { call, text } = setUp({ 'a.txt': before });
      await call('read_file', { path: 'a.txt' });
      await call('write_file', { path: 'a.txt', content: written });
      assert.equal(text('a.txt'), after);
      await call('write_file', { path: 'a.txt', content: written, exact: true });
      assert.equal(text('a.txt'), written, 'the call says otherwise');
    });
  }
});

describe('a file that was read in part', () => {
  const first = 'x'.repeat(100_000);

  it('is read on where the answer ended, within a long line by column', async () => {
    const { call, errorOf } = setUp({ 'a.txt': `${first}\nlast\n` });
    await call('read_file', { path: 'a.txt' });
    const refusal = await errorOf('write_file', { path: 'a.txt', content: 'new\n' });
    const [, offset, column] = /offset (\d+), column (\d+)/.exec(refusal) ?? [];
    assert.equal(offset, '1');
    assert.ok(Number(column) > 1, refusal);
    const more = String(await call('read_file', { path: 'a.txt', offset: 1, column: Number(column) }));
    assert.match(more, /^x/);
  });

  it('is read on with the next line where whole lines were shown', async () => {
    const { call, errorOf } = setUp({ 'a.txt': 'one\ntwo\nthree\n' });
    await call('read_file', { path: 'a.txt', limit: 2 });
    assert.match(await errorOf('write_file', { path: 'a.txt', content: 'one\n' }), /offset 3 and no limit/);
  });
});

describe('atomic_replace of an agent', () => {
  it('is refused when a line stands for left-out text, as it is in a work order', async () => {
    const files = new MemoryFiles({ 'a.py': 'a = 1\nb = 2\nc = 3\n' });
    const staging = new Staging(files, sha256Of);
    const toolbox = new Toolbox([...agentFileTools(staging), ...stagedEditTools(staging)]);
    const args = {
      file_path: 'a.py',
      replacements: [{ old_string: 'a = 1\nb = 2', new_string: '# ... rest unchanged' }],
    };
    const { signal } = new AbortController();
    const { response } = await toolbox.call('agent', toolbox.names, 'atomic_replace', JSON.stringify(args), {
      signal,
    });
    assert.match(JSON.stringify(response), /stands for left-out text/);
    assert.deepEqual(staging.changedPaths, []);
  });
});
