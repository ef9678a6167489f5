import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { RunState } from '../../src/core/workorder/state.ts';
import { type Arrival, modelThatSays } from '../support/ask-designer.ts';
import { type RecordedReply, recordedReplies } from '../support/recorded-replies.ts';
import { COMMAND_FAULTS, mutateText } from '../support/reply-mutations.ts';
import { runInMemory } from '../support/run-in-memory.ts';
import { isFullRun, seedOf } from './support/counts.ts';
import { type Random, seeded } from './support/random.ts';

/** Replies with a broken JSON or a fault in one command that must have been seen; the promise is 50,000. */
const MUTATIONS = isFullRun ? 60_000 : 800;
/** Of each reply, every so manieth byte. */
const STRIDE = isFullRun ? 1 : 131;

/** A reply and the right answer of the other role to the same order. */
interface Exchange extends RecordedReply {
  readonly other: string;
}

const exchanges: readonly Exchange[] = pairUp(recordedReplies());

function pairUp(replies: readonly RecordedReply[]): readonly Exchange[] {
  const names = new Set(replies.map(nameOf));
  return [...names].flatMap(name => {
    const [designer, qa] = ['designer', 'qa'].map(role =>
      replies.find(reply => nameOf(reply) === name && reply.role === role),
    );
    if (!designer || !qa) return [];
    return [
      { ...designer, other: qa.text },
      { ...qa, other: designer.text },
    ];
  });
}

function nameOf({ name, role }: RecordedReply): string {
  return name.replace(` (${role})`, '');
}

/** Runs the order to its end, with a person who applies whatever they are shown. */
async function run(exchange: Exchange, text: string, arrival: Arrival): Promise<RunState> {
  const files = exchange.files();
  const before = files.paths().map(path => [path, files.bytes(path)]);
  const [broken, right] = [modelThatSays(text, arrival), modelThatSays(exchange.other, 'whole')];
  const [designer, qa] = exchange.role === 'designer' ? [broken, right] : [right, broken];
  const state = await runInMemory(files, { order: exchange.order, designer, qa });
  const kind = state.outcome?.kind;
  assert.ok(kind === 'BLOCKED' || kind === 'APPLIED', `${exchange.name}: ${kind}\n${text}`);
  if (kind === 'BLOCKED') {
    assert.equal(files.applied.length, 0, exchange.name);
    assert.deepEqual(
      files.paths().map(path => [path, files.bytes(path)]),
      before,
    );
  }
  return state;
}

async function checkBlocked(exchange: Exchange, text: string, arrival: Arrival): Promise<void> {
  const { outcome } = await run(exchange, text, arrival);
  assert.equal(outcome?.kind, 'BLOCKED', `${exchange.name}\n${text}`);
}

const anyArrival = (random: Random): Arrival => (random.chance(0.5) ? 'whole' : 1 + random.int(200));

describe('a broken reply', () => {
  it('is blocked and nothing is written, for recorded replies cut at every byte', async function () {
    this.timeout(isFullRun ? 3_600_000 : 180_000);
    const random = seeded(seedOf(11));
    let cuts = 0;
    for (const exchange of exchanges) {
      const bytes = new TextEncoder().encode(exchange.text);
      const decoder = new TextDecoder();
      for (let end = random.int(STRIDE); end < bytes.length; end += STRIDE) {
        const text = decoder.decode(bytes.subarray(0, end));
        if (text.trim() === exchange.text.trim()) continue; // only space was cut off
        await checkBlocked(exchange, text, anyArrival(random));
        cuts++;
      }
    }
    console.log(`      ${cuts} cuts of ${exchanges.length} replies, seed ${seedOf(11)}`);
    assert.ok(cuts > (isFullRun ? 50_000 : 300), `${cuts}`);
  });

  it('is blocked and nothing is written, for random faults that break its JSON', async function () {
    this.timeout(isFullRun ? 3_600_000 : 180_000);
    const random = seeded(seedOf(29));
    const count = { broken: 0, same: 0, other: 0, applied: 0 };
    while (count.broken < MUTATIONS) {
      const exchange = random.pick(exchanges);
      const text = mutateText(random, exchange.text);
      const json = parse(text);
      if (json === undefined) {
        count.broken++;
        await checkBlocked(exchange, text, anyArrival(random));
      } else if (isDeepStrictEqual(json.value, parse(exchange.text)?.value)) {
        count.same++; // for example more space: nothing is broken
      } else {
        // Another valid reply. Whatever it says, the run ends in order.
        count.other++;
        const state = await run(exchange, text, anyArrival(random));
        if (state.outcome?.kind === 'APPLIED') count.applied++;
      }
    }
    console.log(`      ${JSON.stringify(count)}, seed ${seedOf(29)}`);
  });

  it('is blocked and nothing is written, for every fault of a command, in both roles', async function () {
    this.timeout(isFullRun ? 600_000 : 180_000);
    const random = seeded(seedOf(17));
    let checked = 0;
    for (const exchange of exchanges) {
      const output = parse(exchange.text)?.value as { commands?: unknown } | undefined;
      if (!Array.isArray(output?.commands) || output.commands.length === 0) continue;
      for (const { change } of COMMAND_FAULTS) {
        if (!isFullRun && !random.chance(0.1)) continue;
        const index = random.int(output.commands.length);
        const commands = output.commands.map((command, i) => (i === index ? change(command) : command));
        await checkBlocked(exchange, JSON.stringify({ ...output, commands }), anyArrival(random));
        checked++;
      }
    }
    assert.ok(checked > (isFullRun ? 1000 : 100), `${checked}`);
  });
});

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
