import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type SessionUpdate,
  type StopReason,
  type ToolKind,
} from '@agentclientprotocol/sdk';

/**
 * An agent that speaks the Agent Client Protocol and does what its argument says: a JSON list of turns, each a list of
 * steps. What it was told is in the file TOLD of its working folder, when a step asks for that.
 */
export type Step =
  | { readonly say: string }
  | { readonly plan: readonly string[] }
  /** Through the client; the file is from the working folder unless it is absolute. */
  | { readonly write: string; readonly text: string }
  /** By itself. */
  | { readonly edit: string; readonly from: string; readonly to: string }
  | { readonly read: string }
  | { readonly ask: string; readonly kind?: ToolKind; readonly path?: string }
  | { readonly run: string }
  | { readonly stop: StopReason }
  /** Until it is cancelled; not at all where the file is. */
  | { readonly hang: true; readonly unless?: string }
  | { readonly exit: number }
  | { readonly echo: true };

const turns: readonly (readonly Step[])[] = JSON.parse(process.argv[2] ?? '[]');
const wantsKey = process.argv.includes('--wants-key');
let cwd = process.cwd();
let turn = 0;
let calls = 0;
let cancelled: () => void = () => undefined;

const isOver = (step: { readonly unless?: string }) =>
  step.unless !== undefined && existsSync(path.resolve(cwd, step.unless));

async function play(step: Step, client: AgentContext, sessionId: string, text: string): Promise<void> {
  const update = (sent: SessionUpdate) =>
    client.notify(methods.client.session.update, { sessionId, update: sent });
  const say = (words: string) =>
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });
  /** A call of a tool, from its beginning to its end. */
  const call = async (
    title: string,
    kind: ToolKind,
    file: string | undefined,
    act: () => Promise<string>,
  ) => {
    const toolCallId = `call-${++calls}`;
    const locations = file === undefined ? [] : [{ path: file }];
    await update({ sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'in_progress', locations });
    const [status, said] = await act().then(
      output => ['completed', output] as const,
      (error: Error) => ['failed', error.message] as const,
    );
    await update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status,
      content: [{ type: 'content', content: { type: 'text', text: said } }],
    });
  };
  if ('say' in step) for (const piece of step.say.split(/(?<= )/)) await say(piece);
  if ('echo' in step) await say(text);
  if ('plan' in step) {
    const entries = step.plan.map(content => ({
      content,
      priority: 'medium' as const,
      status: 'pending' as const,
    }));
    await update({ sessionUpdate: 'plan', entries });
  }
  if ('write' in step) {
    const file = path.resolve(cwd, step.write);
    await call(`write ${step.write}`, 'edit', file, async () => {
      await client.request(methods.client.fs.writeTextFile, { sessionId, path: file, content: step.text });
      return 'written';
    });
  }
  if ('edit' in step) {
    const file = path.resolve(cwd, step.edit);
    await call(`edit ${step.edit}`, 'edit', file, async () => {
      writeFileSync(file, readFileSync(file, 'utf8').replace(step.from, step.to));
      return 'edited';
    });
  }
  if ('read' in step) {
    const file = path.resolve(cwd, step.read);
    await call(`read ${step.read}`, 'read', file, async () => {
      const { content } = await client.request(methods.client.fs.readTextFile, { sessionId, path: file });
      await say(content);
      return 'read';
    });
  }
  if ('ask' in step) {
    const answer = await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: {
        toolCallId: `call-${++calls}`,
        title: step.ask,
        kind: step.kind ?? 'execute',
        status: 'pending',
        locations: step.path === undefined ? [] : [{ path: path.resolve(cwd, step.path) }],
      },
      options: [
        { optionId: 'always', name: 'Always', kind: 'allow_always' },
        { optionId: 'once', name: 'Once', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    });
    const { outcome } = answer;
    await say(`[${outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome}]`);
  }
  if ('run' in step)
    await call(`run ${step.run}`, 'execute', undefined, async () => {
      const terminal = await client.createTerminal({ sessionId, command: step.run });
      const { exitCode } = await terminal.waitForExit();
      const { output } = await terminal.currentOutput();
      await terminal.release();
      await say(`${output.trim()} (${exitCode})`);
      return output;
    });
  if ('exit' in step) {
    process.stderr.write('the agent gives up\n');
    process.exit(step.exit);
  }
  if ('hang' in step && !isOver(step))
    await new Promise<void>(resolve => {
      cancelled = resolve;
    });
}

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'scripted', version: '1.0' },
    agentCapabilities: {},
    authMethods: wantsKey ? [{ id: 'key', name: 'A key in SCRIPTED_KEY' }] : [],
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (wantsKey) throw RequestError.authRequired();
    cwd = params.cwd;
    return { sessionId: 'session-1' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const text = prompt.map(block => (block.type === 'text' ? block.text : '')).join('');
    const steps = turns[turn++] ?? [];
    for (const step of steps) await play(step, client, sessionId, text);
    if (steps.some(step => 'hang' in step && !isOver(step))) return { stopReason: 'cancelled' };
    const stop = steps.find(step => 'stop' in step);
    return { stopReason: stop && 'stop' in stop ? stop.stop : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, () => cancelled())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
