import type * as vscode from 'vscode';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import { commandDesigner } from '../../core/workorder/command-designer.ts';
import { createProgramOnCopy } from '../../node/wrap/program-on-copy.ts';
import type { DesignerProgram } from '../settings.ts';
import { openPersonProgram } from './person-program.ts';

/** The program of the person's settings as the Designer; where there is no sandbox they are asked. */
export async function openDesignerProgram(
  folder: vscode.WorkspaceFolder,
  program: DesignerProgram,
): Promise<Result<Model>> {
  const { fsPath } = folder.uri;
  const noun = 'the program of the Designer';
  const opened = await openPersonProgram(fsPath, program, 'workorder.designer', noun);
  if (!opened.ok) return opened;
  const options = opened.value;
  return ok(
    commandDesigner(program.command, stdin => createProgramOnCopy({ ...options, ...(stdin && { stdin }) })),
  );
}
