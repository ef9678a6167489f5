import path from 'node:path';
import type { PlanEntry, SessionUpdate, ToolKind } from '@agentclientprotocol/sdk';
import { callSubject } from '../../core/conversation/call-subject.ts';
import type { EnvelopeCall } from '../../core/conversation/envelope.ts';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { AgentEvent } from '../../core/taskagent/events.ts';
import type { TaskLine } from '../../core/taskagent/tasks-file.ts';
import { checksLine } from '../../core/verification/describe-verdict.ts';
import { agentLine } from '../print/agent-lines.ts';
import { colours } from '../print/colours.ts';

const PLAIN = colours({ env: {}, isTerminal: false });
const MOST_OUTPUT = 4000;

/** What an editor shows of a tool, by its name. */
const KINDS: Readonly<Record<string, ToolKind>> = {
  atomic_replace: 'edit',
  write_file: 'edit',
  move_text: 'move',
  rename_file: 'move',
  rename_files: 'move',
  propose_changes: 'edit',
  delete_file: 'delete',
  lint_backend: 'execute',
  run_tests: 'execute',
  search_text: 'search',
  locate_symbol: 'search',
};

/** Makes what an editor is shown of the events of a task agent. Text of models is made inert for it. */
export class AgentUpdates {
  readonly #send: (update: SessionUpdate) => void;
  readonly #root: string;
  #count = 0;
  #running: { readonly id: string; readonly tool: string } | undefined;
  #plan = '';
  #verdict = '';

  /** @param root the workspace, absolute */
  constructor(send: (update: SessionUpdate) => void, root: string) {
    this.#send = send;
    this.#root = root;
  }

  /** What the checks of the last proposal came to, as a line. */
  get verdict(): string {
    return this.#verdict;
  }

  say(text: string): void {
    if (text.trim() === '') return;
    const words = `${inertText(text.trim())}\n\n`;
    this.#send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });
  }

  /** What the person said, when it is shown again. */
  asked(text: string): void {
    const words = { type: 'text', text: inertText(text) } as const;
    this.#send({ sessionUpdate: 'user_message_chunk', content: words });
  }

  /** Its list of tasks as a plan, when it is another one. */
  plan(tasks: readonly TaskLine[]): void {
    const entries: PlanEntry[] = tasks.map(({ title, mark }) => ({
      content: inertText(title),
      priority: 'medium',
      status: mark === '+' ? 'completed' : mark === '~' ? 'in_progress' : 'pending',
    }));
    const text = JSON.stringify(entries);
    if (entries.length === 0 || text === this.#plan) return;
    this.#plan = text;
    this.#send({ sessionUpdate: 'plan', entries });
  }

  called(call: EnvelopeCall): void {
    const id = this.#next();
    this.#running = { id, tool: call.name };
    this.#begin(id, call.name, call.args);
  }

  add(event: AgentEvent): void {
    switch (event.type) {
      case 'turn_started':
        this.say(event.note);
        return;
      case 'called': {
        const running = this.#running?.tool === event.tool ? this.#running.id : undefined;
        this.#running = undefined;
        const id = running ?? this.#next();
        if (running === undefined) this.#begin(id, event.tool, event.args);
        const text = inertText(JSON.stringify(event.response, undefined, 1) ?? '').slice(0, MOST_OUTPUT);
        this.#send({
          sessionUpdate: 'tool_call_update',
          toolCallId: id,
          status: event.status === 'ok' ? 'completed' : 'failed',
          content: [{ type: 'content', content: { type: 'text', text } }],
        });
        return;
      }
      case 'verified':
        if (event.phase !== 'after') this.#verdict = checksLine(event.results);
        else this.say(agentLine(event, PLAIN) ?? '');
        return;
      case 'reviewed':
      case 'applied':
      case 'committed':
      case 'pushed':
      case 'pull_request':
      case 'inspected':
      case 'protocol_fault':
      case 'waiting':
        this.say(agentLine(event, PLAIN) ?? '');
        return;
      default:
        return;
    }
  }

  #next(): string {
    return `call-${++this.#count}`;
  }

  #begin(toolCallId: string, tool: string, args: unknown): void {
    const subject = callSubject(args);
    const paths = subject === '' ? [] : subject.split(/ → |, /).filter(one => /^[\w./-]+$/.test(one));
    this.#send({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: inertText(`${tool} ${subject}`.trim()),
      kind: KINDS[tool] ?? 'read',
      status: 'in_progress',
      locations: paths.map(one => ({ path: path.join(this.#root, one) })),
    });
  }
}
