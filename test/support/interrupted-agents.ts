import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RoutaEvent } from '../../src/core/routa/events.ts';
import { routaWorkflow } from '../../src/core/routa/workflow.ts';
import type { RoutaWorkspace } from '../../src/core/routa/workspace.ts';
import { createJournals } from '../../src/node/journal/journals.ts';
import { systemClock } from '../../src/node/system.ts';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { builtCli, userNode } from './built-cli/run-cli.ts';
import { type ModelServer, say, startModelServer } from './model-server.ts';

export type Answer = (told: string) => readonly Call[] | Promise<readonly Call[]>;
export type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of standard output as JSON. */
  readonly last: () => Record<string, unknown>;
}

/** A repository, and models behind an endpoint that look where they are and go on from there, as capable ones do. */
export class Project {
  readonly root: string;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-interrupted-'));
  readonly #stateDir = path.join(this.#folder, 'state');
  readonly #server: ModelServer;
  /** Answers wait for this, so that a test can look at a run that is under way. */
  answering: Promise<void> = Promise.resolve();
  asked = 0;
  readonly #processes: ChildProcess[] = [];

  static async open(prepare: (project: Project) => void = () => undefined): Promise<Project> {
    let project: Project | undefined;
    const server = await startModelServer(async exchange => {
      if (!project) return;
      project.asked++;
      await project.answering;
      const told = JSON.stringify(exchange.body.messages ?? []);
      const calls = await project.answer(told);
      const text = JSON.stringify({
        thoughts: 'A step.',
        tool_calls: calls.map(([tool_name, args]) => ({ tool_name, arguments: args })),
      });
      say(exchange, { text });
    });
    project = new Project(server, prepare);
    return project;
  }

  private constructor(server: ModelServer, prepare: (project: Project) => void) {
    this.#server = server;
    this.root = path.join(this.#folder, 'shop');
    fs.mkdirSync(path.join(this.root, 'tickets'), { recursive: true });
    this.git('init', '-q', '-b', 'main');
    this.git('config', 'user.name', 't');
    this.git('config', 'user.email', 't@example.org');
    this.write('start.txt', 'start\n');
    this.write('TASKS.md', '1) + One\n2) + Two\n');
    const subtasks = [{ id: 'one', title: 'One' }];
    const ticket = { id: 't', title: 'One', description: '', acceptanceCriteria: [], subtasks };
    this.write('tickets/t.ticket.json', JSON.stringify(ticket));
    this.write('tasks.md', '@@@task a\n# Write a.py\n## Scope\n- a.py\n@@@\n');
    const two = ['a', 'b'].map(name => `@@@task ${name}\n# Write ${name}.py\n## Scope\n- ${name}.py\n@@@\n`);
    this.write('two-tasks.md', two.join('\n'));
    prepare(this);
    this.git('add', '-A');
    this.git('commit', '-qm', 'start');
  }

  /** What the next reply is: told by what there is already, as each workflow sees it. */
  answer: Answer = () => [];

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8' }).trim();
  }

  read(file: string): string {
    return fs.readFileSync(path.join(this.root, file), 'utf8');
  }

  write(file: string, text: string): void {
    fs.mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
    fs.writeFileSync(path.join(this.root, file), text);
  }

  /** The journal of the only run of a kind. */
  async events<E extends { readonly at: number }>(kind: string): Promise<readonly E[]> {
    const stateDir = workspaceStateDir(this.root, { WORKORDER_STATE_DIR: this.#stateDir });
    const journals = createJournals<E>(path.join(stateDir, kind), systemClock);
    const [run] = await journals.list();
    return (run && (await journals.read(run.runId))) ?? [];
  }

  /** The only ROUTA workspace, as its journal says it is. */
  async workspace(): Promise<RoutaWorkspace> {
    const events = await this.events<RoutaEvent>('routa');
    assert.ok(events.length > 0);
    return events.reduce(routaWorkflow.reduce, routaWorkflow.initial('run'));
  }

  has(file: string): boolean {
    return fs.existsSync(path.join(this.root, file));
  }

  /** Starts the built command line; `onLine` sees each line of its standard output. */
  start(args: readonly string[], onLine: (n: number, child: ChildProcess) => void = () => undefined) {
    const model = ['--model', 'openai:test', '--base-url', this.#server.baseUrl];
    return this.command([...args, ...(args.includes('--model') ? [] : model)], onLine);
  }

  command(args: readonly string[], onLine: (n: number, child: ChildProcess) => void = () => undefined) {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.#folder,
      WORKORDER_STATE_DIR: this.#stateDir,
      WORKORDER_API_KEY: 'none',
    };
    const child = spawn(userNode.program, [builtCli, ...args], { cwd: this.root, env });
    this.#processes.push(child);
    let [stdout, stderr, seen] = ['', '', 0];
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString('utf8');
      for (const lines = stdout.split('\n').length - 1; seen < lines; ) onLine(++seen, child);
    });
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString('utf8');
    });
    const ended = new Promise<Ended>(resolve => {
      child.on('close', code => {
        const last = () => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
        resolve({ code, stdout, stderr, last });
      });
    });
    return { child, ended };
  }

  /** The id of the only run. */
  async run(workflow: Workflow): Promise<string> {
    const listed = await this.command(workflow.list).ended;
    return /^(\S+)/.exec(listed.stdout)?.[1] ?? '';
  }

  async close(): Promise<void> {
    for (const child of this.#processes) child.kill('SIGKILL');
    await this.#server.close();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface Workflow {
  readonly name: string;
  readonly start: readonly string[];
  readonly list: readonly string[];
  readonly resume: (run: string) => readonly string[];
  readonly revert: (run: string) => readonly string[];
  readonly answer: (project: Project) => Answer;
  /** What there is when all is done, whatever happened on the way. */
  readonly end: (project: Project) => unknown;
}

export const YES = ['--yes', '--json'];
export const wrote = (file: string): Call => ['write_file', { path: file, content: `${file}\n` }];
const files = (project: Project) => fs.readdirSync(project.root).filter(name => name.endsWith('.py'));

export const WORKFLOWS: readonly Workflow[] = [
  {
    name: 'agent run',
    start: ['agent', '--task', '1', '--profile', 'thoughts', '--delivery', 'folder', ...YES],
    list: ['agent', '--list'],
    resume: run => ['agent', '--resume', run, ...YES],
    revert: run => ['revert', run],
    answer: project => () => {
      const log = project.git('log', '--format=%s');
      if (!project.has('a.py')) return [wrote('a.py')];
      if (!log.includes('Feature 1.1'))
        return [['finish_feature', { task_id: 1, feature_id: 1, title: 'A' }]];
      if (!project.has('b.py')) return [wrote('b.py')];
      if (!log.includes('Feature 1.2'))
        return [['finish_feature', { task_id: 1, feature_id: 2, title: 'B' }]];
      return [
        ['submit_for_review', { task_id: 1, task_title: 'One' }],
        ['finish', {}],
      ];
    },
    end: project => [files(project), project.git('log', '--format=%s'), project.git('status', '--porcelain')],
  },
  {
    name: 'ticket run',
    start: ['ticket', 'run', 'tickets/t.ticket.json', ...YES],
    list: ['ticket', 'status'],
    resume: run => ['ticket', 'resume', run, ...YES],
    revert: run => ['revert', run],
    answer: project => told => {
      const ticket = JSON.parse(fs.readFileSync(path.join(project.root, 'tickets/t.ticket.json'), 'utf8'));
      const status: string = ticket.subtasks[0].status ?? 'open';
      const report = { status: 'complete', filesChanged: [], buildStatus: 'pass', message: 'Done.' };
      if (told.includes('## Current Assignment'))
        return project.has('a.py') ? [['subtask_complete', report]] : [wrote('a.py')];
      const assignment = { mode: 'implementation', goal: 'Do it.', acceptanceCriteria: [] };
      if (status === 'complete') return [['complete_ticket', { summary: 'All.' }]];
      if (status === 'awaiting review')
        return [['update_subtask', { status: 'complete', notes: 'Read it.' }]];
      return [['assign_to_developer', assignment]];
    },
    end: project => {
      const ticket = JSON.parse(fs.readFileSync(path.join(project.root, 'tickets/t.ticket.json'), 'utf8'));
      const moves = ticket.activity.flatMap((a: { actor: string; to?: string }) =>
        a.actor !== 'orchestrator' && a.to ? [`${a.actor} ${a.to}`] : [],
      );
      return [files(project), ticket.status, ticket.subtasks[0].status, moves];
    },
  },
  {
    name: 'ROUTA workspace',
    start: ['routa', '--tasks', 'tasks.md', '--goal', 'Write a.py', ...YES],
    list: ['routa', '--list'],
    resume: run => ['routa', '--resume', run, ...YES],
    revert: run => ['revert', run],
    answer: project => async told => {
      const { agents, tasks } = await project.workspace();
      const status = tasks.get('a')?.status;
      const isAt = (id: string) => agents.get(id)?.open.some(a => a.taskId === 'a') ?? false;
      const who = /You are the agent \\"(\w+)/.exec(told)?.[1];
      const report = (agentId: string): readonly Call[] => [
        ['report_to_parent', { agentId, report: { taskId: 'a', summary: 'Did it.', success: true } }],
      ];
      const give = (agentId: string): readonly Call[] => [
        ['delegate_task', { agentId, taskId: 'a', callerAgentId: 'routa' }],
      ];
      const create = (name: string, role: string): readonly Call[] =>
        agents.has(name) ? [] : [['create_agent', { name, role, workspaceId: 'shop' }]];
      if (who === 'c') return project.has('a.py') ? report('c') : [wrote('a.py')];
      if (who === 'g') return isAt('g') ? report('g') : [];
      if (status === 'PENDING' && !isAt('c')) return [...create('c', 'CRAFTER'), ...give('c')];
      if (status === 'IN_REVIEW' && !isAt('g')) return [...create('g', 'GATE'), ...give('g')];
      return [];
    },
    end: async project => {
      const { agents, tasks, outcome } = await project.workspace();
      return [
        files(project),
        outcome?.kind,
        [...agents.values()].map(a => [a.id, a.status]),
        [...tasks.values()].map(t => [t.taskId, t.status, t.waves, [...t.written]]),
      ];
    },
  },
];
