import { realpathSync } from 'node:fs';
import { nodeFs } from '../files/fs-port.ts';
import { locate } from '../files/locate.ts';

/**
 * What git calls a file that is named through a linked folder: git never follows links, and knows it where it lies. What
 * leads nowhere in the workspace keeps its name.
 */
export const namesInGit =
  (workspace: string) =>
  (path: string): string => {
    const place = locate(nodeFs, realpathSync(workspace), path, 'read');
    return place.kind === 'refused' ? path : place.real;
  };
