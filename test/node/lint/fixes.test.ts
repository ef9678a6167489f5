import assert from 'node:assert/strict';
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../../src/core/app.ts';
import { planFix, type WantedFix } from '../../../src/core/lint/plan-fix.ts';
import type { Files } from '../../../src/core/ports/files.ts';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { createGit } from '../../../src/node/git/modified-files.ts';
import { createLinter } from '../../../src/node/lint/index.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { sha256Of } from '../../support/memory-files.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { ENVIRONMENT } from './cases/run-case.ts';
import { LintWorkspace } from './workspace.ts';

const signal = new AbortController().signal;
const PATH = 'app/a.py';

describe("ruff's fixes", () => {
  let workspace: LintWorkspace;
  const rules = (select: string, more = '') => `[lint]\nselect = ${select}\n${more}`;
  const open = (text: string, config = rules('["F", "I", "UP", "SIM", "B"]')) => {
    workspace = new LintWorkspace({ 'ruff.toml': config, [PATH]: text });
    const processes = createProcesses();
    return createLinter({
      root: workspace.root,
      files: workspace.files,
      processes,
      git: createGit(workspace.root, processes),
      settings: () => ({ interpreters: [join(ENVIRONMENT, 'bin', 'python')] }),
    });
  };
  afterEach(() => workspace.dispose());

  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  /** Asks for the fix of the first problem of a code, as its light bulb does. */
  const want = async (
    linter: ReturnType<typeof open>,
    text: string,
    code: string,
    more: Partial<WantedFix> = {},
  ): Promise<WantedFix> => {
    const looked = await linter.lintText(PATH, bytesOf(text), { signal });
    assert.ok(looked.ok, JSON.stringify(looked));
    const problem = looked.value.diagnostics.find(one => one.code === code);
    assert.ok(problem, `ruff reports no ${code}: ${JSON.stringify(looked.value.diagnostics)}`);
    return {
      code,
      message: problem.message,
      line: problem.line,
      column: problem.column ?? 1,
      everywhere: false,
      unsafe: problem.fix?.applicability === 'unsafe',
      ...more,
    };
  };
  const fix = async (text: string, code: string, more: Partial<WantedFix> = {}, config?: string) => {
    const linter = open(text, config);
    const wanted = await want(linter, text, code, more);
    const look = async (bytes: Uint8Array) => {
      const looked = await linter.lintText(PATH, bytes, { signal });
      return looked.ok ? { ok: true as const, value: looked.value.diagnostics } : looked;
    };
    const planned = await planFix(bytesOf(text), wanted, look);
    return planned.ok ? textOf(planned.value.after) : planned.error;
  };

  it('are made in exactly the text they were asked for, whatever its line ends and characters', async () => {
    for (const eol of ['\n', '\r\n', '\r'])
      assert.equal(
        await fix(`"""🙂."""${eol}import os${eol}x = "é"${eol}`, 'F401'),
        `"""🙂."""${eol}x = "é"${eol}`,
      );
    assert.equal(await fix('\uFEFFimport os\nx = 1\n', 'F401'), '\uFEFFx = 1\n');
    assert.equal(await fix('"🙂"; import os, re; re.x = 1', 'F401'), '"🙂"; import re; re.x = 1');
  });

  it('take one problem away and leave the others', async () =>
    assert.equal(await fix('import os\nimport re\n', 'F401'), 'import re\n'));

  it('take all problems of a code away, and no other', async () =>
    assert.equal(
      await fix('import os, re\nimport io\nx: "int" = 1\ny = f"a"\n', 'F401', { everywhere: true }),
      'x: "int" = 1\ny = f"a"\n',
    ));

  it('do not empty a block together', async () =>
    assert.equal(
      await fix('try:\n    import os\n    import re\nfinally:\n    pass\n', 'F401', { everywhere: true }),
      'try:\n    pass\nfinally:\n    pass\n',
    ));

  it('that may change what the code does are made only when they were asked for by that name', async () => {
    const text = 'def f():\n    x = 1\n';
    assert.match(await fix(text, 'F841', { unsafe: false }), /does not report F841 with this fix there/);
    assert.equal(await fix(text, 'F841', { unsafe: true }), 'def f():\n    pass\n');
  });

  it('are found again where the text has moved, and refused where it is not clear which one is meant', async () => {
    const moved = { line: 9, column: 1 };
    assert.equal(await fix('x = 1\nimport os\n', 'F401', moved), 'x = 1\n');
    assert.match(
      await fix('def f():\n    import os\n\n\ndef g():\n    import os\n', 'F401', moved),
      /lint again/,
    );
  });

  describe('applied', () => {
    const text = 'import os\nimport re\n';
    const appWith = (linter: ReturnType<typeof open>, files: Files = workspace.files) => {
      const journals = new MemoryJournals<RunEvent>();
      const app = createApp({
        files,
        journals,
        linter,
        textLinter: linter,
        symbols: createPythonSymbols(files),
        clock: { now: () => 0 },
        sha256: sha256Of,
        defaultLintPath: () => '.',
      });
      return { app, journals };
    };
    const request = (wanted: WantedFix, path = PATH) => ({
      path,
      wanted,
      by: 'the test',
      lint: { path, check_all: true },
      signal,
    });

    it('are one transaction with a journal of its own, and can be reverted', async () => {
      const linter = open(text);
      const { app, journals } = appWith(linter);
      const result = await app.applyLintFix(request(await want(linter, text, 'F401')));
      assert.ok(result.ok, JSON.stringify(result));
      assert.equal(textOf(workspace.files.bytes(PATH) ?? new Uint8Array()), 'import re\n');
      const { runId, outcome } = result.value;
      assert.equal(outcome?.kind, 'APPLIED');
      const events = await journals.read(runId);
      assert.deepEqual(
        events?.map(event => event.type),
        ['lint_fix', 'verified', 'applied', 'linted', 'finished'],
      );
      assert.equal((await app.workOrders.revert({ runId, by: 'the test' })).ok, true);
      assert.equal(textOf(workspace.files.bytes(PATH) ?? new Uint8Array()), text);
    });

    describe('through a link', () => {
      const LINK = 'app/link.py';
      const at = (file: string) => join(workspace.root, file);
      const fixThroughLink = async () => {
        const linter = open(text);
        symlinkSync('a.py', at(LINK));
        const files = createDiskFiles({ root: workspace.root, stateDir: join(workspace.root, '.state') });
        const { app } = appWith(linter, files);
        const result = await app.applyLintFix(request(await want(linter, text, 'F401'), LINK));
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(readFileSync(at(PATH), 'utf8'), 'import re\n');
        return () => app.workOrders.revert({ runId: result.value.runId, by: 'the test' });
      };

      it('are taken back in the file where it leads', async () => {
        const revert = await fixThroughLink();
        const reverted = await revert();
        assert.ok(reverted.ok, JSON.stringify(reverted));
        assert.equal(readFileSync(at(PATH), 'utf8'), text);
        assert.ok(lstatSync(at(LINK)).isSymbolicLink());
      });

      it('are not taken back where it leads elsewhere now, whatever stands there', async () => {
        const revert = await fixThroughLink();
        writeFileSync(at('app/other.py'), 'import re\n');
        rmSync(at(LINK));
        symlinkSync('other.py', at(LINK));
        const reverted = await revert();
        assert.ok(!reverted.ok);
        assert.match(
          reverted.error,
          /app\/link\.py is a link to app\/other\.py now, and was a link to app\/a\.py when it was changed: let it lead there again, or undo the change in app\/a\.py by hand/,
        );
        assert.equal(readFileSync(at('app/other.py'), 'utf8'), 'import re\n');
        // Nor is it taken for reverted where the other file has the bytes of before.
        writeFileSync(at('app/other.py'), text);
        assert.ok(!(await revert()).ok);
        rmSync(at(LINK));
        writeFileSync(at(LINK), 'import re\n');
        const replaced = await revert();
        assert.ok(!replaced.ok);
        assert.match(replaced.error, /app\/link\.py is a file of its own now, and was a link to app\/a\.py/);
        assert.equal(readFileSync(at(LINK), 'utf8'), 'import re\n');
        assert.equal(readFileSync(at(PATH), 'utf8'), 'import re\n');
      });
    });

    it('change nothing and leave no journal when they are refused', async () => {
      const linter = open(text);
      const { app, journals } = appWith(linter);
      const wanted = await want(linter, text, 'F401');
      workspace.write('conftest.py', text);
      for (const [path, reason] of [
        ['conftest.py', /^conftest\.py configures tools or runs code; edit it by hand/],
        ['../a.py', /is refused/],
        ['app/gone.py', /is not there any more/],
      ] as const) {
        const result = await app.applyLintFix(request(wanted, path));
        assert.ok(!result.ok);
        assert.match(result.error, reason);
      }
      workspace.write(PATH, 'x = 1\n');
      assert.ok(!(await app.applyLintFix(request(wanted))).ok);
      assert.deepEqual(await journals.list(), []);
    });

    it('are refused when the file changes while ruff looks at it', async () => {
      const linter = open(text);
      const wanted = await want(linter, text, 'F401');
      const { app } = appWith({
        ...linter,
        lintText: async (...given) => {
          const looked = await linter.lintText(...given);
          workspace.write(PATH, 'import re\nimport os\n');
          return looked;
        },
      });
      const result = await app.applyLintFix(request(wanted));
      assert.ok(result.ok);
      assert.ok(result.value.outcome?.kind === 'FAILED' && !result.value.outcome.changeKept);
      assert.equal(textOf(workspace.files.bytes(PATH) ?? new Uint8Array()), 'import re\nimport os\n');
    });
  });
});
