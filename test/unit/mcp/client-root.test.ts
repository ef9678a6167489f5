import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseRoot } from '../../../src/cli/mcp/client-root.ts';

const at = (...parts: string[]) => path.resolve('/work', ...parts);
const uri = (...parts: string[]) => pathToFileURL(at(...parts)).href;
const chosen = (uris: readonly string[], cwd = at('elsewhere')) => {
  const root = chooseRoot(uris, cwd);
  return root.ok ? root.value : `refused: ${root.error}`;
};

describe('the folder that a client works in', () => {
  it('is the one it has open, wherever the server was started', () =>
    assert.equal(chosen([uri('my shop')]), at('my shop')));

  it('is where the server was started when it has none open', () =>
    assert.equal(chosen([]), at('elsewhere')));

  it('of several is the innermost around the place where the server was started', () =>
    assert.equal(chosen([uri('a'), uri('b'), uri('b/c')], at('b/c/d')), at('b/c')));

  it('is refused when it cannot be told, with what to do', () => {
    assert.match(chosen([uri('a'), uri('b')]), /^refused: the client has 2 folders open: .*--root FOLDER$/);
    assert.match(chosen([uri('a'), uri('b')], at('ab')), /^refused/);
    assert.match(
      chosen(['vscode-remote://host/x']),
      /^refused: .*not a folder of this machine.*--root FOLDER$/,
    );
  });
});
