import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { python } from '../../../scripts/setup/places.mjs';
import { createReleases } from '../../../src/node/eval/releases.ts';
import { createProcesses } from '../../../src/node/processes.ts';

const NEVER = new AbortController().signal;

/** An archive of members [name, type, text or target], also of those that no honest tool writes. */
const MAKE_ARCHIVE = `
import io, json, sys, tarfile
with tarfile.open(sys.argv[1], "w:gz") as archive:
    for name, kind, text in json.loads(sys.argv[2]):
        member = tarfile.TarInfo(name)
        member.type = {"file": tarfile.REGTYPE, "link": tarfile.SYMTYPE, "hard link": tarfile.LNKTYPE,
                       "pipe": tarfile.FIFOTYPE, "folder": tarfile.DIRTYPE}[kind]
        member.linkname = text if "link" in kind else ""
        member.size = len(text) if kind == "file" else 0
        archive.addfile(member, io.BytesIO(text.encode()))
`;

type Member = readonly [name: string, kind: 'file' | 'link' | 'hard link' | 'pipe' | 'folder', text: string];

describe('packages of workorder eval', () => {
  let folder: string;
  let cache: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'work-order-releases-'));
    cache = path.join(folder, 'cache');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function archiveOf(...members: readonly Member[]) {
    const file = path.join(folder, 'made.tar.gz');
    execFileSync(python.executable, ['-I', '-c', MAKE_ARCHIVE, file, JSON.stringify(members)]);
    const bytes = readFileSync(file);
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  /** No settings of pip but those given here. */
  const open = (sha256: string, settings: Readonly<Record<string, string>>) =>
    createReleases(cache, python.executable, createProcesses(), {
      PIP_CONFIG_FILE: os.devNull,
      ...settings,
    }).open({ name: 'some.package', version: '1.0', sha256, source: '.' }, NEVER);

  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  async function withIndex(
    answer: Answer,
    use: (index: string, seen: readonly IncomingMessage[]) => Promise<void>,
  ) {
    const seen: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      seen.push(request);
      answer(request, response);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
      await use(`127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
    } finally {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  }

  /** Serves the archive, linked from the page of its package. */
  const serving =
    (bytes: Buffer, link = '../../files/some_package-1.0.tar.gz'): Answer =>
    ({ url }, response) => {
      if (url === '/simple/some-package/')
        response.setHeader('Content-Type', 'text/html').end(`<a href="${link}">some_package-1.0.tar.gz</a>`);
      else if (url === '/files/some_package-1.0.tar.gz') response.end(bytes);
      else response.writeHead(404).end();
    };

  const MODULE: Member = ['some_package-1.0/m.py', 'file', 'x = 1\n'];
  const namesIn = (opened: Awaited<ReturnType<typeof open>>) =>
    opened.ok ? readdirSync(opened.value).sort() : opened.error;

  it('come from the index of the user, and nothing of them runs', async () => {
    const marker = path.join(folder, 'it-ran');
    const runs = `open(${JSON.stringify(marker)}, "w").close()\n`;
    const { bytes, sha256 } = archiveOf(
      MODULE,
      ['some_package-1.0/setup.py', 'file', runs],
      ['some_package-1.0/backend.py', 'file', runs],
      [
        'some_package-1.0/pyproject.toml',
        'file',
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
      ],
    );
    await withIndex(serving(bytes), async (index, seen) => {
      const opened = await open(sha256, { PIP_INDEX_URL: `http://me:a%20word@${index}/simple/` });
      assert.deepEqual(namesIn(opened), ['backend.py', 'm.py', 'pyproject.toml', 'setup.py']);
      assert.deepEqual(
        seen.map(({ url }) => url),
        ['/simple/some-package/', '/files/some_package-1.0.tar.gz'],
      );
      for (const { headers } of seen)
        assert.equal(headers.authorization, `Basic ${Buffer.from('me:a word').toString('base64')}`);
    });
    assert.ok(!existsSync(marker));
  });

  it('come from a further index of pip.conf, also one that answers in JSON; the variable is stronger', async () => {
    const { bytes, sha256 } = archiveOf(MODULE);
    const answer: Answer = (request, response) => {
      if (request.url !== '/more/some-package/') return serving(bytes)(request, response);
      const file = {
        filename: 'some_package-1.0.tar.gz',
        url: '/files/some_package-1.0.tar.gz',
        hashes: { sha256 },
      };
      response
        .setHeader('Content-Type', 'application/vnd.pypi.simple.v1+json')
        .end(JSON.stringify({ files: [{ ...file, url: '/other', hashes: { sha256: 'f00' } }, file] }));
    };
    await withIndex(answer, async (index, seen) => {
      const configured = path.join(folder, 'pip.conf');
      writeFileSync(
        configured,
        `[global]\nindex-url = http://${index}/never\nextra-index-url =\n    http://${index}/more\n`,
      );
      const opened = await open(sha256, {
        PIP_CONFIG_FILE: configured,
        PIP_INDEX_URL: `http://${index}/empty`,
      });
      assert.deepEqual(namesIn(opened), ['m.py']);
      assert.deepEqual(
        seen.map(({ url }) => url),
        ['/empty/some-package/', '/more/some-package/', '/files/some_package-1.0.tar.gz'],
      );
    });
  });

  it('come from a folder of archives where no index may be used', async () => {
    const { bytes, sha256 } = archiveOf(MODULE);
    mkdirSync(path.join(folder, 'archives'));
    writeFileSync(path.join(folder, 'archives/some_package-1.0.tar.gz'), bytes);
    const settings = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: path.join(folder, 'archives') };
    assert.deepEqual(namesIn(await open(sha256, settings)), ['m.py']);
  });

  it('have the pinned hash, or are not kept', async () => {
    const { bytes } = archiveOf(MODULE);
    await withIndex(serving(bytes), async index => {
      const opened = await open('0'.repeat(64), { PIP_INDEX_URL: `http://me:secret@${index}/simple` });
      assert.ok(!opened.ok);
      assert.match(
        opened.error,
        /could not be downloaded \(http:\/\/127\.\S+: what is there has the SHA-256 /,
      );
      assert.doesNotMatch(opened.error, /secret/);
      assert.deepEqual(readdirSync(path.join(cache, 'some.package-1.0')), []);
    });
  });

  it('are fetched by two runs at the same time, into one cache', async () => {
    const { bytes, sha256 } = archiveOf(MODULE);
    const waiting: (() => void)[] = [];
    const together: Answer = (request, response) => {
      if (request.url?.startsWith('/files/') !== true) return serving(bytes)(request, response);
      waiting.push(() => serving(bytes)(request, response));
      if (waiting.length === 2) for (const answer of waiting) answer();
    };
    await withIndex(together, async index => {
      const settings = { PIP_INDEX_URL: `http://${index}/simple` };
      const opened = await Promise.all([open(sha256, settings), open(sha256, settings)]);
      assert.deepEqual(opened.map(namesIn), [['m.py'], ['m.py']]);
    });
  });

  it('are asked for with a password only where it belongs', async () => {
    const { bytes, sha256 } = archiveOf(MODULE);
    await withIndex(serving(bytes), async (other, seen) => {
      const away: Answer = (_, response) =>
        response.writeHead(302, { Location: `http://${other}/simple/some-package/` }).end();
      await withIndex(away, async index => {
        const opened = await open(sha256, { PIP_INDEX_URL: `http://me:secret@${index}/simple` });
        assert.deepEqual(namesIn(opened), ['m.py']);
        assert.deepEqual(
          seen.map(({ headers }) => headers.authorization),
          [undefined, undefined],
        );
      });
    });
  });

  it('are not files of this machine that a page of the network names', async () => {
    const { bytes, sha256 } = archiveOf(MODULE);
    const mine = path.join(folder, 'some_package-1.0.tar.gz');
    writeFileSync(mine, bytes);
    await withIndex(serving(bytes, `file://${mine}`), async index => {
      const opened = await open(sha256, { PIP_INDEX_URL: `http://${index}/simple` });
      assert.ok(!opened.ok);
      assert.match(opened.error, /does not have it with the pinned hash/);
    });
  });

  it('that cannot be reached are said with the reason, and with what to do', async () => {
    let closed = '';
    await withIndex(
      () => undefined,
      async index => {
        closed = index;
      },
    );
    const opened = await open('0'.repeat(64), { PIP_INDEX_URL: `http://me:secret@${closed}/simple` });
    assert.ok(!opened.ok);
    assert.match(
      opened.error,
      /127\.0\.0\.1:\d+\/simple: .*refused.*pip config list names, or put the archive/i,
    );
    assert.doesNotMatch(opened.error, /secret/);
  });

  for (const [what, ...members] of [
    ['a path above', ['../escaped', 'file', '']],
    ['a path above, further down', ['some_package-1.0/a/../../../escaped', 'file', '']],
    ['an absolute path', ['/tmp/escaped', 'file', '']],
    ['a path of another system', ['some_package-1.0/..\\escaped', 'file', '']],
    ['a drive of another system', ['C:/escaped', 'file', '']],
    ['a link out of the folder', ['some_package-1.0/escaped', 'link', '/etc']],
    ['a link inside the folder', ['some_package-1.0/escaped', 'link', 'm.py']],
    ['a second name of a file outside', ['some_package-1.0/escaped', 'hard link', '/etc/passwd']],
    ['a pipe', ['some_package-1.0/escaped', 'pipe', '']],
    ['one file twice', ['some_package-1.0/escaped', 'file', 'a'], ['some_package-1.0/escaped', 'file', 'b']],
    ['a folder in place of a file', ['some_package-1.0/m.py/escaped', 'file', '']],
  ] as readonly (readonly [string, ...Member[]])[])
    it(`are not unpacked with ${what}`, async () => {
      const { bytes, sha256 } = archiveOf(MODULE, ...members);
      const kept = path.join(cache, 'some.package-1.0');
      mkdirSync(kept, { recursive: true });
      writeFileSync(path.join(kept, 'some.package-1.0.tar.gz'), bytes);
      const opened = await open(sha256, {});
      assert.ok(!opened.ok);
      assert.match(opened.error, /cannot be unpacked .*escaped/);
      assert.deepEqual(readdirSync(kept), ['some.package-1.0.tar.gz']);
    });
});
