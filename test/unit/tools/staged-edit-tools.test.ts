import assert from 'node:assert/strict';
import { Staging } from '../../../src/core/gate/staging.ts';
import { agentFileTools } from '../../../src/core/tools/agent-file-tools.ts';
import { stagedEditTools } from '../../../src/core/tools/staged-edit-tools.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';
import {
  validateAtomicReplaceResult,
  validateMoveTextResult,
} from '../../../src/generated/answer-validators.cjs';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';

type Answer = Readonly<Record<string, unknown>>;

function setUp(initial: Readonly<Record<string, string>>) {
  const staging = new Staging(new MemoryFiles(initial), sha256Of);
  const toolbox = new Toolbox([...agentFileTools(staging), ...stagedEditTools(staging)]);
  const call = async (name: string, args: object): Promise<Answer> => {
    const { signal } = new AbortController();
    return (await toolbox.call('agent', toolbox.names, name, JSON.stringify(args), { signal }))
      .response as Answer;
  };
  const text = (path: string) => {
    const change = staging.changes().files.find(f => f.path === path);
    return change?.after && Buffer.from(change.after).toString('utf8');
  };
  const swap = (old_string: string, new_string: string) => ({ old_string, new_string });
  return { staging, call, text, swap };
}

describe('partial edits of agents', () => {
  it('replace exactly one place and keep every other byte, line ends and byte order mark too', async () => {
    const { call, text, swap } = setUp({ 'a.py': '\ufeffx = 1\r\ny = 2\r\nlast' });
    const answer = await call('atomic_replace', {
      file_path: 'a.py',
      replacements: [swap('x = 1\ny', 'x = 3\ny')],
    });
    assert.ok(validateAtomicReplaceResult(answer));
    assert.equal(answer['changed'], true);
    assert.equal(text('a.py'), '\ufeffx = 3\r\ny = 2\r\nlast');
  });

  it('that fail in a file that was not read say that it is to be read, and only there', async () => {
    const { call, swap } = setUp({ 'a.py': 'a = 1\n' });
    const guess = { file_path: 'a.py', replacements: [swap('def f(self)', 'def f(self, b)')] };
    const errors = async () => {
      const answer = await call('atomic_replace', guess);
      assert.ok(validateAtomicReplaceResult(answer));
      return JSON.stringify(answer['validation_errors']);
    };
    assert.match(await errors(), /you have not read a\.py as it is now: read it with read_file/);
    await call('read_file', { path: 'a.py' });
    assert.doesNotMatch(await errors(), /have not read/);
  });

  it('refuse a text that is not there or there twice, and say what is near', async () => {
    const { call, text, swap } = setUp({ 'a.py': 'a = 1\nb = 1\n' });
    for (const [old, expected] of [
      ['= 1', /ambiguous \(2 occurrences\)/],
      ['a = 2', /not found/],
    ] as const) {
      const answer = await call('atomic_replace', { file_path: 'a.py', replacements: [swap(old, 'z')] });
      assert.equal(answer['changed'], false);
      assert.match(JSON.stringify(answer), expected);
    }
    assert.equal(text('a.py'), undefined);
  });

  it('see what earlier calls of the reply left, and change a long file that was never read as a whole', async () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `value_${i} = ${i}`).join('\n');
    const { call, text, swap } = setUp({ 'long.py': long });
    await call('atomic_replace', {
      file_path: 'long.py',
      replacements: [swap('value_19999 = 19999', 'last = 1')],
    });
    await call('atomic_replace', { file_path: './long.py', replacements: [swap('last = 1', 'last = 2')] });
    assert.equal(text('long.py'), long.replace('value_19999 = 19999', 'last = 2'));
    const whole = await call('write_file', { path: 'long.py', content: 'x\n' });
    assert.match(String(whole['error']), /you have not read it/);
  });

  it('leave a file that was read known to its reader', async () => {
    const { call, swap } = setUp({ 'a.py': 'a = 1\n' });
    await call('read_file', { path: 'a.py' });
    await call('atomic_replace', { file_path: 'a.py', replacements: [swap('1', '2')] });
    assert.equal((await call('write_file', { path: 'a.py', content: 'a = 3\n' }))['changed'], true);
  });

  it('move lines within a file and to another one, both or neither', async () => {
    const { call, text } = setUp({ 'a.py': 'one\ntwo\nthree\n', 'b.py': 'x\n' });
    const answer = await call('move_text', {
      file_path: 'a.py',
      source_start: 2,
      source_end: 2,
      target_line: 1,
      target_file: 'b.py',
    });
    assert.ok(validateMoveTextResult(answer));
    assert.deepEqual([text('a.py'), text('b.py')], ['one\nthree\n', 'two\nx\n']);
    const missing = await call('move_text', {
      file_path: 'a.py',
      source_start: 1,
      source_end: 1,
      target_line: 1,
      target_file: 'none.py',
    });
    assert.match(String(missing['error']), /none\.py does not exist/);
    assert.equal(text('a.py'), 'one\nthree\n');
  });

  it('stay out of secrets, protected paths and files that are not there', async () => {
    const { call, text, swap, staging } = setUp({ '.env': 'KEY=1\n', 'a.txt': 'a\n' });
    const guess = await call('atomic_replace', { file_path: '.env', replacements: [swap('KEY=1', 'KEY=2')] });
    assert.match(JSON.stringify(guess), /looks like a secret/);
    const out = await call('move_text', {
      file_path: '.env',
      source_start: 1,
      source_end: 1,
      target_line: 1,
      target_file: 'a.txt',
    });
    assert.match(String(out['error']), /looks like a secret/);
    const up = await call('atomic_replace', { file_path: '../a', replacements: [swap('a', 'b')] });
    assert.match(JSON.stringify(up), /refused/);
    const none = await call('atomic_replace', { file_path: 'n.py', replacements: [swap('a', 'b')] });
    assert.match(JSON.stringify(none), /n\.py does not exist.*write_file makes a new file/);
    assert.equal(text('a.txt'), undefined);
    assert.deepEqual(staging.changes().files, []);
  });
});
