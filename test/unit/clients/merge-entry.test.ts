import assert from 'node:assert/strict';
import { parse } from 'smol-toml';
import type { ConfigFormat, Entry } from '../../../src/core/clients/client.ts';
import { withEntry, withoutEntry } from '../../../src/core/clients/merge-entry.ts';
import { fail, ok } from '../../../src/core/kernel/result.ts';

const ENTRY: Entry = { command: '/bin/node', args: ['/w/cli.js', 'mcp'] };
const readToml = (text: string) => {
  try {
    return ok(parse(text));
  } catch (error) {
    return fail(String(error).split('\n', 1)[0] ?? '');
  }
};
const placeOf = (format: ConfigFormat) => ({ format, at: ['mcpServers', 'workorder'] });
const put = (text: string | undefined, format: ConfigFormat, entry = ENTRY) =>
  withEntry(text, placeOf(format), entry, readToml);
const take = (text: string, format: ConfigFormat) => withoutEntry(text, placeOf(format), readToml);
const text = (result: ReturnType<typeof put>): string => {
  assert.ok(result.ok, result.ok ? '' : result.error);
  return result.value;
};
const error = (result: ReturnType<typeof put>): string =>
  result.ok ? `no error: ${result.value}` : result.error;

/** The lines of the text are all there still, in order, but for a comma at the end of one. */
function assertKept(before: string, after: string): void {
  let from = 0;
  for (const line of before.split(/(?<=\n)/)) {
    const plain = line.trimEnd();
    if (plain === '') continue;
    const place = after.indexOf(plain, from);
    assert.ok(place >= 0, `lost: ${JSON.stringify(plain)} in\n${after}`);
    from = place + plain.length;
  }
}

describe('our entry in the settings of a client', () => {
  describe('JSON', () => {
    it('is the whole of a new file', () =>
      assert.equal(
        text(put(undefined, 'json')),
        `{
  "mcpServers": {
    "workorder": {
      "command": "/bin/node",
      "args": [
        "/w/cli.js",
        "mcp"
      ]
    }
  }
}
`,
      ));

    it('comes last, in the indentation and with the line ends and byte order mark of the file', () => {
      const before =
        '\uFEFF{\r\n\t"theme": "dark",\r\n\t"mcpServers": {\r\n\t\t"other": { "url": "x" }\r\n\t}\r\n}\r\n';
      const after = text(put(before, 'json', { command: 'c' }));
      assert.equal(
        after,
        '\uFEFF{\r\n\t"theme": "dark",\r\n\t"mcpServers": {\r\n\t\t"other": { "url": "x" },\r\n\t\t"workorder": {\r\n\t\t\t"command": "c"\r\n\t\t}\r\n\t}\r\n}\r\n',
      );
      assert.equal(text(take(after, 'json')), before);
    });

    it('stays in one line where the object is in one', () => {
      const after = text(put('{"a": 1, "mcpServers": {"b": {}}}', 'json', { command: 'c' }));
      assert.equal(after, '{"a": 1, "mcpServers": {"b": {}, "workorder": {"command":"c"}}}');
      assert.equal(text(take(after, 'json')), '{"a": 1, "mcpServers": {"b": {}}}');
    });

    it('leaves comments and trailing commas where they are', () => {
      const before = `{
  // first
  "a": [1, 2,], /* behind */
  "mcpServers": {
    // ours comes below
    "b": { "url": "http://x" }, // about b
    // the last word
  },
}
`;
      const after = text(put(before, 'jsonc', { command: 'c' }));
      assertKept(before, after);
      assert.match(
        after,
        /\/\/ the last word\n {4}"workorder": \{\n {6}"command": "c"\n {4}\},\n {2}\},\n\}\n$/,
      );
      assert.equal(text(take(after, 'jsonc')), before);
    });

    it('keeps what a person added to it, and is the same when it is put twice', () => {
      const own = '{ "mcpServers": { "workorder": { "command": "old", "args": [], "env": { "A": "1" } } } }';
      const after = text(put(own, 'json'));
      assert.match(after, /"command": "\/bin\/node"/);
      assert.match(after, /"env": \{ "A": "1" \}/);
      assert.equal(text(put(after, 'json')), after);
    });

    it('is refused for what the client could not read either, with the line', () => {
      assert.match(error(put('{\n  "a": 1,\n}', 'json')), /^line 2: a comma before the end/);
      assert.match(error(put('{\n  // x\n}', 'json')), /^line 2: a key in double quotes was expected/);
      assert.match(error(put('{ "a": 1 "b": 2 }', 'jsonc')), /^line 1: a comma or } was expected/);
      assert.match(error(put('{ "a": 1, "a": 2 }', 'jsonc')), /the key "a" is there twice/);
      assert.match(error(put('[]', 'jsonc')), /not an object/);
      assert.match(error(put('{ "mcpServers": [] }', 'jsonc')), /"mcpServers" is not an object/);
      assert.match(error(put('{ "a": tru }', 'json')), /a value was expected/);
      assert.match(error(put('{} x', 'json')), /something follows/);
    });

    it('goes in and out of a thousand made-up files with everything else as it was', () => {
      let seed = 7;
      const random = (n: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed % n;
      };
      const gap = () => ['', ' ', '\n', '\n  ', ' // c\n', ' /* c */ ', '\r\n\t'][random(7)] ?? '';
      const value = (depth: number): string => {
        const kind = random(depth > 3 ? 3 : 5);
        if (kind < 3) return ['1', '"a // b"', 'null'][kind] ?? '';
        const parts = Array.from({ length: random(4) }, (_, i) =>
          kind === 3 ? `${gap()}${value(depth + 1)}` : `${gap()}"k${i}"${gap()}:${gap()}${value(depth + 1)}`,
        );
        const [open, close] = kind === 3 ? '[]' : '{}';
        return `${open}${parts.join(`${gap()},`)}${parts.length > 0 && random(3) === 0 ? ',' : ''}${gap()}${close}`;
      };
      for (let i = 0; i < 1000; i++) {
        const servers =
          random(2) === 0 ? '' : `"mcpServers"${gap()}:${gap()}{${gap()}"z":${value(2)}${gap()}},`;
        const before = `${gap()}{${gap()}${servers}${gap()}"rest":${value(1)}${gap()}}${gap()}`;
        const after = text(put(before, 'jsonc'));
        assert.equal(text(put(after, 'jsonc')), after);
        const back = text(take(after, 'jsonc'));
        // What is in between may have got a comma or an empty object, and nothing else.
        const bare = (given: string) => given.replace(/"mcpServers":\s*\{\s*\}/, '').replace(/[\s,]/g, '');
        assert.equal(bare(back), bare(before), `${before}\n--- with\n${after}\n--- without\n${back}`);
      }
    });
  });

  describe('TOML', () => {
    it('is a table at the end, with everything before it as it was', () => {
      const before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "a" # b\n';
      const after = text(put(before, 'toml'));
      assert.equal(
        after,
        `${before}\n[mcpServers.workorder]\ncommand = "/bin/node"\nargs = ["/w/cli.js", "mcp"]\n`,
      );
      assert.equal(text(put(after, 'toml')), after);
      assert.equal(text(take(after, 'toml')), before);
    });

    it('changes its own keys only, whichever way they are written', () => {
      const before = `[mcpServers."workorder"] # ours
command = """
old
"""
args = [
  "a", # with ] and "
  "b",
]
enabled = true
[mcpServers.workorder.env]
A = "1"
[after]
x = 1
`;
      const after = text(put(before, 'toml'));
      assert.match(
        after,
        /^\[mcpServers\."workorder"\] # ours\ncommand = "\/bin\/node"\nargs = \["\/w\/cli\.js", "mcp"\]\nenabled = true\n/,
      );
      assertKept('[mcpServers.workorder.env]\nA = "1"\n[after]\nx = 1\n', after);
      assert.equal(text(take(after, 'toml')), '[after]\nx = 1\n');
    });

    it('keeps CRLF and a missing last line end', () => {
      assert.equal(
        text(put('a = 1\r\nb = 2', 'toml', { command: 'c' })),
        'a = 1\r\nb = 2\r\n\r\n[mcpServers.workorder]\r\ncommand = "c"\r\n',
      );
    });

    it('is refused where the file is no TOML, or the servers are written so that none can be added', () => {
      assert.match(error(put('a = = 1\n', 'toml')), /Invalid TOML|TomlError/);
      assert.match(error(put('mcpServers = { other = { command = "a" } }\n', 'toml')), /by hand/);
    });
  });

  describe('YAML', () => {
    const place = {
      format: 'yaml',
      at: ['mcpServers', 'workorder'],
      begin: ['name: x', 'schema: v1'],
    } as const;
    const putYaml = (given: string | undefined) => withEntry(given, place, ENTRY, readToml);

    it('is a list with one item in a new file', () =>
      assert.equal(
        text(putYaml(undefined)),
        'name: x\nschema: v1\nmcpServers:\n  - name: workorder\n    command: "/bin/node"\n    args:\n      - "/w/cli.js"\n      - "mcp"\n',
      ));

    it('comes behind the other items, in their indentation', () => {
      const before =
        '# mine\nmodels:\n  - name: workorder\nmcpServers: # all\n- name: "a"\n  command: b\n\n# about rules\nrules: []\n';
      const after = text(putYaml(before));
      assertKept(before, after);
      assert.match(
        after,
        /command: b\n- name: workorder\n {2}command: "\/bin\/node"\n {2}args:\n {4}- "\/w\/cli.js"\n {4}- "mcp"\n\n# about/,
      );
      assert.equal(text(putYaml(after)), after);
      assert.equal(text(take(after, 'yaml')), before);
    });

    it('keeps CRLF, and leaves an empty list when it was the only item', () => {
      const after = text(putYaml('a: 1\r\nmcpServers:\r\n'));
      assert.ok(!/[^\r]\n/.test(after));
      assert.equal(text(take(after, 'yaml')), 'a: 1\r\nmcpServers: []\r\n');
    });

    it('is known by its own name, not by what is called so further in', () => {
      const before =
        'mcpServers:\n  - command: x\n    env:\n      name: workorder\n      command: y\n    "name": other\n';
      const after = text(putYaml(before));
      assertKept(before, after);
      assert.match(after, /"name": other\n {2}- name: workorder\n {4}command: "\/bin\/node"\n/);
      assert.equal(text(take(after, 'yaml')), before);
    });

    it('keeps what a person added to it, and is the same when it is put twice', () => {
      const before =
        'mcpServers:\n  - env:\n      A: "1" # mine\n    name: "workorder"\n    command: old\n    args:\n    - a\n  - name: b\n    command: c\n';
      const after = text(putYaml(before));
      assert.equal(
        after,
        'mcpServers:\n  - name: workorder\n    command: "/bin/node"\n    args:\n      - "/w/cli.js"\n      - "mcp"\n    env:\n      A: "1" # mine\n  - name: b\n    command: c\n',
      );
      assert.equal(text(putYaml(after)), after);
      assert.equal(text(take(after, 'yaml')), 'mcpServers:\n  - name: b\n    command: c\n');
    });

    it('is refused where it may be there already in a way that is not read', () => {
      for (const item of ['- {name: workorder}', '- ? name\n    : workorder', '- <<: *workorder'])
        for (const change of [putYaml, (given: string) => take(given, 'yaml')])
          assert.match(
            error(change(`mcpServers:\n  - name: a\n  ${item}\n`)),
            /^line 3: an item of mcpServers is not written with one key a line/,
            item,
          );
      assert.match(
        error(putYaml('mcpServers:\n  -   name: workorder\n      env:\n       A: 1\n    x: 1\n')),
        /^line 2: /,
      );
    });

    it('goes in and out of a thousand made-up files with every other line as it was', () => {
      let seed = 11;
      const random = (n: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed % n;
      };
      const some = (...of: readonly string[]) => of[random(of.length)] ?? '';
      for (let i = 0; i < 1000; i++) {
        const indent = some('', '  ', '    ');
        const keys = () =>
          [
            some('command: x', 'command: "workorder"', "command: 'a: b' # c"),
            ...Array.from({ length: random(3) }, () =>
              some(
                `args:\n${indent}  - mcp\n${indent}  - "name: workorder"`,
                `env:\n${indent}    name: workorder\n\n${indent}    B: 1`,
                `about: |\n${indent}    - name: workorder\n${indent}    # no comment`,
                '# a comment',
              ),
            ),
          ].join(`\n${indent}  `);
        const names = ['a', 'b', 'c'].slice(0, random(4));
        const items = names.map(name =>
          random(2) === 0
            ? `${indent}- name: ${name}\n${indent}  ${keys()}\n`
            : `${indent}- ${keys()}\n${indent}  name: ${name}\n`,
        );
        const before = `${some('', '# top\n', 'models:\n  - name: workorder\n')}mcpServers:${items.length === 0 ? ' []' : ''}\n${items.join('')}${some('', '\n# about rules\nrules: []\n', 'x: 1')}`;
        const after = text(putYaml(before));
        assert.equal(text(putYaml(after)), after, before);
        assert.equal(text(take(after, 'yaml')), before);
      }
    });

    it('is refused where the list is written in another way', () => {
      assert.match(error(putYaml('mcpServers: [{name: a}]\n')), /^line 1: .*one item a line/);
      assert.match(error(putYaml('{a: 1}\n')), /^line 1: it is not a key/);
      assert.match(error(putYaml('a: 1\n---\nb: 1\n---\n')), /more than one document/);
      assert.match(error(putYaml('mcpServers:\n  a:\n    b: 1\n')), /not a list/);
    });
  });
});
