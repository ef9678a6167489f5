import assert from 'node:assert/strict';
import { watchDesigner } from '../../../src/core/workorder/watch-designer.ts';

const order = { scope_allowlist: ['shop/'], new_files: [] };
const command = {
  tool: 'atomic_replace',
  args: { file_path: 'shop/a.py', replacements: [{ old_string: 'a', new_string: 'b' }] },
  reason: 'Rename a.',
};
const withCommands = (...commands: readonly unknown[]): string =>
  `{"touched_files": ["shop/a.py"], "commands": [${commands.map(c => (typeof c === 'string' ? c : JSON.stringify(c))).join(', ')}`;

interface Watched {
  readonly reasons: readonly string[] | undefined;
  /** UTF-16 units read when the reasons were given. */
  readonly read: number;
  readonly arrived: readonly number[];
  readonly isUnderstood: boolean;
}

function watch(text: string): Watched {
  const arrived: number[] = [];
  const watched = watchDesigner(order, (_, index) => arrived.push(index));
  for (let read = 1; read <= text.length; read++) {
    const reasons = watched.read(text.charAt(read - 1));
    if (reasons) return { reasons, read, arrived, isUnderstood: watched.isUnderstood() };
  }
  return { reasons: undefined, read: text.length, arrived, isUnderstood: watched.isUnderstood() };
}

/** The reason is known with the last character of `text`. */
function checkStopped(text: string, reason: string | RegExp, arrived: readonly number[] = []): void {
  const watched = watch(`${text}, {"tool": "atomic_`);
  assert.equal(watched.reasons?.length, 1, `${watched.reasons}`);
  if (typeof reason === 'string') assert.equal(watched.reasons[0], reason);
  else assert.match(watched.reasons[0] ?? '', reason);
  assert.equal(watched.read, text.length);
  assert.deepEqual(watched.arrived, arrived);
}

function checkGoesOn(text: string, arrived: readonly number[] = []): void {
  assert.deepEqual(watch(text), { reasons: undefined, read: text.length, arrived, isUnderstood: false });
}

describe('a Designer’s answer, while it arrives', () => {
  it('shows each command as soon as it is whole', () =>
    checkGoesOn(
      `${withCommands(command, command)}], "changed_signatures": [], "verification": {"tool"`,
      [0, 1],
    ));

  it('stops at an unknown tool [001-049]', () => {
    checkStopped(
      withCommands({ ...command, tool: 'write_file' }),
      'unknown tool: write_file (commands[0]; only atomic_replace and move_text may be used)',
    );
    checkStopped(
      withCommands(command, { ...command, tool: 'shell' }),
      /^unknown tool: shell \(commands\[1\]/,
      [0],
    );
  });
  it('stops at arguments that do not match the schema [001-050]', () => {
    checkStopped(
      withCommands(command, { ...command, args: { ...command.args, encoding: 'utf-8' } }),
      'invalid args for tool atomic_replace: commands[1].args has an unknown key "encoding"',
      [0],
    );
    checkStopped(withCommands({ tool: command.tool, args: command.args }), /commands\[0\] has no "reason"/);
    checkStopped(`${withCommands('null')},`, /^Designer JSON invalid: commands\[0\] must be of type object/);
    checkStopped(withCommands('["atomic_replace"]'), /^Designer JSON invalid: commands\[0\]/);
  });
  it('stops at a path outside the scope [001-062]', () =>
    checkStopped(
      withCommands(command, { ...command, args: { ...command.args, file_path: 'other/a.py' } }),
      'command 1 (atomic_replace): other/a.py is outside the scope (shop/)',
      [0],
    ));
  it('stops at a path that the policy refuses [001-066]', () =>
    checkStopped(
      withCommands({ ...command, args: { ...command.args, file_path: 'shop/.git/config' } }),
      /^command 0 \(atomic_replace\): "shop\/\.git\/config" is refused: /,
    ));
  it('stops at JSON that is invalid behind the first command, with its offset [001-048]', () => {
    const two = withCommands('{"tool": "move_text", "tool": "move_text"}');
    checkStopped(
      two,
      `Designer JSON invalid: parse error at offset ${two.lastIndexOf('"tool"')} (line 1, column ${two.lastIndexOf('"tool"') + 1}): duplicate key "tool"`,
    );
    checkStopped(withCommands(command, '{"__proto__": 1}'), /the key "__proto__" is not allowed/, [0]);
    checkStopped(withCommands(command, '{"reason": "\\ud800"}'), /half of a surrogate pair/, [0]);
    checkStopped(`${withCommands(command)} {`, /expected "," or "\]", found "\{"/, [0]);
    checkStopped(`${withCommands(command)}], "commands":`.slice(0, -1), /duplicate key "commands"/, [0]);
  });
  it('lets an error stand that may yet be the only command, and stops when another one follows', () => {
    const error = { tool: '__error__', args: {}, reason: 'Could not locate symbol X' };
    checkGoesOn(`${withCommands(error)}], "changed_signatures": []`);
    checkStopped(
      withCommands(error, command),
      /^unknown tool: __error__ \(commands\[0\]; "__error__" must be/,
    );
    checkStopped(withCommands(command, error), /^unknown tool: __error__ \(commands\[1\]/, [0]);
  });
  it('says nothing about words before the list: they may stand beside a tool call', () => {
    checkGoesOn('I will look at shop/a.py first.');
    checkGoesOn('```json\n{"touched_files": [], "commands": [{"tool": "shell"}]}');
    checkGoesOn('{"touched_files": ["../../etc/passwd"], "touched_files": [');
  });
  it('knows a command that is not allowed from one that is not understood', () => {
    const stopped = (last: unknown) => watch(withCommands(command, last)).isUnderstood;
    assert.ok(stopped({ ...command, args: { ...command.args, file_path: 'other/a.py' } }));
    assert.ok(!stopped({ ...command, tool: 'write_file' }));
    assert.ok(!stopped('{"reason": "\\ud800"}'));
  });
  it('forgets what was taken back', () => {
    const arrived: number[] = [];
    const watched = watchDesigner(order, (_, index) => arrived.push(index));
    watched.read(withCommands(command, command));
    watched.discard();
    assert.equal(watched.read(withCommands(command)), undefined);
    assert.deepEqual(arrived, [0, 1, 0]);
  });
});
