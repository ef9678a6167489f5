import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import { artifact, fileUri, reset, workspaceFolder, writeDisk } from './support.ts';

/** What the stand-in of the Python extension gives beside its public API. */
interface FakePython {
  choose(python: string | undefined): void;
}

describe('the Python extension', () => {
  let python: FakePython;
  const aside = fileUri('.venv-aside').fsPath;
  before(async () => {
    const extension = vscode.extensions.getExtension<FakePython>('ms-python.python');
    assert.ok(extension);
    python = await extension.activate();
  });
  // An environment of the workspace's own comes first.
  beforeEach(() => fs.rename(fileUri('.venv').fsPath, aside));
  afterEach(async () => {
    python.choose(undefined);
    await fs.rename(aside, fileUri('.venv').fsPath);
    await reset();
  });

  /** An environment elsewhere with a ruff that only knows its version, and finds nothing. */
  const environment = async (name: string, version: string): Promise<string> => {
    const bin = path.join(artifact(name), 'bin');
    await fs.mkdir(bin, { recursive: true });
    const script = (text: string) => `#!/bin/sh\n${text}\n`;
    await fs.writeFile(path.join(bin, 'python'), script('exit 1'), { mode: 0o755 });
    const ruff = script(`if [ "$1" = --version ]; then echo ruff ${version}; else echo '[]'; fi`);
    await fs.writeFile(path.join(bin, 'ruff'), ruff, { mode: 0o755 });
    const mypy = script(`if [ "$1" = --version ]; then echo mypy ${version}; else echo; fi`);
    await fs.writeFile(path.join(bin, 'mypy'), mypy, { mode: 0o755 });
    return path.join(bin, 'python');
  };
  const lint = async () => {
    await writeDisk('shop/extra.py', '"""Extra."""\n');
    return vscode.commands.executeCommand<LintOutcome>('workorder.lint', { path: 'shop', check_all: false });
  };
  const toolsOf = (outcome: LintOutcome) =>
    outcome.tools.map(({ tool, program, version }) => [tool, program, version]);

  it('names the environment the linters are taken from, as soon as another is chosen', async () => {
    for (const version of ['2.8.1', '2.8.2']) {
      const chosen = await environment(`python-${version}`, version);
      python.choose(chosen);
      const bin = path.dirname(chosen);
      assert.deepEqual(toolsOf(await lint()), [
        ['ruff', path.join(bin, 'ruff'), version],
        ['mypy', path.join(bin, 'mypy'), version],
      ]);
    }
  });

  it('is not believed when it names something in no environment', async () => {
    python.choose(path.join(workspaceFolder().fsPath, 'no-such-python'));
    const outcome = await lint();
    const programs = outcome.tools.map(({ program }) => program);
    assert.ok(
      programs.every(program => !program.startsWith(workspaceFolder().fsPath)),
      programs.join(),
    );
  });
});
