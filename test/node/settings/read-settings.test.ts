import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSettings } from '../../../src/node/settings/read-settings.ts';

describe('settings files of a workspace', () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-settings-'));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const write = (file: string, text: string) => fs.writeFileSync(path.join(root, file), text);
  const read = async () => {
    const settings = await readSettings(root);
    assert.ok(settings.ok, settings.ok ? '' : settings.error);
    return settings.value;
  };
  const refusal = async () => {
    const settings = await readSettings(root);
    assert.ok(!settings.ok);
    return settings.error;
  };

  it('workorder.toml wins over pyproject.toml, setting by setting, and each is known by file and line', async () => {
    write('workorder.toml', 'model = "openai:one"\n\nscope = ["shop/"]\n');
    write(
      'pyproject.toml',
      '[project]\nname = "x"\n[tool.workorder]\nmodel = "openai:two"\nbudget = 200000\n',
    );
    const { values, from } = await read();
    assert.deepEqual(values, { model: 'openai:one', scope: ['shop/'], budget: 200000 });
    assert.deepEqual(from, {
      model: 'workorder.toml, line 1',
      scope: 'workorder.toml, line 3',
      budget: 'pyproject.toml, line 5',
    });
  });
  it('there are none without a file, or where pyproject.toml is about other tools and even broken', async () => {
    assert.deepEqual((await read()).values, {});
    write('pyproject.toml', '[tool.ruff\nselect = ');
    assert.deepEqual((await read()).values, {});
  });

  for (const [text, error] of [
    [
      '# x\nmodle = "openai:x"\n',
      'workorder.toml, line 2: there is no setting "modle"; did you mean "model"?',
    ],
    ['zzz = 1\n', /^workorder\.toml, line 1: there is no setting "zzz"; there are model, /],
    ['fail-on = "all"\n', 'workorder.toml, line 1: fail-on must be one of "any", "new"'],
    ['scope = "shop"\n', 'workorder.toml, line 1: scope must be of type array'],
    ['budget = "lots"\n', /^workorder\.toml, line 1: "lots" is not a budget; /],
    ['model = "replay:replies.json"\n', 'workorder.toml, line 1: model: expected openai:MODEL'],
    ['patience = "x"\n', 'workorder.toml, line 1: patience: expected a number of minutes from 0 to 10080'],
    ['patience = -1\n', /^workorder\.toml, line 1: patience /],
    ['base-url = "ftp://x"\n', /^workorder\.toml, line 1: base-url: expected an address that begins with /],
    ['lint-path = "../x"\n', 'workorder.toml, line 1: "../x" lies outside of the workspace'],
    ['scope = ["shop/", "/etc"]\n', 'workorder.toml, line 1: "/etc" lies outside of the workspace'],
    ['model = "openai:x\n', /^workorder\.toml, line 1: /],
    ['[scope]\nx = 1\n', /^workorder\.toml, line \d: scope must be of type array/],
  ] as const)
    it(`names the file, the line and the key: ${JSON.stringify(text)}`, async () => {
      write('workorder.toml', text);
      const found = await refusal();
      if (typeof error === 'string') assert.equal(found, error);
      else assert.match(found, error);
    });

  for (const [key, why] of [
    ['api-key', /a key or a secret/],
    ['key-file', /a key or a secret/],
    ['allow-secret-file', /a key or a secret/],
    ['sandbox', /switched off for a machine/],
    ['yes', /an approval is given by a person/],
    ['approve-control-plane', /an approval is given by a person/],
    ['ruff', /names a program to start/],
    ['test-command', /names a program to start/],
    ['checks', /policy\.json/],
    ['most_files', /policy\.json/],
  ] as const)
    it(`a file that comes with a repository cannot set ${key}`, async () => {
      write('pyproject.toml', `[tool.workorder]\n${key} = "x"\n`);
      const error = await refusal();
      assert.match(error, new RegExp(`^pyproject\\.toml, line 2: "${key}" cannot be set here: `));
      assert.match(error, why);
    });

  it('does not wait for a pipe, nor read what is no file', async () => {
    fs.mkdirSync(path.join(root, 'workorder.toml'));
    assert.equal(await refusal(), 'workorder.toml is not a file');
  });
  it('an endpoint or scope that is no text is refused', async () => {
    write('workorder.toml', 'base-url = ["http://a"]\n');
    assert.match(await refusal(), /line 1: base-url must be of type string/);
    write('workorder.toml', 'scope = [1]\n');
    assert.match(await refusal(), /line 1: scope\[0\] must be of type string/);
  });
});
