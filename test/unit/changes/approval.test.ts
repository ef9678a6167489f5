import assert from 'node:assert/strict';
import { approvalSha256 } from '../../../src/core/changes/approval.ts';
import { canonicalJson } from '../../../src/core/changes/canonical-json.ts';
import type { Verification } from '../../../src/generated/contracts.ts';
import { changesOf, encode, replaceCommand, sha256 } from './sample-changes.ts';

const verification: Verification = { tool: 'lint_backend', args: { path: 'nomarr', check_all: false } };
const commands = [replaceCommand('a.py', ['a', 'b'])];
const files = { 'a.py': 'a\n' };

const hashOf = (changed: { commands?: typeof commands; verification?: Verification; files?: typeof files }) =>
  approvalSha256(
    {
      commands: changed.commands ?? commands,
      verification: changed.verification ?? verification,
      changes: changesOf(changed.files ?? files, changed.commands ?? commands),
    },
    sha256,
  );

describe('approval', () => {
  it('is the SHA-256 of canonical JSON over commands, preimages and verification', () =>
    assert.equal(
      hashOf({}),
      sha256(
        encode(
          `{"commands":[{"args":{"file_path":"a.py","replacements":[{"new_string":"b","old_string":"a"}]},"reason":"because","tool":"atomic_replace"}],"files":[{"before_sha256":"${sha256(encode('a\n'))}","path":"a.py"}],"verification":{"args":{"check_all":false,"path":"nomarr"},"tool":"lint_backend"}}`,
        ),
      ),
    ));
  it('is another one for one changed byte in a command, a file or the verification', () => {
    const hashes = [
      hashOf({}),
      hashOf({ commands: [replaceCommand('a.py', ['a', 'c'])] }),
      hashOf({ commands: [{ ...replaceCommand('a.py', ['a', 'b']), reason: 'Because' }] }),
      hashOf({ files: { 'a.py': 'a\n\n' } }),
      hashOf({ verification: { tool: 'lint_backend', args: { path: 'nomarr', check_all: true } } }),
    ];
    assert.equal(new Set(hashes).size, hashes.length);
  });
  it('does not depend on the order of keys', () => {
    const args = { check_all: false, path: 'nomarr' };
    assert.equal(hashOf({ verification: { args, tool: 'lint_backend' } }), hashOf({}));
  });
  it('says which files are created', () => {
    const created = changesOf({}, [], ['new.py']);
    const other = { ...created, files: [] };
    assert.notEqual(
      approvalSha256({ commands: [], verification, changes: created }, sha256),
      approvalSha256({ commands: [], verification, changes: other }, sha256),
    );
  });
});

describe('canonical JSON', () => {
  it('sorts keys at every depth and leaves out what is undefined', () =>
    assert.equal(
      canonicalJson({ b: [{ z: 1, a: null }], a: 'é"\n', c: undefined }),
      '{"a":"é\\"\\n","b":[{"a":null,"z":1}]}',
    ));
});
