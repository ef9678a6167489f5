import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createPullRequest } from '../../../src/node/delivery/create-pull-request.ts';
import { createProcesses } from '../../../src/node/processes.ts';

describe('the program that opens a pull request', () => {
  let folder: string;
  const before = process.env['PATH'];
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-request-'));
    const bin = path.join(folder, 'bin');
    fs.mkdirSync(bin);
    for (const name of ['gh', 'glab'])
      fs.writeFileSync(
        path.join(bin, name),
        `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/${name}.txt"\necho https://host/${name}/1\n`,
        { mode: 0o755 },
      );
    process.env['PATH'] = `${bin}${path.delimiter}${before}`;
  });
  afterEach(() => {
    process.env['PATH'] = before;
    fs.rmSync(folder, { recursive: true, force: true });
  });

  for (const [host, name, given] of [
    [
      'github.com',
      'gh',
      ['pr', 'create', '--repo=github.com/o/r', '--title=T', '--body=B', '--head=b', '--base=main'],
    ],
    [
      'gitlab.example.org',
      'glab',
      [
        ...['mr', 'create', '--yes', '--repo=https://gitlab.example.org/o/r', '--title=T', '--description=B'],
        ...['--source-branch=b', '--target-branch=main'],
      ],
    ],
  ] as const)
    it(`is ${name} for ${host}`, async () => {
      const root = path.join(folder, 'root');
      fs.mkdirSync(root);
      const ends = { branch: 'b', base: 'main', repository: `${host}/o/r` };
      const { signal } = new AbortController();
      const made = await createPullRequest(root, createProcesses(), { title: 'T', body: 'B' }, ends, signal);
      assert.deepEqual(made, { ok: true, value: `https://host/${name}/1` });
      assert.deepEqual(
        fs
          .readFileSync(path.join(folder, `${name}.txt`), 'utf8')
          .trim()
          .split('\n'),
        given,
      );
    });
});
