import * as vscode from 'vscode';

/** "Run Work Order | Check" above the first line of a *.workorder.json or *.workorder.md. */
export const orderCodeLenses: vscode.CodeLensProvider = {
  provideCodeLenses(document) {
    const top = new vscode.Range(0, 0, 0, 0);
    return [
      new vscode.CodeLens(top, {
        title: '$(play) Run Work Order',
        tooltip: 'Designer, QA, your review, apply, lint',
        command: 'workorder.run',
        arguments: [document.uri],
      }),
      new vscode.CodeLens(top, {
        title: '$(checklist) Check',
        tooltip: 'Designer and QA, simulated in memory; nothing is written',
        command: 'workorder.check',
        arguments: [document.uri],
      }),
    ];
  },
};
