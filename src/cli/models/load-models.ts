import type { Io } from '../io.ts';
import type { CommandLine } from '../options.ts';
import type { Models, RoleModels } from './open-models.ts';

export type { RoleModels } from './open-models.ts';

/** The models of `--model`, `--designer-model`, `--qa-model`; clients are loaded now, so that help needs none. */
export const openModels = async (line: CommandLine, io: Io): Promise<Models> =>
  (await import('./open-models.ts')).openModels(line, io);

/** The models of every role and tier of this command line: `--model`, `--ROLE-model`, `--smart-model`, `--fast-model`. */
export const openModelFor = async (line: CommandLine, io: Io): Promise<RoleModels> =>
  (await import('./open-models.ts')).openModelFor(line, io);
