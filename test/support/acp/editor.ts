import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import {
  type ClientConnection,
  type ContentBlock,
  client,
  type InitializeResponse,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';

/** An editor that speaks the Agent Client Protocol to an agent in a process of its own. */
export class Editor {
  readonly updates: SessionUpdate[] = [];
  readonly questions: RequestPermissionRequest[] = [];
  /** The option that the person takes; `undefined`: they do not answer. */
  answers: (question: RequestPermissionRequest) => string | undefined = () => 'yes';
  stderr = '';
  readonly #child: ChildProcess;
  readonly #connection: ClientConnection;
  readonly #ended: Promise<number | null>;

  constructor(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#child = child;
    this.#ended = new Promise(resolve => child.once('close', resolve));
    this.#connection = client({ name: 'editor' })
      .onNotification(methods.client.session.update, ({ params }) => void this.updates.push(params.update))
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        this.questions.push(params);
        const optionId = this.answers(params);
        if (optionId !== undefined) return { outcome: { outcome: 'selected', optionId } };
        await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
        return { outcome: { outcome: 'cancelled' } };
      })
      .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
  }

  greet(): Promise<InitializeResponse> {
    return this.#connection.agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
  }

  async open(cwd: string): Promise<string> {
    const opened = await this.#connection.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    return opened.sessionId;
  }

  /** Goes on with a conversation of earlier. */
  async load(sessionId: string, cwd: string): Promise<void> {
    await this.#connection.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
  }

  /** Why the agent stopped. */
  async prompt(sessionId: string, said: string | readonly ContentBlock[]): Promise<string> {
    const { stopReason } = await this.#connection.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: typeof said === 'string' ? [{ type: 'text', text: said }] : [...said],
    });
    return stopReason;
  }

  cancel(sessionId: string): Promise<void> {
    return this.#connection.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  /** Everything the agent said. */
  get said(): string {
    return this.updates
      .flatMap(update =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
          ? [update.content.text]
          : [],
      )
      .join('');
  }

  /** `kill -9` of the agent. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Ends the connection, and the agent with it; its exit code. */
  close(): Promise<number | null> {
    this.#child.stdin?.end();
    return this.#ended;
  }
}
