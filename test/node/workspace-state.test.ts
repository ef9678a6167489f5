import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';

describe('the state folder of a workspace', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'work-order-state-')));
    mkdirSync(join(folder, 'project'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const at = (environment: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux') =>
    workspaceStateDir(join(folder, 'project'), environment, platform);

  it('is the same for every name of the folder', () => {
    symlinkSync('project', join(folder, 'alias'));
    assert.equal(workspaceStateDir(join(folder, 'alias'), { HOME: '/h' }, 'linux'), at({ HOME: '/h' }));
  });

  it('follows WORKORDER_STATE_DIR, then XDG_STATE_HOME, then the home folder', () => {
    const all = { WORKORDER_STATE_DIR: '/w', XDG_STATE_HOME: '/x', HOME: '/h' };
    assert.match(at(all), /^\/w\/work-order\/[0-9a-f]{16}$/);
    assert.match(at({ XDG_STATE_HOME: '/x', HOME: '/h' }), /^\/x\/work-order\/[0-9a-f]{16}$/);
    assert.match(at({ HOME: '/h' }), /^\/h\/.local\/state\/work-order\/[0-9a-f]{16}$/);
    assert.match(at({ HOME: '/h' }, 'darwin'), /^\/h\/Library\/Application Support\/work-order\//);
  });

  it('does not take a relative value, which would depend on the current folder', () => {
    assert.match(at({ WORKORDER_STATE_DIR: 'state', HOME: '/h' }), /^\/h\//);
  });
});
