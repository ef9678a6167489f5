import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { describeFiles } from '../../contract/files.contract.ts';
import { temporaryWorkspace } from './temporary-workspace.ts';

describeFiles('disk', async initial => {
  const workspace = temporaryWorkspace(initial);
  const files = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir });
  return {
    files,
    peek: async path => workspace.bytes(path),
    poke: async (path, content) =>
      content === undefined ? workspace.remove(path) : workspace.write(path, content),
    everyPath: async () => workspace.paths(),
    dispose: async () => {
      await files.flushed();
      workspace.dispose();
    },
  };
});
