import * as vscode from 'vscode';

/** "Start Ticket" above the first line of a *.ticket.json. */
export const ticketCodeLenses: vscode.CodeLensProvider = {
  provideCodeLenses: document => [
    new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
      title: '$(play) Start Ticket',
      tooltip: 'A manager assigns, a developer works, you review each change',
      command: 'workorder.startTicket',
      arguments: [document.uri],
    }),
  ],
};
