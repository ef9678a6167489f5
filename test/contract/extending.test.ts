import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describeCommand } from '../../src/cli/command.ts';
import { EXIT, type Io, UsageError } from '../../src/cli/io.ts';
import { linePrinter } from '../../src/cli/print/line-printer.ts';
import { checkWritePath } from '../../src/core/changes/path-policy.ts';
import { createLintBackend } from '../../src/core/lint/lint-backend.ts';
import { LINTERS } from '../../src/core/lint/linters/registry.ts';
import { findLoadedCode } from '../../src/core/lint/loaded-code.ts';
import type { TestRunner } from '../../src/core/ports/test-runner.ts';
import { History, type HistorySource } from '../../src/core/runs/history.ts';
import { createStoredRuns } from '../../src/core/runs/stored-runs.ts';
import { toolFrom } from '../../src/core/tools/define-tool.ts';
import { Toolbox } from '../../src/core/tools/toolbox.ts';
import { ALL_CHECKS } from '../../src/core/verification/checks/all.ts';
import { defaultPolicy } from '../../src/core/verification/default-policies.ts';
import { WORKFLOWS, type Workflow } from '../../src/core/verification/policy.ts';
import { verify } from '../../src/core/verification/verify.ts';
import { toolContracts } from '../../src/generated/tool-contracts.ts';
import { createToolFinder } from '../../src/node/lint/find-tools.ts';
import { DyingJournals } from '../support/dying-journals.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { memoryHold } from '../support/memory-hold.ts';
import { toyCheck } from '../support/toy-check.ts';
import { command as toyCommand } from '../support/toy-command.ts';
import { toyLinter } from '../support/toy-linter.ts';
import { countWords } from '../support/toy-tool/count-words.ts';
import type { ToyEvent } from '../support/toy-workflow/events.ts';
import { resumeToy, runToy, type ToyPorts } from '../support/toy-workflow/run-toy.ts';
import { toyWorkflow } from '../support/toy-workflow/workflow.ts';
import { exited, portsIn } from '../unit/lint/fake-ports.ts';
import { MemoryReviewer } from '../unit/taskagent/memory-agent.ts';

const root = path.resolve(import.meta.dirname, '../..');
const signal = new AbortController().signal;
const linters = [...LINTERS, toyLinter];
const bytes = (text: string) => new TextEncoder().encode(text);

/** The files a recipe of docs/extending.md names, by its heading. */
function filesOf(heading: string): readonly string[] {
  const page = fs.readFileSync(path.join(root, 'docs/extending.md'), 'utf8');
  const section = page.split(/^## /m).find(text => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(match => match[1] ?? '');
}

/** Whether each file is one that is there, or a new one in a folder that is. */
function assertPlaces(files: readonly string[]): void {
  for (const file of files) assert.ok(fs.existsSync(path.join(root, path.dirname(file))), file);
}

describe('adding a linter', () => {
  const world = {
    files: { 'pkg/a.py': 'x = 1\n' },
    git: { kind: 'files', paths: ['pkg/a.py'] },
  } as const;
  const backendWith = (printed: string, code = 1) => {
    const { ports, started } = portsIn(world);
    const backend = createLintBackend({
      ...ports,
      linters,
      processes: {
        run: request =>
          request.program === '/bin/toy-lint'
            ? Promise.resolve(exited(code, printed)).then(answer => {
                started.push(request);
                return answer;
              })
            : ports.processes.run(request),
      },
      loadedCode: async () => findLoadedCode([], JSON.parse, linters),
    });
    return { backend, started };
  };

  it('takes two files: its descriptor and a line of the registry', () => {
    const files = filesOf('A linter');
    assert.ok(files.length > 0 && files.length <= 2, files.join(', '));
    assertPlaces(files);
  });

  it('lints with it beside the others, under its own key', async () => {
    const { backend, started } = backendWith('pkg/a.py:1: TOY1 too small\n');
    const outcome = await backend.lint({ path: null, check_all: false }, { signal });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    const { summary, ...findings } = outcome.report;
    assert.deepEqual(Object.keys(findings), ['ruff', 'mypy', 'toy_lint']);
    assert.equal(summary.clean, false);
    assert.deepEqual(
      outcome.diagnostics?.map(({ tool, code, file, line }) => [tool, code, file, line]),
      [['toy-lint', 'TOY1', 'pkg/a.py', 1]],
    );
    assert.deepEqual(started.find(({ program }) => program === '/bin/toy-lint')?.args, ['./pkg/a.py']);
  });

  it('calls nothing clean when it is missing or fails', async () => {
    const { backend } = backendWith('', 2);
    const outcome = await backend.lint({ path: null, check_all: false }, { signal });
    assert.ok(outcome.kind === 'did_not_run');
    assert.match(outcome.failure.error, /toy-lint did not finish; run it in a terminal/);
  });

  it('leaves it out of the lint of a proposal where its Python cannot be told', async () => {
    const { backend, started } = backendWith('');
    const changes = { files: [], receipts: [] };
    const outcome = await backend.lintSimulated({ path: null, check_all: false }, changes, { signal });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.match(outcome.leftOut?.find(({ tool }) => tool === 'toy-lint')?.reason ?? '', /Python it runs in/);
    assert.ok(started.every(({ program }) => program !== '/bin/toy-lint'));
  });

  it('knows what its configuration makes it load', () => {
    const file = { path: 'pyproject.toml', bytes: bytes('{"tool":{"toy-lint":{"plugins":["x"]}}}') };
    const { parts } = findLoadedCode([file], JSON.parse, linters);
    assert.deepEqual(parts['toy-lint'], [
      { name: 'pyproject.toml', reason: 'pyproject.toml names plugins of toy-lint' },
    ]);
    assert.deepEqual([parts['ruff'], parts['mypy'], parts['import-linter']], [[], [], []]);
  });

  it('finds it by the program a person names, with its version', async () => {
    const processes = { run: async () => exited(0, 'toy-lint 1.2.3\n') };
    const settings = () => ({ programs: { 'toy-lint': process.execPath } });
    const result = await createToolFinder(root, processes, settings).find(toyLinter, signal);
    assert.ok(result.kind === 'found', JSON.stringify(result));
    assert.equal(result.found.version, '1.2.3');
    assert.equal(result.found.tool, 'toy-lint');
  });
});

describe('adding a tool', () => {
  const folder = path.join(root, 'test-results', `extending-${process.pid}`);
  const generated = path.join(folder, 'generated');
  const toy = path.join(root, 'test/support/toy-tool/count_words.schema.json');
  let toolbox: Toolbox;

  before(async () => {
    fs.cpSync(path.join(root, 'schemas'), path.join(folder, 'schemas'), { recursive: true });
    fs.copyFileSync(toy, path.join(folder, 'schemas/tools/count_words.schema.json'));
    const options = ['--schemas', path.join(folder, 'schemas'), '--out', generated];
    execFileSync(process.execPath, [path.join(root, 'scripts/generate.mjs'), ...options]);
    const { toolContracts } = await import(path.join(generated, 'tool-contracts.ts'));
    toolbox = new Toolbox([toolFrom('count_words', toolContracts.count_words, 'read', countWords)]);
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('takes three files: its schema, what it does, and who may call it', () => {
    const files = filesOf('A tool');
    assert.ok(files.length > 0 && files.length <= 3, files.join(', '));
    assertPlaces(files);
  });

  it('gets its validator, its type and its declaration from the schema', async () => {
    const types = fs.readFileSync(path.join(generated, 'tool-contracts.ts'), 'utf8');
    assert.match(types, /count_words: types\.CountWordsArgs;/);
    assert.deepEqual(toolbox.declarations(['count_words']), [
      {
        name: 'count_words',
        description: 'Counts the words of a text.',
        parameters: JSON.parse(fs.readFileSync(toy, 'utf8')),
      },
    ]);
  });

  it('runs with arguments that match, and with no others', async () => {
    const call = (args: string) => toolbox.call('the test', ['count_words'], 'count_words', args, { signal });
    assert.deepEqual((await call('{"text":"two words"}')).response, { words: 2 });
    const refused = await call('{"text":2}');
    assert.equal(refused.kind, 'refused');
    assert.match(JSON.stringify(refused.response), /invalid args for tool count_words/);
  });
});

describe('the contracts of the tools', () => {
  it('has each tool that has a schema, under the name of its file', () => {
    const names = fs
      .readdirSync(path.join(root, 'schemas/tools'))
      .flatMap(file => /^(\w+)\.schema\.json$/.exec(file)?.[1] ?? []);
    assert.deepEqual(Object.keys(toolContracts).toSorted(), names.toSorted());
  });
});

describe('the registry of linters', () => {
  it('has no name twice, and names that are options and keys', () => {
    const names = LINTERS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z][a-z0-9-]*$/);
  });

  it('lets no workspace choose which program is started: a setting is of the machine and restricted', () => {
    const { contributes, capabilities } = JSON.parse(
      fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
    );
    const sections: readonly {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    }[] = [contributes.configuration].flat();
    for (const { setting } of LINTERS) {
      if (setting === undefined) continue;
      const name = `workorder.lint.${setting}`;
      assert.equal(sections.find(({ properties }) => properties[name])?.properties[name]?.scope, 'machine');
      assert.ok(capabilities.untrustedWorkspaces.restrictedConfigurations.includes(name), name);
    }
  });

  it('protects what each of them is configured by, and what it remembers', () => {
    for (const { configuration, cache } of LINTERS) {
      for (const name of [...configuration.around, ...(configuration.atTop ?? [])])
        assert.equal(checkWritePath(name).kind, 'control_plane', name);
      if (cache.own !== undefined) assert.equal(checkWritePath(`${cache.own}/x.json`).kind, 'refused');
    }
  });
});

describe('adding a check', () => {
  const changes = {
    files: [
      {
        path: 'LOUD.py',
        before: undefined,
        after: bytes('x = 1\n'),
        beforeSha256: undefined,
        afterSha256: '',
        spans: [],
      },
    ],
    receipts: [],
  };
  const checks = [...ALL_CHECKS, toyCheck];
  const verdictIn = (workflow: Workflow) =>
    verify(
      { sha256: sha256Of, clock: { now: () => 0 } },
      changes,
      { policy: defaultPolicy(workflow, checks), signal },
      'before',
      checks,
    );

  it('takes two files: the check and a line of the list', () => {
    const files = filesOf('A check');
    assert.ok(files.length > 0 && files.length <= 2, files.join(', '));
    assertPlaces(files);
  });

  it('blocks where it is required, and is a risk elsewhere', async () => {
    const severity = async (workflow: Workflow) =>
      (await verdictIn(workflow)).findings.find(({ rule }) => rule === 'shouting/name')?.severity;
    assert.equal(await severity('work order'), 'blocks');
    assert.equal(await severity('ticket'), 'risk');
  });
});

describe('adding a command', () => {
  it('takes three files', () => {
    const files = filesOf('A command');
    assert.ok(files.length > 0 && files.length <= 3, files.join(', '));
    assertPlaces(files);
  });

  /** What a call printed, its exit code, and how wrong use was explained. */
  async function call(...argv: readonly string[]) {
    const printed: string[] = [];
    const io: Io = {
      stdout: text => void printed.push(text),
      stderr: text => void printed.push(text),
      env: {},
      cwd: root,
      isTerminal: false,
      ask: async () => undefined,
      readInput: () => '',
      readInputBytes: () => new Uint8Array(),
      signal,
    };
    try {
      return { code: await toyCommand.execute(argv, io), printed };
    } catch (error) {
      assert.ok(error instanceof UsageError);
      return { message: error.message, advice: error.advice };
    }
  }

  it('needs its words and what it does; parsing, help and wrong use come with them', async () => {
    assert.deepEqual(await call('one two'), { code: EXIT.ok, printed: ['2\n'] });
    assert.deepEqual(await call('one two', '--most', '1'), { code: EXIT.failed, printed: ['2\n'] });
    const help = describeCommand(toyCommand);
    assert.match(help, /^workorder count TEXT \[--most N\]\n\nCounts words\.\n\n {2}--most N/);
    for (const [argv, message] of [
      [['--help'], ''],
      [[], 'no text is given: write it in quotes'],
      [['one', 'two'], 'unexpected argument "two"'],
      [['one', '--mots', '1'], "Unknown option '--mots'. Did you mean --most?"],
      [['one', '--most', 'x'], '--most must be a whole number from 1, not "x"'],
      [[''], 'there are no words'],
    ] as const)
      assert.deepEqual(await call(...argv), { message, advice: help });
  });
});

describe('adding a workflow', function () {
  const FILE = 'notes.py';
  const BEFORE = 'x = 1\n';
  const AFTER = 'x = 1\ny = 2\n';

  /** A folder with one file, and the toy over it; its process dies after these lines. */
  class ToyFolder {
    readonly files: MemoryFiles;
    readonly journals = new DyingJournals<ToyEvent>();
    readonly reviewer = new MemoryReviewer();
    readonly history: History;
    readonly ports: ToyPorts;

    constructor(lines = Number.POSITIVE_INFINITY, policy = {}, tests?: TestRunner) {
      this.files = new MemoryFiles({ [FILE]: BEFORE, '.workorder/policy.json': JSON.stringify(policy) });
      this.journals.linesLeft = lines;
      const { files, journals } = this;
      const clock = { now: () => 0 };
      this.ports = { files, journals, clock, sha256: sha256Of, hold: memoryHold(), programs: { tests } };
      const runs = createStoredRuns(async () => this.ports, toyWorkflow);
      const kind = 'toy' as HistorySource['kind'];
      this.history = new History([{ kind, list: () => runs.list(), open: async () => runs }]);
    }

    run = () => runToy(this.ports, { file: FILE, line: 'y = 2', reviewer: this.reviewer, signal });

    resume() {
      this.journals.linesLeft = Number.POSITIVE_INFINITY;
      return resumeToy(this.ports, 'run-1', { reviewer: this.reviewer, signal });
    }

    async stored() {
      const found = await this.history.find('run-1');
      assert.ok(found.ok, found.ok ? '' : found.error);
      return found.value.source.open();
    }
  }

  it('takes eight files at most', () => {
    const files = filesOf('A workflow');
    assert.ok(files.length > 0 && files.length <= 8, files.join(', '));
    for (const file of files)
      if (!file.includes('NAME')) assert.ok(fs.existsSync(path.join(root, file)), file);
    const own = files.filter(file => file.startsWith('src/core/NAME/')).map(file => path.basename(file));
    const toys = fs.readdirSync(path.join(root, 'test/support/toy-workflow'));
    assert.deepEqual(toys.toSorted(), own.map(file => file.replace('NAME', 'toy')).toSorted());
  });

  it('is a name that policies and their completion know, from the schema alone', async () => {
    const folder = path.join(root, 'test-results', `workflow-${process.pid}`);
    try {
      fs.cpSync(path.join(root, 'schemas'), path.join(folder, 'schemas'), { recursive: true });
      const file = path.join(folder, 'schemas/policy.schema.json');
      const schema = JSON.parse(fs.readFileSync(file, 'utf8'));
      schema.properties.workflows.properties.toy = { $ref: '#/definitions/CheckLevels' };
      fs.writeFileSync(file, JSON.stringify(schema));
      const options = ['--schemas', path.join(folder, 'schemas'), '--out', path.join(folder, 'generated')];
      execFileSync(process.execPath, [path.join(root, 'scripts/generate.mjs'), ...options]);
      const { WORKFLOWS: names } = await import(path.join(folder, 'generated/workflows.ts'));
      assert.deepEqual(names, [...WORKFLOWS, 'toy']);
      const { validatePolicy } = await import(path.join(folder, 'generated/validators.cjs'));
      assert.equal(validatePolicy({ workflows: { toy: { tests: 'required' } } }), true);
      assert.equal(validatePolicy({ workflows: { other: { tests: 'required' } } }), false);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it('writes through the gate, with every check, and shows its runs by the words of all', async () => {
    const toy = new ToyFolder();
    assert.equal((await toy.run()).outcome?.kind, 'DONE');
    assert.equal(toy.files.text(FILE), AFTER);
    const runs = await toy.stored();
    assert.equal(await runs.headline('run-1'), 'The line is written');
    assert.match(
      (await runs.transcript('run-1')) ?? '',
      /^- run_started\n- proposed\n- verified\n- reviewed\n- applied\n/,
    );
    assert.equal((await runs.changes('run-1')).length, 1);
    assert.ok((await runs.verify('run-1')).ok);
    const [entry] = await toy.history.list();
    assert.ok(entry);
    const printer = await linePrinter(entry);
    const colours = {} as Parameters<NonNullable<typeof printer.beforeDiff>>[0];
    assert.match(printer.beforeDiff?.(colours) ?? '', /- applied/);
    assert.deepEqual(await runs.revert({ runId: 'run-1', by: 'Ann' }), { ok: true, value: [FILE] });
    assert.equal(toy.files.text(FILE), BEFORE);
    assert.equal((await runs.revert({ runId: 'run-1', by: 'Ann' })).ok, false);
  });

  it('is not DONE with tests that fail, and writes nothing where they may not run', async () => {
    const failing: TestRunner = {
      find: async () => ({ ok: true, value: { label: 'pytest', origin: 'detected' } }),
      run: async () => ({ ok: false, exit_code: 1, stdout: '', stderr: 'no', passed: 0, total: 1 }),
    };
    const toy = new ToyFolder(undefined, { checks: { tests: 'required' } }, failing);
    const { outcome } = await toy.run();
    assert.match(JSON.stringify(outcome), /BLOCKED.*the tests failed: 0 of 1 tests passed/);
    assert.equal(toy.files.text(FILE), AFTER);
    const without = new ToyFolder(undefined, { checks: { tests: 'required' } });
    assert.match(JSON.stringify((await without.run()).outcome), /BLOCKED.*no tests can be run here/);
    assert.equal(without.files.text(FILE), BEFORE);
  });

  it('ends the same from every line of its journal, and is given up and taken back like any other', async () => {
    const whole = new ToyFolder();
    await whole.run();
    const lines = ((await whole.journals.read('run-1')) ?? []).length;
    for (let n = 1; n < lines; n++) {
      const toy = new ToyFolder(n);
      await assert.rejects(toy.run(), /the process died/);
      const resumed = await toy.resume();
      assert.ok(
        resumed.ok && resumed.value.outcome?.kind === 'DONE',
        `after ${n} lines: ${JSON.stringify(resumed)}`,
      );
      assert.equal(toy.files.text(FILE), AFTER, `after ${n} lines`);
      assert.ok((await (await toy.stored()).revert({ runId: 'run-1', by: 'Ann' })).ok, `after ${n} lines`);
      assert.equal(toy.files.text(FILE), BEFORE, `after ${n} lines`);
    }
    const toy = new ToyFolder(2);
    await assert.rejects(toy.run());
    toy.journals.linesLeft = Number.POSITIVE_INFINITY;
    const runs = await toy.stored();
    assert.equal(await runs.headline('run-1'), 'interrupted');
    assert.ok((await runs.giveUp('run-1')).ok);
  });
});
