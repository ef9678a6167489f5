import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseWorkOrder } from '../../src/core/workorder/parse-work-order.ts';
import type { Replay, WorkOrder } from '../../src/generated/contracts.ts';
import { initialFiles, REPOSITORY, readCases, readFolder } from '../golden/golden-case.ts';
import { type Content, MemoryFiles } from './memory-files.ts';

/** A reply as a model gave it, with the order and the workspace it was given for. */
export interface RecordedReply {
  readonly name: string;
  readonly role: 'designer' | 'qa';
  readonly order: WorkOrder;
  readonly text: string;
  readonly files: () => MemoryFiles;
}

/** Every reply of the example's orders and of the golden cases, right and wrong ones. */
export function recordedReplies(): readonly RecordedReply[] {
  return [...exampleReplies(), ...goldenReplies()];
}

/** The replies that come with the example. */
export function exampleReplies(): readonly RecordedReply[] {
  const shop = path.join(REPOSITORY, 'examples/shop');
  const contents = Object.fromEntries(readFolder(shop));
  return [...readFolder(path.join(REPOSITORY, 'examples/replies')).keys()].flatMap(file => {
    const name = file.replace('.replay.json', '');
    const order = path.join(shop, `work-orders/${name}.workorder.json`);
    if (!existsSync(order)) return [];
    const replay = readJson(path.join(REPOSITORY, 'examples/replies', file)) as Replay;
    return answersOf(`example ${name}`, readOrder(readFileSync(order, 'utf8')), replay.turns, contents);
  });
}

function goldenReplies(): readonly RecordedReply[] {
  return readCases().flatMap(({ name, input }) => {
    if (typeof input.replies === 'string') return [];
    const text =
      typeof input.order === 'string'
        ? readFileSync(path.join(REPOSITORY, input.order), 'utf8')
        : JSON.stringify(input.order);
    return answersOf(name, readOrder(text), input.replies, initialFiles(input));
  });
}

function answersOf(
  name: string,
  order: WorkOrder | undefined,
  turns: Replay['turns'],
  contents: Readonly<Record<string, Content>>,
): RecordedReply[] {
  if (!order) return [];
  return turns.flatMap(({ role, json, text, tool_calls, fault }) => {
    if (tool_calls || fault || (role !== 'designer' && role !== 'qa')) return [];
    const said = text ?? JSON.stringify(json);
    return [{ name: `${name} (${role})`, role, order, text: said, files: () => new MemoryFiles(contents) }];
  });
}

function readOrder(text: string): WorkOrder | undefined {
  const order = parseWorkOrder(text);
  return order.ok ? order.value : undefined;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
