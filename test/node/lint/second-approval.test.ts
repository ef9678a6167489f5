import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../src/core/app.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { Command } from '../../../src/generated/contracts.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { createGit } from '../../../src/node/git/modified-files.ts';
import { createLinter } from '../../../src/node/lint/index.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { sha256 } from '../../../src/node/system.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { ENVIRONMENT } from './cases/run-case.ts';
import { LintWorkspace } from './workspace.ts';

const PLUGIN =
  'from pathlib import Path\\n\\nPath("CANARY").touch()\\nfrom mypy.plugin import Plugin\\n\\n\\ndef plugin(version):\\n    return Plugin\\n';
const verification = { tool: 'lint_backend' as const, args: { path: 'app', check_all: true } };
const says = (answer: unknown): Model => ({
  label: 'test',
  ask: async () => ({
    kind: 'answer',
    text: JSON.stringify(answer),
    usage: { inputTokens: 0, outputTokens: 0, estimated: true },
    model: 'test',
  }),
});

/** Each change makes the linters run code it brought: the canary then lies in the workspace. */
const CHANGES: readonly (readonly [string, readonly string[], readonly Command[]])[] = [
  [
    'a plugin of mypy',
    ['mypy.ini'],
    [
      {
        tool: 'atomic_replace',
        args: {
          file_path: 'mypy.ini',
          replacements: [{ old_string: '[mypy]', new_string: '[mypy]\nplugins = app/kept.py' }],
        },
        reason: 'Change it.',
      },
    ],
  ],
  [
    'a contract type of import-linter',
    ['.importlinter'],
    [
      {
        tool: 'atomic_replace',
        args: {
          file_path: '.importlinter',
          replacements: [
            {
              old_string: 'root_package = app',
              new_string: 'root_package = app\ncontract_types =\n    own: app.kept.Own',
            },
          ],
        },
        reason: 'Change it.',
      },
    ],
  ],
];

const configured = (name: string): readonly Command[] => [
  {
    tool: 'atomic_replace',
    args: {
      file_path: name,
      replacements: [{ old_string: 'VALUE = 1', new_string: '__import__("pathlib").Path("CANARY").touch()' }],
    },
    reason: 'Change it.',
  },
];

describe('a change of what the linters run', () => {
  let workspace: LintWorkspace;
  let state = '';
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), 'lint-approval-'));
    workspace = new LintWorkspace({
      'mypy.ini': '[mypy]\n',
      'ruff.toml': 'lint.select = ["F"]\n',
      '.importlinter':
        '[importlinter]\nroot_package = app\n[importlinter:contract:one]\nname = One\ntype = forbidden\nsource_modules = app.a\nforbidden_modules = app.kept\n',
      'app/__init__.py': '',
      'app/a.py': 'x: int = 1\n',
      'app/kept.py': PLUGIN.replaceAll('\\n', '\n'),
    });
  });
  afterEach(() => {
    workspace.dispose();
    rmSync(state, { recursive: true, force: true });
  });
  const canary = () => existsSync(join(workspace.root, 'CANARY'));

  /** One run whose change a person approves, its paths by name too; `lints`: what they say about linting with it. */
  const run = async (commands: readonly Command[], paths: readonly string[], lints: boolean) => {
    const { root } = workspace;
    const processes = createProcesses();
    const files = createDiskFiles({ root, stateDir: state });
    const linter = createLinter({
      root,
      files,
      processes,
      git: createGit(root, processes),
      settings: () => ({
        interpreters: [join(ENVIRONMENT, 'bin', 'python')],
        cacheDir: join(state, 'cache'),
      }),
    });
    const app = createApp({
      files,
      linter,
      simulatedLinter: linter,
      lintCode: linter,
      symbols: createPythonSymbols(files),
      journals: new MemoryJournals<RunEvent>(),
      clock: { now: () => 0 },
      sha256,
      defaultLintPath: () => 'app',
    });
    const asked: (readonly string[])[] = [];
    const ended = await app.runWorkOrder({
      order: {
        step_id: 'step',
        step_text: 'Change it.',
        scope_allowlist: ['app/', ...paths],
        invariants: [],
        acceptance: { lint: verification.args },
      },
      designer: says({ touched_files: paths, commands, changed_signatures: [], verification }),
      qa: says({ decision: 'APPROVED', commands, verification }),
      reviewer: {
        review: async ({ approvalSha256, controlPlane }) => {
          // The simulated files are linted while a person looks: that must not run it either.
          await new Promise(resolve => setTimeout(resolve, 500));
          assert.ok(!canary(), 'the change ran before it was approved');
          return { kind: 'apply', by: 'test', approvalSha256, controlPlaneApproved: controlPlane };
        },
        approveLint: async named => {
          asked.push(named);
          return lints;
        },
      },
      until: 'end',
      policy: [{ from: 'the test', by: 'person', failOn: 'any' }],
      lintPreview: true,
      onLintFailure: 'keep',
      signal: new AbortController().signal,
    });
    return { asked, outcome: ended.outcome };
  };

  const LOADED = [
    ['the plugin that mypy loads', 'tools/plugin.py'],
    ['a module that the plugin imports', 'tools/part.py'],
    ['a module that this one imports', 'tools/deep.py'],
  ] as const;
  for (const [what, path] of LOADED)
    it(`is asked for by name also when the configuration stays: ${what}`, async () => {
      workspace.write('mypy.ini', '[mypy]\nplugins =\n    pydantic_of_no_one.mypy,\n    tools/plugin.py\n');
      workspace.write('tools/__init__.py', '');
      const more = 'from mypy.plugin import Plugin\n\n\ndef plugin(version):\n    return Plugin\n';
      workspace.write('tools/plugin.py', `from tools import part as part\n${more}VALUE = 1\n`);
      workspace.write('tools/part.py', 'from .deep import VALUE as VALUE\nVALUE = 1\n');
      workspace.write('tools/deep.py', 'VALUE = 1\n');
      const { asked, outcome } = await run(configured(path), [path], false);
      assert.deepEqual(asked, [[path]]);
      assert.ok(outcome?.kind === 'FAILED' && outcome.step === 'lint', JSON.stringify(outcome));
      assert.ok(!canary());
    });

  for (const [what, paths, commands] of CHANGES) {
    it(`is asked for by name a second time, and nothing of it runs without: ${what}`, async () => {
      const { asked, outcome } = await run(commands, paths, false);
      assert.deepEqual(asked, [paths]);
      assert.ok(outcome?.kind === 'FAILED' && outcome.step === 'lint', JSON.stringify(outcome));
      assert.match(
        outcome.reasons.join(),
        new RegExp(`the change to ${paths[0]} decides what the linters run`),
      );
      assert.ok(!canary());
    });

    it(`runs once that is approved, which shows that the canary can: ${what}`, async () => {
      const { asked, outcome } = await run(commands, paths, true);
      assert.deepEqual(asked, [paths]);
      assert.ok(canary(), JSON.stringify(outcome));
      assert.match(readFileSync(join(workspace.root, paths[0] ?? ''), 'utf8'), /kept/);
    });
  }
});
