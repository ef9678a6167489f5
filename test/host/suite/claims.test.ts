import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { onClaimMismatch } from '../../../src/vscode/settings.ts';

describe('workorder.claims.onMismatch', () => {
  const settings = () => vscode.workspace.getConfiguration('workorder');
  const now = () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    return onClaimMismatch(folder);
  };
  afterEach(() => settings().update('claims.onMismatch', undefined, vscode.ConfigurationTarget.Global));

  it('tells a difference unless a person asks for BLOCKED [001-036]', async () => {
    assert.equal(now(), 'warn');
    await settings().update('claims.onMismatch', 'block', vscode.ConfigurationTarget.Global);
    assert.equal(now(), 'block');
  });
});
