import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../src/node/make-folder.ts';

describe('making a folder', () => {
  let home: string;
  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-folder-'));
  });
  afterEach(() => fs.rmSync(home, { recursive: true }));

  it('makes all above it, and does nothing where it is', () => {
    const folder = path.join(home, 'a/b/c');
    makeFolder(folder);
    makeFolder(folder);
    assert.ok(fs.statSync(folder).isDirectory());
    if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(home, 'a')).mode & 0o777, 0o700);
  });

  it('fails where a file is in the way', () => {
    fs.writeFileSync(path.join(home, 'a'), '');
    assert.throws(() => makeFolder(path.join(home, 'a/b')), /ENOTDIR|EEXIST/);
    assert.throws(() => makeFolder(path.join(home, 'a')), /EEXIST/);
  });

  it('fails at once where the system takes no folder at all', function () {
    if (process.platform !== 'linux') this.skip();
    assert.throws(() => makeFolder('/proc/nope/below'), /ENOENT/);
  });
});
