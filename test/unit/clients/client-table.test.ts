import assert from 'node:assert/strict';
import { CLIENT_NAMES, clientOf, launchOf } from '../../../src/core/clients/client-table.ts';

describe('the table of clients', () => {
  const launch = { command: '/bin/node', args: ['/w/cli.js', 'mcp', '--allow-edits'] };
  for (const name of CLIENT_NAMES)
    it(`has an entry of ${name} that starts our server, and can be read back`, () => {
      const entry = clientOf(name).entry(launch, { waitsForPerson: true });
      assert.deepEqual(launchOf(entry), launch);
    });
  it('reads nothing out of what is no entry', () => {
    for (const other of [undefined, null, 'x', { url: 'http://x' }, { command: [] }])
      assert.equal(launchOf(other), undefined);
  });
});
