// What Work Order promises to run on, in exact versions. Set-up installs them, the tests run on them, and
// test/unit/supported-versions.test.ts keeps package.json's `engines` and the API types at the oldest of them.

/** The Nodes that run what users run; the newest is the one that comes with the packages (devDependency "node"). */
export const NODES = { oldest: '20.19.0', middle: '22.12.0', newest: '24.21.0' };

/** VS Code as code-server brings it, each with its own Node. */
export const VSCODES = {
  oldest: { vscode: '1.104.0', codeServer: '4.104.0', node: '22.18.0' },
  newest: { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' },
};
