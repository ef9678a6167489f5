import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Cancelled, StoppedEarly } from '../../../src/core/kernel/cancel.ts';
import type { Model, ModelReply, ModelRequest } from '../../../src/core/ports/model.ts';
import type { Replay, ReplayTurn } from '../../../src/generated/contracts.ts';
import { createRecorder } from '../../../src/node/model/record-model.ts';
import { openReplay } from '../../../src/node/model/replay-model.ts';
import { hashRequest } from '../../../src/node/model/request-hash.ts';
import { modelRequest } from './model-request.ts';

const byHand = (...turns: ReplayTurn[]): Replay => ({
  format: 'workorder-replay/1',
  origin: 'written-by-hand',
  turns,
});

function models(replay: Replay | string) {
  const opened = openReplay(replay, 'test.json');
  assert.ok(opened.ok, opened.ok ? '' : opened.error);
  return opened.value;
}

const ask = (replay: Replay, request = modelRequest()) => models(replay)().ask(request);

async function textOf(reply: Promise<ModelReply>): Promise<string> {
  const settled = await reply;
  assert.equal(settled.kind, 'answer', JSON.stringify(settled));
  return settled.kind === 'answer' ? settled.text : '';
}

async function faultOf(reply: Promise<ModelReply>): Promise<string> {
  const settled = await reply;
  assert.equal(settled.kind, 'fault', JSON.stringify(settled));
  return settled.kind === 'fault' ? settled.reason : '';
}

describe('replay model', () => {
  describe('plays a turn', () => {
    it('gives text byte for byte, whatever it is', async () => {
      const text = '```json\n{"a": 1}\r\n``` \u{1f600} \ud800 "\\u0000';
      assert.equal(await textOf(ask(byHand({ role: 'designer', text }))), text);
    });

    it('gives json as its serialisation', async () =>
      assert.equal(
        await textOf(ask(byHand({ role: 'designer', json: { b: [1, { a: 'x' }] } }))),
        '{"b":[1,{"a":"x"}]}',
      ));

    it('streams the text in pieces that add up to it and never split a surrogate pair', async () => {
      const text = '\u{1f600}'.repeat(200) + 'x'.repeat(101);
      const pieces: string[] = [];
      await ask(byHand({ role: 'designer', text }), modelRequest({ onText: piece => pieces.push(piece) }));
      assert.equal(pieces.join(''), text);
      assert.ok(pieces.length > 5);
      assert.ok(pieces.every(piece => piece.isWellFormed()));
    });

    it('gives tool calls with arguments and an id each', async () => {
      const calls = [
        { name: 'read_file', arguments: { file_path: 'a.py' } },
        { name: 'read_file', arguments: {}, arguments_json: '{ }' },
      ];
      const replay = byHand({ role: 'designer', tool_calls: calls }, { role: 'designer', tool_calls: calls });
      const model = models(replay)();
      const first = await model.ask(modelRequest());
      const second = await model.ask(modelRequest());
      assert.ok(first.kind === 'tool_calls' && second.kind === 'tool_calls');
      assert.deepEqual(
        first.calls.map(call => [call.name, call.argumentsJson]),
        [
          ['read_file', '{"file_path":"a.py"}'],
          ['read_file', '{ }'],
        ],
      );
      assert.equal(new Set([...first.calls, ...second.calls].map(call => call.id)).size, 4);
    });

    it('gives a fault', async () =>
      assert.deepEqual(
        await ask(byHand({ role: 'designer', fault: { code: 'refusal', reason: 'The model refused.' } })),
        { kind: 'fault', code: 'refusal', reason: 'The model refused.' },
      ));

    it('takes usage from the turn, else estimates and says so', async () => {
      const model = models(
        byHand(
          { role: 'designer', text: '{}', usage: { input_tokens: 7, output_tokens: 2 } },
          { role: 'designer', text: 'x'.repeat(40) },
        ),
      )();
      const counted = await model.ask(modelRequest());
      const estimated = await model.ask(modelRequest());
      assert.ok(counted.kind === 'answer' && estimated.kind === 'answer');
      assert.deepEqual(counted.usage, { inputTokens: 7, outputTokens: 2, estimated: false });
      assert.equal(estimated.usage.outputTokens, 12);
      assert.equal(estimated.usage.estimated, true);
    });

    it('rejects with Cancelled while it streams', async () => {
      const controller = new AbortController();
      const request = modelRequest({ signal: controller.signal, onText: () => controller.abort() });
      await assert.rejects(ask(byHand({ role: 'designer', text: 'x'.repeat(500) }), request), Cancelled);
    });
  });

  describe('keeps the order per role', () => {
    it('plays the turns of each role in their order, across all models it gave', async () => {
      const modelFor = models(
        byHand(
          { role: 'qa', text: 'q1' },
          { role: 'designer', text: 'd1' },
          { role: 'designer', text: 'd2' },
          { role: 'qa', text: 'q2' },
        ),
      );
      assert.equal(await textOf(modelFor('designer').ask(modelRequest())), 'd1');
      assert.equal(await textOf(modelFor('qa').ask(modelRequest())), 'q1');
      assert.equal(await textOf(modelFor('designer').ask(modelRequest())), 'd2');
      assert.equal(await textOf(modelFor().ask(modelRequest({ role: 'qa' }))), 'q2');
    });

    it('says which role has run out of turns', async () => {
      const model = models(byHand({ role: 'designer', text: '{}' }))();
      await model.ask(modelRequest());
      assert.equal(
        await faultOf(model.ask(modelRequest())),
        'The replay test.json has no more turns for designer; record it again',
      );
    });
  });

  describe('checks the request', () => {
    const request = modelRequest();
    const turnFor = (asked: ModelRequest, text: string): ReplayTurn => {
      const { sha256, parts } = hashRequest(asked);
      return { role: asked.role, request_sha256: sha256, request_parts: [...parts], text };
    };

    it('plays the turn when the hash is the same', async () =>
      assert.equal(await textOf(ask(byHand(turnFor(request, 'yes')), request)), 'yes'));

    it('says which turn and which part of the request differs', async () => {
      const other = modelRequest({
        messages: [
          { role: 'system', text: 'You propose commands.' },
          { role: 'user', text: 'Rename the class.' },
        ],
      });
      const reason = await faultOf(ask(byHand({ role: 'qa', text: '' }, turnFor(request, 'yes')), other));
      assert.match(reason, /request of designer .* turn 2 of the replay test\.json/);
      assert.match(
        reason,
        /: message 2 \(user\) differs \(\d+ characters recorded, \d+ now; first at line 1: recorded ".*", now "Rename the class\."\)\./,
      );
    });

    it('says that a message is new or gone', async () => {
      const longer = modelRequest({ messages: [...request.messages, { role: 'user', text: 'more' }] });
      assert.match(await faultOf(ask(byHand(turnFor(request, '')), longer)), /message 3 \(user\) is new/);
      assert.match(await faultOf(ask(byHand(turnFor(longer, '')), request)), /message 3 \(user\) is gone/);
    });

    it('shows both hashes when the turn has no parts', async () => {
      const turn: ReplayTurn = { role: 'designer', request_sha256: 'a'.repeat(64), text: '' };
      assert.match(await faultOf(ask(byHand(turn))), /its SHA-256 is [0-9a-f]{64}, recorded was a{64}/);
    });

    it('finds the recorded turn when parallel requests come in another order', async () => {
      const other = modelRequest({ messages: [{ role: 'user', text: 'other' }] });
      const model = models(byHand(turnFor(request, 'one'), turnFor(other, 'two')))();
      assert.equal(await textOf(model.ask(other)), 'two');
      assert.equal(await textOf(model.ask(request)), 'one');
    });

    it('does not depend on the ids an endpoint gave to tool calls, nor on key order', () => {
      const talk = (id: string) =>
        modelRequest({
          messages: [
            { role: 'assistant', text: '', toolCalls: [{ id, name: 't', argumentsJson: '{}' }] },
            { role: 'tool', callId: id, name: 't', text: 'x' },
          ],
        });
      assert.equal(hashRequest(talk('call_abc')).sha256, hashRequest(talk('call_xyz')).sha256);
      const schema = (value: Record<string, unknown>) =>
        modelRequest({ output: { name: 'answer', schema: value } });
      assert.equal(hashRequest(schema({ a: 1, b: 2 })).sha256, hashRequest(schema({ b: 2, a: 1 })).sha256);
    });
  });

  describe('refuses a file', () => {
    const check = (replay: unknown, error: RegExp) => {
      const opened = openReplay(replay as Replay, 'test.json');
      assert.ok(!opened.ok);
      assert.match(opened.error, error);
    };
    it('of another format', () =>
      check({ format: 'x', origin: 'recorded', turns: [] }, /test\.json .*workorder-replay\/1 at \/format/));
    it('whose turn has nothing to say', () =>
      check(byHand({ role: 'qa' }), /Turn 1 .* exactly one of .*; it has none/));
    it('whose turn says two things', () =>
      check(byHand({ role: 'qa', text: '', json: {} }), /Turn 1 .*; it has json and text/));
    it('whose turn has no calls', () => check(byHand({ role: 'qa', tool_calls: [] }), /empty list/));
    it('that is not there', () => {
      const opened = openReplay('/nowhere/replies.json');
      assert.ok(!opened.ok);
      assert.match(
        opened.error,
        /The replay \/nowhere\/replies\.json cannot be read: it is not there \(ENOENT\)/,
      );
    });
  });
});

describe('recorder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recorder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const usage = { inputTokens: 3, cachedInputTokens: 2, outputTokens: 4, estimated: false };
  const scripted = (...replies: ModelReply[]): Model => ({
    label: 'scripted',
    ask: async () => replies.shift() ?? { kind: 'fault', code: 'empty', reason: 'no more' },
  });

  it('writes what openReplay plays back byte for byte, requests checked', async () => {
    const file = path.join(folder, 'deep', 'replies.json');
    const replies: ModelReply[] = [
      {
        kind: 'tool_calls',
        text: 'let me look',
        calls: [
          { id: 'call_1', name: 'read_file', argumentsJson: '{"file_path":"a.py"}' },
          { id: 'call_2', name: 'read_file', argumentsJson: '{ "broken' },
        ],
        usage,
        model: 'm-1',
      },
      { kind: 'fault', code: 'truncated', reason: 'cut', written: '{"commands": [{"to' },
      { kind: 'answer', text: '{"ok": true}\r\n\u2028', usage, model: 'm-1' },
    ];
    const recorder = createRecorder({ file, secrets: [], note: 'a bug report' });
    const recording = recorder.record(scripted(...replies));
    for (const _ of replies) await recording.ask(modelRequest());
    assert.deepEqual(await recorder.saved(), { ok: true, value: undefined });

    const model = models(file)('designer');
    const played = [];
    for (const _ of replies) played.push(await model.ask(modelRequest()));
    assert.deepEqual(
      played.map(reply =>
        reply.kind === 'tool_calls'
          ? { ...reply, calls: reply.calls.map((call, n) => ({ ...call, id: `call_${n + 1}` })) }
          : reply,
      ),
      replies,
    );
    assert.match(await faultOf(models(file)().ask(modelRequest({ messages: [] }))), /message 1 .* is gone/);
  });

  it('keeps each text of the requests once, so that a replay shows what is asked differently', async () => {
    const talk = [{ role: 'user', text: 'Rename it.\nNow.' } as const];
    const longer = [...talk, { role: 'assistant', text: 'let me look', toolCalls: [] } as const];
    const recorder = createRecorder({ secrets: [] });
    const answer: ModelReply = { kind: 'answer', text: '{}', usage, model: 'm' };
    const recording = recorder.record(scripted(answer, answer));
    await recording.ask(modelRequest({ messages: talk }));
    await recording.ask(modelRequest({ messages: longer }));
    const replay = recorder.replay();
    const texts = replay.turns.map(({ request_parts: parts = [] }) =>
      parts.filter(({ text }) => text !== undefined).map(({ part }) => part),
    );
    assert.deepEqual(texts, [['role', 'message 1 (user)', 'tools', 'output'], ['message 2 (assistant)']]);
    const model = models(replay)();
    await model.ask(modelRequest({ messages: talk }));
    const other = [{ role: 'user', text: 'Rename it.\nLater.' } as const, ...longer.slice(1)];
    assert.match(
      await faultOf(model.ask(modelRequest({ messages: other }))),
      /message 1 \(user\) differs \(.*; first at line 2: recorded "Now\.", now "Later\."\)/,
    );
  });

  it('writes to a file that it learns of later, with what there was before', async () => {
    const file = path.join(folder, 'later.json');
    const recorder = createRecorder({ secrets: [] });
    await recorder
      .record(scripted({ kind: 'answer', text: 'before', usage, model: 'm' }))
      .ask(modelRequest());
    recorder.saveTo(file);
    assert.ok((await recorder.saved()).ok);
    assert.equal(await textOf(models(file)().ask(modelRequest())), 'before');
  });

  it('keeps the order of the requests when the replies come in another order', async () => {
    let settle: (reply: ModelReply) => void = () => {};
    const late = new Promise<ModelReply>(resolve => {
      settle = resolve;
    });
    const answer = (text: string): ModelReply => ({ kind: 'answer', text, usage, model: 'm' });
    const recorder = createRecorder({ secrets: [] });
    const first = recorder.record({ label: 'slow', ask: () => late }).ask(modelRequest());
    await recorder.record(scripted(answer('second'))).ask(modelRequest());
    settle(answer('first'));
    await first;
    assert.deepEqual(
      recorder.replay().turns.map(turn => turn.text),
      ['first', 'second'],
    );
  });

  it('never lets a secret into the file: not in replies, faults, arguments or notes', async () => {
    const canary = 'sk-canary"\\/0123456789';
    const file = path.join(folder, 'replies.json');
    const recorder = createRecorder({ file, secrets: [canary], note: `run with ${canary}` });
    const recording = recorder.record(
      scripted(
        { kind: 'answer', text: `{"k": ${JSON.stringify(canary)}}`, usage, model: 'm' },
        { kind: 'fault', code: 'truncated', reason: `key ${canary} is wrong`, written: `it is ${canary}` },
        {
          kind: 'tool_calls',
          text: canary,
          calls: [{ id: '1', name: 't', argumentsJson: JSON.stringify({ url: encodeURIComponent(canary) }) }],
          usage,
          model: 'm',
        },
      ),
    );
    const request = modelRequest({ messages: [{ role: 'user', text: canary }] });
    for (let turn = 0; turn < 3; turn++) await recording.ask(request);
    await recorder.saved();
    const written = readFileSync(file, 'utf8');
    for (const form of [canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary)]) {
      assert.ok(!written.includes(form), form);
    }
    assert.ok(!written.includes('0123456789'));
  });

  it('keeps what was read of an answer that was stopped early, so that its replay stops there again', async () => {
    const recorder = createRecorder({ secrets: [] });
    const text = `{"commands": [${'1, '.repeat(100)}2]}`;
    const stopAfter = (pieces: number, reason: Error) => {
      const stop = new AbortController();
      const read: string[] = [];
      const request = modelRequest({
        signal: stop.signal,
        onText: piece => {
          if (read.push(piece) === pieces) stop.abort(reason);
        },
      });
      return { request, read };
    };
    const stopped = stopAfter(3, new StoppedEarly());
    const recording = recorder.record(models(byHand({ role: 'designer', text }))());
    await assert.rejects(recording.ask(stopped.request), Cancelled);
    assert.deepEqual(
      recorder.replay().turns.map(turn => turn.text),
      [stopped.read.join('')],
    );
    const again = stopAfter(3, new StoppedEarly());
    await assert.rejects(models(recorder.replay())().ask(again.request), Cancelled);
    assert.deepEqual(again.read, stopped.read);
  });

  it('keeps no outage that the same request was sent again after, since played back it would end the run', async () => {
    const outage: ModelReply = { kind: 'fault', code: 'rate_limited', reason: 'wait', outage: {} };
    const text: ModelReply = { kind: 'answer', text: '{}', usage, model: 'm' };
    const recorder = createRecorder({ secrets: [] });
    const recording = recorder.record(scripted(outage, outage, text, outage));
    for (let n = 0; n < 3; n++) await recording.ask(modelRequest());
    await recording.ask(modelRequest({ messages: [] }));
    assert.deepEqual(
      recorder.replay().turns.map(turn => turn.text ?? turn.fault?.code),
      ['{}', 'rate_limited'],
    );
  });

  it('keeps what tries cost that gave no answer, estimated or not', async () => {
    const lost = { inputTokens: 9000, outputTokens: 40, estimated: true };
    const replies: ModelReply[] = [
      { kind: 'answer', text: '{}', usage: lost, model: 'm' },
      { kind: 'fault', code: 'truncated', reason: 'cut', usage: lost },
      { kind: 'fault', code: 'endless', reason: 'loop', usage },
    ];
    const recorder = createRecorder({ secrets: [] });
    const recording = recorder.record(scripted(...replies));
    for (const _ of replies) await recording.ask(modelRequest());
    const model = models(recorder.replay())('designer');
    for (const reply of replies) assert.deepEqual(await model.ask(modelRequest()), reply);
  });

  it('keeps nothing of an answer that a person cancelled', async () => {
    const recorder = createRecorder({ secrets: [] });
    const cancel = new AbortController();
    const request = modelRequest({ signal: cancel.signal, onText: () => cancel.abort() });
    const recording = recorder.record(models(byHand({ role: 'designer', text: 'x'.repeat(500) }))());
    await assert.rejects(recording.ask(request), Cancelled);
    assert.deepEqual(recorder.replay().turns, []);
  });

  it('says when the file cannot be written', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    const recorder = createRecorder({ file: path.join(folder, 'file', 'replies.json'), secrets: [] });
    await recorder.record(scripted({ kind: 'answer', text: '', usage, model: 'm' })).ask(modelRequest());
    const saved = await recorder.saved();
    assert.ok(!saved.ok);
    assert.match(saved.error, /Cannot write the recording .*replies\.json/);
  });
});
