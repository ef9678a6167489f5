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
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { type ModelServer, say, startModelServer } from '../support/model-server.ts';

type Answer = (told: string) => readonly Call[] | Promise<readonly Call[]>;
type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of standard output as JSON. */
  readonly last: () => Record<string, unknown>;
}

/** A repository, and models behind an endpoint that look where they are and go on from there, as capable ones do. */
class Project {
  readonly root: string;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-interrupted-'));
  readonly #stateDir = path.join(this.#folder, 'state');
  readonly #server: ModelServer;
  /** Answers wait for this, so that a test can look at a run that is under way. */
  answering: Promise<void> = Promise.resolve();
  asked = 0;
  readonly #processes: ChildProcess[] = [];

  static async open(): Promise<Project> {
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
    project = new Project(server);
    return project;
  }

  private constructor(server: ModelServer) {
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
    this.git('add', '-A');
    this.git('commit', '-qm', 'start');
  }

  /** What the next reply is: told by what there is already, as each workflow sees it. */
  answer: Answer = () => [];

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8' }).trim();
  }

  write(file: string, text: string): void {
    fs.writeFileSync(path.join(this.root, file), text);
  }

  /** The only ROUTA workspace, as its journal says it is. */
  async workspace(): Promise<RoutaWorkspace> {
    const stateDir = workspaceStateDir(this.root, { WORKORDER_STATE_DIR: this.#stateDir });
    const journals = createJournals<RoutaEvent>(path.join(stateDir, 'routa'), systemClock);
    const [run] = await journals.list();
    const events = run && (await journals.read(run.runId));
    assert.ok(events);
    return events.reduce(routaWorkflow.reduce, routaWorkflow.initial(run.runId));
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

interface Workflow {
  readonly name: string;
  readonly start: readonly string[];
  readonly list: readonly string[];
  readonly resume: (run: string) => readonly string[];
  readonly revert: (run: string) => readonly string[];
  readonly answer: (project: Project) => Answer;
  /** What there is when all is done, whatever happened on the way. */
  readonly end: (project: Project) => unknown;
}

const YES = ['--yes', '--json'];
const wrote = (file: string): Call => ['write_file', { path: file, content: `${file}\n` }];
const files = (project: Project) => fs.readdirSync(project.root).filter(name => name.endsWith('.py'));

const WORKFLOWS: readonly Workflow[] = [
  {
    name: 'agent run',
    start: ['agent', '--task', '1', '--profile', 'thoughts', '--delivery', 'commit', ...YES],
    list: ['agent', '--list'],
    resume: run => ['agent', '--resume', run, '--delivery', 'commit', ...YES],
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

describe('two processes of the built command line in one checkout', function () {
  this.timeout(120_000);
  let project: Project;
  beforeEach(async () => {
    project = await Project.open();
  });
  afterEach(() => project.close());

  for (const first of WORKFLOWS)
    it(`let one ${first.name} work, refuse every other one, and say who is at work`, async () => {
      let answer: () => void = () => undefined;
      project.answering = new Promise(resolve => {
        answer = resolve;
      });
      project.answer = first.answer(project);
      const running = project.start(first.start);
      while (project.asked === 0) await new Promise(resolve => setTimeout(resolve, 20));
      const run = await project.run(first);
      for (const second of WORKFLOWS) {
        const refused = await project.start(second.start).ended;
        assert.equal(refused.code, 1, refused.stderr);
        assert.match(
          `${refused.stdout}${refused.stderr}`,
          new RegExp(`is at work in this checkout \\(process ${running.child.pid}\\), and only one`),
        );
        const listed = await project.command(second.list).ended;
        const runs = listed.stdout
          .trim()
          .split('\n')
          .filter(line => line !== '');
        assert.equal(runs.length, second === first ? 1 : 0, 'a refused run leaves no trace');
      }
      const resumed = await project.start(first.resume(run)).ended;
      assert.match(
        resumed.stderr,
        new RegExp(`${first.name} ${run} is at work elsewhere: process ${running.child.pid}`),
      );
      // A process that is killed holds nothing any more.
      running.child.kill('SIGKILL');
      answer();
      await running.ended;
      const next = await project.start(first.resume(run)).ended;
      assert.doesNotMatch(next.stderr, /at work/);
    });
});

describe('the command that is printed to go on with a run', function () {
  this.timeout(120_000);
  let project: Project;
  beforeEach(async () => {
    project = await Project.open();
  });
  afterEach(() => project.close());

  for (const workflow of WORKFLOWS)
    it(`works as it stands for a ${workflow.name}`, async () => {
      // Nobody calls a tool: the work stops.
      const start = workflow.start.filter(word => word !== '--json');
      const stopped = await project.start(start).ended;
      assert.equal(stopped.code, 2, stopped.stderr);
      const printed = / resume with: workorder (.*)$/m.exec(stopped.stdout)?.[1] ?? '';
      assert.match(printed, /--model openai:test --base-url http/);
      project.answer = workflow.answer(project);
      const done = await project.command(printed.split(' ')).ended;
      assert.equal(done.code, 0, `${printed}\n${done.stderr}`);
    });
});

describe('a killed process of the built command line', function () {
  this.timeout(300_000);
  let project: Project;
  afterEach(() => project.close());

  /** Kills of each workflow; with WORKORDER_FAULTS=full there is one after every line. */
  const KILLS = process.env['WORKORDER_FAULTS'] === 'full' ? Number.POSITIVE_INFINITY : 4;
  for (const workflow of WORKFLOWS)
    it(`leaves a ${workflow.name} that goes on to the same end, with nothing lost and nothing doubled`, async () => {
      project = await Project.open();
      project.answer = workflow.answer(project);
      const whole = await project.start(workflow.start).ended;
      assert.equal(whole.code, 0, whole.stderr);
      const lines = whole.stdout.trimEnd().split('\n').length - 1;
      const end = await workflow.end(project);
      await project.close();
      for (let n = 1; n < lines; n += Math.max(1, Math.ceil(lines / KILLS))) {
        project = await Project.open();
        project.answer = workflow.answer(project);
        await project.start(workflow.start, (line, child) => line === n && child.kill('SIGKILL')).ended;
        const run = await project.run(workflow);
        const resumed = await project.start(workflow.resume(run)).ended;
        const at = `killed after ${n} of ${lines} lines`;
        assert.equal(resumed.code, 0, `${at}: ${resumed.stderr}`);
        assert.deepEqual(await workflow.end(project), end, at);
        await project.close();
      }
    });

  for (const workflow of WORKFLOWS)
    it(`leaves a ${workflow.name} that can be taken back, also when it was killed just before the line of its change`, async () => {
      project = await Project.open();
      project.answer = workflow.answer(project);
      let killed = false;
      const running = project.start(workflow.start, (_, child) => {
        if (killed || !project.has('a.py')) return;
        killed = true;
        child.kill('SIGKILL');
      });
      await running.ended;
      const run = await project.run(workflow);
      const reverted = await project.command(workflow.revert(run)).ended;
      assert.equal(reverted.code, 0, reverted.stderr);
      assert.equal(project.has('a.py'), false);
    });
});
