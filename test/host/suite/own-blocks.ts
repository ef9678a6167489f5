import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import * as vscode from 'vscode';

const TICK_MS = 5;
const SAMPLE_US = 1000;
/** Other extensions have a dist/extension.js as well. */
const PRODUCT = `${vscode.extensions.getExtension('work-order.work-order')?.extensionUri.path}/dist/`;

/** A stretch in which the extension host did nothing else. */
export interface Block {
  /** Milliseconds by the clock. */
  readonly wall: number;
  /** Milliseconds of processor time of the host's own thread: what another process takes is not in it. */
  readonly cpu: number;
  /** The part of `cpu` in which code of the product was on the stack. */
  readonly own: number;
  /** Functions of the product that took most of it. */
  readonly where: string;
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly cpu: number;
}

/**
 * Watches the extension host until the returned function is called, which gives the block with the largest part of
 * the product's. A timer of 5 ms sees that nothing else had its turn, the processor time of the thread says how
 * much was computed, and a profiler says by whom: VS Code and the tests run in the same thread.
 */
export async function watchBlocks(): Promise<() => Promise<Block>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
  const gaps: Gap[] = [];
  let last = now();
  let lastCpu = cpuNow();
  const ticking = setInterval(() => {
    const [to, cpu] = [now(), cpuNow()];
    if (to - last > 2 * TICK_MS) gaps.push({ from: last, to, cpu: Math.min(to - last, cpu - lastCpu) });
    last = to;
    lastCpu = cpu;
  }, TICK_MS);
  return async () => {
    clearInterval(ticking);
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return longest(gaps, profile);
  };
}

function longest(gaps: readonly Gap[], profile: Profiler.Profile): Block {
  const owners = ownersOf(profile);
  const { samples = [], timeDeltas = [] } = profile;
  // The profiler's clock is the machine's monotonic one, in microseconds, as hrtime is.
  const at: number[] = [];
  let time = profile.startTime;
  for (const delta of timeDeltas) {
    time += delta;
    at.push(time / 1000);
  }
  let worst: Block = { wall: 0, cpu: 0, own: 0, where: '' };
  let from = 0;
  for (const gap of gaps) {
    while (from < at.length && (at[from] ?? 0) < gap.from) from++;
    let busy = 0;
    let own = 0;
    const places = new Map<string, number>();
    for (let i = from; i < at.length && (at[i] ?? 0) <= gap.to; i++) {
      const owner = owners.get(samples[i] ?? 0);
      if (owner === undefined) continue;
      const weight = timeDeltas[i] ?? 0;
      busy += weight;
      if (owner === 'other') continue;
      own += weight;
      places.set(owner, (places.get(owner) ?? 0) + weight);
    }
    const share = busy === 0 ? 0 : own / busy;
    const block = { wall: gap.to - gap.from, cpu: gap.cpu, own: gap.cpu * share };
    if (block.own <= worst.own) continue;
    const most = [...places].sort((a, b) => b[1] - a[1]).slice(0, 4);
    worst = { ...block, where: most.map(([place, us]) => `${place} ${Math.round(us / 1000)}`).join(', ') };
  }
  return worst;
}

/** By node: the product's innermost function on its stack, `other`, or nothing while idle. */
function ownersOf({ nodes }: Profiler.Profile): ReadonlyMap<number, string> {
  const owners = new Map<number, string>();
  const byId = new Map(nodes.map(node => [node.id, node]));
  const walk = (id: number, above: string): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const { functionName, url, lineNumber, columnNumber } = node.callFrame;
    const isIdle = functionName === '(idle)' || functionName === '(program)';
    const isOwn = url.includes(PRODUCT);
    const place = `${functionName || 'anonymous'}@${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1}:${columnNumber}`;
    const owner = isOwn ? place : above;
    if (!isIdle) owners.set(id, owner);
    for (const child of node.children ?? []) walk(child, owner);
  };
  const [root] = nodes;
  if (root !== undefined) walk(root.id, 'other');
  return owners;
}

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

interface Newer {
  readonly threadCpuUsage?: () => NodeJS.CpuUsage;
}

/** Of this thread where Node can say so, else of the whole process. */
function cpuNow(): number {
  const { cpuUsage, threadCpuUsage }: Pick<NodeJS.Process, 'cpuUsage'> & Newer = process;
  const usage = (threadCpuUsage ?? cpuUsage).call(process);
  return (usage.user + usage.system) / 1000;
}
