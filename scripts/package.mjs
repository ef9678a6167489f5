// npm run package: dist/work-order.vsix, with the network for what compresses it alone, and not heavier than promised.
import fs from 'node:fs';
import path from 'node:path';
import { packager, projectNode, root } from './setup/places.mjs';
import { installPins } from './setup/python-environment.mjs';
import { run, SetUpError } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';

const LIMIT_BYTES = 1.5 * 1024 * 1024;
const WITHOUT_REPOSITORY = ['--allow-missing-repository', '--no-rewrite-relative-links'];
const vsix = path.join(root, 'dist/work-order.vsix');

await runScript(async () => {
  await setUpProject();
  fs.rmSync(vsix, { force: true });
  // Everything is bundled, so the package needs no node_modules; what goes in is listed in .vscodeignore.
  const args = ['package', '--no-dependencies', ...WITHOUT_REPOSITORY, '--out', vsix];
  console.log((await run(projectNode, ['node_modules/@vscode/vsce/vsce', ...args])).trim());
  await installPins(packager, path.join(root, 'scripts/package-tools.txt'), ['--only-binary', ':all:']);
  await run(packager.executable, ['scripts/recompress.py', vsix]);

  const { size } = fs.statSync(vsix);
  const kilobytes = Math.round(size / 1024);
  console.log(`dist/work-order.vsix: ${kilobytes} KB`);
  if (size > LIMIT_BYTES) {
    throw new SetUpError(
      `The package has ${kilobytes} KB, and the limit is ${LIMIT_BYTES / 1024}: look for what .vscodeignore lets in.`,
    );
  }
  return 0;
});
