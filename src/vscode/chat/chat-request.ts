import type * as vscode from 'vscode';
import type { Services } from '../services.ts';
import type { Stream } from './show-answer.ts';

/** A request to `@workorder`, as its commands get it. */
export interface ChatQuestion {
  readonly services: Services;
  /** What was typed behind the command, references in it as they were typed. */
  readonly prompt: string;
  readonly references: readonly vscode.ChatPromptReference[];
  /** The model that is picked in the chat. */
  readonly model: vscode.LanguageModelChat;
  readonly stream: Stream;
  /** Aborted when the person stops the answer. */
  readonly signal: AbortSignal;
}

/** What is offered below an answer; the editor keeps it with the conversation. */
export interface ChatEnd {
  readonly followUps: readonly FollowUp[];
}

export interface FollowUp {
  readonly label: string;
  readonly command: 'run' | 'plan' | 'prove' | 'explain';
  readonly prompt: string;
}
