import * as vscode from 'vscode';
import { testOfRow } from '../../core/panel/tried-section.ts';
import { showInformationMessage } from '../inert-window.ts';
import { askToTryOut, type TryOutAnswer } from '../run/ask-to-try-out.ts';
import type { Services } from '../services.ts';
import { Row } from '../views/node-tree.ts';

/** Runs functions and tests before and after the proposal that waits; answers whether it did. Tests hand over an answer. */
export async function tryOut(services: Services, argument: unknown): Promise<boolean> {
  const { review } = services;
  if (review.proposal?.tryOut === undefined) {
    void showInformationMessage('No proposal waits for a decision. Run a work order first.');
    return false;
  }
  const answer = isAnswer(argument) ? argument : await askToTryOut(review.proposal);
  return answer !== undefined && review.tryOut(answer);
}

const isAnswer = (value: unknown): value is TryOutAnswer =>
  value === 'functions' || value === 'functions and tests';

/** Puts the test of a counterexample on the clipboard. */
export async function copyTest(services: Services, argument: unknown): Promise<boolean> {
  const { state } = services.run;
  const test = argument instanceof Row && state ? testOfRow(state, argument.node.id) : undefined;
  if (test === undefined) return false;
  await vscode.env.clipboard.writeText(test);
  void showInformationMessage(
    'The test is on the clipboard. It passes before the change and fails after it.',
  );
  return true;
}
