// npm run demo: from a bare clone to an applied work order, with recorded replies, in a copy of the example.
import path from 'node:path';
import { copyExample } from './setup/example.mjs';
import { runInForeground } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';

const ORDER = 'rename-calc-total';

await runScript(async () => {
  await setUpProject();
  const example = await copyExample();
  try {
    const order = path.join(example.folder, 'work-orders', `${ORDER}.workorder.json`);
    const replies = path.join(example.replies, `${ORDER}.replay.json`);
    const command = ['dist/cli.js', 'run', order, '--root', example.folder, '--model', `replay:${replies}`];
    console.log(`\nRunning examples/shop/work-orders/${ORDER}.workorder.json in a copy of the example\n`);
    // On the Node that it was started with, as an installed command line would run.
    const code = await runInForeground(process.execPath, [...command, '--yes']);
    console.log('\nThe same in VS Code, where you review the diff yourself: npm run vscode');
    return code;
  } finally {
    example.dispose();
  }
});
