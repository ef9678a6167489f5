import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import type { RunReport } from '../../../src/generated/contracts.ts';
import { eventually, fileUri, readDisk, reset, workspaceFolder } from './support.ts';
import { reviewTab, runAndApply, runToEnd } from './work-order.ts';

const models = () => vscode.workspace.getConfiguration('workorder.models');
const target = ({ runId }: RunState) => ({
  target: { kind: 'run', runId, folder: workspaceFolder().toString() },
});

async function exportReport(run: RunState): Promise<RunReport> {
  const file = fileUri('report.json');
  const written = await vscode.commands.executeCommand('workorder.exportReport', target(run), file);
  assert.ok(written instanceof vscode.Uri);
  return JSON.parse(await readDisk('report.json')) as RunReport;
}

describe('Export Report', () => {
  afterEach(async () => {
    await models().update('record', undefined, vscode.ConfigurationTarget.Global);
    await models().update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workorder.cancel');
    await reset();
  });

  it('writes one file about a run: its end, journal, replies, versions and changed settings', async () => {
    await models().update('baseUrl', 'http://localhost:9/v1?key=abc', vscode.ConfigurationTarget.Global);
    const report = await exportReport(await runToEnd('simplify-tax-rate'));
    assert.match(report.summary.outcome, /^Blocked by qa: /);
    assert.equal(report.journal.at(-1)?.['type'], 'finished');
    assert.equal(report.versions['VS Code'], vscode.version);
    assert.equal(report.settings['workorder.models.baseUrl'], 'http://localhost:9/v1?…');
    assert.equal('workorder.models.timeoutSeconds' in report.settings, false, 'a default is not told');
    assert.ok(report.replay.turns.some(turn => turn.role === 'qa'));
  });

  it('of a recorded run holds the requests, so that Replay Run plays exactly that run again', async () => {
    await models().update('record', true, vscode.ConfigurationTarget.Global);
    const run = await runAndApply('rename-calc-total');
    const report = await exportReport(run);
    const texts = report.replay.turns.flatMap(turn => turn.request_parts ?? []).map(part => part.text);
    assert.ok(
      texts.some(text => text?.includes('=== shop/')),
      'the sources as they were sent',
    );
    assert.equal(await vscode.commands.executeCommand('workorder.revert', target(run)), true);

    const replayed = vscode.commands.executeCommand<RunState>('workorder.replayRun', target(run));
    await eventually(() => reviewTab() !== undefined, 'the diff of the replay');
    await vscode.commands.executeCommand('workorder.apply', { acceptWarnings: true });
    const again = await replayed;
    assert.equal(again.outcome?.kind, 'APPLIED', JSON.stringify(again.outcome));
    assert.deepEqual(
      again.files.map(file => file.after_sha256),
      run.files.map(file => file.after_sha256),
    );
  });
});
