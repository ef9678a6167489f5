import assert from 'node:assert/strict';
import { parseDesignerOutput } from '../../../src/core/workorder/parse-designer.ts';

const replace = {
  tool: 'atomic_replace',
  args: { file_path: 'shop/a.py', replacements: [{ old_string: 'a', new_string: 'b' }] },
  reason: 'Rename a.',
};
const move = {
  tool: 'move_text',
  args: { file_path: 'shop/a.py', source_start: 1, source_end: 2, target_line: 5 },
  reason: 'Keep helpers together.',
};
const output = {
  touched_files: ['shop/a.py'],
  commands: [replace],
  changed_signatures: [],
  verification: { tool: 'lint_backend', args: { path: 'shop', check_all: false } },
};

function check(value: object): void {
  assert.deepEqual(parseDesignerOutput(JSON.stringify(value)), { ok: true, value });
}

function checkBlocked(value: unknown, reason: RegExp): void {
  const result = parseDesignerOutput(typeof value === 'string' ? value : JSON.stringify(value));
  assert.ok(!result.ok, 'was accepted');
  assert.match(result.error, reason);
}

const withCommand = (change: object) => ({ ...output, commands: [{ ...replace, ...change }] });
const withArgs = (args: object) => withCommand({ args: { ...replace.args, ...args } });

describe('Designer output', () => {
  it('is accepted with both tools, in order [001-002] [001-034]', () =>
    check({ ...output, commands: [replace, move] }));
  it('may move lines to another file [001-014]', () =>
    check({ ...output, commands: [{ ...move, args: { ...move.args, target_file: 'shop/b.py' } }] }));
  it('may lint the default path [001-026]', () =>
    check({ ...output, verification: { tool: 'lint_backend', args: { path: null, check_all: true } } }));

  it('is one JSON structure: no fence, no prose, no second value [001-032] [001-048]', () => {
    checkBlocked(
      `\`\`\`json\n${JSON.stringify(output)}\n\`\`\``,
      /^Designer JSON invalid: parse error at offset 0/,
    );
    checkBlocked(`${JSON.stringify(output)} Done.`, /after the first JSON value/);
    checkBlocked('[]', /^Designer JSON invalid: the JSON must be of type object/);
  });
  it('names an unknown tool [001-002] [001-049]', () =>
    checkBlocked(withCommand({ tool: 'write_file' }), /^unknown tool: write_file /));
  it('names an unknown tool before any fault of its arguments [001-049]', () =>
    checkBlocked(withCommand({ tool: 'shell', args: { command: 'rm' } }), /^unknown tool: shell /));
  it('names the tool whose arguments do not match [001-050]', () => {
    checkBlocked(withArgs({ replacements: [] }), /^invalid args for tool atomic_replace: /);
    checkBlocked(
      withArgs({ encoding: 'utf-8' }),
      /^invalid args for tool atomic_replace: .*unknown key "encoding"/,
    );
    checkBlocked(
      withArgs({ file_path: 7 }),
      /^invalid args for tool atomic_replace: commands\[0\]\.args\.file_path/,
    );
  });
  it('refuses line numbers that are no integers [001-015]', () => {
    for (const source_start of ['1', 1.5, null]) {
      checkBlocked(
        { ...output, commands: [{ ...move, args: { ...move.args, source_start } }] },
        /^invalid args for tool move_text: /,
      );
    }
  });
  it('needs a reason for each command [001-034]', () => {
    const { reason: _, ...rest } = replace;
    checkBlocked({ ...output, commands: [rest] }, /commands\[0\] has no "reason"/);
  });
  it('refuses keys that the schema does not know [001-034]', () => {
    checkBlocked({ ...output, notes: 'x' }, /unknown key "notes"/);
    checkBlocked(withCommand({ id: 1 }), /unknown key "id"/);
  });
  for (const key of ['touched_files', 'commands', 'changed_signatures', 'verification'] as const) {
    it(`needs ${key} [001-033] [001-036] [001-037]`, () => {
      const { [key]: _, ...rest } = output;
      checkBlocked(rest, new RegExp(`has no "${key}"`));
    });
  }
  it('verifies with lint_backend only [001-037]', () =>
    checkBlocked({ ...output, verification: { tool: 'run_tests', args: {} } }, /^invalid verification: /));

  const error = (commands: unknown[]) => ({
    touched_files: [],
    commands,
    changed_signatures: [],
    verification: { tool: 'lint_backend', args: { path: '', check_all: false } },
  });
  const entry = { tool: '__error__', args: {}, reason: 'Could not locate symbol X in file Y' };
  it('gives the reason of the error form, not "unknown tool" [001-038]', () =>
    checkBlocked(error([entry]), /could not produce commands: Could not locate symbol X in file Y$/));
  it('refuses the error form mixed with commands [001-038]', () =>
    checkBlocked(
      { ...output, commands: [replace, entry] },
      /^unknown tool: __error__ .*must be the only command/,
    ));
});
