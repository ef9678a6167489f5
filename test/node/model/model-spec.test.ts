import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bindKey, parseEndpoint } from '../../../src/node/model/endpoint.ts';
import {
  createModelOpener,
  type ModelSpec,
  openModel,
  parseModelSpec,
} from '../../../src/node/model/model-spec.ts';
import { modelRequest } from './model-request.ts';

describe('model spec', () => {
  const check = (text: string, spec: ModelSpec) =>
    assert.deepEqual(parseModelSpec(text), { ok: true, value: spec });
  const checkRefused = (text: string, error: RegExp) => {
    const parsed = parseModelSpec(text);
    assert.ok(!parsed.ok);
    assert.match(parsed.error, error);
  };
  it('names a model at an endpoint', () => check('openai:gpt-5', { kind: 'openai', model: 'gpt-5' }));
  it('takes model names with colons and slashes', () =>
    check('openai:hf.co/x/y:Q4_K_M', { kind: 'openai', model: 'hf.co/x/y:Q4_K_M' }));
  it('names a replay', () => check('replay:C:\\a\\b.json', { kind: 'replay', path: 'C:\\a\\b.json' }));
  it('names a model of VS Code by vendor and family', () => {
    check('vscode:copilot/gpt-4.1', { kind: 'vscode', vendor: 'copilot', family: 'gpt-4.1' });
    check('vscode:acme/a/b:c', { kind: 'vscode', vendor: 'acme', family: 'a/b:c' });
    for (const text of ['vscode:copilot', 'vscode:/x', 'vscode:copilot/', 'vscode:']) {
      checkRefused(text, /names no vendor and family; write openai:MODEL/);
    }
  });
  it('refuses what it does not know and shows the forms', () => {
    checkRefused(
      'gpt-5',
      /"gpt-5" is not understood; write openai:MODEL, vscode:VENDOR\/FAMILY \(in VS Code\) or replay:PATH/,
    );
    checkRefused('anthropic:x', /not understood/);
    checkRefused('', /not understood/);
    checkRefused('openai:', /has no name; write openai:MODEL/);
    checkRefused('replay: ', /has no name/);
  });
});

describe('model opener', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'models-'));
    file = path.join(folder, 'replies.json');
    const turns = [
      { role: 'designer', text: '1' },
      { role: 'designer', text: '2' },
    ];
    writeFileSync(file, JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('opens models of VS Code only where the host has them', () => {
    const outside = createModelOpener({})({ kind: 'vscode', vendor: 'copilot', family: 'gpt' });
    assert.ok(!outside.ok);
    assert.match(
      outside.error,
      /vscode:copilot\/gpt can only be asked inside VS Code; choose openai:MODEL here/,
    );
    const inside = createModelOpener({
      editorModel: ({ vendor, family }) => ({ label: `${vendor} ${family}`, ask: () => assert.fail() }),
    })({ kind: 'vscode', vendor: 'copilot', family: 'gpt' });
    assert.equal(inside.ok && inside.value.label, 'copilot gpt');
  });
  it('plays each turn of a replay once, however often it is opened', async () => {
    const open = createModelOpener({});
    const texts = [];
    for (let turn = 0; turn < 2; turn++) {
      const model = open({ kind: 'replay', path: file });
      assert.ok(model.ok);
      assert.equal(model.value.label, 'replay:replies.json');
      const reply = await model.value.ask(modelRequest());
      texts.push(reply.kind === 'answer' ? reply.text : reply.kind);
    }
    assert.deepEqual(texts, ['1', '2']);
  });

  it('labels a model with its endpoint, api.openai.com when none is given', () => {
    const label = (baseUrl?: string) => {
      const model = openModel('openai:gpt-5', { baseUrl });
      return model.ok ? model.value.label : model.error;
    };
    assert.equal(label(), 'openai:gpt-5 at api.openai.com');
    assert.equal(label('http://localhost:11434/v1'), 'openai:gpt-5 at localhost:11434');
  });

  it('says what is wrong with a spec, a base URL or a file', () => {
    for (const [spec, baseUrl, error] of [
      ['gpt-5', undefined, /not understood/],
      ['openai:m', 'localhost', /"localhost" is not a URL/],
      ['replay:/nowhere.json', undefined, /The replay \/nowhere\.json cannot be read: it is not there/],
    ] as const) {
      const opened = openModel(spec, { baseUrl });
      assert.ok(!opened.ok);
      assert.match(opened.error, error);
    }
  });
});

describe('endpoint', () => {
  const check = (baseUrl: string, url: string, kind: string, query = {}) => {
    const endpoint = parseEndpoint(baseUrl);
    assert.ok(endpoint.ok);
    const { url: found, kind: foundKind, query: foundQuery } = endpoint.value;
    assert.deepEqual({ found, foundKind, foundQuery }, { found: url, foundKind: kind, foundQuery: query });
  };
  const checkRefused = (baseUrl: string, error: RegExp) => {
    const endpoint = parseEndpoint(baseUrl);
    assert.ok(!endpoint.ok);
    assert.match(endpoint.error, error);
  };
  it('is the base URL without a slash at its end', () =>
    check('http://localhost:8080/v1/', 'http://localhost:8080/v1', 'compatible'));
  it('may be given with the last step of the path', () =>
    check('https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1', 'openai'));
  it('keeps a query, as Azure deployments need it', () =>
    check(
      'https://r.openai.azure.com/openai/deployments/d?api-version=2024-10-21',
      'https://r.openai.azure.com/openai/deployments/d',
      'azure',
      { 'api-version': '2024-10-21' },
    ));
  it('is refused when it is no web address', () => {
    checkRefused('file:///etc/passwd', /must start with https/);
    checkRefused('api.openai.com', /not a URL; for example/);
  });
  it('is refused with credentials in it, which are not repeated', () => {
    checkRefused('https://user:hunter2hunter2@host/v1', /^(?!.*hunter2).*host must not contain a user name/);
  });
});

describe('API key', () => {
  it('is bound to the origin of its endpoint', () =>
    assert.deepEqual(bindKey(' sk-1 \n', 'https://host:8443/v1'), {
      ok: true,
      value: { key: 'sk-1', origin: 'https://host:8443' },
    }));
  it('is refused, without being repeated, when no header can carry it', () => {
    for (const key of ['', '  ', 'two\nlines', 'ключ-ключ']) {
      const bound = bindKey(key, 'https://host/v1');
      assert.ok(!bound.ok);
      assert.doesNotMatch(bound.error, /two|ключ/);
    }
  });
});
