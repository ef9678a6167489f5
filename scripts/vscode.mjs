// npm run vscode: a copy of the example in VS Code with Work Order installed, until Ctrl+C.

import { installBrowserHost } from './setup/browser-host.mjs';
import { chooseVsCode } from './setup/choose-vscode.mjs';
import { browserHost, projectNode } from './setup/places.mjs';
import { runInForeground, step } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';

await runScript(async () => {
  await setUpProject();
  const { kind } = await chooseVsCode();
  if (kind === 'browser') await step('vscode', () => installBrowserHost(browserHost));
  return runInForeground(projectNode, ['test/support/vscode-host/open-example.ts', kind]);
});
