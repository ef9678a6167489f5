import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import type { ChatEnd } from './chat-request.ts';

/** As the manifest names it. */
const PARTICIPANT = 'work-order.workorder';

/** Registers `@workorder`; what answers is loaded by the first request. */
export function registerParticipant(services: Services): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(PARTICIPANT, async (...request) =>
    (await import('./answer-request.ts')).answerRequest(services, ...request),
  );
  participant.iconPath = new vscode.ThemeIcon('verified');
  participant.followupProvider = {
    provideFollowups: ({ metadata }) => [...((metadata as Partial<ChatEnd> | undefined)?.followUps ?? [])],
  };
  return participant;
}
